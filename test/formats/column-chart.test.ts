import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { columnChart } from '#src/formats/column-chart.ts';

const columnsOf = fc.array(
  fc.record({ label: fc.string(), counts: fc.array(fc.nat(2_000_000), { minLength: 3, maxLength: 3 }) }),
  { maxLength: 120 },
);

describe('a picture of columns', () => {
  test('shows each count as high as its share of the axis, one upon the other, within the picture', () => {
    fc.assert(
      fc.property(columnsOf, (given) => {
        const { columns, ticks, base, width, left } = columnChart(given);
        const highest = ticks.at(-1) ?? { value: 0, y: 0 };
        const unit = (base - highest.y) / highest.value;
        for (const [index, column] of columns.entries()) {
          expect(column.total).toBe(given[index]?.counts.reduce((sum, count) => sum + count, 0));
          expect(column.parts.map(({ count }) => count)).toEqual(given[index]?.counts.filter((count) => count > 0));
          expect(column.x).toBeGreaterThanOrEqual(left);
          expect(column.x + column.width).toBeLessThanOrEqual(width);
          let bottom = base;
          for (const part of column.parts) {
            expect(part.y + part.height).toBeCloseTo(bottom, 0);
            expect(part.height).toBeCloseTo(part.count * unit, 0);
            bottom = part.y;
          }
          expect(bottom).toBeGreaterThanOrEqual(highest.y - 0.1);
        }
      }),
    );
  });

  test.each([
    [[0], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[7], [0, 2, 4, 6, 8]],
    [[101], [0, 50, 100, 150]],
    [
      [999, 4],
      [0, 200, 400, 600, 800, 1000],
    ],
  ])('with totals %p has lines at %p', (totals, lines) => {
    const { ticks } = columnChart(totals.map((count) => ({ label: '', counts: [count] })));
    expect(ticks.map(({ value }) => value)).toEqual(lines);
  });

  test('leaves out labels that would touch, and never the last one', () => {
    const years = Array.from({ length: 60 }, (_, n) => ({ label: String(1966 + n), counts: [n] }));
    const labelled = columnChart(years).columns.filter(({ isLabelled }) => isLabelled);
    expect(labelled.at(-1)?.label).toBe('2025');
    for (const [index, { x }] of labelled.slice(1).entries()) expect(x - (labelled[index]?.x ?? 0)).toBeGreaterThan(40);
    expect(columnChart(years.slice(-8)).columns.every(({ isLabelled }) => isLabelled)).toBe(true);
  });
});
