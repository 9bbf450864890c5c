import * as z from 'zod';
import { keepReasons, suggestedKeep } from '#src/curation/suggested-keep.ts';
import { duplicateReasons, newerReasons } from '#src/records/likeness/compare.ts';
import { type DuplicatePair, pairStatuses, publicationsOf, recordsOf } from '#src/records/likeness/pair.ts';
import type { PersonRecord } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { authorsOf, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { publicationSources } from '#src/records/publications/row.ts';
import { findPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { workAuthors } from '#src/records/works/work-content.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

export const DuplicateParams = z.object({ id: z.string().meta({ description: 'The id of the pair' }) });

const maxAuthors = 20;

/** One record of a pair, with the fields that distinguish it from the other. */
const DuplicateRecord = z
  .object({
    kind: z.enum(['publication', 'work']).meta({ description: '`work`: a work on an ORCID record, without a DOI' }),
    id: z.string().meta({ description: 'The DOI of a publication, or the id of a work' }),
    url: z.string().meta({ description: 'The address that it leads to' }),
    title: LocalizedText.nullable(),
    subtitle: z.string().nullable(),
    authors: z.array(z.string()).meta({ description: `The names of the first ${maxAuthors} authors` }),
    author_count: z.int(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    container_title: z.string().nullable().meta({ description: 'The journal, book or conference' }),
    publisher: z.string().nullable(),
    source: z.enum(publicationSources),
    cited_by_count: z.int().nullable(),
    researcher_orcids: z.array(z.string()),
    researchers: z
      .array(z.object({ orcid: z.string(), name: LocalizedText.nullable() }))
      .meta({ description: 'The same with their names' }),
    aliases: z.array(z.string()).meta({ description: 'Other DOIs of the same publication' }),
    edit_count: z.int(),
    visible: z.boolean(),
    deleted_at: z.string().nullable().meta({ description: 'ISO 8601' }),
  })
  .meta({ id: 'DuplicateRecord' });

export const DuplicateItem = z
  .object({
    id: z.string(),
    score: z.int().meta({ description: 'How likely they are one publication: 70 to 100' }),
    reasons: z.array(z.enum([...duplicateReasons, ...newerReasons])),
    status: z.enum(pairStatuses).meta({
      description:
        '`obsolete`: no longer a candidate, because a record was changed, deleted or merged with another one',
    }),
    kept: z
      .string()
      .nullable()
      .meta({ description: 'The DOI that was kept, if they are merged; of two works, the id' }),
    suggested_keep: z.string().nullable().meta({
      description: 'The record to keep by default: of two publications, the version of record. Null if one is gone',
    }),
    suggested_keep_reason: z.enum(keepReasons).nullable().meta({
      description:
        'Why: the first thing by which the two differ. `confirmed`: only the other one says that they are versions',
    }),
    created_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
    decided_at: z.int().nullable(),
    decided_by: z.string().nullable().meta({ description: 'Who made the last decision, as in the activity log' }),
    records: z.array(DuplicateRecord.nullable()).meta({
      description:
        'The two records. After a merge, both show their current state: the kept publication, and a work as it ' +
        'was. Null if a record was permanently deleted',
    }),
  })
  .meta({ id: 'Duplicate' });

/** The pairs with their records, read in one batch. */
export async function duplicateItems(pairs: readonly DuplicatePair[]): Promise<z.input<typeof DuplicateItem>[]> {
  const dois = pairs.flatMap(publicationsOf);
  const workIds = pairs.flatMap((pair) => recordsOf(pair).flatMap(({ kind, id }) => (kind === 'work' ? [id] : [])));
  const [found, works] = await Promise.all([findPublications(dois), getWorks(workIds)]);
  const publications = new Map(dois.map((doi, index) => [doi, found[index]]));
  const orcids = [...found.flatMap((record) => record?.researchers ?? []).map(({ orcid }) => orcid)];
  for (const work of works.values()) orcids.push(...workPeople(work));
  const people = await getPeople([...new Set(orcids)]);
  const names: Names = new Map(people.map(({ orcid, name }) => [orcid, name]));
  return pairs.map((pair) => {
    const { id, score, status, kept, created_at, decided_at, decided_by } = pair;
    const records = recordsOf(pair).map((record) => {
      const [publication, work] =
        record.kind === 'publication' ? [publications.get(record.id)] : [undefined, works.get(record.id)];
      return publication ? publicationOf(publication, names) : work ? workOf(work, names) : null;
    });
    const reasons = [...pair.reasons, ...pair.newer_reasons];
    const stored = new Map(
      publicationsOf(pair).flatMap((doi) => {
        const record = publications.get(doi);
        return record?.doi === doi ? [[doi, record] as const] : [];
      }),
    );
    const suggested = suggestedKeep(pair, stored);
    const keep = { suggested_keep: suggested?.keep ?? null, suggested_keep_reason: suggested?.reason ?? null };
    return { id, score, reasons, status, kept, ...keep, created_at, decided_at, decided_by, records };
  });
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : null);

type Names = ReadonlyMap<string, PersonRecord['name']>;

function publicationOf(record: PublicationRecord, names: Names): z.input<typeof DuplicateRecord> {
  const { title, publication_date, publication_year, publication_type, cited_by_count, data } =
    shownPublication(record);
  const authors = authorsOf(record);
  const researchers = record.researchers.map(({ orcid }) => ({ orcid, name: names.get(orcid) ?? null }));
  return {
    kind: 'publication',
    id: record.doi,
    url: doiUrl(record.doi),
    title,
    subtitle: textOr(data.subtitle),
    authors: authors.slice(0, maxAuthors).map(({ name }) => name),
    author_count: authors.length,
    publication_date,
    publication_year,
    publication_type,
    container_title: textOr(data.container_title),
    publisher: textOr(data.publisher),
    source: record.source,
    cited_by_count,
    researcher_orcids: researchers.map(({ orcid }) => orcid),
    researchers,
    aliases: record.aliases,
    edit_count: record.edit_count,
    visible: record.visible,
    deleted_at: record.deleted_at,
  };
}

function workOf(work: WorkRecord, names: Names): z.input<typeof DuplicateRecord> {
  const authors = workAuthors(work);
  const researchers = workPeople(work).map((orcid) => ({ orcid, name: names.get(orcid) ?? null }));
  return {
    kind: 'work',
    id: work.id,
    url: work.href,
    title: work.title,
    subtitle: null,
    authors: authors.slice(0, maxAuthors).map(({ name }) => name),
    author_count: authors.length,
    publication_date: work.publication_date,
    publication_year: work.publication_year,
    publication_type: work.work_type,
    container_title: work.journal_title,
    publisher: null,
    source: 'orcid',
    cited_by_count: null,
    researcher_orcids: researchers.map(({ orcid }) => orcid),
    researchers,
    aliases: [],
    edit_count: work.edit_count,
    visible: work.visible,
    deleted_at: work.deleted_at,
  };
}
