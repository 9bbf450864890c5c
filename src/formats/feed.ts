import { apaCitation } from '#src/records/citations/apa.ts';
import { type Citation, citationOf } from '#src/records/citations/csl.ts';
import { element } from '#src/records/citations/markup.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { describedRecord, type NamedAuthor } from './described-record.ts';

/** A feed of one part of a list. */
export interface Feed {
  title: string;
  language: string;
  /** The address of this part, of the first one, and of its neighbours (RFC 5005, section 3). */
  links: { self: string; first: string; previous?: string; next?: string };
}

/** A publication or work in a feed. */
export interface FeedEntry {
  /** A URI that stays the same. */
  id: string;
  /** Where it is read; none for a work that is nowhere on the web. */
  url: string | undefined;
  citation: Citation;
  authors: readonly Pick<NamedAuthor, 'name' | 'orcid'>[];
  /** The time of its last change, in milliseconds since the epoch. */
  changedMs: number;
}

/** A publication as an entry. */
export function publicationFeedEntry(record: PublicationRecord, language: string, changedMs: number): FeedEntry {
  const citation = citationOf(record, language);
  const { publication } = citation;
  const { authors } = describedRecord(record, publication);
  return { id: doiUrl(publication.doi), url: doiUrl(publication.doi), citation, authors, changedMs };
}

/** An entry in the format of a feed. */
export interface WrittenEntry {
  text: string;
  changedMs: number;
}

interface FeedFormat {
  mediaType: string;
  writeEntry(entry: FeedEntry): string;
  write(feed: Feed, entries: readonly WrittenEntry[]): string;
}

/** The feed formats, by value of the `format` parameter. */
export const feeds = {
  /** RFC 4287. */
  atom: { mediaType: 'application/atom+xml', writeEntry: atomEntry, write: atom },
  /** https://www.jsonfeed.org/version/1.1/ */
  'json-feed': { mediaType: 'application/feed+json', writeEntry: jsonItem, write: jsonFeed },
} as const satisfies Record<string, FeedFormat>;

export type FeedName = keyof typeof feeds;
export const feedNames = Object.keys(feeds) as FeedName[];
export const isFeed = (format: string): format is FeedName => Object.hasOwn(feeds, format);

/** A feed without entries has not changed since the epoch. */
const latestOf = (entries: readonly WrittenEntry[]) => Math.max(0, ...entries.map(({ changedMs }) => changedMs));
const isoTime = (ms: number) => new Date(ms).toISOString();

interface Described {
  title: string;
  authors: { name: string; uri: string | undefined }[];
  /** The citation in APA style, as plain text. */
  summary: string;
  abstract: string | undefined;
  /** Whole days only: feeds have no less precise dates. */
  published: string | undefined;
  tags: string[];
}

function describe({ citation, authors, id }: FeedEntry): Described {
  const { item, publication, keywords } = citation;
  const { publication_date: date, doi } = publication;
  const named = authors.filter(({ name }) => name.trim() !== '');
  return {
    title: item.title ?? (doi || id),
    authors: named.slice(0, maxAuthors).map(({ name, orcid }) => ({ name, uri: uriOf(orcid) })),
    summary: textOfRuns(apaCitation(citation)),
    abstract: item.abstract,
    published: date?.length === 'YYYY-MM-DD'.length ? `${date}T00:00:00Z` : undefined,
    tags: [...keywords, ...(publication.is_retracted ? ['retracted'] : [])],
  };
}

/** Readers show the authors of an entry in one line. */
const maxAuthors = 50;

const uriOf = (orcid: string | null) => (orcid ? `https://orcid.org/${orcid}` : undefined);

function atom({ title, language, links }: Feed, entries: readonly WrittenEntry[]): string {
  const link = (rel: string, href: string | undefined) => href && element('link', { rel, href });
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    element('title', {}, title),
    element('id', {}, links.first),
    element('updated', {}, isoTime(latestOf(entries))),
    Object.entries(links).map(([rel, href]) => link(rel, href)),
    // Entries without authors have those of the feed, which must then have one.
    element('author', {}, element('name', {}, title)),
    entries.map(({ text }) => ({ markup: text })),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed.markup}\n`;
}

function atomEntry(entry: FeedEntry): string {
  const { id, url } = entry;
  const { title, authors, published, ...said } = describe(entry);
  const content = said.abstract ?? (url ? undefined : said.summary);
  return element(
    'entry',
    {},
    element('title', {}, title),
    element('id', {}, id),
    url && element('link', { rel: 'alternate', href: url }),
    element('updated', {}, isoTime(entry.changedMs)),
    published && element('published', {}, published),
    authors.map(({ name, uri }) => element('author', {}, element('name', {}, name), uri && element('uri', {}, uri))),
    element('summary', {}, said.summary),
    // An entry without an address must have a content (RFC 4287, section 4.1.2).
    content && element('content', { type: 'text' }, content),
    said.tags.map((term) => element('category', { term })),
  ).markup;
}

function jsonFeed({ title, language, links }: Feed, entries: readonly WrittenEntry[]): string {
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    feed_url: links.self,
    ...(links.next && { next_url: links.next }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"items":[${entries.map(({ text }) => text).join(',')}]}`;
}

function jsonItem(entry: FeedEntry): string {
  const { id, url } = entry;
  const { authors, published, ...said } = describe(entry);
  return JSON.stringify({
    id,
    url,
    title: said.title,
    content_text: said.abstract ?? said.summary,
    summary: said.summary,
    ...(published && { date_published: published }),
    date_modified: isoTime(entry.changedMs),
    ...(authors.length > 0 && { authors: authors.map(({ name, uri }) => ({ name, ...(uri && { url: uri }) })) }),
    ...(said.tags.length > 0 && { tags: said.tags }),
  });
}
