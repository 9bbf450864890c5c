import * as z from 'zod';
import { documentFact, withoutValue } from '#src/formats/documents/document-texts.ts';
import type { ReportDocument } from '#src/formats/documents/report-document.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import { entityTag } from '#src/http/entity-tag.ts';
import { address } from '#src/http/links.ts';
import { withDefault } from '#src/http/query.ts';
import type { FileResult } from '#src/http/route.ts';
import type { Citation } from '#src/records/citations/csl.ts';
import { type ReportStyle, reportStyles } from '#src/records/citations/style-names.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { release } from '#src/runtime/release.ts';
import { type LocalizedText, negotiateLanguage } from '#src/vocabulary/locale.ts';
import { maxExportBytes, maxExportItems, publicationCitations } from '../outputs/export.ts';
import { encodeOutputsCursor, ofOutputRows, outputRow } from '../outputs/outputs.ts';
import { type AskedOutputs, findPublicOutputs, publicWorkCitations } from '../outputs/public-outputs.ts';
import { optional } from '../query.ts';
import { documentFile } from './documents.ts';

const formats = ['docx', 'html'] as const;

/** The parameters of a public document, beside the locale and the cursor. */
export const publicDocumentQuery = {
  format: z.enum(formats).meta({ openapi: { type: 'string', enum: [...formats] } }),
  style: optional(
    withDefault(
      z.enum(reportStyles),
      reportStyles[0],
      { type: 'string', enum: [...reportStyles], default: reportStyles[0] },
      'The style of the citations',
    ),
  ),
};

export const publicDocumentDescription =
  `Its public publications and works, the newest first by year: at most ${maxExportItems} in a document. If there are more, ` +
  '`X-Export-Truncated` is true, and `Link` has the URL of a document with the next ones.';

/** The languages of our words in documents. */
const languages = ['en', 'de'] as const;
/** A file is a text in base64 in the response. */
const maxFileBytes = Math.floor((maxExportBytes * 3) / 4);
/** As many records as are read at once. */
const batchSize = 100;

export interface PublicDocumentRequest {
  path: string;
  name: string;
  format: (typeof formats)[number];
  style: ReportStyle;
  locale: string | undefined;
  acceptLanguage: string | undefined;
  now: Date;
}

/** The public outputs of a person or a group as a document. */
export async function publicDocument(
  asked: AskedOutputs,
  { path, name, format, style, locale, acceptLanguage, now }: PublicDocumentRequest,
): Promise<FileResult> {
  const language = negotiateLanguage(languages, locale, acceptLanguage);
  const { outputs, placeAfter } = await findPublicOutputs(asked, maxExportItems);
  const read = ofOutputRows<PublicationRow, WorkRow, Citation>({
    publication: publicationCitations,
    work: publicWorkCitations,
  });
  const rows = outputs.map(outputRow);
  const items: ReportItem[] = [];
  /** By item: its place among the outputs, of which some may be gone. */
  const places: number[] = [];
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize);
    for (const [at, citation] of (await read(batch, locale ?? language)).entries()) {
      if (!citation) continue;
      items.push(itemOfCitation(citation));
      places.push(first + at);
    }
  }
  const date = now.toLocaleDateString(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const facts = [{ label: documentFact('as_of', language), text: date }];
  let taken = items.length;
  let bytes: Buffer = Buffer.alloc(0);
  for (; ; taken = Math.ceil(taken / 2)) {
    const document = documentOf(items.slice(0, taken), { name, language, style, facts });
    const pieces: Uint8Array[] = [];
    for await (const piece of writeDocument(format, document)) pieces.push(piece);
    bytes = Buffer.concat(pieces);
    if (bytes.length <= maxFileBytes || taken <= 1) break;
  }
  const isWhole = taken === items.length;
  const next = placeAfter(isWhole ? outputs.length : (places[taken - 1] ?? 0) + 1);
  const parameters = next && { format, style, ...(locale && { locale }), cursor: encodeOutputsCursor(next) };
  // Each DOCX has the time when it was made, and random ids of links.
  const content = JSON.stringify([release, format, name, language, style, facts, items.slice(0, taken)]);
  return documentFile(format, name, bytes, {
    'content-language': language,
    ...(format === 'docx' && { etag: `W/${entityTag(content, {})}` }),
    'x-export-truncated': String(next !== undefined),
    ...(parameters && { link: `<${address(path, parameters)}>; rel="next"` }),
  });
}

function documentOf(
  items: readonly ReportItem[],
  head: Pick<ReportDocument, 'name' | 'language' | 'style' | 'facts'>,
): ReportDocument {
  const yearOf = ({ first_year }: ReportItem) => first_year;
  const labelOf = (year: number | null) => (year === null ? withoutValue('year', head.language) : String(year));
  const years = [...new Set(items.map(yearOf))].sort((one, other) => (other ?? 0) - (one ?? 0));
  const counted = { whole: 0, inSeveral: null, fractional: null, fractionalUnknown: null };
  return {
    ...head,
    sections: ['list'],
    dimensions: ['year'],
    tables: [{ dimensions: ['year'], rows: years.map((year) => ({ labels: [labelOf(year)], ...counted })) }],
    definitions: [],
    columns: [],
    institution: '',
    total: items.length,
    async *items() {
      yield* items;
    },
    labelsOf: (item) => [[labelOf(yearOf(item))]],
    yearOf,
    isBold: () => false,
    groupName: (id) => id,
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** The fields of an output that a list needs. */
function itemOfCitation({ item, publication, keywords }: Citation): ReportItem {
  const { data, title, publication_date, publication_year, publication_type } = publication;
  return {
    kind: item.DOI === undefined ? 'work' : 'publication',
    ...{ id: item.id, changed: 0, csl: item, keywords, title: title as LocalizedText | null },
    data: {
      edition: text(data.edition),
      version: text(data.version),
      pages: text(data.pages),
      container_title: text(data.container_title),
      volume: text(data.volume),
      issue: text(data.issue),
      publication_subtype: text(data.publication_subtype),
    },
    ...{ own_authors: [], other_people: [], author_count: item.author?.length ?? null, groups: [] },
    ...{ first_date: publication_date, first_year: publication_year, issue_year: null, report_year: null },
    ...{ publication_type, output_type: null, open_access_status: publication.open_access_status, license: null },
    ...{ journal: null, publisher: null, funders: [], country_count: null },
    ...{ is_retracted: publication.is_retracted, cited_by_count: publication.cited_by_count, counted_by: [] },
  };
}
