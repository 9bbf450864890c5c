import { address, publicAddress } from '#src/http/links.ts';
import { publicationChanges } from '#src/lists/changes/record-changes.ts';
import { publicGroups } from '#src/lists/groups/groups.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { Aggregate } from '#src/lists/model/list-source.ts';
import { people } from '#src/lists/people.ts';
import { projects } from '#src/lists/projects.ts';
import { publications } from '#src/lists/publications.ts';
import { shownPublicationsChangedAt } from '#src/lists/tallies.ts';
import { element, type Markup } from '#src/records/citations/markup.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import type { ProjectRow } from '#src/records/projects/project.ts';
import { contentChangeAt, isPublic } from '#src/records/publications/publicity.ts';
import { groupPath, personPath, projectPath, publicationPath } from './addresses.ts';

/** The kinds of pages in the sitemap. */
export const sitemapLists = ['publications', 'people', 'projects', 'groups'] as const;
export type SitemapList = (typeof sitemapLists)[number];

export const sitemapPath = '/sitemap.xml';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** A response has at most 5 MB, and the address of a page takes up to 3 KB. */
const entriesPerPart = 1_000;

interface Entry {
  path: string;
  /** When the page last changed, in milliseconds since the epoch. */
  changedMs: number;
}

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

/** The entries of a part, which is counted from 1, and of all parts of the list. */
async function readPart(list: SitemapList, part: number): Promise<{ entries: Entry[]; total: number }> {
  if (list === 'publications') {
    const { rows, total } = await findIndexed(part, entriesPerPart);
    return { entries: rows.map((row) => ({ path: publicationPath(row.doi), changedMs: contentChangeAt(row) })), total };
  }
  const all = await entriesOf[list]();
  return { entries: all.slice((part - 1) * entriesPerPart, part * entriesPerPart), total: all.length };
}

const findIndexed = (page: number, per_page: number) =>
  publications.find({ page, per_page, q: '', sort: 'doi', dir: 'asc', where: ['indexed'] }, publicStalenessMs());

async function projectEntries(): Promise<Entry[]> {
  const { value } = await projects.aggregate(publicProjects, publicStalenessMs());
  return inOrder(Array.from(value, ([id, changedMs]) => ({ path: projectPath(id), changedMs })));
}

/** A page changes with its group; that its list does, sitemaps of its publications say. */
async function groupEntries(): Promise<Entry[]> {
  const shown = await publicGroups(publicStalenessMs());
  return inOrder(Array.from(shown.values(), ({ id, updated_at }) => ({ path: groupPath(id), changedMs: updated_at })));
}

async function personEntries(): Promise<Entry[]> {
  const stalenessMs = publicStalenessMs();
  const [{ value: shown }, { value: pages }] = await Promise.all([
    publications.tally(shownPublicationsChangedAt, stalenessMs),
    people.aggregate(pagesOfPeople, stalenessMs),
  ]);
  return inOrder(
    [...pages].flatMap(([orcid, { page, namedMs }]) => {
      const changedMs = shown.get(orcid);
      return changedMs === undefined ? [] : [{ path: personPath(page), changedMs: Math.max(changedMs, namedMs) }];
    }),
  );
}

const entriesOf = { people: personEntries, projects: projectEntries, groups: groupEntries };

const inOrder = (entries: Entry[]) => entries.sort((one, other) => (one.path < other.path ? -1 : 1));

/**
 * When each part of a list last changed. That a publication left its part is known only by the latest change of all, and
 * reading all of them takes long in a large registry.
 */
async function changesOfParts(list: SitemapList): Promise<number[]> {
  if (list !== 'publications') {
    const entries = await entriesOf[list]();
    return Array.from({ length: partsOf(entries.length) }, (_, index) => {
      const part = entries.slice(index * entriesPerPart, (index + 1) * entriesPerPart);
      return Math.max(...part.map(({ changedMs }) => changedMs));
    });
  }
  const [{ total }, { latestMs }] = await Promise.all([
    findIndexed(1, 1),
    publicationChanges.latest(publicStalenessMs()),
  ]);
  return new Array(partsOf(total)).fill(latestMs);
}

const partsOf = (entries: number) => Math.ceil(entries / entriesPerPart);

const documentOf = (name: string, content: readonly Markup[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, { xmlns: namespace }, content).markup}\n`;

const lastChange = (changedMs: number) => element('lastmod', {}, new Date(changedMs).toISOString());

/** The sitemap that leads to the parts of all lists: https://www.sitemaps.org/protocol.html#index */
export async function sitemapIndex(): Promise<string> {
  const parts = await Promise.all(
    sitemapLists.map(async (list) =>
      (await changesOfParts(list)).map((changedMs, index) =>
        element(
          'sitemap',
          {},
          element('loc', {}, address(sitemapPath, { list, part: String(index + 1) })),
          lastChange(changedMs),
        ),
      ),
    ),
  );
  return documentOf('sitemapindex', parts.flat());
}

/** One part of a list, counted from 1. A part beyond the last one is empty. */
export async function sitemapPart(list: SitemapList, part: number): Promise<string> {
  const { entries } = await readPart(list, part);
  const urls = entries.map(({ path, changedMs }) =>
    element('url', {}, element('loc', {}, publicAddress(path)), lastChange(changedMs)),
  );
  return documentOf('urlset', urls);
}
