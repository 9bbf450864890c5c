import { parseOrcidId } from '../../../../../src/vocabulary/identifiers/orcid-id.ts';
import { isPartialDate } from '../../../../../src/vocabulary/partial-date.ts';
import type { paths } from '../../../api/schema.ts';
import { parseCsv } from '../../../data/csv.ts';
import type { ImportRow } from '../rows.ts';

type Body = paths['/api/groups/import']['post']['requestBody']['content']['application/json'];
/** A row as the API takes it. */
export type MembershipInput = Body['rows'][number];
export type ImportMode = Body['mode'];

export interface MembershipRow extends ImportRow {
  membership?: MembershipInput;
  faults?: readonly { column: string; fault: 'required' | 'orcid' | 'date' | 'boolean' | 'size' | 'order' }[];
}

export interface MembershipTable {
  rows: MembershipRow[];
  /** Why the whole text cannot be read. */
  issue?: { kind: 'header' | 'columns'; columns: string };
}

/** The columns of the template file. */
export const membershipColumns = ['orcid', 'staff_id', 'name', 'group', 'from', 'to', 'role', 'primary'] as const;
type Column = (typeof membershipColumns)[number];

/** Other names of columns, as exports of other systems and German lists have them. */
const aliases: Readonly<Record<string, Column>> = {
  orcid_id: 'orcid',
  group_id: 'group',
  external_id: 'group',
  starts_at: 'from',
  ends_at: 'to',
  is_primary: 'primary',
  personalnummer: 'staff_id',
  gruppe: 'group',
  einrichtung: 'group',
  von: 'from',
  bis: 'to',
  rolle: 'role',
  hauptzugehörigkeit: 'primary',
};
const columnOf = (header: string): Column | undefined => {
  const written = header.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return membershipColumns.find((column) => column === written) ?? aliases[written];
};

const longest: Partial<Record<Column, number>> = { role: 100 };
const longestOther = 500;
const yes = ['true', 'yes', 'x', '1', 'ja', 'wahr'];
const no = ['', 'false', 'no', '0', 'nein', 'falsch'];

/** The words for the end that is removed. */
const opens = ['open', 'offen'];

/** Reads memberships from a CSV with a header. The API finds out whether there are such people and groups. */
export function readMemberships(text: string): MembershipTable {
  const [header, ...table] = parseCsv(text);
  const columns = header?.cells ?? [];
  const known = columns.map(columnOf);
  if (!known.includes('group') || !(known.includes('orcid') || known.includes('staff_id'))) {
    return { rows: [], issue: { kind: 'header', columns: 'orcid, group' } };
  }
  const unknown = columns.filter((column, index) => column !== '' && known[index] === undefined);
  if (unknown.length > 0) return { rows: [], issue: { kind: 'columns', columns: unknown.join(', ') } };
  const rows = table.map(({ line, cells }): MembershipRow => {
    const cell = (column: Column) => cells[known.indexOf(column)] ?? '';
    const shown = [cell('orcid') || cell('staff_id'), cell('name'), cell('group')].filter(Boolean).join(' · ');
    const { membership, faults } = readMembership(line, cell);
    if (faults.length > 0) return { line, text: shown, problem: 'fields', faults };
    return { line, text: shown, id: String(line), membership };
  });
  return { rows };
}

function readMembership(
  line: number,
  cell: (column: Column) => string,
): { membership: MembershipInput; faults: NonNullable<MembershipRow['faults']> } {
  const [from, end] = [dateOf(cell('from')), dateOf(cell('to'))];
  const isOpen = opens.includes(end.toLowerCase());
  const to = end === noEnd || isOpen ? '' : end;
  const primary = cell('primary').toLowerCase();
  const orcid = cell('orcid');
  const isLong = (column: Column) => cell(column).length > (longest[column] ?? longestOther);
  const isDate = (text: string) => text === '' || (/^\d{4}(-\d{2}){0,2}$/.test(text) && isPartialDate(text));
  const faults: NonNullable<MembershipRow['faults']> = [
    ...(orcid === '' && cell('staff_id') === '' ? [{ column: 'orcid', fault: 'required' } as const] : []),
    ...(orcid !== '' && !parseOrcidId(orcid) ? [{ column: 'orcid', fault: 'orcid' } as const] : []),
    ...(cell('group') === '' ? [{ column: 'group', fault: 'required' } as const] : []),
    ...(isDate(from) ? [] : [{ column: 'from', fault: 'date' } as const]),
    ...(isDate(to) ? [] : [{ column: 'to', fault: 'date' } as const]),
    // Of dates that are as precise as each other, texts are in the order of time.
    ...(isDate(from) && isDate(to) && from.length === to.length && to < from
      ? [{ column: 'to', fault: 'order' } as const]
      : []),
    ...(yes.includes(primary) || no.includes(primary) ? [] : [{ column: 'primary', fault: 'boolean' } as const]),
    ...membershipColumns.filter(isLong).map((column) => ({ column, fault: 'size' as const })),
  ];
  const optional = {
    staff_id: cell('staff_id'),
    name: cell('name'),
    from,
    to: isOpen ? 'open' : to,
    role: cell('role'),
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''));
  const membership = {
    line,
    group: cell('group'),
    ...(orcid !== '' && { orcid }),
    ...given,
    ...(cell('primary') !== '' && { primary: yes.includes(primary) }),
  };
  return { membership, faults };
}

/** The last day of what has no end, in many systems of staff. */
const noEnd = '9999-12-31';

/**
 * A day or a month as German spreadsheets write it, `1.10.2024` or `10/2024`, in the form of the API, and a day without the
 * midnight behind it. Anything else as it is.
 */
function dateOf(text: string): string {
  const written = text.replace(/(?<=\d)[ T]0?0:00(:00(\.0+)?)?Z?$/, '');
  const [, day, month, year] = /^(?:(\d{1,2})\.)?(\d{1,2})[./](\d{4})$/.exec(written) ?? [];
  if (!year || !month) return written;
  return [year, month.padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-');
}
