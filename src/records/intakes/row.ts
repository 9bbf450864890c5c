import * as z from 'zod';
import { publicationFields } from '#src/vocabulary/bibliography.ts';

const {
  title_html,
  subtitle,
  authors,
  editors,
  contributors,
  publication_subtype,
  container_title,
  series_title,
  publisher,
  publication_place,
  institution,
  edition,
  version,
  volume,
  issue,
  pages,
  article_number,
  issn,
  isbn,
  arxiv_id,
  pmid,
  pmcid,
  handle,
  eid,
  event_title,
  event_place,
  abstract,
  language,
  license_url,
  subjects,
  url,
} = publicationFields;

/** The fields of `data`, in the form of those of publications and works. Absent ones are unknown. */
const RowData = z
  .strictObject({
    title_html: title_html.schema.unwrap(),
    subtitle: subtitle.schema.unwrap(),
    authors: authors.schema,
    editors: editors.schema,
    contributors: contributors.schema.unwrap(),
    publication_subtype: publication_subtype.schema.unwrap().unwrap(),
    container_title: container_title.schema.unwrap(),
    series_title: series_title.schema.unwrap().unwrap(),
    publisher: publisher.schema.unwrap(),
    publication_place: publication_place.schema.unwrap().unwrap(),
    institution: institution.schema.unwrap().unwrap(),
    edition: edition.schema.unwrap().unwrap(),
    version: version.schema.unwrap().unwrap(),
    volume: volume.schema.unwrap(),
    issue: issue.schema.unwrap(),
    pages: pages.schema.unwrap(),
    article_number: article_number.schema.unwrap(),
    issn: issn.schema,
    isbn: isbn.schema,
    arxiv_id: arxiv_id.schema.unwrap().unwrap(),
    pmid: pmid.schema.unwrap().unwrap(),
    pmcid: pmcid.schema.unwrap().unwrap(),
    handle: handle.schema.unwrap().unwrap(),
    eid: eid.schema.unwrap().unwrap(),
    event_title: event_title.schema.unwrap().unwrap(),
    event_place: event_place.schema.unwrap().unwrap(),
    abstract: abstract.schema.unwrap(),
    language: language.schema.unwrap(),
    license_url: license_url.schema.unwrap(),
    subjects: subjects.schema,
    url: url.schema.unwrap(),
    /** Of a report, a standard or a patent. Shown in citations. */
    report_number: z.string(),
  })
  .partial();

/**
 * One entry of a file in the words of the registry. `title`, `work_type`, `publication_date` and `data` are a body for a
 * new work; the rest says which publication it is, and whose.
 */
export const IntakeRow = z.strictObject({
  /** Canonical, or null. */
  doi: z.string().nullable(),
  title: z.string().nullable(),
  /** In ORCID's vocabulary; `other` for a type that is not known. */
  work_type: z.string(),
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  publication_date: z.string().nullable(),
  data: RowData,
  /** The departments or collections that the file names, to be matched to groups. */
  departments: z.array(z.string()),
});
export type IntakeRow = z.output<typeof IntakeRow>;
export type IntakeRowData = IntakeRow['data'];

/** The fields of an entry that can become edits of the record that it is. Markup follows the title. */
export const entryFields: readonly string[] = [
  ...(['title', 'publication_date', 'work_type'] as const),
  ...Object.keys(RowData.shape).filter((name) => name !== 'title_html'),
];

/** Of a row as JSON in UTF-8. */
export const maxRowBytes = 20_000;
