import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keys, listShards, refs, shardOf } from '#src/table/keys.ts';

test('every key, as it is stored', () => {
  expect({
    publication: keys.publication('10.5555/pots'),
    sourceAnswer: keys.sourceAnswer('10.5555/pots', 'crossref', 0),
    personAnswer: keys.personAnswer('0000-0002-1825-0097', 'works', 0),
    listShard: keys.listShard('PUB', 3),
    listEpoch: keys.listEpoch('PUB'),
    leftRow: keys.leftRow(keys.publicationRow('10.5555/pots')),
    publicationRow: keys.publicationRow('10.5555/pots'),
    workRow: keys.workRow('3f2a'),
    personRow: keys.personRow('0000-0002-1825-0097'),
    projectRow: keys.projectRow('kilns-2026'),
    proposal: keys.proposal('01kq'),
    proposalOf: keys.proposalOf('0000-0002-1825-0097', '01kq'),
    person: keys.person('0000-0002-1825-0097'),
    affiliation: keys.affiliation('0000-0002-1825-0097', 1769860800000, 'p1'),
    latestJob: keys.latestJob('0000-0002-1825-0097'),
    work: keys.work('3f2a'),
    project: keys.project('kilns-2026'),
    job: keys.job('j1'),
    pendingWork: keys.pendingWork('j1', '10.5555/pots'),
    workBatch: keys.workBatch('j1', 3),
    finishedWork: keys.finishedWork('j1', '10.5555/pots'),
    apiKey: keys.apiKey('ab12'),
    apiKeyRow: keys.apiKeyRow(1769860800000, 'ab12'),
    installation: keys.installation('i1'),
    origin: keys.origin('i1', 'o1'),
    credential: keys.credential('i1', 'ab12'),
    installationRow: keys.installationRow('primary_entity', Date.UTC(2026, 0, 31), 'i1'),
    site: keys.site('https://www.example.org'),
    activityMonth: keys.activityMonth('primary_entity', Date.UTC(2026, 0, 31)),
    activity: keys.activity('primary_entity', Date.UTC(2026, 0, 31), 'e1'),
    audit: keys.audit(Date.UTC(2026, 0, 31), 'r1'),
    importProgress: keys.importProgress(),
    revocation: keys.revocation(Date.UTC(2026, 0, 31), 'v1'),
    user: keys.user('ada@example.org'),
    membership: keys.membership('ada@example.org', 'primary_entity'),
    invitation: keys.invitation('ada@example.org', 'primary_entity'),
    userRow: keys.userRow('ada@example.org'),
    memberRow: keys.memberRow('primary_entity', 'ada@example.org'),
    invitationRow: keys.invitationRow('primary_entity', 'ada@example.org'),
    sourceSlot: keys.sourceSlot('orcid', 'single'),
    sourceListSlot: keys.sourceSlot('crossref', 'list'),
    sourcePlace: keys.sourcePlace('crossref', 0),
    sourceDay: keys.sourceDay('openalex', '2026-01-31'),
    sourceRefreshDay: keys.sourceRefreshDay('openalex', '2026-01-31'),
    passPartition: keys.passPartition('resume'),
    passProgress: keys.passProgress('resume', '3'),
    failedRecord: keys.failedRecord('resume', 'job', 'j1'),
    refreshedPublication: keys.failedRecord('refresh', 'publication', '10.5555/12345678'),
    rollout: keys.rollout('locale-search'),
    rolloutChange: keys.rolloutChange('locale-search', 3),
    rolloutMinute: keys.rolloutMinute('locale-search', Date.UTC(2026, 0, 31, 12), 2),
    activeJob: refs.activeJob(1769860800000, 'j1'),
    unsyncedKey: refs.unsyncedKey(1769860800000, 'ab12'),
    workOf: refs.workOf('0000-0002-1825-0097', '3f2a'),
    credentialRef: refs.credential('ab12'),
    originRef: refs.origin('o1'),
  }).toMatchSnapshot();
});

test('sort keys with times are ordered as the times are', () => {
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [a, b] = [one, other].map((ms) => refs.activeJob(ms, '').refSk) as [string, string];
      expect(a < b).toBe(one < other);
    }),
  );
});

test('a shard is one of the shards, and the same in every version', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(shardOf(id)).toBeLessThan(listShards);
      expect(shardOf(id)).toBeGreaterThanOrEqual(0);
    }),
  );
  // Rows stay where they were written: another way to choose a shard would lose them.
  expect(['10.5555/pots', '10.1234/abc', ''].map(shardOf)).toEqual([7, 1, 5]);
});

test('ids are spread evenly', () => {
  const shards = Array.from({ length: 8000 }, (_, index) => shardOf(`10.5555/${index}`));
  for (let shard = 0; shard < listShards; shard++) {
    expect(Math.abs(shards.filter((each) => each === shard).length - 1000)).toBeLessThan(150);
  }
});
