import { beforeAll, describe, expect, test } from '@jest/globals';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import * as personPage from '../../../../lambdas/consumer/pages/person.ts';
import * as get from '../../../../lambdas/consumer/people/get.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';

captureLog();
const hidden = '0009-9999-0000-0019';
const none = '0009-9999-0000-0027';
const authorizer = authorizerOf(get.route.auth) ?? {};
const ask = (orcid: string) => call(get, { url: `/v1/people/${orcid}`, authorizer });

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(hidden, 'Only', 'Hidden');
  await storePerson(none, 'No', 'Publications');
  await storePublicationRow({ doi: '10.5555/a', orcids: [carberry] });
  await storePublicationRow({ doi: '10.5555/b', orcids: [carberry] });
  await storePublicationRow({ doi: '10.5555/hidden', orcids: [carberry, hidden], visible: false });
});

test.each([carberry, carberry.replaceAll('-', ''), encodeURIComponent(`https://orcid.org/${carberry}`)])(
  '200: %s, with the count of public publications',
  async (orcid) => {
    const { status, body } = await ask(orcid);
    expect(status).toBe(200);
    expect(body).toMatchObject({ orcid: carberry, name: 'Josiah Carberry', public_publication_count: 2 });
    expect(JSON.stringify(body)).not.toMatch(/mail|version|edits/);
  },
);

test('200: the current affiliation, not a future one', async () => {
  const member = { entity_id: 'primary_entity', status: 'primary_entity' as const };
  const soon = Date.now() + 86_400_000;
  const context = { actor: null, now: new Date(), requestId: 'r1' };
  await changeAffiliation(carberry, { ...member, starts_at: 1000 }, context);
  await changeAffiliation(carberry, { ...member, status: 'external', starts_at: soon }, context);
  const { body } = await ask(carberry);
  expect(body.affiliation).toEqual({ ...member, starts_at: 1000, ends_at: soon });
});

test('200: a name that a curator has set is not beside the parts of another', async () => {
  const partsOf = async () => {
    const { body } = await ask(carberry);
    const page = await call(personPage, { url: `/people/${body.slug}` });
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.body) ?? [];
    const { name, givenName, familyName } = JSON.parse(json).mainEntity;
    return [body.name, body.given_name, body.family_name, name, givenName, familyName];
  };
  const spelled = ['Josiah Carberry', 'Josiah', 'Carberry'];
  expect(await partsOf()).toEqual([...spelled, ...spelled]);
  const context = { actor: null, now: new Date(), requestId: 'r1' };
  await changePerson(carberry, { name: 'Josephine Teapot' }, context);
  expect(await partsOf()).toEqual(['Josephine Teapot', null, null, 'Josephine Teapot', undefined, undefined]);
  await changePerson(carberry, { name: 'Josiah Carberry' }, context);
  expect(await partsOf()).toEqual([...spelled, ...spelled]);
});

describe('404: the same for people without public publications and unknown people', () => {
  test.each([hidden, none, '0000-0001-5109-3700'])('%s', async (orcid) => {
    const { status, body } = await ask(orcid);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: 'There is no person with public publications and this ORCID iD',
      code: 'not_found',
    });
  });
});

test.each(['0000-0002-1825-0098', 'carberry'])('400: %s is no ORCID iD', async (orcid) => {
  expect(await ask(orcid)).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
});
