import { describe, expect, test } from '@jest/globals';
import type { OpenAccessCount } from '#src/formats/open-access-columns.ts';
import { openAccessChart } from '#src/publishing/open-access-chart.ts';

const counts: OpenAccessCount[] = [
  { year: 2022, open_access: 'gold', count: 3 },
  { year: 2022, open_access: null, count: 1 },
  { year: 2024, open_access: 'closed', count: 2 },
  { year: null, open_access: 'gold', count: 5 },
];
const cellsOf = (markup: string) =>
  [...markup.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(([, name, cells = '']) => [
    name,
    ...[...cells.matchAll(/<td>(\d+)<\/td>/g)].map(([, count]) => Number(count)),
  ]);

describe('the chart of open access', () => {
  test('has every number in its table, the newest year first', () => {
    const { markup = '' } = openAccessChart(counts, 'en') ?? {};
    expect(markup).toContain('Gold</th>');
    expect(markup).not.toContain('Green');
    expect(cellsOf(markup)).toEqual([
      ['2024', 0, 2, 0, 2],
      ['2022', 3, 0, 1, 4],
      ['No year', 5, 0, 0, 5],
    ]);
  });

  test('has a column for a year without any', () => {
    const { markup = '' } = openAccessChart(counts, 'de') ?? {};
    expect([...markup.matchAll(/text-anchor="middle">(\d+)</g)].map(([, year]) => year)).toEqual([
      '2022',
      '2023',
      '2024',
    ]);
    expect(markup).toContain('Nicht bekannt');
    expect(markup).not.toMatch(/ style=|<style|<script/);
  });

  test('keeps a year of long ago in the table only', () => {
    const { markup = '' } = openAccessChart([...counts, { year: 1024, open_access: 'green', count: 1 }], 'en') ?? {};
    expect(cellsOf(markup).at(2)).toEqual(['1024', 0, 1, 0, 0, 1]);
    expect(markup.match(/text-anchor="middle"/g)?.length).toBeLessThan(61);
  });

  test('is nothing without counts', () => {
    expect(openAccessChart([], 'en')).toBeUndefined();
    expect(openAccessChart([{ year: 2020, open_access: null, count: 0 }], 'en')).toBeUndefined();
  });
});
