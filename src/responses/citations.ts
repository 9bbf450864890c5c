import * as z from 'zod';
import { withDefault } from '#src/http/query.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { Aggregate, ListInMemory } from '#src/lists/model/list-source.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import { type ListCitation, type StyleName, styleNames } from '#src/records/publications/list-citation.ts';
import { getListCitations } from '#src/records/publications/store/citations.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { Relation } from '#src/vocabulary/relation.ts';
import { optional } from './query.ts';
import { workListCitation } from './work-citation.ts';

const text = z.string().nullable();

const CitedAuthor = z.object({
  name: z.string().meta({ description: 'As printed, or the name of a group' }),
  given: text,
  family: text,
  suffix: text,
  orcid: text,
  position: z.int().optional().meta({ description: 'The position among all authors, where the index is another one' }),
  is_member: z.boolean().meta({ description: 'Whether the author is a person of the registry' }),
  person_slug: text.meta({ description: 'The `slug` of that person' }),
});

/** The fields needed to cite a publication, in an item of a list. */
const PublicationCitation = z
  .object({
    authors: z.array(CitedAuthor).meta({ description: 'The first 30, and at most 30 further people of the registry' }),
    author_count: z.int().meta({ description: 'The total number of authors' }),
    container_title: text.meta({ description: 'The journal, book, proceedings or repository' }),
    volume: text,
    issue: text,
    pages: text,
    article_number: text,
    publisher: text,
    open_access: z.object({ status: OpenAccessStatus.nullable(), url: z.url().nullable() }),
    retraction: z.object({ date: text, doi: text }).nullable().meta({
      description: 'The date and DOI of the notice, as far as they are known; null if it is not retracted',
    }),
    versions: z.array(Relation).meta({ description: 'Its preprints, articles and other versions' }),
    style: z.enum(styleNames),
    text: z.string().meta({ description: 'The whole citation as plain text, with the title in English if it has one' }),
  })
  .meta({ id: 'PublicationCitation' });

/** In an item only if the request has `include=citation`. */
export const includedCitation = PublicationCitation.optional().meta({
  description: 'Only if the request has `include=citation`',
});

/** The parts that the names of `include` add to a response. */
export const includedParts = {
  citation: 'authors, container, open access, and the whole citation as text.',
  works:
    'publications and works without a DOI in one list by publication date, `outputs`, of which exports and feeds then ' +
    'consist.',
};

export const citationStyle = optional(
  withDefault(
    z.enum(styleNames),
    styleNames[0],
    { type: 'string', enum: [...styleNames], default: styleNames[0] },
    'The style of the citations. Only with `include=citation`.',
  ),
);

export interface CitationRequest {
  /** Names of what items have in addition, `citation` among them or not. */
  include: readonly string[] | null;
  style: StyleName;
}

const slugByOrcid: Aggregate<PersonRow, Map<string, string | null>> = {
  start: () => new Map(),
  add: (result, { orcid, slug }) => void result.set(orcid, slug),
};

type People = Pick<ListInMemory<PersonRow>, 'aggregate'>;

/** The slugs of all people of the registry, by ORCID iD. */
export const knownSlugs = async (people: People, stalenessMs: number): Promise<ReadonlyMap<string, string | null>> =>
  (await people.aggregate(slugByOrcid, stalenessMs)).value;

type Cited<Item> = Item & { citation?: z.input<typeof PublicationCitation> };

/** Adds the citation to the items of publications, if the request asks for it. Those withdrawn in the meantime have none. */
export const withCitations = <Item extends { doi: string }>(
  items: readonly Item[],
  request: CitationRequest,
  people: People,
): Promise<Cited<Item>[]> => withCitationsFrom(getListCitations, ({ doi }) => doi, items, request, people);

/** Adds the citation to items of works without a DOI, if the request asks for it. Withdrawn works have none. */
export const withWorkCitations = <Item extends { id: string }>(
  items: readonly Item[],
  request: CitationRequest,
  people: People,
): Promise<Cited<Item>[]> => withCitationsFrom(getWorkCitations, ({ id }) => id, items, request, people);

/** The citations of public works, by id. */
export async function getWorkCitations(ids: readonly string[]): Promise<ReadonlyMap<string, ListCitation>> {
  const citations = [...(await getWorks(ids))].map(([id, work]) => [id, workListCitation(work)] as const);
  return new Map(citations.filter(([, { is_public }]) => is_public));
}

async function withCitationsFrom<Item extends object>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, ListCitation>>,
  idOf: (item: Item) => string,
  items: readonly Item[],
  { include, style }: CitationRequest,
  people: People,
): Promise<Cited<Item>[]> {
  if (!include?.includes('citation') || items.length === 0) return [...items];
  const [citations, slugs] = await Promise.all([read(items.map(idOf)), knownSlugs(people, publicStalenessMs())]);
  return items.map((item) => {
    const citation = citations.get(idOf(item));
    return citation ? { ...item, citation: citationItem(citation, style, slugs) } : item;
  });
}

function citationItem(
  { authors, texts, version: _, is_public, ...citation }: ListCitation,
  style: StyleName,
  slugs: ReadonlyMap<string, string | null>,
): z.input<typeof PublicationCitation> {
  return {
    ...citation,
    authors: authors.map(({ researcher, position, ...author }) => ({
      ...author,
      ...(position !== null && { position }),
      is_member: researcher !== null && slugs.has(researcher),
      person_slug: (researcher !== null && slugs.get(researcher)) || null,
    })),
    style,
    text: texts[style],
  };
}
