import { feedNames } from '#src/formats/feed.ts';
import { formatNames } from '#src/formats/format.ts';
import { styleNames } from '#src/records/publications/list-citation.ts';

/**
 * Every output of the registry that anybody or an installation can read, as the one list of what must not show anything
 * that is hidden, deleted, merged or erased. A new output gets a line here.
 */

/** Reads an address, path and query, and returns the text of what it shows: nothing for 404 and the like. */
export type Read = (url: string) => Promise<string>;
export type Outputs = Record<string, (read: Read) => Promise<string>>;

export interface Subjects {
  /** A word that is in the title of each publication, for searches. */
  word: string;
  dois: readonly string[];
  orcids: readonly string[];
  /** Of the pages of the people. */
  slugs: readonly string[];
  projects: readonly string[];
}

const included = styleNames.map((style) => `include=citation&style=${style}`);
const exports = formatNames.map((format) => `format=${format}`);
const formats = [...exports, ...feedNames.map((format) => `format=${format}`)];
const all = (urls: readonly string[]) => async (read: Read) => (await Promise.all(urls.map(read))).join();
const byQuery = (name: string, path: string, queries: readonly string[]): Outputs =>
  Object.fromEntries(queries.map((query) => [`${name} ${query}`.trim(), all([`${path}${query}`])]));

/** Outputs that show all public publications, with their titles. */
export const outputsOfPublications = ({ word, dois }: Pick<Subjects, 'word' | 'dois'>): Outputs => ({
  ...byQuery('list', '/v1/publications?per_page=100&', ['', ...included, ...formats]),
  ...byQuery('outputs', '/v1/publications?include=works&per_page=100&', ['', ...formats]),
  search: all([`/v1/search?q=${word}&limit=50`]),
  ...byQuery('synced', '/integrations/v1/publications?per_page=100&', ['', ...included]),
  ...byQuery('changes', '/integrations/v1/changes?list=publications&limit=500&', ['', ...included]),
  'synced search': all([`/integrations/v1/search?q=${word}&limit=50`]),
  ...byQuery('OAI-PMH', '/oai?verb=ListRecords&metadataPrefix=', ['oai_dc', 'oai_openaire']),
  embed: all(['/v1/embed']),
  pages: all(dois.map((doi) => `/publications/${doi}`)),
  'pages of the sitemap': async (read) => {
    const xml = await read('/sitemap.xml?list=publications');
    const paths = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    return [xml, ...(await Promise.all(paths.map(read)))].join();
  },
  details: all(dois.map((doi) => `/v1/doi/${doi}`)),
});

/** Outputs that show some publications, or only what identifies them. */
export const outputsOfSome = ({ dois, orcids, slugs, projects }: Omit<Subjects, 'word'>): Outputs => ({
  'OAI-PMH identifiers': all(['/oai?verb=ListIdentifiers&metadataPrefix=oai_dc']),
  'OAI-PMH set': all(['/oai?verb=ListRecords&metadataPrefix=oai_dc&set=openaccess']),
  linksets: all(dois.map((doi) => `/v1/linksets/${doi}`)),
  'lists of people': all(orcids.flatMap((orcid) => ownLists(`orcid=${orcid}`))),
  'publications of people': all(
    orcids.flatMap((orcid) => ['', ...exports].map((query) => `/v1/people/${orcid}/publications?${query}`)),
  ),
  'documents of people': all(orcids.map((orcid) => `/v1/people/${orcid}/document?format=html`)),
  'pages of people': all(slugs.map((slug) => `/people/${slug}`)),
  'lists of projects': all(projects.flatMap((id) => ownLists(`project_id=${id}`))),
  projects: all(projects.map((id) => `/v1/projects/${id}`)),
  'pages of projects': all(projects.map((id) => `/projects/${id}`)),
});

const ownLists = (owner: string) => [
  ...['include=citation', ...formats].map((query) => `/v1/publications?${owner}&${query}`),
  `/v1/embed?${owner}`,
];

/** Outputs that show people. */
export const outputsOfPeople = ({ orcids, slugs }: Pick<Subjects, 'orcids' | 'slugs'>): Outputs => ({
  'people list': all(['/v1/people?per_page=100']),
  people: all(orcids.map((orcid) => `/v1/people/${orcid}`)),
  'their publications': all(orcids.map((orcid) => `/v1/people/${orcid}/publications`)),
  'their pages': all(slugs.map((slug) => `/people/${slug}`)),
  'synced people': all(['/integrations/v1/people?per_page=100&include=orcid']),
  'changes of people': all(['/integrations/v1/changes?list=people&limit=500']),
});

/** An output without what says that something is gone, which names it. */
export const withoutRemovals = (text: string): string =>
  text.replaceAll(/<header status="deleted">.*?<\/header>/gs, '').replaceAll(/\{"type":"removed"[^{}]*\}/g, '');
