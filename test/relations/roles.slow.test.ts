import { beforeEach, expect, it } from '@jest/globals';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { linksOf } from '#src/duplicates/store/pairs.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { loadJobs, loadRoutes } from '../../lib/load-declarations.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { carberry } from '../support/builders.ts';
import { fetchPublication, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { ingestWork } from '../support/publicity.ts';
import { outsideRole, withGrants } from '../support/roles.ts';
import { article, notes, preprint, relationsOf, to } from './relate-fixture.ts';

/**
 * The consequences of writing a publication are the same for every function that may write one, and rare: relations,
 * pairs of possible duplicates, and a concurrent write. They run here with each function's role.
 */

const writers = ['publications:store', 'publications:ingest'] as const;
const [routes, jobs] = await Promise.all([loadRoutes(), loadJobs()]);
const roles = [...routes.map(({ declaration }) => grantsOf(declaration)), ...jobs.map((job) => job.declaration.grants)]
  .filter((grants) => writers.some((writer) => grants.includes(writer)))
  .map((grants) => [grants.toSorted().join(' '), grants] as const);

const lines = captureLog();
/** The time is part of the work, too. */
const published = { publication_date: '2008-02', publication_year: 2008 };
const other = { ...published, title: 'Glazing of bowls in the late kingdom' };
const pairs = () => outsideRole(() => linksOf({ kind: 'publication', id: article }));

beforeEach(async () => {
  await freshTable();
  await fetchPublication(preprint, { fields: { title: 'Kilns', publication_type: 'posted-content' } });
  await fetchPublication('10.5555/twin', { fields: published });
  await ingestWork('work-1', carberry, String(teapots().title));
  await fetchPublication(article, { fields: other, orcids: [carberry] });
});

/** Saves the article with these fields, like a route or job after a concurrent change. */
async function change(fields: Partial<Bibliography>): Promise<void> {
  const read = (await getPublication(article)) as PublicationRecord;
  const saving = { now: new Date() };
  await outsideRole(() =>
    saveWithConsequences({ before: read, after: { ...read, version: read.version + 1 } }, [], saving),
  );
  const changed = (before: PublicationRecord) => ({
    ...before,
    original: { ...before.original, ...fields },
    version: before.version + 1,
  });
  expect(await saveWithConsequences({ before: read, after: changed(read) }, [], saving)).toBe('stale');
  const before = (await getPublication(article)) as PublicationRecord;
  expect(await saveWithConsequences({ before, after: changed(before) }, [], saving)).toBe('saved');
}

it.each([...new Map(roles)])(
  'a change is related, and its duplicates found and withdrawn, with %s',
  async (_, grants) => {
    await withGrants(grants, () => change({ ...teapots(published), ...to('has-preprint', preprint) }));
    expect(await relationsOf(preprint)).toEqual([{ type: 'is-preprint-of', doi: article }]);
    const found = (await pairs()).map((pair) => [pair.other, pair.status]).sort();
    expect(found).toEqual([
      ['publication:10.5555/preprint', 'open'],
      ['publication:10.5555/twin', 'open'],
      ['work:work-1', 'open'],
    ]);
    await withGrants(grants, () => change({ ...other, relations: [] }));
    expect(await relationsOf(preprint)).toEqual([]);
    expect((await pairs()).map(({ status }) => status)).toEqual(['obsolete', 'obsolete', 'obsolete']);
    expect(await notes()).toEqual([]);
    expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  },
);
