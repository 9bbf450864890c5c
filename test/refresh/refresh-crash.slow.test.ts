import { expect, jest, test } from '@jest/globals';
import { getPerson } from '#src/records/people/store/people.ts';
import { db } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { send } from '../support/crash.ts';
import { allItems, preparedOnce } from '../support/table.ts';
import {
  attempts,
  change,
  daysAgo,
  empty,
  forgetLists,
  hoursLater,
  know,
  modified,
  run,
  store,
  stored,
  storePerson,
  tonight,
} from './refresh-fixture.ts';

const [unchanged, counted, changed] = ['10.5555/unchanged', '10.5555/counted', '10.5072/changed'] as const;
const isolde = '0009-9999-0000-0019';

/** A person and a publication to confirm, and a changed one of each. */
async function registry(): Promise<void> {
  await empty();
  await storedRegistry();
  await forgetLists();
  know(unchanged);
  know(counted, { cited: 9 });
  know(changed, { agency: 'datacite', title: 'Cracked pots', changed: daysAgo(1) });
  modified.set(carberry, daysAgo(100));
  modified.set(isolde, daysAgo(0.5));
}

const storedRegistry = preparedOnce(async () => {
  await store(unchanged);
  await store(counted);
  await store(changed, { agency: 'datacite' });
  await storePerson(carberry);
  await storePerson(isolde);
});

/** Everything is as after one run, except times and versions. */
async function expectRefreshed(): Promise<void> {
  const nights = [tonight.getTime(), hoursLater(1).getTime()];
  for (const doi of [unchanged, counted, changed]) expect(nights).toContain((await stored(doi)).last_fetched_at);
  expect((await stored(counted)).enrichment).toMatchObject({ cited_by_count: 9 });
  expect((await stored(changed)).original.title).toBe('Cracked pots');
  expect(nights).toContain((await getPerson(carberry))?.last_fetched_at);
  const items = await allItems();
  const rows = items.filter(({ pk }) => String(pk).startsWith('LIST#'));
  const fetched = rows.filter(({ sk }) => [unchanged, counted, changed, carberry].includes(String(sk)));
  expect(fetched.map(({ last_fetched_at }) => nights.includes(Number(last_fetched_at)))).toEqual(Array(4).fill(true));
  expect(items.filter(({ pk }) => String(pk).startsWith('JOB#')).length).toBeLessThanOrEqual(1);
}

test.each(['before', 'after'] as const)(
  'a run that is killed %s any of its writes is continued by the next',
  async (when) => {
    for (let write = 1, cut = true; cut; write++) {
      await registry();
      let writes = 0;
      cut = false;
      const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { constructor: { name: string } }) => {
        const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(command.constructor.name);
        if (!isWrite || ++writes < write) return send(command);
        const isFirst = !cut;
        cut = true;
        if (isFirst && when === 'after') await send(command);
        throw new Error('killed');
      }) as unknown as typeof db.send);
      await run().catch(() => undefined);
      spy.mockRestore();
      await run(hoursLater(1));
      await expectRefreshed();
      // A person whose ingestion was not requested is requested after the pause.
      if (cut) await run(daysAgo(-1.1));
      expect((await allItems()).filter(({ pk, sk }) => String(pk).startsWith('JOB#') && sk === 'RECORD')).toHaveLength(
        1,
      );
    }
  },
);

test('two runs at once do what one does', async () => {
  await registry();
  await Promise.all([run(), run()]);
  await run(hoursLater(1));
  await expectRefreshed();
  expect(await attempts()).toMatchObject([{ kind: 'person', id: isolde, attempts: 1 }]);
});

test('an ingestion and a refresh of the same publications at once lose nothing of either', async () => {
  await registry();
  change(unchanged, { title: 'Ingested' });
  await Promise.all([run(), store(unchanged, { title: 'Ingested', orcids: [carberry], fetched: tonight, cited: 5 })]);
  expect(await stored(unchanged)).toMatchObject({
    original: { title: 'Ingested' },
    researchers: [{ orcid: carberry }],
    last_fetched_at: tonight.getTime(),
  });
});
