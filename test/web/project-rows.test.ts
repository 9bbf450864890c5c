import { describe, expect, test } from '@jest/globals';
import { ProjectInput } from '#src/records/projects/input.ts';
import { readProjects, templateColumns } from '../../web/src/pages/import/project-rows.ts';

const header = 'id,programme,title';
const faultsIn = (columns: string, cells: string) => readProjects(`${columns}\n${cells}`).rows[0]?.faults;

describe('a CSV of projects', () => {
  test('becomes what the API takes, and what is empty or has no column becomes empty', () => {
    const text = `id;programme;title;title_de;start_date;total_funding_amount;total_funding_currency;funding_entities;member_orcids;visible
atlas;Heritage;An Atlas;Ein Atlas;2019-03;1250000,50;usd;Fund A | Fund B;0000-0002-1825-0097 https://orcid.org/0009-9999-0000-0019;nein
bare;Heritage;Bare;;;;;;;`;
    const { rows, issue } = readProjects(text);
    expect(issue).toBeUndefined();
    expect(rows.map(({ line, id, problem }) => ({ line, id, problem }))).toEqual([
      { line: 2, id: 'atlas', problem: undefined },
      { line: 3, id: 'bare', problem: undefined },
    ]);
    expect(rows[0]?.project).toMatchObject({
      title: { en: 'An Atlas', de: 'Ein Atlas' },
      programme: 'Heritage',
      start_date: '2019-03',
      total_funding_amount: 1_250_000.5,
      total_funding_currency: 'USD',
      funding_entities: ['Fund A', 'Fund B'],
      member_orcids: ['0000-0002-1825-0097', '0009-9999-0000-0019'],
      visible: false,
    });
    expect(rows[1]?.project).toMatchObject({ title: 'Bare', abstract: null, member_orcids: [] });
    expect(rows[1]?.project).not.toHaveProperty('visible');
    // The server agrees with every row that counts as valid.
    for (const { project } of rows) expect(ProjectInput.safeParse(project).error).toBeUndefined();
  });

  test.each([
    ['id', 'not an id,P,T', [{ column: 'id', fault: 'id' }]],
    ['id', ',P,T', [{ column: 'id', fault: 'id' }]],
    ['title', 'a,P,', [{ column: 'title', fault: 'required' }]],
    ['start_date', 'a,P,T,2019-13', [{ column: 'start_date', fault: 'date' }]],
    ['total_funding_amount', 'a,P,T,"1.250.000,50"', [{ column: 'total_funding_amount', fault: 'amount' }]],
    ['total_funding_currency', 'a,P,T,GBP', [{ column: 'total_funding_currency', fault: 'currency' }]],
    ['member_orcids', 'a,P,T,0000-0002-1825-0098', [{ column: 'member_orcids', fault: 'orcids' }]],
    ['page_url', 'a,P,T,example.org', [{ column: 'page_url', fault: 'address' }]],
    ['visible', 'a,P,T,perhaps', [{ column: 'visible', fault: 'boolean' }]],
    ['start_date,end_date', 'a,P,T,2026,2024', [{ column: 'end_date', fault: 'order' }]],
  ])('names the cell that is wrong: %s in %s', (column, cells, faults) => {
    expect(faultsIn(header.includes(column) ? header : `${header},${column}`, cells)).toEqual(faults);
  });

  test('an id that is given twice belongs to its first row', () => {
    expect(readProjects(`${header}\na,P,T\na,P,U`).rows[1]).toMatchObject({ problem: 'duplicate', firstLine: 2 });
  });

  test('a file whose columns are not understood is not read at all', () => {
    expect(readProjects('id,name\na,b').issue).toEqual({ kind: 'header', columns: 'id, programme, title' });
    expect(readProjects(`${header},budget,data\na,P,T,1,2`)).toEqual({
      rows: [],
      issue: { kind: 'columns', columns: 'budget, data' },
    });
    expect(readProjects(`${templateColumns.join(',')}\na,P,T`).rows[0]?.problem).toBeUndefined();
  });
});
