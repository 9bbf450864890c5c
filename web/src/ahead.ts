import { type FetchQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { apiKeyList } from './data/api-keys.ts';
import { allGroups, groupsOfOutput } from './data/groups/queries.ts';
import {
  publicationDetail,
  publicationEditsKey,
  publicationMatches,
  readPublicationEdits,
} from './data/publication.ts';
import { activityList } from './pages/activity/queries.ts';
import { jobList } from './pages/ingestion/queries.ts';
import { categoryList, groupsOf, peopleList, personDetail } from './pages/people/queries.ts';
import { projectList } from './pages/projects/queries.ts';
import { publicationList } from './pages/publications/queries.ts';
import { duplicateQueue, matchQueue, proposalQueue } from './pages/review/queries.ts';
import { refreshPlan, resetScope } from './pages/site-tools/queries.ts';
import { workList } from './pages/works/queries.ts';
import { foundRecords } from './shell/found.ts';
import type { AskAhead } from './shell/idle-loading.ts';
import type { Section } from './shell/sections.ts';

/** The options of a query. The types of what they answer differ. */
interface AheadQuery {
  queryKey: QueryKey;
}

/** The first queries of the pages that people open in the morning, as they are opened from the navigation. */
const askedFirst: Readonly<Partial<Record<Section, readonly AheadQuery[]>>> = {
  '/review': [matchQueue({}), duplicateQueue({}), proposalQueue({})],
  '/publications': [publicationList({})],
  '/works': [workList({})],
  '/people': [peopleList({}), categoryList],
  '/groups': [allGroups],
  '/projects': [projectList({})],
  '/ingestion': [jobList({})],
  '/activity': [activityList({})],
  '/site-tools': [refreshPlan, resetScope],
  '/api-keys': [apiKeyList],
};

/** Queries of pages that people open from the first row of a list, and of a search: each has functions of its own. */
function askedNext(client: QueryClient, pages: readonly Section[]): AheadQuery[] {
  const [publication] = client.getQueryData(publicationList({}).queryKey)?.publications ?? [];
  const [person] = client.getQueryData(peopleList({}).queryKey)?.people ?? [];
  const [word] = publication?.title?.split(' ') ?? [];
  return [
    ...(word ? [foundRecords(word)] : []),
    ...(publication && pages.includes('/publications') ? askedOfPublication(publication.id) : []),
    ...(person && pages.includes('/people') ? [personDetail(person.orcid), groupsOf(person.orcid)] : []),
  ];
}

function askedOfPublication(id: string): AheadQuery[] {
  const edits = queryOptions({
    queryKey: [...publicationEditsKey(id), 1],
    queryFn: ({ signal }) => readPublicationEdits(id, 1, signal),
  });
  return [publicationDetail(id), publicationMatches(id), edits, groupsOfOutput('publication', id)];
}

/** Asks once the page that is shown has all that it has asked for, unless a page has asked ahead lately. */
export const askAhead: AskAhead = async (client, pages, isOver) => {
  await untilNothingIsAsked(client);
  if (isOver() || wasAskedLately()) return;
  const open = pages.map(({ to }) => to);
  await askSome(
    client,
    open.flatMap((to) => askedFirst[to] ?? []),
    isOver,
  );
  await askSome(client, askedNext(client, open), isOver);
};

/** Functions of the API that nobody has called for some minutes have to start: this is how long they are kept at least. */
const keptMs = 5 * 60_000;
const askedAtKey = 'registry.askedAheadAt';

/** Whether another page load has asked ahead lately, in any tab; if not, this one counts as that. */
function wasAskedLately(): boolean {
  try {
    const now = Date.now();
    if (now - Number(localStorage.getItem(askedAtKey)) < keptMs) return true;
    localStorage.setItem(askedAtKey, String(now));
    return false;
  } catch {
    // Without storage, each page load would ask.
    return true;
  }
}

const atOnce = 3;

/** Few at once, because each request at once starts functions of its own. */
async function askSome(client: QueryClient, queries: readonly AheadQuery[], isOver: () => boolean): Promise<void> {
  const left = [...queries];
  const askNext = async () => {
    for (let next = left.shift(); next && !isOver(); next = left.shift())
      await client.prefetchQuery({ ...(next as FetchQueryOptions), retry: false });
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
}

const checkMs = 100;

/** Resolves when the page that is shown has all that it has asked for. */
async function untilNothingIsAsked(client: QueryClient): Promise<void> {
  while (client.isFetching() > 0) await new Promise((resolve) => setTimeout(resolve, checkMs));
}
