import type { PersonRow } from '../domain/person.ts';
import type { ProjectRow } from '../domain/projects/project.ts';
import { contentChangeAt, isPublic } from '../domain/publications/publicity.ts';
import type { PublicationRow } from '../domain/publications/row.ts';
import { element, type Markup } from '../formats/markup.ts';
import { address, publicAddress } from '../http/links.ts';
import { publicStalenessMs } from '../lists/load/collection.ts';
import type { Aggregate } from '../lists/model/list-source.ts';
import { isInLists } from '../lists/model/public-change.ts';
import { people } from '../lists/people.ts';
import { projects } from '../lists/projects.ts';
import { publications } from '../lists/publications.ts';
import { personPath, projectPath, publicationPath } from './addresses.ts';

/** The kinds of pages in the sitemap. */
export const sitemapLists = ['publications', 'people', 'projects'] as const;
export type SitemapList = (typeof sitemapLists)[number];

export const sitemapPath = '/sitemap.xml';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** The protocol allows 50,000 addresses, but a response has at most 5 MB. */
const entriesPerPart = 10_000;
const maxPartBytes = 3_000_000;

interface Entry {
  path: string;
  /** When the page last changed, in milliseconds since the epoch. */
  changedMs: number;
}

/** Those whose pages search engines may show. */
const indexedDois: Aggregate<PublicationRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, row) => {
    if (isInLists(row) && row.has_abstract !== false) result.set(row.doi, contentChangeAt(row));
  },
};

/** The latest change among the public publications of each person. */
const publicPeople: Aggregate<PublicationRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, row) => {
    if (!isInLists(row)) return;
    const changedMs = contentChangeAt(row);
    for (const orcid of row.orcids) result.set(orcid, Math.max(changedMs, result.get(orcid) ?? 0));
  },
};

const pagesOfPeople: Aggregate<PersonRow, Map<string, { page: string; namedMs: number }>> = {
  start: () => new Map(),
  add: (result, { orcid, slug, named_at }) => void result.set(orcid, { page: slug ?? orcid, namedMs: named_at ?? 0 }),
};

const publicProjects: Aggregate<ProjectRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, row) => {
    if (isPublic(row)) result.set(row.id, row.updated_at ?? row.created_at);
  },
};

/** All pages of a kind, in the order of their paths. */
async function entriesOf(list: SitemapList): Promise<Entry[]> {
  const stalenessMs = publicStalenessMs();
  const entries: Entry[] = [];
  if (list === 'publications') {
    const { value } = await publications.aggregate(indexedDois, stalenessMs);
    for (const [doi, changedMs] of value) entries.push({ path: publicationPath(doi), changedMs });
  } else if (list === 'projects') {
    const { value } = await projects.aggregate(publicProjects, stalenessMs);
    for (const [id, changedMs] of value) entries.push({ path: projectPath(id), changedMs });
  } else {
    const [{ value: shown }, { value: pages }] = await Promise.all([
      publications.aggregate(publicPeople, stalenessMs),
      people.aggregate(pagesOfPeople, stalenessMs),
    ]);
    for (const [orcid, { page, namedMs }] of pages) {
      const changedMs = shown.get(orcid);
      if (changedMs !== undefined) entries.push({ path: personPath(page), changedMs: Math.max(changedMs, namedMs) });
    }
  }
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function partsOf(list: SitemapList): Promise<Entry[][]> {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const entry of await entriesOf(list)) {
    bytes += entry.path.length;
    const last = parts.at(-1);
    if (last && last.length < entriesPerPart && bytes <= maxPartBytes) {
      last.push(entry);
      continue;
    }
    parts.push([entry]);
    bytes = entry.path.length;
  }
  return parts;
}

const documentOf = (name: string, content: readonly Markup[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, { xmlns: namespace }, content).markup}\n`;

const lastChange = (changedMs: number) => element('lastmod', {}, new Date(changedMs).toISOString());

/** The sitemap that leads to the parts of all lists: https://www.sitemaps.org/protocol.html#index */
export async function sitemapIndex(): Promise<string> {
  const parts = await Promise.all(
    sitemapLists.map(async (list) =>
      (await partsOf(list)).map((entries, index) =>
        element(
          'sitemap',
          {},
          element('loc', {}, address(sitemapPath, { list, part: String(index + 1) })),
          lastChange(Math.max(...entries.map(({ changedMs }) => changedMs))),
        ),
      ),
    ),
  );
  return documentOf('sitemapindex', parts.flat());
}

/** One part of a list, counted from 1. A part beyond the last one is empty. */
export async function sitemapPart(list: SitemapList, part: number): Promise<string> {
  const entries = (await partsOf(list))[part - 1] ?? [];
  const urls = entries.map(({ path, changedMs }) =>
    element('url', {}, element('loc', {}, publicAddress(path)), lastChange(changedMs)),
  );
  return documentOf('urlset', urls);
}
