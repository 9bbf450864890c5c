import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import type { Runs } from '#src/records/citations/runs.ts';
import { dimensionName, documentWord } from './document-texts.ts';
import { type CountedRow, type Fact, type Heading, headingsOf, type ReportDocument } from './report-document.ts';

/** The styles of a document, within it: it is read and printed from a disk, too. */
export const documentStylesheet = `
:root { color-scheme: light dark; --line: #767676; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; } h3 { margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { font-weight: 600; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; } caption { text-align: start; font-weight: 600; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: start; vertical-align: top; }
.number { text-align: end; font-variant-numeric: tabular-nums; } .sum { font-weight: 600; }
ul.outputs { list-style: none; padding: 0; } ul.outputs > li { padding-inline-start: 2rem; text-indent: -2rem; margin-bottom: .5rem; }
ol.outputs > li { margin-bottom: .5rem; }
@page { margin: 2cm; @bottom-center { content: counter(page) " / " counter(pages); } }
@media print {
  :root { color-scheme: light; } body { font-size: 10.5pt; max-width: none; margin: 0; padding: 0; }
  h1, h2, h3, h4 { break-after: avoid; } li, tr { break-inside: avoid; } thead { display: table-header-group; }
  section + section { break-before: page; } a { color: inherit; text-decoration: none; }
}
`;

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
  yield html`<section>
<h2>${documentWord('definitions', language)}</h2>
${factList(definitions)}
</section>
</main>
</body>
</html>
`.markup;
}

const openingTag = (language: string) => `<html lang="${language}">`;

const factList = (facts: readonly Fact[]): MarkupContent =>
  facts.length > 0 &&
  html`<dl>
${facts.map(({ label, text }) => html`<dt>${label}</dt><dd dir="auto">${text}</dd>\n`)}</dl>`;

function countsSection({ language, dimensions, counts }: ReportDocument): Markup {
  const hasFractions = counts.some(({ fractional }) => fractional !== null);
  const hasSeveral = counts.some(({ inSeveral }) => inSeveral !== null);
  const numberHead = (text: string) => html`<th scope="col" class="number">${text}</th>`;
  const word = (...[text]: [Parameters<typeof documentWord>[0]]) => documentWord(text, language);
  const rowHead = ({ labels }: CountedRow) =>
    labels.length < dimensions.length
      ? html`${labels.map((label) => html`<td dir="auto">${label}</td>`)}<th scope="row" colspan="${dimensions.length - labels.length}">${word(labels.length === 0 ? 'total' : 'sum')}</th>`
      : labels.map((label, at) =>
          at === labels.length - 1
            ? html`<th scope="row" dir="auto">${label}</th>`
            : html`<td dir="auto">${label}</td>`,
        );
  const number = (value: number | null, shown = shownCount) =>
    html`<td class="number">${value === null ? '–' : shown(value, language)}</td>`;
  return html`<section>
<h2>${word('counts')}</h2>
<table>
<thead><tr>${
    dimensions.length === 0
      ? html`<td></td>`
      : dimensions.map((dimension) => html`<th scope="col">${dimensionName(dimension, language)}</th>`)
  }${numberHead(word('outputs'))}${hasSeveral && numberHead(word('in_several'))}${hasFractions && numberHead(word('fractional'))}</tr></thead>
<tbody>
${counts.map(
  (row) =>
    html`<tr${row.labels.length < dimensions.length && html` class="sum"`}>${
      dimensions.length === 0 ? html`<th scope="row">${word('total')}</th>` : rowHead(row)
    }${number(row.whole)}${hasSeveral && number(row.inSeveral)}${hasFractions && number(row.fractional, shownFractions)}</tr>\n`,
)}</tbody>
</table>
</section>
`;
}

/** A number of outputs. */
export const shownCount = (value: number, language: string): string => value.toLocaleString(language);
/** A number of fractions of outputs. */
export const shownFractions = (value: number, language: string): string =>
  value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

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
export function runMarkup({ text, italic, bold, link, rightToLeft }: Runs[number]): Markup {
  let written = html`${text}`;
  if (italic) written = html`<em>${written}</em>`;
  if (bold) written = html`<strong>${written}</strong>`;
  if (rightToLeft) written = html`<bdi dir="rtl">${written}</bdi>`;
  return link === undefined ? written : html`<a href="${link}">${written}</a>`;
}
