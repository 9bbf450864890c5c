import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  type ISectionOptions,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { withoutForbidden } from '#src/records/citations/markup.ts';
import { isRightToLeft, type Runs } from '#src/records/citations/runs.ts';
import { dimensionName, documentWord } from './document-texts.ts';
import {
  type CitedItem,
  type CountsTable,
  columnsOfCounts,
  type Fact,
  headingsOf,
  type ReportDocument,
  shownCount,
  sumWord,
} from './report-document.ts';

type Block = ISectionOptions['children'][number];

/** Half points, and twentieths of a point. */
const [textSize, hangingIndent, spaceAfter] = [22, 567, 120];

/** A document for word processors, with the styles of these, to be edited. */
export async function writeDocx(document: ReportDocument): Promise<Uint8Array> {
  const { name, language, facts, sections, definitions } = document;
  const children: Block[] = [paragraph(name, { heading: HeadingLevel.TITLE }), ...factLines(facts)];
  for (const section of sections) {
    children.push(heading(documentWord(section, language), 1));
    children.push(...(section === 'counts' ? countsTables(document) : await outputList(document)));
  }
  if (definitions.length > 0)
    children.push(heading(documentWord('definitions', language), 1), ...factLines(definitions));
  const pages = new TextRun({
    children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
  });
  const written = new Document({
    title: cleaned(name),
    creator: '',
    lastModifiedBy: '',
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: textSize, language: { value: language === 'de' ? 'de-DE' : 'en-GB' } },
        },
        title: { paragraph: { spacing: { after: 2 * spaceAfter } } },
        heading1: { paragraph: { spacing: { before: 4 * spaceAfter, after: spaceAfter } } },
        heading2: { paragraph: { spacing: { before: 3 * spaceAfter, after: spaceAfter } } },
        heading3: { paragraph: { spacing: { before: 2 * spaceAfter, after: spaceAfter } } },
        heading4: { paragraph: { spacing: { before: 2 * spaceAfter, after: spaceAfter } } },
      },
      paragraphStyles: [
        {
          id: 'Bibliography',
          name: 'Bibliography',
          basedOn: 'Normal',
          quickFormat: true,
          paragraph: { indent: { start: hangingIndent, hanging: hangingIndent }, spacing: { after: spaceAfter } },
        },
      ],
    },
    numbering: {
      config: [
        {
          reference: 'outputs',
          levels: [
            {
              level: 0,
              format: LevelFormat.DECIMAL,
              text: '%1.',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { start: hangingIndent, hanging: hangingIndent } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        footers: {
          default: new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [pages] })] }),
        },
        children,
      },
    ],
  });
  return await Packer.toBuffer(written);
}

/** A text without what XML forbids: one such sign, and a word processor refuses the whole file. */
const cleaned = (text: string) => withoutForbidden(text).replaceAll(/\s+/g, ' ');

const direction = (text: string) => isRightToLeft(text) && { bidirectional: true };

function paragraph(
  text: string,
  options: Partial<ConstructorParameters<typeof Paragraph>[0] & object> = {},
): Paragraph {
  return new Paragraph({
    ...options,
    ...direction(text),
    children: [new TextRun({ text: cleaned(text), ...(isRightToLeft(text) && { rightToLeft: true }) })],
  });
}

const levels = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];

const heading = (text: string, level: number): Paragraph =>
  paragraph(text, { heading: levels[level - 1] ?? HeadingLevel.HEADING_4, keepNext: true });

const factLines = (facts: readonly Fact[]): Paragraph[] =>
  facts.map(
    ({ label, text }) =>
      new Paragraph({
        spacing: { after: spaceAfter / 2 },
        children: [new TextRun({ text: `${cleaned(label)}: `, bold: true }), new TextRun(cleaned(text))],
      }),
  );

const countsTables = ({ language, tables }: ReportDocument): Block[] =>
  // Tables that touch each other would be one.
  tables.flatMap((table) => [countsTable(table, language), new Paragraph({})]);

function countsTable({ dimensions, rows }: CountsTable, language: ReportDocument['language']): Table {
  const columns = columnsOfCounts(rows);
  const labelColumns = Math.max(1, dimensions.length);
  const heads = dimensions.map((dimension) => dimensionName(dimension, language));
  const rowOf = (labels: readonly string[], numbers: readonly string[], isBold: boolean, isHead = false) => {
    const empty = Array.from({ length: labelColumns - labels.length }, () => '');
    return new TableRow({
      cantSplit: true,
      // `false` is written as such, and for pandoc 3.9 and mammoth 1.13 such a row is a head, too.
      ...(isHead && { tableHeader: true }),
      children: [...labels, ...empty, ...numbers].map((text, at) => tableCell(text, isBold, at >= labelColumns)),
    });
  };
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      rowOf(
        heads,
        columns.map(({ word }) => documentWord(word, language)),
        true,
        true,
      ),
      ...rows.map((row) => {
        const isSum = row.labels.length < labelColumns;
        const labels = isSum ? [...row.labels, sumWord(row, language)] : row.labels;
        return rowOf(
          labels,
          columns.map(({ word, of }) => shownCount(word, of(row), language)),
          isSum,
        );
      }),
    ],
  });
}

const tableCell = (text: string, isBold: boolean, isNumber: boolean): TableCell =>
  new TableCell({
    margins: { top: 40, bottom: 40, left: 100, right: 100 },
    children: [
      new Paragraph({
        ...(isNumber && { alignment: AlignmentType.END }),
        children: [new TextRun({ text: cleaned(text), bold: isBold, rightToLeft: isRightToLeft(text) })],
      }),
    ],
  });

async function outputList(document: ReportDocument): Promise<Paragraph[]> {
  if (document.total === 0) return [paragraph(documentWord('none', document.language))];
  // The style whose citations have numbers.
  const isNumbered = document.style === 'vancouver';
  return (await headingsOf(document)).flatMap(({ label, level, entries }) => [
    ...(level > 0 ? [heading(label, level + 1)] : []),
    ...entries.map((entry) => entryParagraph(entry, isNumbered)),
  ]);
}

const entryParagraph = ({ runs, text }: CitedItem, isNumbered: boolean): Paragraph =>
  new Paragraph({
    style: 'Bibliography',
    ...(isNumbered && { numbering: { reference: 'outputs', level: 0 } }),
    ...direction(text),
    children: runs.map(runOf),
  });

function runOf({ text, italic, bold, link, rightToLeft }: Runs[number]): ParagraphChild {
  const run = new TextRun({
    text: cleaned(text),
    ...(italic && { italics: true }),
    ...(bold && { bold: true }),
    ...(rightToLeft && { rightToLeft: true }),
    // A link without this style is not one to LibreOffice.
    ...(link !== undefined && { style: 'Hyperlink' }),
  });
  return link === undefined ? run : new ExternalHyperlink({ link, children: [run] });
}
