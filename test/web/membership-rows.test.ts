import { describe, expect, test } from '@jest/globals';
import { route } from '../../lambdas/dashboard/group-imports/create.ts';
import { membershipColumns, readMemberships } from '../../web/src/pages/import/memberships/membership-rows.ts';

const orcid = '0000-0002-1825-0097';
const header = membershipColumns.join(',');
const row = (columns: Partial<Record<(typeof membershipColumns)[number], string>>) =>
  `${header}\n${membershipColumns.map((column) => columns[column] ?? '').join(',')}`;

describe('a CSV of memberships', () => {
  test('becomes what the API takes, with the lines of the file, and nothing of what is empty', () => {
    const text = `ORCID-id;Staff id;Name;Group;From;To;Role;Primary
https://orcid.org/${orcid};;;glass;1.10.2024;;professor;ja
;p-17;Jo Potter;4711;2020;2024-09;;`;
    const { rows, issue } = readMemberships(text);
    expect(issue).toBeUndefined();
    expect(rows.map(({ membership }) => membership)).toEqual([
      {
        line: 2,
        orcid: `https://orcid.org/${orcid}`,
        group: 'glass',
        from: '2024-10-01',
        role: 'professor',
        primary: true,
      },
      { line: 3, staff_id: 'p-17', name: 'Jo Potter', group: '4711', from: '2020', to: '2024-09' },
    ]);
    const body = { import_id: 'one', mode: 'add', rows: rows.map(({ membership }) => membership) };
    expect(route.body?.safeParse(body).error).toBeUndefined();
  });

  test('is read with German names of columns', () => {
    const { rows, issue } = readMemberships(
      'Personalnummer;Name;Einrichtung;Von;Bis;Rolle;Hauptzugehörigkeit\np-17;Jo Potter;Institut für Glas;1.10.2024;;Professor;ja',
    );
    expect(issue).toBeUndefined();
    expect(rows[0]?.membership).toEqual({
      line: 2,
      staff_id: 'p-17',
      name: 'Jo Potter',
      group: 'Institut für Glas',
      from: '2024-10-01',
      role: 'Professor',
      primary: true,
    });
  });

  test.each([
    ['1.4.2024', '30.09.2025', '2024-04-01', '2025-09-30'],
    ['10/2024', '3.2025', '2024-10', '2025-03'],
    ['2024-10-01 00:00:00', '2025-09-30T00:00:00.000Z', '2024-10-01', '2025-09-30'],
    ['01.10.2024 0:00', '31.12.9999', '2024-10-01', undefined],
    ['2024', '9999-12-31 00:00:00', '2024', undefined],
    ['2024', 'Offen', '2024', 'open'],
    ['2024', 'open', '2024', 'open'],
  ])('has dates as systems of staff write them: %s, %s', (from, to, start, end) => {
    const { membership } = readMemberships(row({ orcid, group: 'a', from, to })).rows[0] ?? {};
    expect([membership?.from, membership?.to]).toEqual([start, end]);
  });

  test('a word against it is not primary, and nothing leaves it as it is', () => {
    expect(readMemberships(row({ orcid, group: 'a', primary: 'no' })).rows[0]?.membership).toMatchObject({
      primary: false,
    });
    expect(readMemberships(row({ orcid, group: 'a' })).rows[0]?.membership).not.toHaveProperty('primary');
  });

  test.each([
    [{ group: 'a' }, 'orcid', 'required'],
    [{ orcid: '0000-0002-1825-0098', group: 'a' }, 'orcid', 'orcid'],
    [{ orcid }, 'group', 'required'],
    [{ orcid, group: 'a', from: '2024-13' }, 'from', 'date'],
    [{ orcid, group: 'a', to: '31/12/2024' }, 'to', 'date'],
    [{ orcid, group: 'a', from: '31.12.9999' }, 'from', 'date'],
    [{ orcid, group: 'a', from: '2024-10-01 08:30' }, 'from', 'date'],
    [{ orcid, group: 'a', from: '2024', to: '2023' }, 'to', 'order'],
    [{ orcid, group: 'a', primary: 'perhaps' }, 'primary', 'boolean'],
    [{ orcid, group: 'a', role: 'r'.repeat(101) }, 'role', 'size'],
  ])('names the cell that is wrong: %j', (cells, column, fault) => {
    expect(readMemberships(row(cells)).rows).toMatchObject([{ problem: 'fields', faults: [{ column, fault }] }]);
  });

  test.each([
    ['orcid,from\na,b', { kind: 'header', columns: 'orcid, group' }],
    ['orcid,group,budget\na,b,c', { kind: 'columns', columns: 'budget' }],
  ])('a file whose columns are not understood is not read at all: %j', (text, issue) => {
    expect(readMemberships(text)).toEqual({ rows: [], issue });
  });
});
