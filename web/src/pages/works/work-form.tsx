import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Action } from '../../data/action.ts';
import type { Input } from '../../data/field-input.ts';
import type { PersonRow } from '../../data/people.ts';
import { PeopleEditor } from '../../data/people-editor.tsx';
import { useTermOptions } from '../../data/terms.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import type { Translation } from '../../text/translations.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { TranslationFields } from '../../ui/translation-fields.tsx';
import { type FieldName, faultsOf, fields, inputIn, type Typed } from './form.ts';
import type { Work } from './queries.ts';
import '../../styles/projects.css';

/** The fields, those beside each other that belong together. */
const rows: readonly (readonly [FieldName, ...FieldName[]])[] = [
  ['title'],
  ['work_type', 'publication_date'],
  ['authors'],
  ['editors'],
  ['container_title', 'series_title'],
  ['volume', 'issue'],
  ['pages', 'edition'],
  ['publisher', 'publication_place'],
  ['institution'],
  ['isbn', 'issn'],
  ['pmid', 'handle'],
  ['url', 'language'],
  ['abstract'],
];

interface WorkFormProps {
  typed: Typed;
  /** The work as shown; undefined for a new one. */
  shown: Work['merged'] | undefined;
  onChange: (name: FieldName, input: Input) => void;
  onSave: () => void;
  onCancel: () => void;
  isChanged: boolean;
  action: Action;
  /** Further fields, and what is to be decided, above the buttons. */
  children: ReactNode;
}

export function WorkForm({ typed, shown, onChange, onSave, onCancel, isChanged, action, children }: WorkFormProps) {
  const t = useText();
  const names = useVocabulary();
  const faults = faultsOf(typed, shown);
  const faulty = (Object.keys(faults) as FieldName[]).map((name) => names.field(name));
  const why = !isChanged
    ? t('works.why.unchanged')
    : faulty.length > 0
      ? t('works.why.faults', { fields: joinTexts(faulty) })
      : undefined;
  return (
    <Form
      className="project-form"
      submit={t('action.save')}
      icon={Save}
      why={why}
      busy={action.isPending}
      error={action.error}
      onSubmit={onSave}
      onCancel={onCancel}
    >
      {rows.map((row) => (
        <div key={row[0]} className="project-pair equal">
          {row.map((name) => {
            const fault = faults[name];
            // A missing value is reported only once the field was edited.
            const issue = fault && (fault !== 'required' || name in typed) ? t(`works.fault.${fault}`) : undefined;
            return (
              <FormField
                key={name}
                name={name}
                input={inputIn(typed, shown, name)}
                issue={issue}
                onChange={(input) => onChange(name, input)}
              />
            );
          })}
        </div>
      ))}
      {children}
    </Form>
  );
}

interface FormFieldProps {
  name: FieldName;
  input: Input;
  issue: string | undefined;
  onChange: (input: Input) => void;
}

function FormField({ name, input, issue, onChange }: FormFieldProps) {
  const t = useText();
  const names = useVocabulary();
  const options = useTermOptions();
  const kind = fields[name];
  const label = names.field(name);
  if (kind === 'people') {
    return (
      <fieldset className="people-field">
        <legend>{label}</legend>
        <PeopleEditor label={label} rows={input as readonly PersonRow[]} hasRoles={false} onChange={onChange} />
        {issue && (
          <p className="field-issue" role="alert">
            {issue}
          </p>
        )}
      </fieldset>
    );
  }
  if (kind === 'localized') {
    const values = input as readonly Translation[];
    return <TranslationFields legend={label} required values={values} issue={issue} onChange={onChange} />;
  }
  const value = input as string;
  if (kind === 'workType' || kind === 'language') {
    const known = options(kind);
    const isOther = value !== '' && !known.some((option) => option.value === value);
    return (
      <SelectField
        label={label}
        value={value}
        required={kind === 'workType'}
        issue={issue}
        options={[
          { value: '', text: t('works.noValue') },
          ...(isOther ? [{ value, text: names[kind](value) ?? value }] : []),
          ...known,
        ]}
        onChoose={onChange}
      />
    );
  }
  const field = {
    label,
    issue,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (kind === 'lines' || kind === 'long') {
    const rows = kind === 'long' ? 8 : Math.min(6, value.split('\n').length + 1);
    return <TextAreaField {...field} rows={rows} hint={kind === 'lines' ? t('works.linesHint') : undefined} />;
  }
  if (kind === 'url') return <TextField {...field} type="url" />;
  return <TextField {...field} hint={kind === 'date' ? t('works.dateHint') : undefined} />;
}
