import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  applyIncoming,
  type IncomingPublication,
  type PublicationRecord,
} from '#src/records/publications/publication.ts';
import * as publications from '#src/records/publications/store/publications.ts';
import { touchRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { db, putItem } from '#src/table/table.ts';
import { unitsOf } from '../../bench/shared/capacity.ts';
import { anIncoming } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { manyOrcids } from '../support/people.ts';
import { allItems } from '../support/table.ts';

const now = new Date('2026-01-31T12:00:00Z');
const record = (fields: Partial<IncomingPublication> = {}, before?: PublicationRecord) =>
  applyIncoming(before, anIncoming(fields), [], now);

const listRows = async () => (await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB#'));

beforeEach(() => freshTable());

/** Runs a task whose n-th transaction and all later ones are not made. Returns whether it got that far. */
async function cutAtWrite(n: number, task: () => Promise<unknown>): Promise<boolean> {
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  let writes = 0;
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    if (command instanceof TransactWriteCommand && ++writes >= n) throw new Error('killed');
    return send(command);
  }) as never);
  await task().catch(() => undefined);
  spy.mockRestore();
  return writes >= n;
}

/** Storage adds the blocks for finding duplicates. */
const anyBlocks = { keys: [expect.any(String)], digest: expect.any(String) };

