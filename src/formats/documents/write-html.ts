import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import type { Runs } from '#src/records/citations/runs.ts';
import { documentStylesheet } from './document-stylesheet.ts';
import { dimensionName, documentWord } from './document-texts.ts';
import {
  type CountedRow,
  type CountsTable,
  columnsOfCounts,
  type Fact,
  type Heading,
  headingsOf,
  type ReportDocument,
  shownCount,
  sumWord,
} from './report-document.ts';

/** Entries that are written at once. */
const entriesInChunk = 200;

/** A document for browsers, which prints well. */
export async function* writeHtml(document: ReportDocument): AsyncGenerator<string> {
  const { name, language, facts, sections, definitions } = document;
  yield `<!doctype html>\n${openingTag(language)}\n${
    html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${{ markup: documentStylesheet }}</style>
</head>
<body>
<header>
<h1 dir="auto">${name}</h1>
${factList(facts)}
</header>
<main>
`.markup
  }`;
  for (const section of sections) {
    if (section === 'counts') yield countsSection(document).markup;
    else yield* listSection(document);
  }
  yield html`${
    definitions.length > 0 &&
    html`<section>
<h2>${documentWord('definitions', language)}</h2>
${factList(definitions)}
</section>
`
  }</main>
</body>
</html>
`.markup;
}

const openingTag = (language: string) => `<html lang="${language}">`;

const factList = (facts: readonly Fact[]): MarkupContent =>
  facts.length > 0 &&
  html`<dl>
${facts.map(({ label, text }) => html`<dt>${label}</dt><dd dir="auto">${text}</dd>\n`)}</dl>`;

const countsSection = ({ language, tables }: ReportDocument): Markup => html`<section>
<h2>${documentWord('counts', language)}</h2>
${tables.map((table) => countsTable(table, language))}</section>
`;

function countsTable({ dimensions, rows }: CountsTable, language: ReportDocument['language']): Markup {
  const columns = columnsOfCounts(rows);
  const labelHeads = dimensions.map((dimension) => html`<th scope="col">${dimensionName(dimension, language)}</th>`);
  const numberHeads = columns.map(
    ({ word }) => html`<th scope="col" class="number">${documentWord(word, language)}</th>`,
  );
  return html`<table>
<thead><tr>${labelHeads.length > 0 ? labelHeads : html`<td></td>`}${numberHeads}</tr></thead>
<tbody>
${rows.map((row) => {
  const numbers = columns.map(({ word, of }) => html`<td class="number">${shownCount(word, of(row), language)}</td>`);
  return html`<tr${isSum(row, dimensions) && html` class="sum"`}>${labelCells(row, dimensions, language)}${numbers}</tr>\n`;
})}</tbody>
</table>
`;
}

const isSum = ({ labels }: CountedRow, dimensions: CountsTable['dimensions']) =>
  labels.length < dimensions.length || labels.length === 0;

/** The last label, or that of the sum, is the head of its row. */
function labelCells(row: CountedRow, dimensions: CountsTable['dimensions'], language: ReportDocument['language']) {
  const { labels } = row;
  const cell = (label: string) => html`<td dir="auto">${label}</td>`;
  if (!isSum(row, dimensions)) {
    return [...labels.slice(0, -1).map(cell), html`<th scope="row" dir="auto">${labels.at(-1)}</th>`];
  }
  const span = Math.max(1, dimensions.length - labels.length);
  return [...labels.map(cell), html`<th scope="row" colspan="${span}">${sumWord(row, language)}</th>`];
}

async function* listSection(document: ReportDocument): AsyncGenerator<string> {
  const { language, total, style } = document;
  yield html`<section>
<h2>${documentWord('list', language)}</h2>
`.markup;
  if (total === 0) yield html`<p>${documentWord('none', language)}</p>\n`.markup;
  // The style whose citations have numbers.
  const isNumbered = style === 'vancouver';
  let number = 1;
  for (const heading of await headingsOf(document)) {
    if (heading.level > 0) yield headingOf(heading).markup;
    if (heading.entries.length === 0) continue;
    yield isNumbered ? html`<ol class="outputs" start="${number}">\n`.markup : html`<ul class="outputs">\n`.markup;
    for (let first = 0; first < heading.entries.length; first += entriesInChunk) {
      const entries = heading.entries.slice(first, first + entriesInChunk);
      yield entries.map(({ runs }) => html`<li dir="auto">${runs.map(runMarkup)}</li>\n`.markup).join('');
    }
    number += heading.entries.length;
    yield isNumbered ? '</ol>\n' : '</ul>\n';
  }
  yield '</section>\n';
}

const maxHeadingLevel = 6;

const headingOf = ({ label, level }: Heading): Markup => {
  const name = { markup: `h${Math.min(level + 2, maxHeadingLevel)}` };
  return html`<${name} dir="auto">${label}</${name}>\n`;
};

/** A run in HTML. */
function runMarkup({ text, italic, bold, link, rightToLeft }: Runs[number]): Markup {
  let written = html`${text}`;
  if (italic) written = html`<em>${written}</em>`;
  if (bold) written = html`<strong>${written}</strong>`;
  if (rightToLeft) written = html`<bdi dir="rtl">${written}</bdi>`;
  return link === undefined ? written : html`<a href="${link}">${written}</a>`;
}
