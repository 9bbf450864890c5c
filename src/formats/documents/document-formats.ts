/** A format of documents of reports, by value of the `format` parameter. */
interface DocumentForm {
  mediaType: string;
  /** The end of the file's name. */
  ending: string;
}

export const documentForms = {
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: '.docx',
  },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: '.xlsx' },
  html: { mediaType: 'text/html', ending: '.html' },
  csv: { mediaType: 'text/csv', ending: '.csv' },
  'long-csv': { mediaType: 'text/csv', ending: '-long.csv' },
  openapc: { mediaType: 'text/csv', ending: '-openapc.csv' },
  bibtex: { mediaType: 'application/x-bibtex', ending: '.bib' },
  ris: { mediaType: 'application/x-research-info-systems', ending: '.ris' },
} as const satisfies Record<string, DocumentForm>;

export type DocumentFormat = keyof typeof documentForms;
export const documentFormats = Object.keys(documentForms) as [DocumentFormat, ...DocumentFormat[]];
