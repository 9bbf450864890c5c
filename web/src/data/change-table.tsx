import type { ReactNode } from 'react';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/text.ts';
import { type NameOf, useVocabulary } from './vocabulary.ts';

export interface FieldChange {
  field: string;
  /** In place of the name of the field. */
  label?: ReactNode;
  before: unknown;
  after: unknown;
}

/** The fields that changed, each with its value before and after. */
export function ChangeTable({ changes }: { changes: readonly FieldChange[] }) {
  const t = useText();
  const names = useVocabulary();
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{t('ui.change.field')}</th>
          <th scope="col">{t('ui.change.before')}</th>
          <th scope="col">{t('ui.change.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label ?? names.field(field)}</th>
            <td data-label={t('ui.change.before')}>
              <ChangedValue field={field} value={before} />
            </td>
            <td data-label={t('ui.change.after')}>
              <ChangedValue field={field} value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangedValue({ field, value }: { field: string; value: unknown }) {
  const t = useText();
  const show = useValueInWords();
  if (value == null) return <span className="fine">{t('ui.change.nothing')}</span>;
  return <span className="changed-value">{show(field, value)}</span>;
}

/** Returns a value in words: terms by name, moments in the browser's time zone, and one line for each field of an object. */
export function useValueInWords(): (field: string, value: unknown) => string {
  const names = useVocabulary();
  const format = useFormat();
  const t = useText();
  const terms: Record<string, NameOf> = {
    author_match_state: names.match,
    language: names.language,
    open_access_status: names.access,
    publication_type: names.type,
    role: (role) => (role === 'workspace_member' || role === 'workspace_admin' ? t(`role.${role}`) : undefined),
    source: names.source,
  };
  const show = (field: string, value: unknown): string => {
    if (value == null) return t('ui.change.nothing');
    if (typeof value === 'boolean') return names.boolean(String(value)) ?? '';
    if (typeof value !== 'object') {
      const term = terms[field.split('/').at(-1) ?? '']?.(String(value));
      if (term) return term;
      const moment = field.endsWith('_at') ? new Date(value as string | number).getTime() : Number.NaN;
      return Number.isNaN(moment) ? String(value) : format.dateTime(moment);
    }
    if (Array.isArray(value)) {
      if (value.length === 0) return t('ui.change.nothing');
      const isList = value.some((each) => typeof each === 'object');
      return value.map((each) => show(field, each)).join(isList ? '\n' : ', ');
    }
    const lines = Object.entries(value).map(([name, each]) => [names.field(name), show(name, each)] as const);
    return lines.map(([name, text]) => `${name}: ${text.includes('\n') ? `\n${text}` : text}`).join('\n');
  };
  return show;
}
