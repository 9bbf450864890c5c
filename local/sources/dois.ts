import { join } from 'node:path';
import { type AnswerList, crossrefList, dataciteList, openalexList } from './lists.ts';
import { byDoi, type Recording, type ReplayAnswer, read, type Source } from './recordings.ts';

const crossrefHeaders = {
  'x-api-pool': 'polite-single',
  'x-rate-limit-limit': '10',
  'x-rate-limit-interval': '1s',
  'x-concurrency-limit': '3',
};

/** Crossref's works, by DOI and in lists. */
export function crossref(dir: string): Source {
  const envelope = (message: string) =>
    `{"status":"ok","message-type":"work","message-version":"1.0.0","message":${message}}`;
  return doiSource({
    recordings: new Map([...byDoi(join(dir, 'list-items'), envelope), ...byDoi(join(dir, 'works'))]),
    route: /^\/works\/(.+)$/s,
    list: { path: '/works', answer: crossrefList },
    headers: { 'Content-Type': 'application/json', ...crossrefHeaders },
    missing: {
      status: 404,
      headers: { 'Content-Type': 'text/plain', ...crossrefHeaders },
      body: 'Resource not found.',
    },
  });
}

/** DataCite's DOI records, by DOI and in lists. */
export function datacite(dir: string): Source {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return doiSource({
    recordings: byDoi(join(dir, 'dois')),
    route: /^\/dois\/(.+)$/s,
    list: { path: '/dois', answer: dataciteList },
    headers,
    missing: {
      status: 404,
      headers,
      body: '{"errors":[{"status":"404","title":"The resource you are looking for doesn\'t exist."}]}',
    },
  });
}

/** Europe PMC's search by DOI. DOIs without a recording have no results. */
export function europepmc(dir: string): Source {
  const recordings = byDoi(join(dir, 'works'));
  const headers = { 'Content-Type': 'application/json;charset=UTF-8' };
  return {
    recordings: recordings.size,
    async answer(path, _accept, query) {
      const doi = /^DOI:"(.+)"$/.exec(query.get('query') ?? '')?.[1]?.toLowerCase();
      if (path !== '/search' || doi === undefined) return { status: 404, headers, body: '{}' };
      const body = await read(recordings.get(doi));
      return { status: 200, headers, body: body ?? '{"version":"6.9","hitCount":0,"resultList":{"result":[]}}' };
    },
  };
}

/** The fields of a recorded OpenAlex work by which lists are filtered. */
interface OpenAlexWork {
  authorships?: { author?: { id?: string; orcid?: string | null }; institutions?: { ror?: string | null }[] }[];
}

/** The values that the filters of OpenAlex's lists compare, with identifiers shortened. */
const openalexFilters: Record<string, (work: OpenAlexWork) => (string | null | undefined)[]> = {
  'authorships.institutions.ror': ({ authorships = [] }) =>
    authorships.flatMap(({ institutions = [] }) => institutions.map(({ ror }) => ror)),
  'authorships.author.id': ({ authorships = [] }) => authorships.map(({ author }) => author?.id),
};

/**
 * A list of recorded works by one of the filters above, or of their authors by ORCID iD, with cursors or by page;
 * undefined for other requests.
 */
async function openalexSearch(
  path: string,
  query: URLSearchParams,
  recordings: Map<string, Recording>,
): Promise<ReplayAnswer | undefined> {
  const [, name = '', values = ''] = /^([^:]+):(.+)$/.exec(query.get('filter') ?? '') ?? [];
  const valuesOf = path === '/works' ? openalexFilters[name] : undefined;
  if (!valuesOf && !(path === '/authors' && name === 'orcid')) return undefined;
  const bare = (id: string | null | undefined) => (id ?? '').replace(/^.*\//, '').toLowerCase();
  const wanted = new Set(values.split('|').map(bare));
  const works: OpenAlexWork[] = [];
  for (const [, recording] of [...recordings].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const body = await read(recording);
    if (body !== undefined) works.push(JSON.parse(body));
  }
  const authors = works.flatMap(({ authorships = [] }) => authorships.flatMap(({ author }) => author ?? []));
  const found: unknown[] = valuesOf
    ? works.filter((work) => valuesOf(work).some((value) => value && wanted.has(bare(value))))
    : [
        ...new Map(
          authors.filter(({ orcid }) => wanted.has(bare(orcid))).map((author) => [author.id, author]),
        ).values(),
      ];
  const size = Number(query.get('per-page') ?? 25);
  const cursor = query.get('cursor') ?? '*';
  const page = Number(query.get('page') ?? 1);
  const start = cursor === '*' ? (page - 1) * size : Number(Buffer.from(cursor, 'base64url').toString());
  const results = found.slice(start, start + size);
  const next = results.length > 0 ? Buffer.from(String(start + size)).toString('base64url') : null;
  const meta = { count: found.length, page: null, per_page: size, next_cursor: next };
  const body = JSON.stringify({ meta, results, group_by: [] });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

/** OpenAlex's works by DOI, its lists, and works by PubMed identifiers. */
export function openalex(dir: string): Source {
  const recordings = byDoi(join(dir, 'works'));
  const headers = { 'Content-Type': 'application/json' };
  const works = doiSource({
    recordings,
    route: /^\/works\/(?:doi:|https:\/\/doi\.org\/)(.+)$/is,
    list: { path: '/works', answer: openalexList },
    headers,
    missing: {
      status: 404,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: `<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling \
and try again.</p>
`,
    },
  });
  return {
    ...works,
    async answer(path, accept, query) {
      const filter = /^(?:ids\.)?(pmid|pmcid):([\d|]+)$/.exec(query.get('filter') ?? '');
      if (path !== '/works' || !filter) {
        return (await openalexSearch(path, query, recordings)) ?? works.answer(path, accept, query);
      }
      const [, kind = '', wanted = ''] = filter;
      const results = await identifiedBy(recordings, kind, new Set(wanted.split('|')));
      const meta = { count: results.length, page: 1, per_page: Number(query.get('per-page') ?? 25) };
      return { status: 200, headers, body: JSON.stringify({ meta, results, group_by: [] }) };
    },
  };
}

/** The recorded OpenAlex works with one of these PubMed or PubMed Central identifiers, as digits. */
async function identifiedBy(recordings: Map<string, Recording>, kind: string, wanted: ReadonlySet<string>) {
  const found: object[] = [];
  for (const recording of recordings.values()) {
    const work = JSON.parse((await read(recording)) ?? '{}');
    const id = /(\d+)\/?$/.exec(String(work.ids?.[kind] ?? ''))?.[1];
    if (id !== undefined && wanted.has(id)) found.push(work);
  }
  return found;
}

/** A source with two routes, `…/{doi}` and lists. Every other path gets the source's 404. */
function doiSource(source: {
  recordings: Map<string, Recording>;
  route: RegExp;
  list: { path: string; answer: AnswerList };
  headers: Record<string, string>;
  missing: ReplayAnswer;
}): Source {
  const { recordings, route, list, headers, missing } = source;
  const readDoi = (doi: string | undefined) => read(doi === undefined ? undefined : recordings.get(doi));
  return {
    recordings: recordings.size,
    async answer(path, _accept, query) {
      const doi = route.exec(path)?.[1]?.toLowerCase();
      const body = path === list.path ? await list.answer(query, readDoi) : await readDoi(doi);
      return body === undefined ? missing : { status: 200, headers, body };
    },
  };
}
