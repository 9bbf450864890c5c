import { columnChart } from '#src/formats/column-chart.ts';
import { html, type Markup } from '#src/records/citations/markup.ts';
import type { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import type { PageLanguage } from './texts.ts';

/** Distinct outputs of a year with a status. Null, or none: it is not known. */
export interface OpenAccessCount {
  year?: number | null | undefined;
  open_access?: string | null | undefined;
  count: number;
}

/** From the bottom of a column up, the most open first. The colours differ in lightness, too. */
const series = [
  ['diamond', '#084c8d', { en: 'Diamond', de: 'Diamond' }],
  ['gold', '#c98a00', { en: 'Gold', de: 'Gold' }],
  ['hybrid', '#9a5b13', { en: 'Hybrid', de: 'Hybrid' }],
  ['green', '#3c8d40', { en: 'Green', de: 'Grün' }],
  ['bronze', '#7d4f50', { en: 'Bronze', de: 'Bronze' }],
  ['closed', '#5b6570', { en: 'Closed', de: 'Geschlossen' }],
  ['unknown', '#878f99', { en: 'Not known', de: 'Nicht bekannt' }],
] as const satisfies [OpenAccessStatus | 'unknown', string, Record<PageLanguage, string>][];

const texts = {
  en: { title: 'Publications by year and open access', year: 'Year', total: 'Total', no_year: 'No year' },
  de: { title: 'Publikationen nach Jahr und Open Access', year: 'Jahr', total: 'Summe', no_year: 'Ohne Jahr' },
} satisfies Record<PageLanguage, Record<string, string>>;

/**
 * Columns by year and open access as SVG, with the same numbers in a table: a fragment without style or script. Years without
 * any are shown between others; what has no year is in the table only. Nothing if there are no counts.
 */
export function openAccessChart(counts: readonly OpenAccessCount[], language: PageLanguage): Markup | undefined {
  const words = texts[language];
  const countOf = (year: number | null, status: string) =>
    counts.reduce(
      (sum, each) =>
        (each.year ?? null) === year && (each.open_access ?? 'unknown') === status ? sum + each.count : sum,
      0,
    );
  const known = counts.flatMap(({ year, count }) => (year === null || year === undefined || count === 0 ? [] : year));
  const hasUndated = counts.some(({ year, count }) => (year ?? null) === null && count > 0);
  if (known.length === 0 && !hasUndated) return undefined;
  const last = Math.max(...known);
  // A wrong date long ago would make the columns too thin to see: what is older is in the table.
  const first = Math.max(Math.min(...known), last - mostColumns + 1);
  const years = known.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const shown = series.filter(([status]) => counts.some((each) => (each.open_access ?? 'unknown') === status));
  const rowOf = (year: number | null) => shown.map(([status]) => countOf(year, status));
  const columns = years.map((year) => ({ label: String(year), counts: rowOf(year) }));
  const rows = [...new Set(known)].sort((one, other) => other - one);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const rowMarkup = (name: string, values: readonly number[]) =>
    html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}<td>${sum(values)}</td></tr>\n`;
  return html`<figure class="publications-chart">
<figcaption>${words.title}</figcaption>
${
  years.length > 0 &&
  svgOf(
    columns,
    words.title,
    shown.map(([, colour]) => colour),
  )
}
<table>
<thead><tr><th scope="col">${words.year}</th>${shown.map(
    ([, colour, names]) =>
      html`<th scope="col"><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" fill="${colour}"/></svg> ${names[language]}</th>`,
  )}<th scope="col">${words.total}</th></tr></thead>
<tbody>
${rows.map((year) => rowMarkup(String(year), rowOf(year)))}${hasUndated && rowMarkup(words.no_year, rowOf(null))}</tbody>
</table>
</figure>
`;
}

const mostColumns = 60;

function svgOf(columns: Parameters<typeof columnChart>[0], title: string, colours: readonly string[]): Markup {
  const chart = columnChart(columns);
  return html`<svg viewBox="0 0 ${chart.width} ${chart.height}" width="100%" role="img" aria-label="${title}" font-size="12" fill="currentColor">
${chart.ticks.map(
  ({ value, y }) =>
    html`<line x1="${chart.left}" x2="${chart.width}" y1="${y}" y2="${y}" stroke="currentColor" stroke-opacity="0.2"/><text x="${chart.left - 6}" y="${y + 4}" text-anchor="end">${value}</text>\n`,
)}${chart.columns.map(
  ({ x, width, label, isLabelled, parts }) =>
    html`${parts.map(
      ({ series: index, y, height }) =>
        html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colours[index] ?? 'currentColor'}"/>`,
    )}${isLabelled && html`<text x="${x + width / 2}" y="${chart.base + 18}" text-anchor="middle">${label}</text>`}\n`,
)}</svg>`;
}
