import type { PersonRow } from '../../data/people.ts';
import { PeopleEditor } from '../../data/people-editor.tsx';
import { type TermKind, useTermOptions } from '../../data/terms.ts';
import { textOf } from '../../data/value-text.ts';
import { useText } from '../../text/text.ts';
import type { Translation } from '../../text/translations.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { TranslationFields } from '../../ui/translation-fields.tsx';
import { type FieldName, fields } from './fields.ts';
import { faultOf, type Input } from './input.ts';
import type { Draft } from './patch.ts';
import { useShown } from './shown.ts';

const licences = [
  'https://creativecommons.org/licenses/by/4.0/',
  'https://creativecommons.org/licenses/by-sa/4.0/',
  'https://creativecommons.org/licenses/by-nd/4.0/',
  'https://creativecommons.org/licenses/by-nc/4.0/',
  'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  'https://creativecommons.org/publicdomain/zero/1.0/',
  'https://creativecommons.org/publicdomain/mark/1.0/',
];

interface FieldEditorProps {
  name: FieldName;
  label: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** The editor of a field: choices where there is a vocabulary, rows for people and languages, otherwise a text. */
export function FieldEditor({ name, label, draft, onDraft }: FieldEditorProps) {
  const t = useText();
  const kind = fields[name];
  const { input } = draft;
  const change = (input: Input) => onDraft({ ...draft, input });
  const fault = faultOf(name, input);
  const issue = fault && t(`publication.fault.${fault}`);
  if (kind === 'people') {
    return (
      <PeopleEditor
        label={label}
        rows={input as readonly PersonRow[]}
        hasRoles={name === 'contributors'}
        onChange={change}
      />
    );
  }
  if (kind === 'localized') {
    return (
      <TranslationFields
        legend={label}
        hideLegend
        autoFocus
        values={input as readonly Translation[]}
        issue={issue}
        onChange={change}
      />
    );
  }
  const text = input as string;
  if (kind === 'boolean' || kind === 'access' || kind === 'type' || kind === 'language') {
    return <TermField {...{ name, label, text, draft, kind }} onChoose={change} />;
  }
  const field = {
    label,
    hideLabel: true,
    autoFocus: true,
    issue,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  if (kind === 'lines' || kind === 'long') {
    const rows = kind === 'long' ? 12 : Math.min(12, Math.max(3, text.split('\n').length + 1));
    return <TextAreaField {...field} rows={rows} hint={kind === 'lines' ? t('publication.linesHint') : undefined} />;
  }
  const hint = kind === 'date' ? t('publication.dateHint') : undefined;
  if (name !== 'license_url') {
    return <TextField {...field} hint={hint} inputMode={kind === 'year' ? 'numeric' : undefined} />;
  }
  return (
    <>
      <TextField {...field} list="licences" hint={t('publication.licenceHint')} />
      <datalist id="licences">
        {licences.map((url) => (
          <option key={url} value={url} />
        ))}
      </datalist>
    </>
  );
}

interface TermFieldProps {
  name: FieldName;
  label: string;
  text: string;
  draft: Draft;
  kind: TermKind;
  onChoose: (text: string) => void;
}

/** A choice among the terms of a vocabulary. A stored value outside it can stay. */
function TermField({ name, label, text, draft, kind, onChoose }: TermFieldProps) {
  const t = useText();
  const show = useShown(name);
  const options = useTermOptions()(kind);
  const stored = [...new Set([textOf(draft.base), text])].filter(
    (value) => value !== '' && !options.some((option) => option.value === value),
  );
  return (
    <SelectField
      label={label}
      hideLabel
      autoFocus
      value={text}
      options={[
        ...(kind === 'boolean' && text !== '' ? [] : [{ value: '', text: t('publication.noValue') }]),
        ...stored.map((value) => ({ value, text: show(value) })),
        ...options,
      ]}
      onChoose={onChoose}
    />
  );
}
