import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SourceName } from '#src/vocabulary/sources/declarations.ts';
import { type Replay, type ReplayRequest, startReplay } from '../../local/sources/replay.ts';

const sample = join(import.meta.dirname, '../../local/sample');
const carberry = '0000-0002-1825-0097';
const stranger = '0009-9999-0000-0035';
const sici = '10.5555/0099-9999(2003)84<219:tgotcp>2.0.co;2';
const json = { Accept: 'application/json' };

const clearUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of clearUp.splice(0).reverse()) await undo();
});

/** A folder of recordings made of these files, deleted after the test. */
function folder(files: Record<string, unknown>): string {
  const dir = mkdtempSync(join(tmpdir(), 'recordings-'));
  clearUp.push(() => rmSync(dir, { recursive: true }));
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), typeof body === 'string' ? body : JSON.stringify(body));
  }
  return dir;
}

async function replayOf(files: Record<string, unknown>, intercept?: Parameters<typeof startReplay>[0]['intercept']) {
  const replay = await startReplay({ dir: folder(files), ...(intercept && { intercept }) });
  clearUp.push(replay.close);
  return replay;
}

async function get(url: string, init: RequestInit = { headers: json }) {
  const response = await fetch(url, init);
  const body = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    type,
    headers: response.headers,
    body,
    json: body !== '' && /json/.test(type) && JSON.parse(body),
  };
}