describe('saving', () => {
  test('a publication comes back as it was, by its DOI and by its aliases', async () => {
    const saved = record({ aliases: ['10.5555/preprint'] });
    expect(await publications.savePublication(saved, undefined, [])).toBe('saved');
    expect(await publications.getPublication('10.5555/pots')).toEqual({ ...saved, blocks: anyBlocks });
    expect(await publications.getPublication('10.5555/preprint')).toEqual({ ...saved, blocks: anyBlocks });
    expect(await publications.getPublication('10.5555/other')).toBeUndefined();
  });

  test('more aliases than a transaction holds: all lead to it, and what happens with it happens once', async () => {
    const known = record({ aliases: ['10.5555/known'] });
    await publications.savePublication(known, undefined, []);
    const aliases = Array.from({ length: 250 }, (_, n) => `10.5555/alias-${n}`);
    const saved = record({ aliases }, known);
    const other = { Put: { Item: { pk: 'OTHER', sk: 'A' }, ConditionExpression: 'attribute_not_exists(pk)' } };
    expect(await publications.savePublication(saved, known, [other])).toBe('saved');
    const found = await publications.getPublication('10.5555/pots');
    expect(found).toEqual({ ...saved, blocks: anyBlocks, version: found?.version });
    const canonical = await publications.canonicalDois([...saved.aliases, '10.5555/other']);
    expect([...canonical.keys()].sort()).toEqual([...saved.aliases].sort());
    expect(new Set(canonical.values())).toEqual(new Set(['10.5555/pots']));
    expect((await allItems()).filter(({ pk }) => pk === 'OTHER')).toHaveLength(1);
    expect(await listRows()).toHaveLength(1);
  });

  test('more aliases than a transaction holds, and killed at any write: what is there is complete, and goes on', async () => {
    const aliases = Array.from({ length: 250 }, (_, n) => `10.5555/alias-${n}`);
    const other = { Put: { Item: { pk: 'OTHER', sk: 'A' } } };
    for (let write = 1, cut = true; cut; write++) {
      await freshTable();
      cut = await cutAtWrite(write, () => publications.savePublication(record({ aliases }), undefined, [other]));
      const found = await publications.getPublication('10.5555/pots');
      const canonical = await publications.canonicalDois(found?.aliases ?? []);
      expect([...canonical.keys()].sort()).toEqual([...(found?.aliases ?? [])].sort());
      for (const doi of canonical.values()) expect(doi).toBe('10.5555/pots');
      const last = found?.aliases.at(-1);
      if (last) expect(await publications.getPublication(last)).toEqual(found);
      if (!cut) break;
      expect((await allItems()).filter(({ pk }) => pk === 'OTHER')).toEqual([]);
      expect(await publications.savePublication(record({ aliases }, found), found, [other])).toBe('saved');
      expect((await publications.getPublication('10.5555/alias-249'))?.aliases).toHaveLength(250);
    }
  });

  test('more aliases and new researchers than a transaction holds, and killed at any write: goes on', async () => {
    const orcids = manyOrcids(90);
    const aliases = Array.from({ length: 90 }, (_, n) => `10.5555/alias-${n}`);
    const other = { Put: { Item: { pk: 'OTHER', sk: 'A' } } };
    const missing = (known: PublicationRecord | undefined) =>
      orcids.filter((each) => !known?.researchers.some(({ orcid }) => orcid === each));
    for (let write = 1, cut = true; cut; write++) {
      await freshTable();
      for (const orcid of orcids) await putItem(keys.person(orcid));
      const wanted = record({ aliases, orcids });
      cut = await cutAtWrite(write, () => publications.savePublication(wanted, undefined, [other], orcids));
      const found = await publications.getPublication('10.5555/pots');
      if (cut) {
        expect((await allItems()).filter(({ pk }) => pk === 'OTHER')).toEqual([]);
        const whole = record({ aliases, orcids }, found);
        expect(await publications.savePublication(whole, found, [other], missing(found))).toBe('saved');
      }
      const saved = await publications.getPublication('10.5555/alias-89');
      expect(saved?.researchers.map(({ orcid }) => orcid)).toEqual(orcids);
      expect((await listRows()).map((row) => row.orcids)).toEqual([orcids]);
    }
  });

  test('of many new researchers one is gone: refused, and nobody is linked who is not there', async () => {
    const orcids = manyOrcids(120);
    const [gone, ...others] = orcids.toReversed();
    for (const orcid of others) await putItem(keys.person(orcid));
    expect(await publications.savePublication(record({ orcids }), undefined, [], orcids)).toBe('refused');
    const linked = (await publications.getPublication('10.5555/pots'))?.researchers.map(({ orcid }) => orcid);
    expect(linked).toHaveLength(80);
    expect(linked).not.toContain(gone);
  });

  test('its list row is written with it and carries the time of writing', async () => {
    const before = Date.now();
    await publications.savePublication(record(), undefined, []);
    const row = (await allItems()).find(({ pk }) => String(pk).startsWith('LIST#PUB#'));
    expect(row).toMatchObject({ sk: '10.5555/pots', title: 'On Cracked Pots', visible: true });
    expect(Number(row?.changed)).toBeGreaterThanOrEqual(before);
  });

  test('of two writers who read the same version one is stale', async () => {
    const first = record();
    await publications.savePublication(first, undefined, []);
    const next = record({}, first);
    const outcomes = await Promise.all([next, next].map((each) => publications.savePublication(each, first, [])));
    expect(outcomes.sort()).toEqual(['saved', 'stale']);
  });

  test('that nothing was new is in the record and in its row, for four write units', async () => {
    const first = record();
    await publications.savePublication(first, undefined, []);
    const [row] = await listRows();
    const later = new Date(now.getTime() + 60_000);
    const { write } = await unitsOf(async () => {
      expect(await publications.touchPublication(first, later)).toBe(true);
    });
    expect(write).toBeLessThanOrEqual(4);
    const touched = { ...first, blocks: anyBlocks, last_fetched_at: later.getTime(), version: first.version + 1 };
    expect(await publications.getPublication('10.5555/pots')).toEqual(touched);
    const [after] = await listRows();
    const touchedRow = { ...row, last_fetched_at: later.getTime(), changed: after?.changed, rewritten_at: undefined };
    expect(after).toEqual(touchedRow);
    expect(Number(after?.changed)).toBeGreaterThanOrEqual(Number(row?.changed));
  });

  test('that nothing was new is not said of a publication somebody has written since', async () => {
    const first = record();
    await publications.savePublication(first, undefined, []);
    const hidden = { ...record({}, first), visible: false };
    await publications.savePublication(hidden, first, []);
    expect(await publications.touchPublication(first, new Date(now.getTime() + 60_000))).toBe(false);
    expect((await listRows())[0]).toMatchObject({ visible: false, last_fetched_at: hidden.last_fetched_at });
  });

  test('a row that was fetched later, or is gone, is left as it is', async () => {
    const first = record();
    await publications.savePublication(first, undefined, []);
    const before = await listRows();
    await touchRow(keys.publicationRow('10.5555/pots'), now.getTime() - 1);
    await touchRow(keys.publicationRow('10.5555/gone'), now.getTime() + 1);
    expect(await listRows()).toEqual(before);
  });

  test('a DOI that is a publication does not become an alias, and nothing is half written', async () => {
    await publications.savePublication(record({ doi: '10.5555/preprint' }), undefined, []);
    const taken = record({ aliases: ['10.5555/preprint'] });
    expect(await publications.savePublication(taken, undefined, [])).toBe('stale');
    expect(await publications.getPublication('10.5555/pots')).toBeUndefined();
  });

  test('an alias does not become a publication', async () => {
    await publications.savePublication(record({ aliases: ['10.5555/preprint'] }), undefined, []);
    expect(await publications.savePublication(record({ doi: '10.5555/preprint' }), undefined, [])).toBe('stale');
  });

  test('when the condition of another write fails, nothing is written', async () => {
    const never = { Delete: { Key: { pk: 'JOB#1', sk: 'X' }, ConditionExpression: 'attribute_exists(pk)' } };
    expect(await publications.savePublication(record(), undefined, [never])).toBe('refused');
    expect(await allItems()).toEqual([]);
  });

  test('thousands of authors fit', async () => {
    const author = {
      name: 'A Very Long Name',
      given: 'A Very Long',
      family: 'Name',
      orcid: null,
      affiliations: ['CERN'],
    };
    const authors = Array.from({ length: 5000 }, (_, index) => ({ ...author, name: `${author.name} ${index}` }));
    const large = record({ original: { ...record().original, authors } });
    expect(await publications.savePublication(large, undefined, [])).toBe('saved');
    expect((await publications.getPublication('10.5555/pots'))?.original.authors).toHaveLength(5000);
  });
});

test('canonical DOIs of those that are known', async () => {
  await publications.savePublication(record({ aliases: ['10.5555/preprint'] }), undefined, []);
  const known = await publications.canonicalDois(['10.5555/preprint', '10.5555/pots', '10.5555/unknown']);
  expect(Object.fromEntries(known)).toEqual({ '10.5555/preprint': '10.5555/pots', '10.5555/pots': '10.5555/pots' });
});
