import { describe, expect, test } from '@jest/globals';
import { type Answer, ask, installationOf, type Stack } from './stack.ts';

const lists = ['publications', 'works', 'projects', 'people'];
/** Only the first entries of longer lists are compared. */
const mostCompared = 500;

/** The lists of the Integrations API: pages, cursors and changes agree, and errors are uniform. */
export function describeLists(stackOf: () => Stack): void {
  const key = () => installationOf(stackOf());
  const addressOf = (path: string) => (path.startsWith('/') ? `${stackOf().base_url}/integrations/v1${path}` : path);
  const get = (path: string, headers: Record<string, string> = key(), init?: RequestInit) =>
    ask(addressOf(path), headers, init);

  /** The entries along the links, up to a limit. */
  async function follow(list: string, path: string): Promise<unknown[]> {
    const found: unknown[] = [];
    let next: string | undefined = path;
    while (next !== undefined && found.length < mostCompared) {
      const page: Answer = await get(next);
      expect(page.status).toBe(200);
      found.push(...page.body[list]);
      next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return found.slice(0, mostCompared);
  }

  test('200: publications of people at an entity, which aggregators harvest as a set', async () => {
    const { base_url } = stackOf();
    const query = 'entity_id=primary_entity&per_page=1';
    const { total } = (await get(`/publications?${query}`)).body;
    expect((await ask(`${base_url}/v1/publications?${query}`)).body.total).toBe(total);
    const set = 'verb=ListIdentifiers&metadataPrefix=oai_dc&set=entity:primary_entity';
    const { status, body } = await ask(`${base_url}/oai?${set}`);
    expect([status, String(body).includes('noRecordsMatch')]).toEqual([200, total === 0]);
  });

  describe.each(lists)('%s', (list) => {
    test('200: by pages, by cursors along the links, and by changes the same entries', async () => {
      const { total } = (await get(`/${list}?per_page=1`)).body;
      const isShort = total <= 20;
      const byPage = await follow(list, `/${list}?per_page=100`);
      expect(byPage).toHaveLength(Math.min(total, mostCompared));
      expect(await follow(list, `/${list}?per_page=${isShort ? 2 : 100}&cursor=`)).toEqual(byPage);
      if (total > mostCompared) return;

      const items: unknown[] = [];
      let told: Answer['body'] = { cursor: '', has_more: true };
      while (told.has_more) {
        told = (await get(`/changes?list=${list}&limit=${isShort ? 3 : 500}&cursor=${told.cursor}`)).body;
        for (const { type, item } of told.changes) if (type === 'upserted') items.push(item);
      }
      expect(items).toHaveLength(total);
      expect(items).toEqual(expect.arrayContaining(byPage));
    });

    test('200: for pages of a verified site, and HEAD and OPTIONS', async () => {
      const { origins } = (await get('/installation')).body.installation;
      const verified = origins.find((each: { verification_status: string }) => each.verification_status === 'verified');
      if (verified) {
        const { headers } = await get(`/${list}`, { ...key(), Origin: verified.origin });
        expect(headers.get('access-control-allow-origin')).toBe(verified.origin);
      }
      expect(await get(`/${list}`, key(), { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
      expect((await get(`/${list}`, {}, { method: 'OPTIONS' })).status).toBe(204);
    });

    test.each<[number, string, () => Record<string, string>, string?]>([
      [401, 'missing_credential', () => ({})],
      [401, 'invalid_credential', () => ({ 'X-API-Key': 'pri_nonsense' })],
      [403, 'origin_rejected', () => ({ ...key(), Origin: 'https://evil.example' })],
      [405, 'method_not_allowed', key, 'POST'],
      [400, 'invalid_query', key, 'GET'],
    ])('%s %s in exactly three members', async (status, code, headers, method = 'GET') => {
      const answer = await get(`/${list}?page=0`, headers(), { method });
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'error']);
      expect(answer.body.code).toBe(code);
    });
  });

  test('200: the installation itself', async () => {
    const { status, body } = await get('/installation');
    expect(status).toBe(200);
    expect(body.installation).toMatchObject({ status: 'active', origins: expect.any(Array) });
  });

  test('404: an unknown address, with a body of exactly three members', async () => {
    const { status, body } = await get('/nothing');
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: expect.any(String), code: 'not_found', details: null },
    });
  });
}
