import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { carberry } from '../support/builders.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';
import { begin, doi, harvest, later, nowMs, store, tokenOf } from './harvest-fixture.ts';

test('a harvest has each record once, whatever changes between its pages', async () => {
  await store(250);
  let page = 0;
  const { pages, headers } = await harvest('', async () => {
    page++;
    later(1_000);
    // Records before and after this place change, one ends, and new ones appear at both ends.
    for (const n of [0, 50, 150, 240]) await ingestPublication(doi(n), carberry, `Pot ${n}, refreshed ${page}`);
    await curatePublication(doi(230), { visible: false });
    await ingestPublication(`10.5555/a.${page}`, carberry, 'New, before');
    await ingestPublication(`10.5555/z.${page}`, carberry, 'New, after');
  });
  expect(pages.length).toBeGreaterThan(2);
  const dois = headers.map(([each]) => each);
  expect(new Set(dois).size).toBe(dois.length);
  expect(dois).toEqual(expect.arrayContaining(Array.from({ length: 250 }, (_, n) => doi(n))));
  expect(headers.find(([each]) => each === doi(230))).toEqual([doi(230), true]);
  expect(pages.slice(0, -1).every((xml) => tokenOf(xml))).toBe(true);
  expect(pages.at(-1)).toMatch(/<resumptionToken cursor="\d+"\/>/);
});

/** The possible changes of a publication. */
const step = fc.record({
  n: fc.nat(5),
  kind: fc.constantFrom('ingest', 'ingest late', 'hide', 'show', 'delete', 'restore', 'wait', 'harvest'),
});

test('a copy kept by harvests from the last response equals the list, whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      await begin();
      const copy = new Set<string>();
      let from: string | undefined;
      const sync = async () => {
        const { headers, responseDate } = await harvest(from ? `&from=${from}` : '');
        for (const [each, isDeleted] of headers) {
          if (isDeleted) copy.delete(each);
          else copy.add(each);
        }
        from = responseDate;
      };
      const shown = new Map<string, { visible: boolean; isDeleted: boolean }>();
      for (const { n, kind } of [...steps, { n: 0, kind: 'harvest' }]) {
        const state = shown.get(doi(n));
        if (kind === 'wait') later(700);
        if (kind === 'ingest' || kind === 'ingest late') {
          // Its rows are committed eight seconds after the time in them.
          if (kind === 'ingest late') later(-8_000);
          await ingestPublication(doi(n), carberry, `Pot ${n} at ${nowMs}`);
          if (kind === 'ingest late') later(8_000);
          shown.set(doi(n), state ?? { visible: true, isDeleted: false });
        }
        if (state && (kind === 'hide' || kind === 'show')) {
          await curatePublication(doi(n), { visible: kind === 'show' });
          state.visible = kind === 'show';
        }
        if (state && (kind === 'delete' || kind === 'restore')) {
          const deleted_at = kind === 'delete' ? new Date(nowMs).toISOString() : null;
          await curatePublication(doi(n), { deleted_at });
          state.isDeleted = kind === 'delete';
        }
        if (kind !== 'harvest') continue;
        await sync();
        const listed = [...shown].filter(([, { visible, isDeleted }]) => visible && !isDeleted).map(([each]) => each);
        expect([...copy].sort()).toEqual(listed.sort());
      }
    }),
    { numRuns: 25 },
  );
});
