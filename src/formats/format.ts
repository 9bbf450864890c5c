import { bibtexWriter } from './bibtex.ts';
import type { Citation } from './csl.ts';
import { csvHeader, csvRow } from './csv.ts';
import { risRecord } from './ris.ts';

/** How a list of citations is written: one after the other, so that no more than the text itself is ever held. */
interface Format {
  mediaType: string;
  extension: string;
  head: string;
  between: string;
  tail: string;
  /** Makes what writes one citation. It may remember those before. */
  writer(): (citation: Citation) => string;
}

/** The formats besides JSON, by the name `format` asks for them. */
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
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

/** The media types of the formats: what a route that has them declares. */
export const mediaTypes = formatNames.map((name) => formats[name].mediaType);
