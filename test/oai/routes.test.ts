import { beforeAll, describe, expect, test } from '@jest/globals';
import { formType } from '#src/http/route.ts';
import * as get from '../../lambdas/consumer/oai/get.ts';
import * as post from '../../lambdas/consumer/oai/post.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { ingestPublication } from '../support/publicity.ts';

captureLog();
const doi = '10.5555/pots';
const repository = 'oai:registry.example.org:';
beforeAll(async () => void (await freshTable()));

const errorOf = (xml: string) => /<error code="(\w+)"/.exec(xml)?.[1];
const identifiersOf = (xml: string) => [...xml.matchAll(/<identifier>([^<]*)</g)].map(([, identifier]) => identifier);

describe('the routes', () => {
  test('GET and POST answer the same, and POST takes a form', async () => {
    await ingestPublication(doi, carberry, 'Pots');
    const query = 'verb=ListIdentifiers&metadataPrefix=oai_dc';
    const records = await call(get, { url: '/oai?verb=ListRecords&metadataPrefix=oai_dc' });
    expect(records.body).toContain('<dc:title>Pots</dc:title>');
    const got = await call(get, { url: `/oai?${query}` });
    const posted = await call(post, { url: '/oai', body: query, headers: { 'Content-Type': formType } });
    expect([got.status, posted.status]).toEqual([200, 200]);
    expect(got.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(identifiersOf(got.body)).toEqual([repository + doi]);
    expect(identifiersOf(posted.body)).toEqual([repository + doi]);
    const encoded = await call(post, {
      url: '/oai',
      body: query,
      base64: true,
      headers: { 'Content-Type': formType },
    });
    expect(identifiersOf(encoded.body)).toEqual([repository + doi]);
  });

  test('a repeated argument is an error of the protocol, and other bodies and large ones are not read', async () => {
    const repeated = await call(get, { url: '/oai?verb=Identify&verb=Identify' });
    expect([repeated.status, errorOf(repeated.body)]).toEqual([200, 'badVerb']);
    expect(errorOf((await call(post, { url: '/oai' })).body)).toBe('badVerb');
    expect((await call(post, { url: '/oai', body: { verb: 'Identify' } })).status).toBe(400);
    const body = `verb=${'x'.repeat(300_000)}`;
    expect((await call(post, { url: '/oai', body, headers: { 'Content-Type': formType } })).status).toBe(413);
  });
});
