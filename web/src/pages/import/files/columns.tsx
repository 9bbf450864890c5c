import { useState } from 'react';
import type { ColumnField } from '../../../../../src/formats/reading/column-profiles.ts';
import type { MappedColumn } from '../../../../../src/formats/reading/read-file.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { changedMapping } from './column-mapping.ts';
import { type Reading, startReading } from './reading.ts';
import { SavedMappings } from './saved-mappings.tsx';

/** The fields that a column can fill, as the page offers them. */
const fields = Object.keys({
  key: true,
  doi: true,
  title: true,
  subtitle: true,
  authors: true,
  author_orcids: true,
  editors: true,
  translators: true,
  type: true,
  subtype: true,
  date: true,
  year: true,
  month: true,
  day: true,
  container_title: true,
  series_title: true,
  publisher: true,
  publication_place: true,
  institution: true,
  edition: true,
  version: true,
  volume: true,
  issue: true,
  number: true,
  pages: true,
  first_page: true,
  last_page: true,
  article_number: true,
  serials: true,
  arxiv_id: true,
  pmid: true,
  pmcid: true,
  handle: true,
  eid: true,
  identifiers: true,
  url: true,
  abstract: true,
  language: true,
  license: true,
  keywords: true,
  event_title: true,
  event_place: true,
  departments: true,
} satisfies Record<ColumnField, true>) as ColumnField[];

const perPage = 25;

/** Which column of a table fills which field. On show when asked for, or if nothing can be read otherwise. */
export function Columns({ reading, columns }: { reading: Reading; columns: readonly MappedColumn[] }) {
  const t = useText();
  const { number } = useFormat();
  const isNeeded = reading.refusal?.code === 'header-unknown';
  const [isOpen, setOpen] = useState(false);
  // It stays open when the first column is chosen.
  if (isNeeded && !isOpen) setOpen(true);
  const read = columns.filter(({ field }) => field !== null).length;
  return (
    <details className="section columns" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('import.files.columns', { read: number(read), count: columns.length, all: number(columns.length) })}
      </summary>
      {isOpen && (
        <>
          <SavedMappings reading={reading} columns={columns} />
          <ColumnTable reading={reading} columns={columns} />
        </>
      )}
    </details>
  );
}

function ColumnTable({ reading, columns }: { reading: Reading; columns: readonly MappedColumn[] }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const options = [
    { value: '' as const, text: t('import.columnField.none') },
    ...fields
      .map((value) => ({ value, text: t(`import.columnField.${value}`) }))
      .sort((one, other) => one.text.localeCompare(other.text)),
  ];
  const choose = (name: string, field: ColumnField | undefined) => {
    const { file, options: given, mappingId } = reading;
    startReading(file, { ...given, mapping: changedMapping(columns, name, field) }, mappingId);
  };
  const shown: Column<MappedColumn & { place: number }>[] = [
    {
      id: 'name',
      header: t('import.files.column'),
      isRowHeader: true,
      cell: ({ name, place }) => <bdi className="break">{name || t('import.files.noName', { place: place + 1 })}</bdi>,
    },
    {
      id: 'example',
      header: t('import.files.example'),
      cell: ({ example }) => <bdi className="break fine">{example}</bdi>,
    },
    {
      id: 'field',
      header: t('import.files.field'),
      width: '260px',
      cell: ({ name, field }) =>
        name !== '' && (
          <SelectField
            label={t('import.files.fieldOf', { name })}
            hideLabel
            value={field ?? ''}
            options={options}
            onChoose={(chosen) => choose(name, chosen === '' ? undefined : chosen)}
          />
        ),
    },
  ];
  const first = (page - 1) * perPage;
  const pages = Math.ceil(columns.length / perPage);
  return (
    <>
      <Table
        caption={t('import.files.columnsTitle')}
        columns={shown}
        rows={columns.slice(first, first + perPage).map((column, at) => ({ ...column, place: first + at }))}
        rowId={({ place }) => `column-${place}`}
      />
      {pages > 1 && <Pagination page={page} pages={pages} perPage={perPage} total={columns.length} onPage={setPage} />}
    </>
  );
}
