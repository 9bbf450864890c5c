import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';
import { type SourceName, sourceNames } from '../../src/sources/source.ts';
import { type AnswerList, crossrefList, dataciteList, openalexList, orcidSearch } from './lists.ts';

export interface ReplayRequest {
  source: SourceName;
  method: string;
  /** The path at the source's own host, percent-decoded, without the query: `/works/10.5555/abc`. */
  path: string;
}

export interface ReplayAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface ReplayOptions {
  /** A folder of recordings, with the layout in local/sample/README.md. Any part may be missing. */
  dir: string;
  /** Default 0: any free port. */
  port?: number;
  /** Called first; its answer replaces the recording. Tests use it to make a source fail. */
  intercept?: (request: ReplayRequest) => Promise<ReplayAnswer | undefined>;
}

export interface Replay {
  /** The base URL to configure for each source. */
  urls: Record<SourceName, string>;
  close(): Promise<void>;
}

/**
 * Serves the four sources from a folder of recordings, on one local port. A missing recording gets the same 404 that
 * the real source sends.
 *
 * File names are read once at the start and only looked up later, so no request can leave the folder. Contents are read
 * for each request, so an edited recording takes effect at once.
 */
export async function startReplay({ dir, port = 0, intercept }: ReplayOptions): Promise<Replay> {
  const sources: Record<SourceName, Source> = {
    orcid: orcid(join(dir, 'orcid')),
    crossref: crossref(join(dir, 'crossref')),
    datacite: datacite(join(dir, 'datacite')),
    openalex: openalex(join(dir, 'openalex')),
  };
  if (sourceNames.every((name) => sources[name].recordings === 0)) {
    throw new Error(`${dir} has no recordings: it needs orcid/, crossref/, datacite/ or openalex/ with .json files`);
  }

  async function answer(request: IncomingMessage): Promise<ReplayAnswer> {
    const [, name = '', path = '/'] = /^\/([^/?]+)(\/[^?]*)?/.exec(request.url ?? '') ?? [];
    const source = sourceNames.find((known) => known === name);
    if (!source) return text(404, `Unknown source. The sources are ${sourceNames.join(', ')}.`);
    const asked = { source, method: request.method ?? 'GET', path: decode(path) };
    const intercepted = await intercept?.(asked);
    if (intercepted) return intercepted;
    if (asked.method !== 'GET' && asked.method !== 'HEAD') {
      return { ...text(405, 'Recordings are read-only: use GET or HEAD.'), headers: { Allow: 'GET, HEAD' } };
    }
    const query = new URLSearchParams(request.url?.split('?')[1]);
    return sources[source].answer(asked.path, request.headers.accept ?? '', query);
  }

  const server = createServer((request, response) => {
    answer(request)
      // An unreadable recording or a failing interceptor: show the error to the developer.
      .catch((error: unknown) => text(500, `Replay failed on ${request.url}: ${error}`))
      .then((given) => write(request, response, given));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: {
      orcid: `${base}/orcid/v3.0`,
      crossref: `${base}/crossref`,
      datacite: `${base}/datacite`,
      openalex: `${base}/openalex`,
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Source {
  /** The number of recordings found. */
  recordings: number;
  answer(path: string, accept: string, query: URLSearchParams): Promise<ReplayAnswer>;
}

/** A recording file, read for each request. */
interface Recording {
  file: string;
  /** Restores the envelope that some recordings lack. */
  wrap?: (body: string) => string;
}

// --- Crossref, DataCite and OpenAlex: one record for each DOI ---

const crossrefHeaders = {
  'x-api-pool': 'polite-single',
  'x-rate-limit-limit': '10',
  'x-rate-limit-interval': '1s',
  'x-concurrency-limit': '3',
};

function crossref(dir: string): Source {
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

function datacite(dir: string): Source {
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

/** A recorded work of OpenAlex, as far as lists are filtered by it. */
interface OpenAlexWork {
  authorships?: { author?: { id?: string; orcid?: string | null }; institutions?: { ror?: string | null }[] }[];
}

/** What the filters of OpenAlex's lists compare, without the addresses before identifiers. */
const openalexFilters: Record<string, (work: OpenAlexWork) => (string | null | undefined)[]> = {
  'authorships.institutions.ror': ({ authorships = [] }) =>
    authorships.flatMap(({ institutions = [] }) => institutions.map(({ ror }) => ror)),
  'authorships.author.id': ({ authorships = [] }) => authorships.map(({ author }) => author?.id),
};

/**
 * A list of recorded works by one of the filters above, or of the authors in them by ORCID iD, with cursors; undefined for
 * other requests.
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
  const start = cursor === '*' ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  const results = found.slice(start, start + size);
  const next = results.length > 0 ? Buffer.from(String(start + size)).toString('base64url') : null;
  const meta = { count: found.length, page: null, per_page: size, next_cursor: next };
  const body = JSON.stringify({ meta, results, group_by: [] });
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

function openalex(dir: string): Source {
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

/** The recorded works of OpenAlex with one of these identifiers of PubMed or PubMed Central, as digits. */
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

/** The recordings of a folder by lower-case DOI, decoded from the file name; nested folders count as slashes. */
function byDoi(dir: string, wrap?: Recording['wrap']): Map<string, Recording> {
  return new Map(
    jsonFiles(dir).map(({ file, name }) => [decode(name).toLowerCase(), { file, ...(wrap && { wrap }) }] as const),
  );
}

// --- ORCID: a folder for each person ---

/** The recordings of one person by path: `person`, `works`, `work/<put-code>` and others. */
type Sections = Map<string, Recording>;

function orcid(dir: string): Source {
  const people = new Map<string, Sections>();
  // Later folders override earlier ones. Older versions of the API have another shape and are not served.
  for (const version of ['v3.0-converted', 'v3.0']) {
    // Sorted in reverse, so that a complete `works` overrides a bare `works.group`.
    for (const { file, name } of jsonFiles(join(dir, version)).sort((a, b) => (a.name < b.name ? 1 : -1))) {
      const id = name.slice(0, name.indexOf('/')).toUpperCase();
      const section = name.slice(id.length + 1);
      const sections = people.get(id) ?? new Map<string, Recording>();
      people.set(id, sections);
      if (section === 'works.group') sections.set('works', { file, wrap: (group) => worksOf(id, group) });
      else sections.set(section, { file });
    }
  }
  return {
    recordings: people.size,
    async answer(path, accept, query) {
      if (!/json/i.test(accept)) {
        // ORCID would answer in XML. There are no XML recordings, and JSON would hide the mistake.
        return text(406, 'Send "Accept: application/json": without it ORCID answers in XML, which is not recorded.');
      }
      const type = /vnd\.orcid\+json/i.test(accept) ? 'application/vnd.orcid+json; qs=4' : 'application/json';
      const found =
        path === '/v3.0/search' ? await orcidSearch(query, (orcid) => modifiedMs(people.get(orcid))) : undefined;
      const given = found === undefined ? await orcidAnswer(people, path) : { status: 200, body: found };
      return { headers: { 'Content-Type': `${type};charset=UTF-8` }, ...given };
    },
  };
}

async function orcidAnswer(people: Map<string, Sections>, path: string): Promise<ReplayAnswer> {
  const [, id = '', section = ''] = /^\/v3\.0\/([^/]+)\/(.+)$/s.exec(path) ?? [];
  const sections = people.get(id.toUpperCase());
  if (!sections) return orcidMissing(id ? `ORCID iD ${id} not found` : `no route ${path}`);
  const orcidId = id.toUpperCase();
  const putCodes = /^works\/([\d,]+)$/.exec(section)?.[1];
  const body = putCodes
    ? await bulkOf(sections, putCodes.split(','))
    : ((await read(sections.get(section))) ??
      (await memberOfRecord(sections, section)) ??
      unrecorded(orcidId, section));
  if (body === undefined) return orcidMissing('No entity found for query');
  return typeof body === 'string' ? { status: 200, body } : body;
}

/** When anything that is recorded of a person was last modified; undefined if nothing is recorded. */
async function modifiedMs(sections: Sections | undefined): Promise<number | undefined> {
  if (!sections) return undefined;
  const bodies = await Promise.all(['person', 'works', 'record'].map((name) => read(sections.get(name))));
  const times = bodies.map((body) => {
    const section = body === undefined ? {} : JSON.parse(body);
    return Number((section.history ?? section)['last-modified-date']?.value ?? 0);
  });
  return Math.max(...times);
}

/** A `/record` response holds those of `/person`, `/works` and `/employments` as members. */
async function memberOfRecord(sections: Sections, section: string): Promise<string | undefined> {
  if (section !== 'person' && section !== 'works' && section !== 'employments') return undefined;
  const text = await read(sections.get('record'));
  const record = text === undefined ? {} : JSON.parse(text);
  const member = section === 'person' ? record.person : record['activities-summary']?.[section];
  return member && JSON.stringify(member);
}

/** ORCID's answer for a record that has nothing public in this section. */
function unrecorded(id: string, section: string): string | undefined {
  const empty = (name: string, list: string) => ({ 'last-modified-date': null, [list]: [], path: `/${id}/${name}` });
  if (section === 'works') return JSON.stringify(empty('works', 'group'));
  if (section === 'employments') return JSON.stringify(empty('employments', 'affiliation-group'));
  if (section !== 'person') return undefined;
  return JSON.stringify({
    'last-modified-date': null,
    name: null,
    'other-names': empty('other-names', 'other-name'),
    biography: null,
    'researcher-urls': empty('researcher-urls', 'researcher-url'),
    emails: empty('email', 'email'),
    addresses: empty('address', 'address'),
    keywords: empty('keywords', 'keyword'),
    'external-identifiers': empty('external-identifiers', 'external-identifier'),
    path: `/${id}/person`,
  });
}

/** Adds the `/works` envelope to a bare `group` array. */
function worksOf(id: string, group: string): string {
  const groups: { 'last-modified-date'?: { value: number } | null }[] = JSON.parse(group);
  const newest = Math.max(...groups.map((one) => one['last-modified-date']?.value ?? 0));
  const modified = groups.length > 0 ? { value: newest } : null;
  return `{"last-modified-date":${JSON.stringify(modified)},"group":${group},"path":"/${id}/works"}`;
}

const maxPutCodes = 100;

/** `/works/{put-codes}`: full works in the order of the request, with an error in place of each missing one. */
async function bulkOf(sections: Sections, putCodes: string[]): Promise<string | ReplayAnswer> {
  if (putCodes.length > maxPutCodes) {
    return orcidError(
      400,
      9042,
      'Too many put codes supplied',
      'org.orcid.core.exception.ExceedMaxNumberOfPutCodesException Full validation error: ' +
        `Too many put codes specified: maximum is ${maxPutCodes}`,
    );
  }
  const works = putCodes.map(async (putCode) => {
    const work = await read(sections.get(`work/${putCode}`));
    return work === undefined ? `{"error":${orcidMissing('No entity found for query').body}}` : `{"work":${work}}`;
  });
  return `{"bulk":[${(await Promise.all(works)).join(',')}]}`;
}

function orcidMissing(what: string): ReplayAnswer {
  const developerMessage = `404 Not Found: The resource was not found. Full validation error: ${what}`;
  return orcidError(404, 9016, 'The resource was not found.', developerMessage);
}

function orcidError(status: number, code: number, userMessage: string, developerMessage: string): ReplayAnswer {
  const body = JSON.stringify({
    'response-code': status,
    'developer-message': developerMessage,
    'user-message': userMessage,
    'error-code': code,
    'more-info': 'https://members.orcid.org/api/resources/troubleshooting',
  });
  return { status, body };
}

// --- Files and HTTP ---

/** Every `.json` file below a folder. `name` is the relative path with slashes and without `.json`. */
function jsonFiles(dir: string): { file: string; name: string }[] {
  return listing(dir)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(dir, file).split(sep).join('/').slice(0, -'.json'.length) }));
}

function listing(dir: string) {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Reads a recording; undefined if its file was deleted since the start. */
async function read(recording: Recording | undefined): Promise<string | undefined> {
  if (!recording) return undefined;
  try {
    const body = await readFile(recording.file, 'utf8');
    return recording.wrap ? recording.wrap(body) : body;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Decodes a DOI if it can: one that is not encoded at all may contain a percent sign. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

const text = (status: number, body: string): ReplayAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
});

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: ReplayAnswer): void {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length }).end(request.method === 'HEAD' ? undefined : body);
}
