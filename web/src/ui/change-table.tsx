import { useTexts } from '../text/text.ts';
import { uiTexts } from './texts.ts';

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields that changed, each with its value before and after. */
export function ChangeTable({ changes }: { changes: readonly FieldChange[] }) {
  const t = useTexts(uiTexts);
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{t('change.field')}</th>
          <th scope="col">{t('change.before')}</th>
          <th scope="col">{t('change.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td data-label={t('change.before')}>
              <ChangedValue value={before} />
            </td>
            <td data-label={t('change.after')}>
              <ChangedValue value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangedValue({ value }: { value: unknown }) {
  const t = useTexts(uiTexts);
  if (value === null || value === undefined) return <span className="fine">{t('change.nothing')}</span>;
  return <span className="changed-value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</span>;
}
