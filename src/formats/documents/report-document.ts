import { documentStyles } from '#src/records/citations/document-styles.ts';
import { type Runs, textOfRuns } from '#src/records/citations/runs.ts';
import type { ReportStyle } from '#src/records/citations/style-names.ts';
import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import type { ReportColumn, ReportDimension } from '#src/records/reports/definition.ts';
import { citationOfItem, citedIndexOf, type ReportItem } from '#src/records/reports/report-item.ts';
import { documentWord } from './document-texts.ts';

/** A line of the head of a document, or of its definitions. */
export interface Fact {
  label: string;
  text: string;
}

/** A row of a table of counts. */
export interface CountedRow {
  /** One for each dimension; fewer for the sum of those that have the first ones, and none for the total. */
  labels: readonly string[];
  whole: number;
  /** How many of these are in several rows with the same first labels. */
  inSeveral: number | null;
  /** Null if fractions are not counted. */
  fractional: number | null;
  /** Outputs whose fraction is not known; null if fractions are not counted. */
  fractionalUnknown: number | null;
}

export interface CountsTable {
  dimensions: readonly ReportDimension[];
  rows: readonly CountedRow[];
}

/** The content of a document, the same for all formats. Texts are in the language of the document. */
export interface ReportDocument {
  name: string;
  language: StyleLanguage;
  style: ReportStyle;
  /** The period, when the report was made, and the like. */
  facts: readonly Fact[];
  sections: readonly ('list' | 'counts')[];
  dimensions: readonly ReportDimension[];
  /** The table of all dimensions first, whose rows have the order of the headings of the list; then further sums. */
  tables: readonly CountsTable[];
  /** The rules of counting. */
  definitions: readonly Fact[];
  /** Of tables of outputs; those of the format if there are none. */
  columns: readonly ReportColumn[];
  /** The name of the institution; empty if it is not set. */
  institution: string;
  /** The number of outputs. */
  total: number;
  items(): AsyncIterable<ReportItem>;
  /** The labels of the rows in which an output is counted, one for each dimension. Those of different values differ. */
  labelsOf(item: ReportItem): readonly (readonly string[])[];
  /** The year in which an output counts. */
  yearOf(item: ReportItem): number | null;
  /** Whether the name of an own author is bold. */
  isBold(author: ReportItem['own_authors'][number]): boolean;
  groupName(id: string): string;
}

type CountWord = 'outputs' | 'in_several' | 'fractional' | 'fractional_unknown';

/** The columns of numbers of a table: without those that have none. */
export const columnsOfCounts = (rows: readonly CountedRow[]) =>
  allCountColumns.filter(({ of }) => rows.some((row) => of(row) !== null));

const allCountColumns: { word: CountWord; of: (row: CountedRow) => number | null }[] = [
  { word: 'outputs', of: ({ whole }) => whole },
  { word: 'in_several', of: ({ inSeveral }) => inSeveral },
  { word: 'fractional', of: ({ fractional }) => fractional },
  { word: 'fractional_unknown', of: ({ fractionalUnknown }) => fractionalUnknown },
];

/** The label of a row that sums up others. */
export const sumWord = ({ labels }: CountedRow, language: StyleLanguage): string =>
  documentWord(labels.length === 0 ? 'total' : 'sum', language);

/** A number of a table for people: fractions have two places. */
export function shownCount(word: CountWord, value: number | null, language: StyleLanguage): string {
  if (value === null) return '–';
  return value.toLocaleString(
    language,
    word === 'fractional' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : {},
  );
}

/** The citation of an output in the style of a document. */
export function citationRuns(document: Pick<ReportDocument, 'style' | 'language' | 'isBold'>, item: ReportItem): Runs {
  const positions = item.own_authors.filter((author) => document.isBold(author));
  const indexes = positions.flatMap(({ position }) => citedIndexOf(item, position) ?? []);
  return documentStyles[document.style](citationOfItem(item), {
    ownAuthors: new Set(indexes),
    language: document.language,
  });
}

/** An output with its citation. */
export interface CitedItem {
  item: ReportItem;
  runs: Runs;
  text: string;
}

/** Outputs under the headings of a list: those of the first dimension contain those of the second. */
export interface Heading {
  label: string;
  level: number;
  /** Only of the innermost headings, in the order of their citations. */
  entries: readonly CitedItem[];
}

/** The headings of a list in the order of the rows of counts, each once. Without dimensions there is one without a label. */
export async function headingsOf(document: ReportDocument): Promise<Heading[]> {
  const collator = new Intl.Collator(document.language, { numeric: true });
  const root: Node = { label: '', under: new Map(), entries: [] };
  for await (const item of document.items()) {
    const runs = citationRuns(document, item);
    const cited = { item, runs, text: textOfRuns(runs) };
    const paths = document.dimensions.length === 0 ? [[]] : document.labelsOf(item);
    for (const path of paths) leafOf(root, path).entries.push(cited);
  }
  const ranks = ranksOf(document);
  const headings: Heading[] = [];
  const visit = (node: Node, level: number, path: readonly string[]) => {
    const entries = node.entries.sort((one, other) => collator.compare(one.text, other.text));
    if (level > 0 || node.under.size === 0) headings.push({ label: node.label, level, entries });
    const rankOf = (label: string) => ranks.get(pathKey([...path, label])) ?? Number.POSITIVE_INFINITY;
    const under = [...node.under.values()].sort(
      (one, other) => rankOf(one.label) - rankOf(other.label) || collator.compare(one.label, other.label),
    );
    for (const each of under) visit(each, level + 1, [...path, each.label]);
  };
  visit(root, 0, []);
  return headings;
}

interface Node {
  label: string;
  under: Map<string, Node>;
  entries: CitedItem[];
}

function leafOf(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const label of path) {
    const next = node.under.get(label) ?? { label, under: new Map(), entries: [] };
    node.under.set(label, next);
    node = next;
  }
  return node;
}

const pathKey = (labels: readonly string[]) => labels.join('\u0000');

/** The place of each heading among the rows of counts. */
function ranksOf({ tables: [all] }: ReportDocument): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, { labels }] of (all?.rows ?? []).entries()) {
    for (let length = 1; length <= labels.length; length++) {
      const key = pathKey(labels.slice(0, length));
      if (!ranks.has(key)) ranks.set(key, rank);
    }
  }
  return ranks;
}
