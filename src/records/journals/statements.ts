import * as z from 'zod';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { doiPrefix } from '#src/vocabulary/identifiers/doi.ts';
import { parseIssn } from '#src/vocabulary/identifiers/issn.ts';
import type { AgencyName } from '#src/vocabulary/sources/declarations.ts';
import { describers, type Listed } from '../orcid/describers.ts';

/** The sources of statements about journals, the most trusted first. */
export const statingSources = ['openalex', 'crossref', 'datacite', 'orcid'] as const;
export type StatingSource = (typeof statingSources)[number];

/** A source's statement about the journal with these ISSNs. */
export const JournalStatement = z.object({
  source: z.enum(statingSources),
  /** The DOI prefix of the registrant, for agencies. */
  registrant: z.string().nullable(),
  /** Sorted. */
  issns: z.array(z.string()),
  issn_l: z.string().nullable(),
  title: z.string().nullable(),
  publisher: z.string().nullable(),
  is_in_doaj: z.boolean().nullable(),
});
export type JournalStatement = z.output<typeof JournalStatement>;

/** A journal as OpenAlex describes it: https://docs.openalex.org/api-entities/sources/source-object */
export const OpenAlexJournal = z.object({
  name: z.string().nullable(),
  /** `journal`, `conference` or `book series`. */
  type: z.string(),
  issn_l: z.string().nullable(),
  issn: z.array(z.string()),
  publisher: z.string().nullable(),
  is_in_doaj: z.boolean().nullable(),
});

/** More are no journal's. */
const maxIssns = 10;

/** The parts of a publication's record that tell its journal. */
export interface JournalSources extends Listed {
  doi: string;
  source: AgencyName | 'orcid';
  original: Bibliography;
  enrichment: Record<string, unknown> | null;
}

/** The statements of a publication's sources about its journal. */
export function statementsOf(record: JournalSources): JournalStatement[] {
  const { source, original, enrichment, orcid_bibliographies, doi } = record;
  const statements: JournalStatement[] = [];
  const { data: known } = OpenAlexJournal.safeParse(enrichment?.journal);
  if (known) {
    const { name, publisher, is_in_doaj } = known;
    const issns = validIssns([...known.issn, known.issn_l]);
    const [issn_l = null] = validIssns([known.issn_l]);
    statements.push({
      source: 'openalex',
      registrant: null,
      issns,
      issn_l,
      title: cut(name, maxTitle),
      publisher: cut(publisher, maxPublisher),
      is_in_doaj,
    });
  }
  if (source !== 'orcid') {
    const linking = original.issn_types.flatMap(({ issn, type }) => (type === 'linking' ? issn : []));
    statements.push({
      source,
      registrant: doiPrefix(doi),
      issns: validIssns([...original.issn, ...linking]),
      issn_l: validIssns(linking)[0] ?? null,
      title: cut(titleOf(original), maxTitle),
      publisher: cut(original.publisher, maxPublisher),
      is_in_doaj: null,
    });
  }
  for (const { issn, container_title } of describers(record).flatMap((orcid) => orcid_bibliographies?.[orcid] ?? [])) {
    const said = { issn_l: null, title: cut(container_title, maxTitle), publisher: null, is_in_doaj: null };
    statements.push({ source: 'orcid', registrant: null, issns: validIssns(issn), ...said });
  }
  const distinct = new Map(statements.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].filter(({ issns }) => issns.length > 0);
}

/** Limits of texts: an item has many, and is read often. In UTF-16 units. */
const maxTitle = 300;
const maxPublisher = 200;

const cut = (text: string | null, most: number) =>
  text === null || text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Sorted and distinct. None of a list that is too long. */
function validIssns(written: readonly (string | null)[]): string[] {
  const valid = [...new Set(written.flatMap((issn) => (issn && parseIssn(issn)) || []))].sort();
  return valid.length > maxIssns ? [] : valid;
}

/** Types of which the container is the journal. Of parts of books it may be the book, whose series has the ISSN. */
const inJournals: ReadonlySet<string | null> = new Set([
  'journal-article',
  'journal-issue',
  'journal',
  'posted-content',
]);

const titleOf = ({ publication_type, container_title, series_title }: Bibliography) =>
  inJournals.has(publication_type) ? container_title : series_title;

/**
 * The ISSN by which a publication is found as one of its journal: the linking ISSN at OpenAlex, if OpenAlex knows one of
 * the shown ISSNs, or else the first of them. Null if none is valid.
 */
export function journalIssnOf(shown: unknown, { enrichment }: Pick<JournalSources, 'enrichment'>): string | null {
  const issns = validIssnsInOrder(shown);
  const { data: known } = OpenAlexJournal.safeParse(enrichment?.journal);
  const linking = known?.issn_l ? parseIssn(known.issn_l) : undefined;
  const isKnown = known && issns.some((issn) => known.issn.includes(issn) || issn === linking);
  return (isKnown ? linking : undefined) ?? issns[0] ?? null;
}

/** Edited ones may be any JSON. */
const validIssnsInOrder = (shown: unknown): string[] =>
  (Array.isArray(shown) ? shown : [shown])
    .slice(0, maxIssns)
    .flatMap((issn) => (typeof issn === 'string' && parseIssn(issn.slice(0, 100))) || []);
