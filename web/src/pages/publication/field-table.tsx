import { Pencil, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { ReadPublication } from '../../data/publication.ts';
import { isSame } from '../../data/same.ts';
import { isEmpty, textOf } from '../../data/value-text.ts';
import { type NamedField, useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { hasOtherAuthors } from './authors.ts';
import { FieldEditor } from './field-editor.tsx';
import { type FieldName, fieldNames, fields, languageOf, valuesOf } from './fields.ts';
import { editedValue, inputOf, isSameValue } from './input.ts';
import { conflictsOf, type Draft, type Drafts } from './patch.ts';
import type { Edits } from './save.ts';
import { useShown } from './shown.ts';
import { printedName } from './source-name.ts';

/** If a field has no text in `vocabulary-texts.ts`, the compiler reports that it is not a `NamedField`. */
const namedFields: readonly (FieldName & NamedField)[] = fieldNames;

interface FieldTableProps {
  read: ReadPublication;
  drafts: Drafts;
  onDraft: (name: FieldName, draft: Draft | undefined) => void;
  onDiscard: (discarded: Drafts) => void;
  edits: Edits;
  canEdit: boolean;
}

/** All fields: the shown value, its editor, and its sources with what they say otherwise. */
export function FieldTable({ read, drafts, onDraft, onDiscard, edits, canEdit }: FieldTableProps) {
  const t = useText();
  const [showsEmpty, setShowsEmpty] = useState(false);
  const [showsDiffering, setShowsDiffering] = useState(false);
  const { publication } = read;
  // A value that is being saved does not conflict with itself.
  const conflicts = edits.isSaving ? [] : conflictsOf(drafts, publication);
  const differing = differingOf(publication);
  const shownNames = namedFields.filter((name) => {
    const { source, enriched, edited, shown } = valuesOf(publication, name);
    if (drafts[name]) return true;
    if (showsDiffering) return differing.includes(name);
    return showsEmpty || edited || ![source, enriched, shown].every(isEmpty);
  });
  return (
    <section className="section" aria-labelledby="fields-title">
      <div className="section-head">
        <h2 id="fields-title">{t('publication.fields')}</h2>
        <div className="field-choices">
          {differing.length > 0 && (
            <CheckboxField
              label={t('publication.onlyDiffering', { count: differing.length })}
              checked={showsDiffering}
              onChange={(event) => setShowsDiffering(event.target.checked)}
            />
          )}
          <CheckboxField
            label={t('publication.showEmpty')}
            checked={showsEmpty}
            onChange={(event) => setShowsEmpty(event.target.checked)}
          />
        </div>
      </div>
      <div className="table-frame">
        <table className="field-table">
          <thead>
            <tr>
              <th scope="col">{t('publication.field')}</th>
              <th scope="col">{t('publication.value')}</th>
              <th scope="col">{t('publication.sources')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('publication.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shownNames.map((name) => (
              <FieldRow
                key={name}
                name={name}
                read={read}
                draft={drafts[name]}
                isConflict={conflicts.includes(name)}
                onDraft={(draft) => onDraft(name, draft)}
                onDiscard={onDiscard}
                edits={edits}
                canEdit={canEdit && fields[name] !== 'shown'}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const rowIdOf = (name: FieldName) => `field-${name}`;

export const focusField = (name: FieldName) =>
  document.getElementById(rowIdOf(name))?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();

interface FieldRowProps {
  name: FieldName;
  read: ReadPublication;
  draft: Draft | undefined;
  isConflict: boolean;
  onDraft: (draft: Draft | undefined) => void;
  onDiscard: FieldTableProps['onDiscard'];
  edits: Edits;
  canEdit: boolean;
}

function FieldRow({ name, read, draft, isConflict, onDraft, onDiscard, edits, canEdit }: FieldRowProps) {
  const t = useText();
  const { edited, shown, provenance } = valuesOf(read.publication, name);
  const label = useVocabulary().field(name);
  const show = useShown(name);
  // Rows of people and of languages need the place of all columns.
  const isWide = draft !== undefined && typeof draft.input !== 'string';
  const begin = () => onDraft({ base: shown, input: inputOf(name, shown) });
  const discard = () => {
    if (draft && !isSame(draft.input, inputOf(name, draft.base))) onDiscard({ [name]: draft });
    else onDraft(undefined);
  };
  return (
    <tr id={rowIdOf(name)} className={edited || draft ? 'edited-row' : undefined}>
      <th scope="row">{label}</th>
      <td data-label={t('publication.value')} colSpan={isWide ? 2 : undefined}>
        {draft ? (
          <FieldEditor name={name} label={label} draft={draft} onDraft={onDraft} />
        ) : (
          <div className="shown-value">
            <FieldText name={name} text={show(shown)} lang={languageOf(read.publication)} />
            {provenance === 'editor' && <Badge tone="info">{t('publication.origin.editor')}</Badge>}
          </div>
        )}
        {name === 'authors' && hasOtherAuthors(read.publication) && (
          <p className="fine">{t('publication.someAuthors', { count: read.publication.author_count })}</p>
        )}
        {isConflict && draft && (
          <Conflict name={name} draft={draft} theirs={shown} onDraft={onDraft} onDiscard={discard} />
        )}
      </td>
      {!isWide && (
        <td data-label={t('publication.sources')}>
          <SourceValues name={name} publication={read.publication} />
        </td>
      )}
      <td>
        <span className="row-actions">
          {draft && <IconButton icon={X} label={t('publication.discardField', { field: label })} onClick={discard} />}
          {canEdit && !draft && (
            <IconButton icon={Pencil} label={t('publication.editField', { field: label })} onClick={begin} />
          )}
          {canEdit && !draft && edited && (
            <IconButton
              icon={RotateCcw}
              label={t('publication.revertField', { field: label })}
              busy={edits.isSaving}
              onClick={() => edits.revertField(read, name)}
            />
          )}
        </span>
      </td>
    </tr>
  );
}

/** The sources of a field, the value of each only where it differs from the shown one. */
function SourceValues({ name, publication }: { name: FieldName; publication: ReadPublication['publication'] }) {
  const { source, enriched, shown, provenance } = valuesOf(publication, name);
  const show = useShown(name);
  const said = [
    { source: printedName(publication.source), value: source },
    { source: 'OpenAlex', value: enriched },
  ].filter(({ value }) => !isEmpty(value));
  const isDifferent = (value: unknown) => !isSameText(name, show, value, shown);
  const agreeing = said.filter(({ value }) => !isDifferent(value)).map(({ source }) => source);
  // Another source than these two, such as Europe PMC.
  const origin = provenance && provenance !== 'editor' ? printedName(provenance) : undefined;
  const others = new Map<string, string[]>();
  for (const { source, value } of said.filter(({ value }) => isDifferent(value))) {
    others.set(show(value), [...(others.get(show(value)) ?? []), source]);
  }
  const names = [...new Set([...(origin ? [origin] : []), ...agreeing])];
  return (
    <>
      {names.length > 0 && <span className="fine">{names.join(', ')}</span>}
      {[...others].map(([text, sources]) => (
        <div key={text} className="other-value">
          <span className="fine">{sources.join(', ')}</span>
          <FieldText name={name} text={text} />
        </div>
      ))}
    </>
  );
}

/** Whether two values look the same: of people, only their names are shown. */
const isSameText = (name: FieldName, show: (value: unknown) => string, one: unknown, other: unknown): boolean =>
  isSameValue(name, one, other) || show(one) === show(other);

/** The fields of which a source says something else than what is shown. */
function differingOf(publication: ReadPublication['publication']): FieldName[] {
  return fieldNames.filter((name) => {
    const { source, enriched, shown } = valuesOf(publication, name);
    return [source, enriched].some((value) => !isEmpty(value) && !isSameText(name, textOf, value, shown));
  });
}

const mostLines = 12;
const mostCharacters = 1200;

/** The rest of a long list or abstract is shown on request. */
function FieldText({ name, text, lang }: { name: FieldName; text: string; lang?: string | undefined }) {
  const t = useText();
  const isProse = fields[name] === 'long';
  const className = isProse ? 'field-value prose' : 'field-value';
  const language = isProse || name === 'title' || name === 'subtitle' ? lang : undefined;
  const lines = text.split('\n');
  const end = isProse ? endOfStart(text) : lines.slice(0, mostLines).join('\n').length;
  const isLong = isProse ? end < text.length : lines.length > mostLines + 1;
  if (!isLong) {
    return (
      <div className={className} lang={language}>
        {text}
      </div>
    );
  }
  return (
    <div lang={language}>
      <div className={className}>{text.slice(0, end)}</div>
      <details className={isProse ? 'more-text' : 'more-lines'}>
        <summary lang={document.documentElement.lang}>
          {isProse ? t('publication.moreText') : t('publication.moreLines', { count: lines.length - mostLines })}
        </summary>
        <div className={className}>{text.slice(end).trim()}</div>
      </details>
    </div>
  );
}

/** Where to cut a long text: after a word, if its script has spaces. */
function endOfStart(text: string): number {
  if (text.length < mostCharacters * 1.5) return text.length;
  const space = text.lastIndexOf(' ', mostCharacters);
  return space > mostCharacters / 2 ? space : [...text.slice(0, mostCharacters)].slice(0, -1).join('').length;
}

/** Both values of a field that somebody else has changed meanwhile, and the choice. */
function Conflict({
  name,
  draft,
  theirs,
  onDraft,
  onDiscard,
}: {
  name: FieldName;
  draft: Draft;
  theirs: unknown;
  onDraft: FieldRowProps['onDraft'];
  onDiscard: () => void;
}) {
  const t = useText();
  return (
    <div className="conflict" role="alert">
      <p>
        <strong>{t('publication.conflict')}</strong>
      </p>
      <dl>
        <dt>{t('publication.conflict.before')}</dt>
        <dd className="field-value">{textOf(draft.base) || t('publication.noValue')}</dd>
        <dt>{t('ui.conflict.theirs')}</dt>
        <dd className="field-value">{textOf(theirs) || t('publication.noValue')}</dd>
        <dt>{t('ui.conflict.mine')}</dt>
        <dd className="field-value">{textOf(editedValue(name, draft.input)) || t('publication.noValue')}</dd>
      </dl>
      <div className="match-actions">
        <Button onClick={onDiscard}>{t('ui.conflict.takeTheirs')}</Button>
        <Button onClick={() => onDraft({ ...draft, base: theirs })}>{t('ui.conflict.keepMine')}</Button>
      </div>
    </div>
  );
}
