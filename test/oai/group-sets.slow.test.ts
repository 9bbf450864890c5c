import { expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { changeGroup, createGroup } from '#src/curation/groups/groups.ts';
import { addMember } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { aBibliography, anIncoming, carberry, lovelace } from '../support/builders.ts';
import { storePerson } from '../support/people.ts';
import { all, ask, errorOf, harvest, later, nowMs } from './harvest-fixture.ts';

const context = () => ({
  actor: 'user:curator@example.org',
  workspace: 'default',
  requestId: 'oai',
  steward: undefined,
  now: new Date(nowMs),
});
const minute = () => later(60_000 + lateCommitMs);

/** Stores a publication of 2020, or links it to one more person. */
async function ingestPublication(doi: string, orcid: string, title: string): Promise<void> {
  const before = await getPublication(doi);
  const original = aBibliography({ title, publication_date: '2020', publication_year: 2020 });
  await savePublication(applyIncoming(before, anIncoming({ doi, orcid, original }), [], new Date(nowMs)), before, []);
}

async function draw(): Promise<void> {
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await createGroup({ id: 'faculty', name: { en: 'Faculty', de: 'Fakultät' } }, context());
  await createGroup({ id: 'institute', name: 'Institute', parent_id: 'faculty' }, context());
}

/** The records of a harvest since the last one, each with the groups among its sets. */
async function changedSince(from: string | undefined, set?: string) {
  const { pages, headers, responseDate } = await harvest(
    `${from === undefined ? '' : `&from=${from}`}${set === undefined ? '' : `&set=${set}`}`,
  );
  const records = pages.join('').split('<record>').slice(1);
  const groups = records.map((record) => all(record, 'setSpec').filter((spec) => spec?.startsWith('group:')));
  return {
    found: Object.fromEntries(headers.map(([doi], n) => [doi.replace('10.5555/', ''), groups[n]])),
    responseDate,
  };
}

test('a record changes with the groups of its people, and its sets say which', async () => {
  await draw();
  await ingestPublication('10.5555/one', carberry, 'One');
  await ingestPublication('10.5555/other', lovelace, 'Other');
  minute();
  const first = await changedSince(undefined);
  expect(first.found).toEqual({ one: [], other: [] });

  minute();
  await addMember('institute', { orcid: carberry }, context());
  minute();
  const joined = await changedSince(first.responseDate);
  expect(joined.found).toEqual({ one: ['group:faculty', 'group:institute'] });
  expect((await changedSince(undefined, 'group:faculty')).found).toEqual(joined.found);
  const sets = await ask('verb=ListSets');
  expect(all(sets, 'setSpec')).toEqual(expect.arrayContaining(['group:faculty', 'group:institute']));
  expect(all(sets, 'setName')).toEqual(expect.arrayContaining(['Faculty', 'Institute']));

  minute();
  await setGroupsByHand({ kind: 'publication', id: '10.5555/other' }, { added: ['faculty'], excluded: [] }, context());
  minute();
  const byHand = await changedSince(joined.responseDate);
  expect(byHand.found).toEqual({ other: ['group:faculty'] });

  minute();
  await changeGroup('institute', { visible: false }, context(), () => undefined);
  minute();
  const hidden = await changedSince(byHand.responseDate);
  expect(hidden.found).toEqual({ one: ['group:faculty'] });
  expect(errorOf(await ask('verb=ListRecords&metadataPrefix=oai_dc&set=group:institute'))).toBe('noRecordsMatch');
  expect(all(await ask('verb=ListSets'), 'setSpec')).not.toContain('group:institute');

  minute();
  expect((await changedSince(hidden.responseDate)).found).toEqual({});
});

test('a record that was withdrawn stays deleted, whatever its people do', async () => {
  await draw();
  await ingestPublication('10.5555/one', carberry, 'One');
  await changePublication('10.5555/one', () => ({ visible: false }), context());
  minute();
  const { responseDate } = await changedSince(undefined);
  minute();
  await addMember('institute', { orcid: carberry }, context());
  minute();
  expect((await changedSince(responseDate)).found).toEqual({});
});

test('pages have each record of a reorganisation once, among those that were written', async () => {
  await draw();
  const names = Array.from({ length: 130 }, (_, n) => `p${String(n).padStart(3, '0')}`);
  for (const [n, name] of names.entries())
    await ingestPublication(`10.5555/${name}`, n % 2 ? carberry : lovelace, name);
  minute();
  const { responseDate } = await changedSince(undefined);
  minute();
  await addMember('institute', { orcid: carberry }, context());
  for (const name of ['p000', 'p001', 'p128', 'z'])
    await ingestPublication(`10.5555/${name}`, lovelace, `${name} again`);
  minute();
  const { headers } = await harvest(`&from=${responseDate}`);
  const expected = [...names.filter((_, n) => n % 2 === 1), 'p000', 'p128', 'z'].sort();
  expect(headers.map(([doi]) => doi.replace('10.5555/', ''))).toEqual(expected);
});
