import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultCode, FileEntry, NoteCode } from '../../../../../src/formats/reading/entries/remarks.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { factsOf } from './facts-of.ts';
import { type EntryView, entryViews, type ReadingCounts } from './messages.ts';
import { entriesOf, type Reading } from './reading.ts';
import { Original, Remarks, useCodeText } from './remarks.tsx';

/** Few: the page must not stand still while it shows them. */
const perPage = 25;

/** What a file has, before anything is sent: numbers, faults, and the entries page by page. */
export function Preview({ reading, counts }: { reading: Reading; counts: ReadingCounts }) {
  const t = useText();
  const { number } = useFormat();
  const code = useCodeText();
  const faults = byCount(counts.faults);
  const notes = byCount(counts.notes);
  return (
    <section className="section" aria-labelledby="preview-title">
      <h2 id="preview-title">{t('import.files.preview')}</h2>
      <Numbers counts={counts} />
      {faults.length + notes.length > 0 && (
        <ul className="remarks">
          {faults.map(([each, count]) => (
            <li key={each}>
              {number(count)} × {code.fault(each as FaultCode)}
            </li>
          ))}
          {notes.map(([each, count]) => (
            <li key={each} className="fine">
              {number(count)} × {code.note(each as NoteCode)}
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

function Numbers({ counts }: { counts: ReadingCounts }) {
  const t = useText();
  const { number } = useFormat();
  const shown = [
    ['entries', counts.entries],
    ['ready', counts.ready],
    ['faulty', counts.faulty],
    ['withDoi', counts.withDoi],
    ['withoutDoi', counts.entries - counts.withDoi],
  ] as const;
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
  const columns = useColumns();
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
            text: t(`import.files.view.${value}`, { shown: number(totals[value]) }),
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
          {(entries) => (
            <Table
              caption={t('import.files.entries')}
              columns={columns}
              rows={entries.map((entry, at) => ({ ...entry, place: first + at }))}
              rowId={({ place }) => `entry-${place}`}
              busy={query.isPlaceholderData}
            />
          )}
        </Loaded>
      )}
      {pages > 1 && <Pagination page={page} pages={pages} perPage={perPage} total={total} onPage={setPage} />}
    </>
  );
}

/** Several entries may be in one line, so `place` tells them apart. */
type ShownEntry = FileEntry & { place: number };

function useColumns(): Column<ShownEntry>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { id: 'line', header: t('import.column.line'), numeric: true, width: '72px', cell: ({ line }) => number(line) },
    {
      id: 'entry',
      header: t('import.files.entry'),
      isRowHeader: true,
      cell: ({ row, key }) => (
        <>
          <TwoLines text={row?.title ?? key ?? t('import.files.unread')} />
          {row && <span className="fine">{factsOf(row)}</span>}
        </>
      ),
    },
    {
      id: 'remarks',
      header: t('import.column.reason'),
      cell: ({ faults, notes, original }) => (
        <>
          <Remarks faults={faults} notes={notes} />
          <Original text={original} />
        </>
      ),
    },
  ];
}
