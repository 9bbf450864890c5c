import { columnChart } from '#src/formats/column-chart.ts';
import { type OpenAccessColumns, type OpenAccessCount, openAccessColumns } from '#src/formats/open-access-columns.ts';
import { html, type Markup } from '#src/records/citations/markup.ts';
import type { PageLanguage } from './pages/texts.ts';

const names = {
  diamond: { en: 'Diamond', de: 'Diamond' },
  gold: { en: 'Gold', de: 'Gold' },
  hybrid: { en: 'Hybrid', de: 'Hybrid' },
  green: { en: 'Green', de: 'Grün' },
  bronze: { en: 'Bronze', de: 'Bronze' },
  closed: { en: 'Closed', de: 'Geschlossen' },
  unknown: { en: 'Not known', de: 'Nicht bekannt' },
} satisfies Record<OpenAccessColumns['series'][number]['status'], Record<PageLanguage, string>>;

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
  const chart = openAccessColumns(counts);
  if (!chart) return undefined;
  const { series, columns, rows } = chart;
  return html`<figure class="publications-chart">
<figcaption>${words.title}</figcaption>
${columns.length > 0 && svgOf(chart, words.title)}
<table>
<thead><tr><th scope="col">${words.year}</th>${series.map(
    ({ status, colour }) =>
      html`<th scope="col"><svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" fill="${colour}"/></svg> ${names[status][language]}</th>`,
  )}<th scope="col">${words.total}</th></tr></thead>
<tbody>
${rows.map(
  ({ year, counts: ofYear, total }) =>
    html`<tr><th scope="row">${year ?? words.no_year}</th>${ofYear.map((count) => html`<td>${count}</td>`)}<td>${total}</td></tr>\n`,
)}</tbody>
</table>
</figure>
`;
}

function svgOf({ series, columns }: OpenAccessColumns, title: string): Markup {
  const chart = columnChart(columns);
  return html`<svg viewBox="0 0 ${chart.width} ${chart.height}" width="100%" role="img" aria-label="${title}" font-size="12" fill="currentColor">
${chart.ticks.map(
  ({ value, y }) =>
    html`<line x1="${chart.left}" x2="${chart.width}" y1="${y}" y2="${y}" stroke="currentColor" stroke-opacity="0.2"/><text x="${chart.left - 6}" y="${y + 4}" text-anchor="end">${value}</text>\n`,
)}${chart.columns.map(
  ({ x, width, label, isLabelled, parts }) =>
    html`${parts.map(
      ({ series: index, y, height }) =>
        html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${series[index]?.colour ?? 'currentColor'}"/>`,
    )}${isLabelled && html`<text x="${x + width / 2}" y="${chart.base + 18}" text-anchor="middle">${label}</text>`}\n`,
)}</svg>`;
}
