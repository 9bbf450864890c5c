import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type Affiliation, affiliationAt } from '#src/records/people/affiliation.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { db } from '#src/table/table.ts';
import * as membership from '../../../../lambdas/consumer/membership/update.ts';
import * as affiliatePerson from '../../../../lambdas/dashboard/people/affiliation.ts';
import * as affiliateResearcher from '../../../../lambdas/dashboard/researchers/affiliation.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { storePerson } from '../../../support/people.ts';
import { auditRecords } from '../../../support/table.ts';
import { client, curator, names, send, stored, watch, writes } from './writes-fixture.ts';

test.each(names)(
  '%s killed before or after any call: the old or the new state, and once more gives the new one, once',
  async (name) => {
    const before = await stored();
    await writes[name]();
    const after = await stored();
    expect(await auditRecords()).toHaveLength(1);
    let survived = false;
    for (let n = 1; !survived; n++) {
      for (const isMade of [false, true]) {
        await freshTable();
        await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
        let calls = 0;
        const dead = new Promise<'dead'>((resolve) => {
          watch(async (command) => {
            if (++calls < n) return send(command);
            if (calls === n && isMade) await send(command);
            resolve('dead');
            return new Promise(() => {});
          });
        });
        survived = (await Promise.race([writes[name](), dead])) !== 'dead';
        jest.mocked(db.send).mockRestore();
        expect([before, after]).toContainEqual(await stored());
        expect((await writes[name]()).status).toBe(200);
        expect(await stored()).toEqual(after);
      }
      expect(n).toBeLessThan(6);
    }
  },
);

test('any sequence of changes by both APIs: one period is open, the last begun, and none overlap', async () => {
  const routes = [
    { target: membership, url: (orcid: string) => `/api/partners/people/${orcid}/membership`, authorizer: client },
    {
      target: affiliateResearcher,
      url: (orcid: string) => `/api/researchers/${orcid}/affiliation`,
      authorizer: curator,
    },
    { target: affiliatePerson, url: (orcid: string) => `/api/people/${orcid}/affiliation`, authorizer: curator },
  ];
  const change = fc.record({
    route: fc.constantFrom(...routes),
    status: fc.constantFrom('primary_entity' as const, 'external' as const),
    starts_at: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(Date.now() + 86_400_000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 5 }), async (changes) => {
      await freshTable();
      await storePerson(carberry, 'Josiah', 'Carberry');
      for (const { route, status, starts_at } of changes) {
        const body = { entity_id: 'primary_entity', status, starts_at };
        const { url, target, authorizer } = route;
        expect((await call(target, { url: url(carberry), body, authorizer })).body).toMatchObject({
          affiliation: { ...body, ends_at: null },
        });
      }
      const periods = await affiliationsOf(carberry);
      const { status, starts_at } = changes.at(-1) ?? {};
      expect(periods.filter(({ ends_at }) => ends_at === null)).toMatchObject([{ status, starts_at }]);
      const long = periods.filter((period) => period.ends_at !== period.starts_at);
      for (const [index, { starts_at }] of long.slice(1).entries())
        expect(long[index]?.ends_at).toBeLessThanOrEqual(starts_at);
      const record = await getPerson(carberry);
      const shown = (all: readonly Affiliation[] = [], ms: number) => affiliationAt(all, new Date(ms))?.status ?? null;
      for (const ms of [Date.now(), Date.now() + 2 * 86_400_000])
        expect(shown(record?.affiliations, ms)).toBe(shown(periods, ms));
    }),
    { numRuns: 8 },
  );
});
