import { describe, expect, test } from '@jest/globals';
import { ask, installationOf, post, type Stack } from './stack.ts';

/** The public routes, and the pages of the APIs. */
export function describeOpenRoutes(stackOf: () => Stack): void {
  test.each(['base_url', 'dashboard_url'] as const)(
    '200: the page of the APIs at %s, with its script beside the function',
    async (name) => {
      const base = stackOf()[name];
      const page = await fetch(`${base}/docs`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const script = await fetch(`${base}/docs/assets/api-reference.js`);
      expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(await script.text()).toContain('createApiReference');
    },
  );

  test('302: the address of the public APIs leads to their page', async () => {
    const base = stackOf().base_url;
    for (const address of [base, `${base}/`]) {
      const { status, headers } = await fetch(address, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, `${base}/docs`]);
    }
  });

  test.each([
    ['publications', 'doi', '/v1/doi'],
    ['projects', 'id', '/v1/projects'],
  ])('200: the first %s, and each by its %s', async (list, id, path) => {
    const { status, body } = await ask(`${stackOf().base_url}/v1/${list}?per_page=5`);
    expect(status).toBe(200);
    for (const entry of body[list]) {
      const detail = await ask(`${stackOf().base_url}${path}/${entry[id]}`);
      expect(detail).toMatchObject({ status: 200, body: { [id]: entry[id] } });
    }
  });
}

/** Only installations may read people. */
export function describePeople(stackOf: () => Stack): void {
  const people = () => `${stackOf().base_url}/v1/people`;
  const installation = () => installationOf(stackOf());

  test('200: with the credential of an installation', async () => {
    const { status, body } = await ask(people(), installation());
    expect(status).toBe(200);
    for (const { orcid } of body.people.slice(0, 3)) {
      const person = await ask(`${people()}/${orcid}`, installation());
      expect(person).toMatchObject({ status: 200, body: { orcid } });
      const publications = await ask(`${people()}/${orcid}/publications?per_page=1`, installation());
      expect(publications.body.total).toBe(person.body.public_publication_count);
    }
  });

  test.each<[number, string, () => Record<string, string>]>([
    [401, 'missing_credential', () => ({})],
    [401, 'invalid_credential', () => ({ 'X-API-Key': 'pri_nonsense' })],
    [403, 'origin_rejected', () => ({ ...installation(), Origin: 'https://evil.example' })],
    [403, 'origin_rejected', () => ({ ...installation(), Origin: 'null' })],
  ])('%s: %s', async (status, code, headers) => {
    expect(await ask(people(), headers())).toMatchObject({ status, body: { code } });
  });
}

/** Changes the membership of the first person, with an API key. */
export function describeMembership(stackOf: () => Stack): void {
  describe('membership', () => {
    const firstPerson = async () => {
      const { body } = await ask(`${stackOf().base_url}/v1/people?per_page=1`, installationOf(stackOf()));
      return String(body.people[0]?.orcid);
    };
    const addressOf = (orcid: string) => `${stackOf().base_url}/api/partners/people/${orcid}/membership`;
    const body = { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 1_700_000_000_000 };

    test('200: and the person shows it; two parallel updates', async () => {
      const { membership, full } = stackOf().api_keys ?? {};
      const orcid = await firstPerson();
      expect(await post(addressOf(orcid), String(membership ?? full), body)).toMatchObject({
        status: 200,
        body: { success: true, affiliation: { person_orcid: orcid, ...body, ends_at: null } },
      });
      const person = await ask(`${stackOf().base_url}/v1/people/${orcid}`, installationOf(stackOf()));
      expect(person.body.affiliation).toEqual({ ...body, ends_at: null });
      const both = [1, 2].map((more) =>
        post(addressOf(orcid), String(membership ?? full), { ...body, starts_at: body.starts_at + more }),
      );
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    });
  });
}
