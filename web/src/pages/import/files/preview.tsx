import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { EditedRow, EditRowFault } from '../../../../../src/formats/editing/read-edits.ts';
import type { NoteCode } from '../../../../../src/formats/reading/entries/remarks.ts';
import { ChangeTable } from '../../../data/change-table.tsx';
import { useVocabulary } from '../../../data/vocabulary.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { factsOf } from './facts-of.ts';
import { type EntryView, entryViews, type FileRow, isEdited, type ReadingCounts } from './messages.ts';
import { entriesOf, type Reading } from './reading.ts';
import { Original, Remarks } from './remarks.tsx';

/** Few: the page must not stand still while it shows them. */
const perPage = 25;

/** The contents of a file, before anything is sent: numbers, faults, and the entries page by page. */
export function Preview({ reading, counts }: { reading: Reading; counts: ReadingCounts }) {
  const t = useText();
  const { number } = useFormat();
  const { edits } = reading;
  const faults = byCount(counts.faults);
  const notes = byCount(counts.notes);
  return (
    <section className="section" aria-labelledby="preview-title">
      <h2 id="preview-title">{t('import.files.preview')}</h2>
      <Numbers reading={reading} counts={counts} />
      {edits?.missing !== undefined && edits.missing > 0 && (
        <p>{t('import.files.missing', { count: edits.missing, shown: number(edits.missing) })}</p>
      )}
      {faults.length + notes.length > 0 && (
        <ul className="remarks">
          {faults.map(([each, count]) => (
            <li key={each}>
              {number(count)} × {t(`import.entryFault.${each as EditRowFault['code']}`)}
            </li>
          ))}
          {notes.map(([each, count]) => (
            <li key={each} className="fine">
              {number(count)} × {t(`import.entryNote.${each as NoteCode}`)}
            </li>
          ))}
        </ul>
      )}
      <Entries key={reading.run} reading={reading} counts={counts} />
    </section>
  );
}

const byCount = (counts: Partial<Record<string, number>>): [string, number][] =>
  Object.entries(counts)
    .map(([code, count = 0]): [string, number] => [code, count])
    .sort(([, one], [, other]) => other - one);

function Numbers({ reading: { edits, unchanged }, counts }: { reading: Reading; counts: ReadingCounts }) {
  const t = useText();
  const { number } = useFormat();
  const shown = edits
    ? ([
        ['rows', counts.entries + unchanged],
        ['unchanged', unchanged],
        ['changed', counts.noted],
        ['faulty', counts.faulty],
      ] as const)
    : ([
        ['entries', counts.entries],
        ['ready', counts.ready],
        ['faulty', counts.faulty],
        ['withDoi', counts.withDoi],
        ['withoutDoi', counts.entries - counts.withDoi],
      ] as const);
  return (
    <dl className="numbers">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dt>{t(`import.files.number.${name}`)}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Entries({ reading, counts }: { reading: Reading; counts: ReadingCounts }) {
  const t = useText();
  const { number } = useFormat();
  const [chosen, setChosen] = useState<EntryView>();
  const [page, setPage] = useState(1);
  const totals = { faulty: counts.faulty, noted: counts.noted, all: counts.entries };
  const view = chosen ?? (counts.faulty > 0 ? 'faulty' : 'all');
  const first = (page - 1) * perPage;
  const query = useQuery({
    queryKey: ['reading', reading.run, view, first],
    queryFn: () => entriesOf(view, first, perPage),
    gcTime: 0,
    retry: false,
  });
  const total = totals[view];
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <>
      <div className="toolbar">
        <SelectField
          label={t('import.files.view')}
          value={view}
          options={entryViews.map((value) => ({
            value,
            text: t(`import.files.view.${value === 'noted' && reading.edits ? 'changed' : value}`, {
              shown: number(totals[value]),
            }),
          }))}
          onChoose={(value) => {
            setChosen(value);
            setPage(1);
          }}
        />
      </div>
      {total === 0 ? (
        <p className="fine">{t('import.noneShown')}</p>
      ) : (
        <Loaded query={query}>
          {(entries) => <EntryTable entries={entries} first={first} busy={query.isPlaceholderData} />}
        </Loaded>
      )}
      {pages > 1 && <Pagination page={page} pages={pages} perPage={perPage} total={total} onPage={setPage} />}
    </>
  );
}

/** The entries of a page, which are drawn in pieces: the page is not blocked meanwhile. */
function EntryTable({ entries, first, busy }: { entries: readonly FileRow[]; first: number; busy: boolean }) {
  const t = useText();
  const columns = useColumns();
  const shown = useDeferredValue(entries, none);
  return (
    <Table
      caption={t('import.files.entries')}
      columns={columns}
      rows={shown.map((entry, at) => ({ ...entry, place: first + at }))}
      rowId={({ place }) => `entry-${place}`}
      busy={busy || shown !== entries}
    />
  );
}

const none: readonly FileRow[] = [];

/** Several entries may be in one line, so `place` tells them apart. */
type ShownEntry = FileRow & { place: number };

function useColumns(): Column<ShownEntry>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { id: 'line', header: t('import.column.line'), numeric: true, width: '72px', cell: ({ line }) => number(line) },
    {
      id: 'entry',
      header: t('import.files.entry'),
      isRowHeader: true,
      cell: (entry) =>
        isEdited(entry) ? (
          <code className="break">{entry.id}</code>
        ) : (
          <>
            <TwoLines text={entry.row?.title ?? entry.key ?? t('import.files.unread')} />
            {entry.row && <span className="fine">{factsOf(entry.row)}</span>}
          </>
        ),
    },
    {
      id: 'remarks',
      header: t('import.column.reason'),
      cell: (entry) =>
        isEdited(entry) ? (
          <>
            <Remarks faults={entry.faults} notes={[]} />
            <ChangedCells cells={entry.cells} />
          </>
        ) : (
          <>
            <Remarks faults={entry.faults} notes={entry.notes} />
            <Original text={entry.original} />
          </>
        ),
    },
  ];
}

/** The changed cells, which only a spreadsheet tells here, not a CSV. */
function ChangedCells({ cells }: { cells: EditedRow['cells'] }) {
  const names = useVocabulary();
  const shown = cells.filter(({ from }) => from !== null);
  if (shown.length === 0) return null;
  return (
    <ChangeTable
      changes={shown.map(({ field, from, to }) => ({ field, label: names.field(field), before: from, after: to }))}
    />
  );
}
