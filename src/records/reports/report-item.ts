import * as z from 'zod';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import type { Citation, CslItem } from '../citations/csl.ts';
import { coarTypeOf } from '../publications/coar.ts';

/** A run of a report keeps this of one output, so that its documents can be made from the run alone. */

/** Of an output with more authors, the first ones and the last one are kept, and all own authors. */
export const maxItemAuthors = 200;
export const maxOwnAuthorsOfItem = 1_000;
export const maxItemFunders = 10;

const text = z.string().nullable();

const ItemOwnAuthor = z.object({
  /** Index in the whole list of authors. */
  position: z.int(),
  orcid: text,
  name: z.string(),
  /** The groups whose member made it theirs, by the report's rule of groups: without those above them. */
  groups: z.array(z.string()),
  /** Null if no source names a corresponding author. */
  corresponding: z.boolean().nullable(),
  /** ISO 3166-1 codes in upper case. */
  countries: z.array(z.string()),
});
export type ItemOwnAuthor = z.output<typeof ItemOwnAuthor>;

/** A value by which outputs are counted. Null: without one. */
export const CountedKey = z.union([z.string(), z.number(), z.null()]);

/** The fields of `data` that styles and tables read beside the CSL item. */
const ItemData = z.object({
  edition: text,
  version: text,
  pages: text,
  container_title: text,
  volume: text,
  issue: text,
  publication_subtype: text,
});

export const ReportItem = z.object({
  kind: z.enum(['publication', 'work']),
  /** The DOI of a publication, the id of a work. */
  id: z.string(),
  /** When its row in the list was written, in milliseconds since the epoch. */
  changed: z.int(),
  /** Without abstract. Of more than `maxItemAuthors` authors it has the first ones, and the last one as its last. */
  csl: z.custom<CslItem>((value) => typeof value === 'object' && value !== null && 'id' in value && 'type' in value),
  data: ItemData,
  title: LocalizedText.nullable(),
  keywords: z.array(z.string()),
  own_authors: z.array(ItemOwnAuthor),
  /** Linked people who are none of the authors: editors, or people of a work whose authors are unknown. */
  other_people: z.array(z.object({ orcid: z.string(), name: text, groups: z.array(z.string()) })).default([]),
  /** Null if the authors are unknown, or cut by every source. */
  author_count: z.int().nullable(),
  /** All groups that count it, with those above, by the report's rule of groups. */
  groups: z.array(z.string()),
  /** A partial date. */
  first_date: text,
  first_year: z.int().nullable(),
  issue_year: z.int().nullable(),
  /** Set by a curator: wins over the others. */
  report_year: z.int().nullable(),
  publication_type: text,
  /** Of `outputTypes`. */
  output_type: text,
  open_access_status: OpenAccessStatus.nullable(),
  license: text,
  /** By the ISSN of the registry's journal; `issn` is null if it has none. */
  journal: z.object({ issn: text, title: text }).nullable(),
  publisher: text,
  /** A ROR iD as a URL, a DOI, or null. */
  funders: z.array(z.object({ id: text, name: text })),
  /** Of all authors; null if no affiliation says one. */
  country_count: z.int().nullable(),
  is_retracted: z.boolean(),
  cited_by_count: z.int().nullable(),
  /** The values by which it is counted, for each dimension of the report. */
  counted_by: z.array(z.array(CountedKey)).default([]),
});
export type ReportItem = z.output<typeof ReportItem>;

/** Whether some of its authors are not in `csl.author`, before the last one. */
export const hasMoreAuthors = ({ author_count, csl }: ReportItem): boolean =>
  author_count !== null && author_count > (csl.author?.length ?? 0);

/** The index in `csl.author` of an author of the whole list; undefined if it is not there. */
export function citedIndexOf({ author_count, csl }: ReportItem, position: number): number | undefined {
  const names = csl.author?.length ?? 0;
  if (author_count === null || author_count <= names) return position < names ? position : undefined;
  if (position === author_count - 1) return names - 1;
  return position < names - 1 ? position : undefined;
}

/** The citation of an item, as writers of styles and formats take it. */
export function citationOfItem(item: ReportItem): Citation {
  const { csl, data, keywords, publication_type, is_retracted, open_access_status } = item;
  return {
    item: csl,
    keywords,
    publication: {
      doi: csl.DOI ?? '',
      title: item.title,
      publication_date: item.first_date,
      publication_year: item.first_year,
      publication_type,
      cited_by_count: item.cited_by_count,
      is_retracted,
      open_access_status,
      enriched_metadata: null,
      data: { ...data, coar_type: coarTypeOf(publication_type, data.publication_subtype) },
    },
  };
}
