/** The counts of one column, one for each series, in their order. */
export interface ColumnCounts {
  label: string;
  counts: readonly number[];
}

/** A part of a column, in units of the picture. `series` is its place among the counts. */
interface ColumnPart {
  series: number;
  count: number;
  y: number;
  height: number;
}

interface Column {
  label: string;
  total: number;
  x: number;
  width: number;
  /** Labels that would touch are left out. */
  isLabelled: boolean;
  /** From the bottom up; series without a count have none. */
  parts: ColumnPart[];
}

/** Where everything in a picture of columns stands, with y downwards, for SVG. */
export interface ColumnChart {
  width: number;
  height: number;
  /** The y of zero. */
  base: number;
  /** The x where columns begin; what is left of it is for the numbers of `ticks`. */
  left: number;
  columns: Column[];
  ticks: { value: number; y: number }[];
}

const [width, height] = [640, 260];
/** Room for the lines' numbers, and for half of the last label. */
const [top, right, bottom, left] = [12, 16, 28, 48];
const roomOfLabel = 44;
const mostTicks = 5;

/** The picture of columns in the order in which they are given, each divided by series. Columns without any are lines on the base. */
export function columnChart(counts: readonly ColumnCounts[]): ColumnChart {
  const totals = counts.map((column) => column.counts.reduce((sum, count) => sum + count, 0));
  const step = stepOf(Math.max(1, ...totals));
  const highest = Math.ceil(Math.max(1, ...totals) / step) * step;
  const base = height - bottom;
  const yOf = (value: number) => base - (value / highest) * (base - top);
  const room = (width - left - right) / Math.max(1, counts.length);
  const every = Math.ceil(roomOfLabel / room);
  const columns = counts.map(({ label, counts: ofSeries }, index): Column => {
    let below = 0;
    const parts = ofSeries.flatMap((count, series): ColumnPart[] => {
      if (count === 0) return [];
      const [lower, upper] = [yOf(below), yOf(below + count)];
      below += count;
      return [{ series, count, y: rounded(upper), height: rounded(lower - upper) }];
    });
    return {
      label,
      total: totals[index] ?? 0,
      x: rounded(left + room * (index + 0.15)),
      width: rounded(Math.min(60, room * 0.7)),
      // Counted from the last one, which is what people look for.
      isLabelled: (counts.length - 1 - index) % every === 0,
      parts,
    };
  });
  const ticks = Array.from({ length: highest / step + 1 }, (_, n) => ({ value: n * step, y: rounded(yOf(n * step)) }));
  return { width, height, base, left, columns, ticks };
}

/** 1, 2 or 5 with noughts, so that few lines reach the highest value. */
function stepOf(highest: number): number {
  for (let step = 1; ; step *= 10)
    for (const times of [1, 2, 5]) if (highest / (step * times) <= mostTicks) return step * times;
}

const rounded = (length: number) => Math.round(length * 100) / 100;