describe('the sample', () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay({ dir: sample });
  });
  afterAll(() => replay.close());

  const article = { message: { DOI: '10.5555/acp.2019.0042' } };
  const dataset = { data: { id: '10.5072/sherds.v2' } };
  const enrichment = { doi: 'https://doi.org/10.5555/jcp.2021.9' };
  const records: [SourceName, string, object][] = [
    ['crossref', '/works/10.5555/acp.2019.0042', article],
    ['crossref', '/works/10.5555%2Facp.2019.0042', article],
    ['crossref', '/works/10.5555%2fACP.2019.0042?mailto=', article],
    ['crossref', `/works/${sici}`, { message: { DOI: sici } }],
    ['crossref', `/works/${encodeURIComponent(sici.toUpperCase())}`, { message: { DOI: sici } }],
    ['datacite', '/dois/10.5072/sherds.v2', dataset],
    ['datacite', '/dois/10.5072%2FSHERDS.V2', dataset],
    ['openalex', '/works/https://doi.org/10.5555/jcp.2021.9', enrichment],
    ['openalex', '/works/https%3A%2F%2Fdoi.org%2F10.5555%2Fjcp.2021.9', enrichment],
    ['openalex', '/works/doi:10.5555/JCP.2021.9', enrichment],
    ['orcid', `/${carberry}/person`, { name: { 'family-name': { value: 'Carberry' } } }],
    ['orcid', `/${carberry}/works`, { path: `/${carberry}/works` }],
  ];
  it.each(records)('200: %s answers GET %s', async (source, path, body) => {
    expect(await get(replay.urls[source] + path)).toMatchObject({ status: 200, json: body });
  });

  const lists: [SourceName, string, object][] = [
    [
      'crossref',
      '/works?filter=from-index-date:1990-01-01,doi:10.5555/JCP.2021.9,doi:10.5555/nobody.knows&rows=2',
      { message: { 'total-results': 1, items: [{ DOI: '10.5555/jcp.2021.9' }] } },
    ],
    ['crossref', '/works?filter=from-index-date:2999-01-01,doi:10.5555/jcp.2021.9', { message: { items: [] } }],
    ['datacite', '/dois?ids=10.5072/sherds.v2,10.5555/nobody.knows', { data: [{ id: '10.5072/sherds.v2' }] }],
    [
      'openalex',
      '/works?filter=doi:10.5555/jcp.2021.9%7C10.5555/nobody.knows&select=doi',
      { results: [{ doi: 'https://doi.org/10.5555/jcp.2021.9' }] },
    ],
    [
      'orcid',
      `/search?q=${encodeURIComponent(`orcid:(${carberry} OR ${stranger}) AND profile-last-modified-date:[1990-01-01T00:00:00Z TO *]`)}`,
      { 'num-found': 1, result: [{ 'orcid-identifier': { path: carberry } }] },
    ],
    [
      'orcid',
      `/search?q=${encodeURIComponent(`orcid:(${carberry}) AND profile-last-modified-date:[2999-01-01T00:00:00Z TO *]`)}`,
      { 'num-found': 0, result: null },
    ],
  ];
  it.each(lists)('200: %s makes the list %s of the recordings', async (source, path, body) => {
    expect(await get(replay.urls[source] + path)).toMatchObject({ status: 200, json: body });
  });

  const missing: [SourceName, string, string, string | RegExp][] = [
    ['crossref', '/works/10.5555/nobody.knows', 'text/plain', 'Resource not found.'],
    ['crossref', '/works/10.5072/sherds.v2', 'text/plain', 'Resource not found.'],
    ['crossref', '/works', 'text/plain', 'Resource not found.'],
    ['crossref', '/works/%E0%A4%A', 'text/plain', 'Resource not found.'],
    [
      'datacite',
      '/dois/10.5555/nobody.knows',
      'application/json; charset=utf-8',
      /^\{"errors":\[\{"status":"404","title":"/,
    ],
    ['datacite', '/dois', 'application/json; charset=utf-8', /^\{"errors":\[/],
    ['openalex', '/works/https://doi.org/10.5555/nobody.knows', 'text/html; charset=utf-8', /^<!doctype html>\n/],
    ['openalex', '/works/10.5555/jcp.2021.9', 'text/html; charset=utf-8', /<title>404 Not Found<\/title>/],
    ['openalex', '/works/W9990000001', 'text/html; charset=utf-8', /<title>404 Not Found<\/title>/],
  ];
  it.each(missing)('404: %s has no %s, and says so as the real one does', async (source, path, type, body) => {
    const answer = await get(replay.urls[source] + path);
    expect(answer).toMatchObject({ status: 404, type });
    expect(answer.body).toEqual(typeof body === 'string' ? body : expect.stringMatching(body));
  });

  it.each([
    [`/${stranger}/person`, `ORCID iD ${stranger} not found`],
    [`/${stranger}/works`, `ORCID iD ${stranger} not found`],
    ['/XXXXX/person', 'ORCID iD XXXXX not found'],
    ['/..%2Fperson', 'ORCID iD .. not found'],
    [`/${carberry}/work/1`, 'No entity found for query'],
    [`/${carberry}/nonsense`, 'No entity found for query'],
  ])('404: ORCID has no %s and answers with error 9016', async (path, reason) => {
    const answer = await get(replay.urls.orcid + path);
    expect(answer).toMatchObject({
      status: 404,
      type: 'application/json;charset=UTF-8',
      json: { 'response-code': 404, 'error-code': 9016, 'user-message': 'The resource was not found.' },
    });
    expect(answer.json['developer-message']).toContain(reason);
  });

  it('404: there are four sources and no fifth', async () => {
    const origin = new URL(replay.urls.orcid).origin;
    for (const path of [
      '/',
      '/unpaywall/v2/10.5555/acp.2019.0042',
      '/orcid',
      '/orcid/v2.1/0000-0002-1825-0097/works',
    ]) {
      expect(await get(origin + path)).toMatchObject({ status: 404 });
    }
  });

  it('405: nothing can be written', async () => {
    const answer = await get(`${replay.urls.crossref}/works/10.5555/acp.2019.0042`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('406: ORCID would answer in XML when JSON is not asked for', async () => {
    expect(await get(`${replay.urls.orcid}/${carberry}/person`, {})).toMatchObject({ status: 406 });
  });

  it('HEAD has the status and headers of GET, and no body', async () => {
    const url = `${replay.urls.crossref}/works/10.5555/acp.2019.0042`;
    const [head, whole] = await Promise.all([get(url, { method: 'HEAD' }), get(url)]);
    const length = String(Buffer.byteLength(whole.body));
    expect(head).toMatchObject({ status: 200, type: whole.type, body: '' });
    expect(head.headers.get('content-length')).toBe(length);
  });

  it('Crossref says its pace with every answer, found or not', async () => {
    for (const doi of ['10.5555/acp.2019.0042', '10.5555/nobody.knows']) {
      const { headers } = await get(`${replay.urls.crossref}/works/${doi}`);
      expect([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-interval')]).toEqual(['10', '1s']);
    }
  });
});

describe('a custom folder of recordings', () => {
  it.each([
    ['pmid:7|9', ['W1']],
    ['pmcid:8|9', ['W1', 'W2']],
    ['ids.pmcid:8', ['W1']],
    ['pmid:77', []],
  ])('200: OpenAlex has the works of filter=%s', async (filter, found) => {
    const pmc = 'https://www.ncbi.nlm.nih.gov/pmc/articles';
    const { urls } = await replayOf({
      'openalex/works/10.5555%2Fa.json': {
        id: 'W1',
        ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/7', pmcid: `${pmc}/8` },
      },
      'openalex/works/10.5555%2Fb.json': { id: 'W2', ids: { pmcid: `${pmc}/9` } },
      'openalex/works/10.5555%2Fc.json': { id: 'W3' },
    });
    const { status, json } = await get(`${urls.openalex}/works?filter=${encodeURIComponent(filter)}&per-page=50`);
    expect([status, json.meta, json.results.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      { count: found.length, page: 1, per_page: 50 },
      found,
    ]);
    expect((await get(`${urls.openalex}/works?filter=type:book`)).status).toBe(404);
  });

  it('may hold only one part; the other sources know nothing', async () => {
    const { urls } = await replayOf({ 'crossref/works/10.5555%2Fa.json': { message: {} } });
    expect((await get(`${urls.crossref}/works/10.5555/a`)).status).toBe(200);
    expect((await get(`${urls.openalex}/works/doi:10.5555/a`)).status).toBe(404);
    expect((await get(`${urls.orcid}/${carberry}/works`)).status).toBe(404);
  });

  it.each([
    ['has no recordings', { 'notes.txt': 'nothing' }],
    ['has only old versions of the ORCID API', { [`orcid/v2.1/${carberry}/works.json`]: {} }],
  ])('is refused by name when it %s', async (_, files) => {
    const dir = folder(files);
    await expect(startReplay({ dir })).rejects.toThrow(dir);
  });

  it('finds a DOI however its file name is encoded', async () => {
    const { urls } = await replayOf({
      'crossref/works/10.5555%2FUpper%28a%29.json': { message: 'encoded' },
      'crossref/works/10.5555%2fhalf(b).json': { message: 'half encoded' },
      'crossref/works/10.5555/nested/c.json': { message: 'in folders' },
    });
    for (const [doi, message] of [
      ['10.5555/upper(A)', 'encoded'],
      ['10.5555/half(b)', 'half encoded'],
      ['10.5555/nested/c', 'in folders'],
    ] as const) {
      expect((await get(`${urls.crossref}/works/${doi}`)).json).toEqual({ message });
    }
  });

  it('may hold elements of a Crossref list: they get the envelope back, and give way to whole answers', async () => {
    const { urls } = await replayOf({
      'crossref/list-items/10.5555%2Fa.json': { DOI: '10.5555/a' },
      'crossref/list-items/10.5555%2Fb.json': { DOI: 'of the list' },
      'crossref/works/10.5555%2Fb.json': { message: { DOI: '10.5555/b' } },
    });
    expect((await get(`${urls.crossref}/works/10.5555/a`)).json).toEqual({
      status: 'ok',
      'message-type': 'work',
      'message-version': '1.0.0',
      message: { DOI: '10.5555/a' },
    });
    expect((await get(`${urls.crossref}/works/10.5555/b`)).json).toEqual({ message: { DOI: '10.5555/b' } });
  });

  it('404: nothing outside the parts it names can be read', async () => {
    const { urls } = await replayOf({
      'crossref/works/10.5555%2Fa.json': {},
      'secret.json': {},
      'crossref/secret.json': {},
    });
    for (const path of [
      '..%2Fsecret',
      '..%2F..%2Fsecret',
      '10.5555%2F..%2F..%2Fsecret',
      '..%5Csecret',
      '%2Fetc%2Fpasswd',
    ]) {
      expect(await get(`${urls.crossref}/works/${path}`)).toMatchObject({ status: 404, body: 'Resource not found.' });
      expect(await get(`${urls.orcid}/${path}/person`)).toMatchObject({ status: 404 });
    }
  });

  it('shows an edited recording at once, and a deleted one as missing', async () => {
    const dir = folder({ 'datacite/dois/10.5072%2Fa.json': { data: 'before' } });
    const { urls, close } = await startReplay({ dir });
    clearUp.push(close);
    const url = `${urls.datacite}/dois/10.5072/a`;
    const file = join(dir, 'datacite/dois/10.5072%2Fa.json');
    expect((await get(url)).json).toEqual({ data: 'before' });
    writeFileSync(file, JSON.stringify({ data: 'after' }));
    expect((await get(url)).json).toEqual({ data: 'after' });
    rmSync(file);
    expect((await get(url)).status).toBe(404);
  });
});

describe('an ORCID record', () => {
  const group = (modified: number) => ({ 'last-modified-date': { value: modified }, 'work-summary': [] });
  const works = (modified: number) => ({ 'last-modified-date': { value: modified }, group: [], path: '' });

  it('200: without a recorded person has a private name, with every member of the answer', async () => {
    const { urls } = await replayOf({ [`orcid/v3.0/${carberry}/works.json`]: works(1) });
    const answer = await get(`${urls.orcid}/${carberry}/person`);
    const recorded = JSON.parse(readFileSync(join(sample, 'orcid/v3.0', carberry, 'person.json'), 'utf8'));
    expect(answer).toMatchObject({ status: 200, json: { name: null, biography: null, path: `/${carberry}/person` } });
    expect(Object.keys(answer.json)).toEqual(Object.keys(recorded));
    expect(answer.json.emails).toEqual({ 'last-modified-date': null, email: [], path: `/${carberry}/email` });
  });

  it('200: without recorded works has none that are public', async () => {
    const { urls } = await replayOf({ [`orcid/v3.0/${carberry}/person.json`]: { name: null } });
    const expected = { 'last-modified-date': null, group: [], path: `/${carberry}/works` };
    expect((await get(`${urls.orcid}/${carberry}/works`)).json).toEqual(expected);
  });

  it('200: a bare array of groups gets the envelope of works, unless the whole answer is there too', async () => {
    const { urls } = await replayOf({
      [`orcid/v3.0/${carberry}/works.group.json`]: [group(5), group(9), { ...group(0), 'last-modified-date': null }],
      [`orcid/v3.0/${stranger}/works.group.json`]: [group(5)],
      [`orcid/v3.0/${stranger}/works.json`]: works(7),
    });
    const bare = (await get(`${urls.orcid}/${carberry}/works`)).json;
    expect(bare).toMatchObject({ 'last-modified-date': { value: 9 }, path: `/${carberry}/works` });
    expect(bare.group).toHaveLength(3);
    expect((await get(`${urls.orcid}/${stranger}/works`)).json).toEqual(works(7));
  });

  it('200: a whole record stands for its person and works', async () => {
    const record = { person: { name: 'of the record' }, 'activities-summary': { works: works(3) } };
    const { urls } = await replayOf({ [`orcid/v3.0/${carberry}/record.json`]: record });
    expect((await get(`${urls.orcid}/${carberry}/person`)).json).toEqual(record.person);
    expect((await get(`${urls.orcid}/${carberry}/works`)).json).toEqual(works(3));
    expect((await get(`${urls.orcid}/${carberry}/record`)).json).toEqual(record);
  });

  it('200: a converted recording serves where there is no other; an old version never does', async () => {
    const { urls } = await replayOf({
      [`orcid/v3.0/${carberry}/person.json`]: { name: 'recorded' },
      [`orcid/v3.0-converted/${carberry}/person.json`]: { name: 'converted' },
      [`orcid/v3.0-converted/${carberry}/works.json`]: works(4),
      [`orcid/v2.1/${stranger}/works.json`]: works(2),
    });
    expect((await get(`${urls.orcid}/${carberry}/person`)).json).toEqual({ name: 'recorded' });
    expect((await get(`${urls.orcid}/${carberry}/works`)).json).toEqual(works(4));
    expect((await get(`${urls.orcid}/${stranger}/works`)).status).toBe(404);
  });

  it('200: works by put-code come in the order asked, a missing one as an error in its place', async () => {
    const { urls } = await replayOf({
      [`orcid/v3.0/${carberry}/work/11.json`]: { 'put-code': 11 },
      [`orcid/v3.0/${carberry}/work/12.json`]: { 'put-code': 12 },
    });
    expect((await get(`${urls.orcid}/${carberry}/work/11`)).json).toEqual({ 'put-code': 11 });
    expect((await get(`${urls.orcid}/${carberry}/works/12,13,11`)).json).toMatchObject({
      bulk: [{ work: { 'put-code': 12 } }, { error: { 'error-code': 9016 } }, { work: { 'put-code': 11 } }],
    });
  });

  it('400: more than a hundred put-codes at once', async () => {
    const { urls } = await replayOf({ [`orcid/v3.0/${carberry}/work/11.json`]: {} });
    const putCodes = Array.from({ length: 101 }, (_, index) => index);
    const answer = await get(`${urls.orcid}/${carberry}/works/${putCodes}`);
    expect(answer).toMatchObject({ status: 400, json: { 'error-code': 9042 } });
  });

  it.each([
    ['application/json', 'application/json;charset=UTF-8'],
    ['application/vnd.orcid+json', 'application/vnd.orcid+json; qs=4;charset=UTF-8'],
  ])('answers %s in the type that was asked for', async (accept, type) => {
    const { urls } = await replayOf({ [`orcid/v3.0/${carberry}/works.json`]: works(1) });
    expect(await get(`${urls.orcid}/${carberry}/works`, { headers: { Accept: accept } })).toMatchObject({
      status: 200,
      type,
    });
  });
});

describe('an interceptor', () => {
  it('is called before the recordings with the decoded path, and its answer is sent', async () => {
    const asked: ReplayRequest[] = [];
    const { urls } = await replayOf({ 'crossref/works/10.5555%2Fa.json': { message: {} } }, async (request) => {
      asked.push(request);
      return asked.length === 1 ? { status: 429, headers: { 'Retry-After': '7' }, body: 'slow down' } : undefined;
    });
    const url = `${urls.crossref}/works/10.5555%2Fa?mailto=`;
    const refused = await get(url);
    expect(refused).toMatchObject({ status: 429, body: 'slow down' });
    expect(refused.headers.get('retry-after')).toBe('7');
    expect((await get(url)).status).toBe(200);
    await get(`${urls.orcid}/${carberry}/works`);
    expect(asked.map(({ source, method, path, query }) => [source, method, path, String(query)])).toEqual([
      ['crossref', 'GET', '/works/10.5555/a', 'mailto='],
      ['crossref', 'GET', '/works/10.5555/a', 'mailto='],
      ['orcid', 'GET', `/v3.0/${carberry}/works`, ''],
    ]);
  });

  it('500: its failure is reported and does not end the replay', async () => {
    const { urls } = await replayOf({ 'crossref/works/10.5555%2Fa.json': {} }, async ({ source }) => {
      if (source === 'openalex') throw new Error('broken on purpose');
      return undefined;
    });
    const answer = await get(`${urls.openalex}/works/doi:10.5555/a`);
    expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('broken on purpose') });
    expect((await get(`${urls.crossref}/works/10.5555/a`)).status).toBe(200);
  });
});

it('fails on a port that is taken', async () => {
  const first = await startReplay({ dir: sample });
  clearUp.push(first.close);
  const port = Number(new URL(first.urls.orcid).port);
  await expect(startReplay({ dir: sample, port })).rejects.toThrow('EADDRINUSE');
});
