import type { Citation } from '#src/records/citations/csl.ts';
import { bibtexWriter } from './bibtex.ts';
import { csvHeader, csvRow } from './csv.ts';
import { risRecord } from './ris.ts';

/** A citation format. Citations are written one at a time, so that only the text is kept in memory. */
interface Format {
  mediaType: string;
  extension: string;
  head: string;
  between: string;
  tail: string;
  /** Creates a function that writes one citation. It may keep state between citations. */
  writer(): (citation: Citation) => string;
}

/** The formats besides JSON, by value of the `format` parameter. */
export const formats = {
  bibtex: {
    mediaType: 'application/x-bibtex',
    extension: 'bib',
    head: '',
    between: '\n',
    tail: '',
    writer: bibtexWriter,
  },
  ris: {
    mediaType: 'application/x-research-info-systems',
    extension: 'ris',
    head: '',
    between: '\r\n',
    tail: '',
    writer: () => risRecord,
  },
  'csl-json': {
    mediaType: 'application/vnd.citationstyles.csl+json',
    extension: 'json',
    head: '[',
    between: ',\n',
    tail: ']\n',
    writer: () => (citation) => JSON.stringify(citation.item),
  },
  csv: {
    mediaType: 'text/csv',
    extension: 'csv',
    head: csvHeader,
    between: '',
    tail: '',
    writer: () => csvRow,
  },
  // Excel takes a text for UTF-8 only with a byte-order mark; others take that for a part of the first column's name.
  'csv-excel': {
    mediaType: 'text/csv',
    extension: 'csv',
    head: `\ufeff${csvHeader}`,
    between: '',
    tail: '',
    writer: () => csvRow,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

export const mediaTypes = [...new Set(formatNames.map((name) => formats[name].mediaType))];
