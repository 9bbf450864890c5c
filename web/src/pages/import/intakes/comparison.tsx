import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '../../../data/value-text.ts';
import { useVocabulary } from '../../../data/vocabulary.ts';
import { useText } from '../../../text/text.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { type IntakeRow, targetRecord } from './queries.ts';

type Row = NonNullable<Extract<IntakeRow, { original: unknown }>['row']>;

/** The fields by which people tell two records apart. */
const compared = [
  'title',
  'authors',
  'publication_date',
  'type',
  'container_title',
  'publisher',
  'volume',
  'issue',
  'pages',
  'isbn',
  'issn',
] as const;

/** The entry beside the stored record that it may be. That is read when somebody looks. */
export function Comparison({ row, target }: { row: Row; target: { kind: string; id: string } }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('import.intake.compare')}</summary>
      {isOpen && <Beside row={row} target={target} />}
    </details>
  );
}

function Beside({ row, target }: { row: Row; target: { kind: string; id: string } }) {
  const t = useText();
  const names = useVocabulary();
  const query = useQuery(targetRecord(target));
  const inFile: Readonly<Record<string, unknown>> = {
    ...row.data,
    title: row.title,
    publication_date: row.publication_date,
    type: names.workType(row.work_type),
  };
  return (
    <Loaded query={query} rows={compared.length}>
      {(record) => {
        const stored: Readonly<Record<string, unknown>> = {
          ...record,
          type: names.type(record.publication_type as string) ?? names.workType(record.work_type as string),
        };
        const lines = compared
          .map((field) => ({ field, file: textOf(inFile[field]), stored: textOf(stored[field]) }))
          .filter(({ file, stored }) => file !== '' || stored !== '');
        return (
          <table className="change-table">
            <thead>
              <tr>
                <th scope="col">{t('ui.change.field')}</th>
                <th scope="col">{t('import.intake.inFile')}</th>
                <th scope="col">{t('import.intake.stored')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ field, file, stored }) => (
                <tr key={field} className={file === stored ? undefined : 'differs'}>
                  <th scope="row">{names.field(field === 'type' ? 'work_type' : field)}</th>
                  <td data-label={t('import.intake.inFile')} dir="auto">
                    <span className="changed-value">{file}</span>
                  </td>
                  <td data-label={t('import.intake.stored')} dir="auto">
                    <span className="changed-value">{stored}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      }}
    </Loaded>
  );
}
