import { publicationSorts } from '#src/lists/publications.ts';
import { generator, syntheticPeopleCount, syntheticPerson } from '../../local/data/synthetic.ts';
import { type QueryKind, queryMix } from '../shared/mix.ts';
import type { Write } from './ledger.ts';

/** The target of requests, and the clients' credentials. */
export interface Target {
  baseUrl: string;
  dashboardUrl: string;
  apiKey: string;
  installationKey: string;
  memberToken: string;
}

export interface Scale {
  target: Target;
  publications: number;
  /** The DOIs that are ingested during the load. */
  ingestedDois: string[];
  connections: number;
  seed: number;
}

export interface Request {
  kind: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  write?: Write;
  /** Whether the target may be deleted or not yet ingested (404). */
  mayBeMissing?: boolean;
}

/** The number of its own publications a connection edits, and of others it deletes and restores. */
const editedEach = 20;
const deletedEach = 5;
/** Synthetic people unknown to all sources. */
const firstUnknownPerson = 5_000_000;
const firstPeriodMs = Date.UTC(2020, 0, 1);
const publicSorts: readonly string[] = publicationSorts;

/** Assigns publications and people to one connection each, so that the order of their writes is known. */
const ownIndex = (connection: number, connections: number, n: number) => n * connections + connection;

/** Names the resource that is too scarce for each connection to have its own; undefined if none is. */
export function shortageOf({
  publications,
  connections,
  ingestedDois,
}: Omit<Scale, 'target' | 'seed'>): string | undefined {
  const least = connections * (editedEach + deletedEach);
  if (publications < least || syntheticPeopleCount(publications) < connections) {
    return `--publications must be at least ${Math.max(least, 40 * connections)} for ${connections} connections`;
  }
  return ingestedDois.length < connections ? `--works must be at least ${connections}` : undefined;
}

/** The kinds of queries of the public list. */
export const publicQueries = (publications: number): QueryKind[] =>
  queryMix(publications).filter(({ queryOf }) => publicSorts.includes(queryOf(0).sort));

/** The requests of one connection in order. They depend only on the seed. */
export function* requestsOf(scale: Scale, queries: QueryKind[], connection: number): Generator<Request, never> {
  const { target, publications, ingestedDois, connections, seed } = scale;
  const random = generator(seed * 10_007 + connection);
  const upTo = (count: number) => Math.floor(random() * count);
  const { baseUrl, dashboardUrl } = target;
  const site = { 'x-api-key': target.installationKey };
  const key = { 'x-api-key': target.apiKey };
  const member = { authorization: `Bearer ${target.memberToken}` };
  const searches = queries.filter(({ queryOf }) => queryOf(1).q !== '');
  const lists = queries.filter(({ queryOf }) => queryOf(1).q === '');
  const people = syntheticPeopleCount(publications);
  const doiOf = (index: number) => `10.5555/synthetic.${index}`;
  const own = (count: number) => ownIndex(connection, connections, upTo(count));
  const ownPerson = () => syntheticPerson(own(Math.floor(people / connections))).orcid;
  const read = (kind: string, url: string, headers: Record<string, string> = {}): Request => ({
    kind,
    method: 'GET',
    url,
    headers,
  });
  const queryText = (kinds: QueryKind[]) => {
    const query = kinds[upTo(kinds.length)]?.queryOf(upTo(1000)) ?? {};
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== '');
    return String(new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])));
  };
  let serial = 0;
  const next = () => ++serial;
  const token = () => `load-${connection}-${next()}`;
  const edit = (publication: string, path: string): Request => {
    const value = token();
    return {
      kind: 'edit',
      method: 'PATCH',
      url: `${dashboardUrl}/api/publications/${publication}`,
      headers: member,
      body: [{ op: 'add', path, value }],
      write: { kind: 'edit', publication, value },
    };
  };
  const deleted = new Map<string, boolean>();
  const kinds: [weight: number, make: () => Request][] = [
    [22, () => read('list', `${baseUrl}/v1/publications?${queryText(lists)}`)],
    [15, () => read('search', `${baseUrl}/v1/publications?${queryText(searches)}`)],
    [20, detail],
    [3, () => read('export', `${baseUrl}/v1/publications?format=bibtex&per_page=100&page=${1 + upTo(20)}`)],
    [6, () => read('list of a site', `${baseUrl}/integrations/v1/publications?page=${1 + upTo(50)}`, site)],
    [4, () => read('people of a site', `${baseUrl}/v1/people?page=${1 + upTo(10)}`, site)],
    [6, () => read("curators' list", `${dashboardUrl}/api/publications?page=${1 + upTo(50)}`, member)],
    [4, () => read("curators' detail", `${dashboardUrl}/api/publications/${doiOf(upTo(publications))}`, member)],
    [2, () => read('statistics', `${dashboardUrl}/api/publications/stats`, member)],
    [6, () => edit(doiOf(own(editedEach)), '/title')],
    [3, () => ({ ...edit(ingestedDoi(), '/data/publisher'), kind: 'edit of an ingested work', mayBeMissing: true })],
    [1, deletion],
    [2, nameEdit],
    [5, membership],
    [0.5, ingestion],
  ];

  function detail(): Request {
    const index = upTo(publications);
    const mayBeMissing = index >= editedEach * connections && index < (editedEach + deletedEach) * connections;
    return { ...read('detail', `${baseUrl}/v1/doi/${doiOf(index)}`), mayBeMissing };
  }

  function ingestedDoi(): string {
    return ingestedDois[own(Math.floor(ingestedDois.length / connections))] ?? '';
  }

  function deletion(): Request {
    const publication = doiOf(ownIndex(connection, connections, editedEach + upTo(deletedEach)));
    const isDeleted = !deleted.get(publication);
    deleted.set(publication, isDeleted);
    return {
      kind: 'deletion or restoration',
      method: 'POST',
      url: `${dashboardUrl}/api/publications/bulk`,
      headers: member,
      body: { ids: [publication], action: isDeleted ? 'delete' : 'restore' },
      write: { kind: 'deletion', publication, isDeleted },
    };
  }

  function nameEdit(): Request {
    const [person, value] = [ownPerson(), token()];
    return {
      kind: 'edit of a person',
      method: 'PATCH',
      url: `${dashboardUrl}/api/researchers/${person}`,
      headers: member,
      body: { name: value },
      write: { kind: 'name', person, value },
    };
  }

  function membership(): Request {
    const [person, startsAt] = [ownPerson(), firstPeriodMs + 1000 * next()];
    return {
      kind: 'membership',
      method: 'POST',
      url: `${baseUrl}/api/partners/people/${person}/membership`,
      headers: key,
      body: { entity_id: 'primary_entity', status: 'external', starts_at: startsAt },
      write: { kind: 'period', person, startsAt },
    };
  }

  function ingestion(): Request {
    const person = syntheticPerson(firstUnknownPerson + ownIndex(connection, connections, next())).orcid;
    return {
      kind: 'ingestion request',
      method: 'POST',
      url: `${baseUrl}/api/ingest`,
      headers: key,
      body: { orcid_ids: [person] },
      write: { kind: 'ingestion', person },
    };
  }

  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  for (;;) {
    let left = random() * total;
    const chosen = kinds.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    yield (chosen ?? kinds[0])?.[1]() as Request; // There is at least one kind.
  }
}
