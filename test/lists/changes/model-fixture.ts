import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { detachWith } from '#src/curation/aliases/detach.ts';
import { changePublication, type PublicationChange } from '#src/curation/change-publication.ts';
import { decideDuplicate } from '#src/curation/duplicates.ts';
import { changeGroup, createGroup, deleteGroup } from '#src/curation/groups/groups.ts';
import { addMember, changeMembership, membershipId, removeMembership } from '#src/curation/groups/members.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { linkResearcher, unlinkResearcher } from '#src/curation/link-person.ts';
import { changeProject, upsertProjects } from '#src/curation/projects.ts';
import { decideProposal } from '#src/curation/proposals/decide.ts';
import { changeWork, changeWorks, createWork, type WorkEdit } from '#src/curation/works.ts';
import { proposePair } from '#src/duplicates/find.ts';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import type { CopyProgress } from '#src/lists/changes/change-log.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { erasePerson } from '#src/operations/erasure/erase-person.ts';
import { resetData } from '#src/operations/site-tools/reset-data.ts';
import type { GroupPatch } from '#src/records/groups/input.ts';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { PersonErased, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { applyProjectDeletion, type ProjectRecord } from '#src/records/projects/project.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { restampRow } from '#src/records/store/list-rows.ts';
import { Problem } from '#src/runtime/errors.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import { collections, keys } from '#src/table/keys.ts';
import { getItem, putItem } from '#src/table/table.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { aProject, aQuestion } from '../../support/builders.ts';
import { fetchPublication, teapots } from '../../support/duplicates.ts';
import { freshTable, listsCompared } from '../../support/engine.ts';
import { manyOrcids } from '../../support/people.ts';
import { type Curation, curatePublication, curateWork, ingestWork } from '../../support/publicity.ts';
import { allListings, Copy, clock, type ListName, logs, names } from './change-log-fixture.ts';

// A model of the change feed: random sequences of everything that can change a list, through the real services: after each
// step, a copy kept by the feed from any earlier cursor equals the list. What one of them hides, no copy shows. The lists
// are read once for many concurrent sequences, each with its own records.

/** The records of one sequence. */
interface World {
  dois: Record<Publication, string>;
  people: string[];
  work: string;
  /** Another entry of the same work, on the same ORCID record. */
  twin: string;
  project: string;
  title: string;
  groups: Record<GroupName, string>;
  /** The memberships that were added. */
  memberships: { group: string; id: string }[];
}

const groupNames = ['faculty', 'institute', 'centre'] as const;
type GroupName = (typeof groupNames)[number];

const publicationNames = ['article', 'preprint', 'other', 'set.v1', 'set.v2'] as const;
type Publication = (typeof publicationNames)[number];

interface Step {
  name: string;
  run: (world: World) => Promise<unknown>;
}

const context = () => ({
  actor: 'user:curator@example.org',
  workspace: 'default',
  requestId: 'model',
  steward: undefined,
  now: new Date(clock.nowMs),
});
/** Readers of lists this old see the writes of all earlier milliseconds. The clock stops while copies are compared. */
const thisMomentMs = 0.5;
const settledAtOnce = { settlingMs: 0, deadlineMs: Number.POSITIVE_INFINITY };

async function erase({ people }: World, who: number): Promise<void> {
  const [orcid, key] = [people[who] ?? '', await readErasureKey()];
  await erasePerson({ orcid, key, context: context(), dryRun: false, ...settledAtOnce });
}

const reset = () =>
  resetData({
    dryRun: false,
    clearIngestionJobs: true,
    workspace: 'default',
    context: context(),
    deadlineMs: Infinity,
  });

/** The sources' statements about each publication: its type, and the publication it is a version of. */
function sourceOf({ dois, title }: World, name: Publication, isRelated: boolean, isRetracted: boolean) {
  const to = (type: 'has-preprint' | 'is-preprint-of', doi: string) => ({
    relations: isRelated ? [{ type, doi }] : [],
  });
  const fields: Record<Publication, Partial<Bibliography>> = {
    article: to('has-preprint', dois.preprint),
    preprint: { publication_type: 'posted-content', ...to('is-preprint-of', dois.article) },
    other: {},
    'set.v1': { publication_type: 'dataset', publication_date: '2020' },
    'set.v2': { publication_type: 'dataset', publication_date: '2021' },
  };
  const distinct = name.startsWith('set') ? 'data' : name;
  return { title: `${title} ${distinct}`, is_retracted: isRetracted, ...fields[name] };
}

const publication = fc.constantFrom(...publicationNames);
const person = fc.integer({ min: 0, max: 2 });
const [which, isSo] = [fc.integer({ min: 0, max: 1 }), fc.boolean()];
const curation: fc.Arbitrary<Curation> = fc.constantFrom(
  { visible: false },
  { visible: true },
  { deleted_at: '2026-01-31T12:00:00.000Z' },
  { deleted_at: null },
);
const step = <T extends unknown[]>(
  name: string,
  args: { [K in keyof T]: fc.Arbitrary<T[K]> },
  run: (world: World, ...values: T) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  fc.tuple<T>(...args).map((values) => ({
    name: `${name} ${JSON.stringify(values)}`,
    run: (world) => run(world, ...values),
  }));

const ingestOf = (which: fc.Arbitrary<Publication>, isRelatedTo: fc.Arbitrary<boolean>) =>
  step('ingest', [which, person, isRelatedTo, isSo], (world, name, who, isRelated: boolean, isRetracted: boolean) =>
    fetchPublication(world.dois[name], {
      fields: sourceOf(world, name, isRelated, isRetracted),
      orcids: [world.people[who] ?? ''],
    }),
  );
const ingest = ingestOf(publication, isSo);

const plans: PublicationChange[] = [
  { visible: false },
  { visible: true },
  { deleted: true },
  { deleted: false },
  { values: new Map([['/data/standalone', true]]) },
  { values: new Map([['/data/standalone', undefined]]) },
  { values: new Map([['/title', 'Edited']]) },
];

const curate = step('curate', [publication, fc.nat(plans.length - 1)], ({ dois }, name, plan) =>
  changePublication(dois[name], () => plans[plan] ?? {}, context()),
);

/** A write whose function ends before comparing the relations, which happens later. */
const interrupted = step('curate and end', [publication, fc.option(curation)], ({ dois }, name, change) =>
  curatePublication(dois[name], change ?? { researchers: [] }),
);

const relate = step('relate', [], () => relateRemaining(new Date(clock.nowMs + 2 * 60_000), Infinity));

const unlink = step(
  'unlink',
  [publication, person, fc.constantFrom<'accept' | 'undo'>('accept', 'undo')],
  async ({ dois, people }, name, who, decision) => {
    const doi = dois[name];
    const linked = (await getPublication(doi))?.researchers ?? [];
    // Usually somebody who is linked.
    const orcid = linked[who]?.orcid ?? people[who] ?? '';
    const id = `unlink ${doi} ${orcid}`;
    await propose(id, aQuestion({ doi, orcids: [orcid] }), new Date(clock.nowMs));
    return decideProposal(id, { decision }, context());
  },
);

const likeness = { score: 90, reasons: [] };

const merge = step(
  'merge',
  [fc.uniqueArray(publication, { minLength: 2, maxLength: 2 }), fc.constantFrom<'merge' | 'undo'>('merge', 'undo')],
  async ({ dois }, [one, other], decision) => {
    if (!one || !other) return;
    const [kept, gone] = [one, other].map((name) => ({ kind: 'publication' as const, id: dois[name] }));
    if (!kept || !gone) return;
    await proposePair(kept, { record: gone, likeness }, new Date(clock.nowMs));
    await decideDuplicate(
      pairId(kept, gone),
      decision === 'merge' ? { decision, keep: kept.id } : { decision },
      context(),
      () => {},
    );
  },
);

const mergeWork = step(
  'merge work',
  [publication, fc.constantFrom<'merge' | 'undo'>('merge', 'undo')],
  async ({ dois, work }, name, decision) => {
    const [kept, gone] = [
      { kind: 'publication' as const, id: dois[name] },
      { kind: 'work' as const, id: work },
    ];
    await proposePair(kept, { record: gone, likeness }, new Date(clock.nowMs));
    await decideDuplicate(
      pairId(kept, gone),
      decision === 'merge' ? { decision, keep: kept.id } : { decision },
      context(),
      () => {},
    );
  },
);

const mergeWorks = step(
  'merge works',
  [fc.boolean(), fc.constantFrom<'merge' | 'undo'>('merge', 'undo')],
  async ({ work, twin }, keepsTwin, decision) => {
    const [kept, gone] = (keepsTwin ? [twin, work] : [work, twin]).map((id) => ({ kind: 'work' as const, id }));
    if (!kept || !gone) return;
    await proposePair(kept, { record: gone, likeness }, new Date(clock.nowMs));
    await decideDuplicate(
      pairId(kept, gone),
      decision === 'merge' ? { decision, keep: kept.id } : { decision },
      context(),
      () => {},
    );
  },
);

const workChanges: WorkEdit[] = [
  { visible: false },
  { visible: true },
  { deleted: true },
  { deleted: false },
  { values: new Map([['/title', 'Edited']]) },
  { values: new Map([['/title', undefined]]) },
];

/** A curator's change to one work. */
const changeOneWork = step(
  'change work',
  [fc.boolean(), fc.nat(workChanges.length - 1)],
  ({ work, twin }, isTwin, change) => changeWork(isTwin ? twin : work, () => workChanges[change] ?? {}, context()),
);

const changeBothWorks = step('change works', [fc.nat(workChanges.length - 1)], ({ work, twin }, change) =>
  changeWorks([work, twin], workChanges[change] ?? {}, context()),
);

const addWork = step('add work', [person, fc.constantFrom('One', 'Two')], ({ title, people }, who, name) =>
  createWork(
    { title: `${title} ${name}`, work_type: 'report', researcher_orcids: people.slice(who, who + 1) },
    context(),
  ),
);

/** People of a work or a publication. */
const linkToWork = step(
  'link to work',
  [fc.boolean(), person, isSo],
  ({ work, twin, people }, isTwin, who, isLinked: boolean) => {
    const orcid = people[who] ?? '';
    return changeWork(isTwin ? twin : work, () => (isLinked ? { link: orcid } : { unlink: orcid }), context());
  },
);

const linkToPublication = step('link', [publication, person, isSo], ({ dois, people }, name, who, isLinked: boolean) =>
  (isLinked ? linkResearcher : unlinkResearcher)(dois[name], people[who] ?? '', context(), () => {}),
);

/** The DOI of a work appears on its ORCID record: the publication takes over what curators decided. */
const becomePublication = step('become', [fc.boolean(), publication], async (world, isTwin, name) => {
  const [id, doi] = [isTwin ? world.twin : world.work, world.dois[name]];
  const deleted_at = new Date(clock.nowMs).toISOString();
  await curateWork(id, world.people[0] ?? '', { deleted_at, replaced_by: doi });
  const fields = sourceOf(world, name, false, false);
  return fetchPublication(doi, { fields, orcids: world.people.slice(0, 1), replaces: [id] });
});

/** A DOI becomes an alias of a publication: one that nobody knows, or another publication, which is merged. */
const attach = step(
  'attach',
  [fc.constantFrom(...publicationNames, 'new' as const), publication],
  ({ dois }, name, to) => attachAlias(aliasOf(dois, name), dois[to], context()),
);

/** An alias becomes a publication of its own if the sources describe it, and leads nowhere otherwise. */
const detach = step(
  'detach',
  [fc.constantFrom(...publicationNames, 'new' as const), isSo],
  (world, name, isDescribed: boolean) => {
    const doi = aliasOf(world.dois, name);
    const bibliography = teapots({ title: `${world.title} ${name}` });
    const agency = { source: 'crossref' as const, doi, bibliography, cuts: [], raw: { doi } };
    return detachWith(doi, { agency: isDescribed ? agency : undefined, enrichments: noEnrichments }, context());
  },
);

const aliasOf = (dois: World['dois'], name: Publication | 'new') =>
  name === 'new' ? `${dois.article}.new` : dois[name];

const projectChange = (change: Curation) => (stored: ProjectRecord) =>
  change.deleted_at
    ? applyProjectDeletion(stored, new Date(clock.nowMs))
    : { ...stored, ...change, version: stored.version + 1 };

const groupName = fc.constantFrom(...groupNames);
/** Publications are of 2020 and 2021, or of no date. */
const when = fc.option(fc.constantFrom('2019-06-01', '2020-07-01', '2021-03-01').map((day) => Date.parse(day)));
const groupPeriod = fc.record({ starts_at: when, ends_at: when });
const anyway = () => undefined;

const createOneGroup = step('create group', [groupName, fc.option(groupName)], ({ groups, title }, name, above) =>
  createGroup(
    { id: groups[name], name: `${title} ${name}`, ...(above && above !== name && { parent_id: groups[above] }) },
    context(),
  ),
);

/** Moved, hidden, ended or taken over. */
const changeOneGroup = step(
  'change group',
  [groupName, groupName, groupPeriod, fc.nat(5)],
  ({ groups, title }, name, other, period, which) => {
    const patches: GroupPatch[] = [
      { parents: [{ id: groups[other], ...period }] },
      { parents: [] },
      { visible: false },
      { visible: true },
      { taken_over_by: name === other ? null : groups[other] },
      { name: `${title} ${name} ${other}` },
    ];
    return changeGroup(groups[name], patches[which] ?? {}, context(), anyway);
  },
);

const deleteOneGroup = step('delete group', [groupName], ({ groups }, name) =>
  deleteGroup(groups[name], context(), anyway),
);

const joinGroup = step(
  'join',
  [groupName, person, groupPeriod],
  async ({ groups, people, memberships }, name, who, period) => {
    const added = await addMember(groups[name], { orcid: people[who] ?? '', ...period }, context());
    memberships.push({ group: groups[name], id: membershipId(added) });
  },
);

/** A membership is given other days, or ends as if it had never been. */
const leaveGroup = step('leave', [fc.nat(5), fc.option(groupPeriod)], async ({ memberships }, nth, period) => {
  const membership = memberships[nth % Math.max(1, memberships.length)];
  if (!membership) return;
  const { group, id } = membership;
  return period ? changeMembership(group, id, period, context()) : removeMembership(group, id, context());
});

const groupByHand = step(
  'group by hand',
  [fc.oneof(publication, fc.constantFrom('work', 'twin')), fc.subarray([...groupNames]), fc.subarray([...groupNames])],
  (world, name, added, excluded) => {
    const idsOf = (chosen: GroupName[]) => chosen.map((each) => world.groups[each]);
    const output =
      name === 'work' || name === 'twin'
        ? ({ kind: 'work', id: world[name] } as const)
        : ({ kind: 'publication', id: world.dois[name] } as const);
    return setGroupsByHand(output, { added: idsOf(added), excluded: idsOf(excluded) }, context());
  },
);

/** An institute of a faculty, to which somebody of each publication belongs: what other steps of groups change. */
const drawFaculty = step('draw faculty', [], async ({ groups, people, memberships }) => {
  await createGroup({ id: groups.faculty, name: 'Faculty' }, context());
  await createGroup({ id: groups.institute, name: 'Institute', parent_id: groups.faculty }, context());
  await createGroup({ id: groups.centre, name: 'Centre', parent_id: groups.institute }, context());
  for (const [n, orcid] of people.entries()) {
    const group = [groups.institute, groups.centre][n % 2] ?? '';
    try {
      memberships.push({ group, id: membershipId(await addMember(group, { orcid }, context())) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
});

/** A row that was committed so late that compaction gives it a new time. */
const restamp = step('restamp', [publication], async ({ dois }, name) => {
  const row = await getItem(keys.publicationRow(dois[name]));
  const { changed, withdrawn_at } = row ?? {};
  if (row)
    await restampRow('PUB', dois[name], { changed: Number(changed), withdrawn_at: withdrawn_at as number | null });
});

const steps = fc.oneof(
  { weight: 8, arbitrary: ingest },
  { weight: 8, arbitrary: curate },
  { weight: 3, arbitrary: interrupted },
  { weight: 3, arbitrary: relate },
  { weight: 4, arbitrary: unlink },
  { weight: 4, arbitrary: merge },
  { weight: 2, arbitrary: attach },
  { weight: 2, arbitrary: detach },
  { weight: 1, arbitrary: restamp },
  {
    weight: 1,
    arbitrary: step('ingest work', [fc.boolean(), fc.constantFrom('One', 'Two')], (world, isTwin, title) =>
      ingestWork(isTwin ? world.twin : world.work, world.people[0] ?? '', title),
    ),
  },
  {
    weight: 1,
    arbitrary: step('curate work', [fc.boolean(), curation], (world, isTwin, to) =>
      curateWork(isTwin ? world.twin : world.work, world.people[0] ?? '', to),
    ),
  },
  { weight: 3, arbitrary: createOneGroup },
  { weight: 4, arbitrary: changeOneGroup },
  { weight: 1, arbitrary: deleteOneGroup },
  { weight: 4, arbitrary: joinGroup },
  { weight: 3, arbitrary: leaveGroup },
  { weight: 3, arbitrary: groupByHand },
  { weight: 2, arbitrary: changeOneWork },
  { weight: 1, arbitrary: changeBothWorks },
  { weight: 1, arbitrary: addWork },
  { weight: 1, arbitrary: linkToWork },
  { weight: 2, arbitrary: linkToPublication },
  { weight: 2, arbitrary: becomePublication },
  { weight: 1, arbitrary: mergeWork },
  { weight: 2, arbitrary: mergeWorks },
  {
    weight: 1,
    arbitrary: step('import project', [fc.constantFrom('One', 'Two')], ({ project }, title) =>
      upsertProjects([aProject({ id: project, title })], context()),
    ),
  },
  {
    weight: 1,
    arbitrary: step('curate project', [curation], ({ project }, to) =>
      changeProject(project, projectChange(to), context()),
    ),
  },
  {
    weight: 1,
    arbitrary: step('affiliation', [person, which], ({ people }, who, starts) =>
      changeAffiliation(
        people[who] ?? '',
        { entity_id: 'primary_entity', status: 'external', starts_at: clock.nowMs + starts },
        context(),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: step('person', [person, fc.constantFrom('Ada', 'Bea')], ({ people }, who, givenName) =>
      saveOrcidPerson(
        { orcid: people[who] ?? '', givenName, familyName: 'X', creditName: null, biography: null },
        new Date(clock.nowMs),
      ),
    ),
  },
);

/** Changes of all sequences at once, because every copy starts over. */
type Upheaval = { kind: 'erase'; world: number; who: number } | { kind: 'reset' };

interface Round {
  laterMs: number;
  steps: Step[];
  upheaval: Upheaval | null;
  /** The earlier cursors that are followed to the end, by age, and the sizes of their pages. */
  earlier: { age: number; limit: number }[];
}

/** Every sequence starts with some publications, in any order; half of them are versions of one another. */
const firstIngestions = 3;
const ingestVersion = ingestOf(fc.constantFrom('article', 'preprint', 'set.v1', 'set.v2'), fc.constant(true));
const firstIngestion = fc.oneof(ingestVersion, ingest);
/** Most have groups then. */
const beginning = fc.oneof({ weight: 3, arbitrary: drawFaculty }, steps);

/** Concurrent sequences: a round is one step of each. */
const sequences = (worlds: number, length: number): fc.Arbitrary<Round[]> => {
  const round = (each: fc.Arbitrary<Step>) =>
    fc.record({
      laterMs: fc.constantFrom(1, 500, 9_000, lateCommitMs + 1, 3 * lateCommitMs),
      steps: fc.array(each, { minLength: worlds, maxLength: worlds }),
      earlier: fc.array(fc.record({ age: fc.nat(2 * length), limit: fc.integer({ min: 1, max: 60 }) }), {
        minLength: 2,
        maxLength: 2,
      }),
    });
  const stepOf = (n: number) => (n < firstIngestions ? firstIngestion : n === firstIngestions ? beginning : steps);
  const rounds = fc.tuple(...Array.from({ length }, (_, n) => round(stepOf(n))));
  const upheaval = fc.oneof(
    fc.record({ kind: fc.constant('erase' as const), world: fc.nat(worlds - 1), who: person }),
    fc.constant({ kind: 'reset' as const }),
  );
  return fc
    .tuple(rounds, fc.option(fc.tuple(fc.nat(length - 1), upheaval), { freq: 1 }))
    .map(([each, at]) => each.map((one, n) => ({ ...one, upheaval: at?.[0] === n ? at[1] : null })));
};

const orcids = manyOrcids(3 * 20_000);
let worldCount = 0;

function aWorld(): World {
  const n = worldCount++;
  const dois = Object.fromEntries(publicationNames.map((name) => [name, `10.5555/${n}.${name}`])) as World['dois'];
  return {
    dois,
    people: orcids.slice(3 * n, 3 * n + 3),
    work: `work-${n}`,
    twin: `twin-${n}`,
    project: `project-${n}`,
    title: `Number ${n}`,
    groups: Object.fromEntries(groupNames.map((name) => [name, `${name}-${n}`])) as World['groups'],
    memberships: [],
  };
}

/** An earlier cursor with the copy of that time. */
interface Earlier {
  rows: Map<string, unknown>;
  progress: CopyProgress | undefined;
}

/** Throws with the steps if a copy differs from the list. */
async function expectEqual(copy: Copy, name: ListName, rows: Map<string, unknown>, history: () => string) {
  if (isDeepStrictEqual(copy.rows, rows)) return;
  const differing = [...new Set([...copy.rows.keys(), ...rows.keys()])].filter(
    (id) => !isDeepStrictEqual(copy.rows.get(id), rows.get(id)),
  );
  const found = differing.slice(0, 3).map((id) => ({ id, copy: copy.rows.get(id), list: rows.get(id) }));
  throw new Error(`A copy of ${name} differs from the list: ${JSON.stringify(found, null, 2)}\n${history()}`);
}

/** Runs concurrent sequences in a new table, and compares copies with the lists after every step of each. */
async function runSequences(rounds: Round[]): Promise<void> {
  await freshTable();
  clock.nowMs += 1_000 * lateCommitMs;
  // Lists in memory outlive a table. A new epoch makes them read the next one from the start.
  for (const collection of collections)
    await putItem({ ...keys.listEpoch(collection), epoch: clock.nowMs, changed: clock.nowMs });
  const worlds = (rounds[0]?.steps ?? []).map(aWorld);
  const done: string[] = [];
  const [followers, earlier] = [new Map<ListName, Copy>(), new Map<ListName, Earlier[]>()];
  for (const name of names) {
    followers.set(name, new Copy(logs[name]));
    earlier.set(name, [{ rows: new Map(), progress: undefined }]);
  }
  for (const round of rounds) {
    clock.nowMs += round.laterMs;
    await Promise.all(round.steps.map((each, n) => attempt(each, worlds[n])));
    if (round.upheaval?.kind === 'reset') await reset();
    if (round.upheaval?.kind === 'erase' && worlds[round.upheaval.world])
      await erase(worlds[round.upheaval.world] as World, round.upheaval.who);
    if (round.upheaval) await listsCompared();
    done.push(
      [
        `+${round.laterMs} ms`,
        ...round.steps.map(({ name }, n) => `${n}: ${name}`),
        JSON.stringify(round.upheaval),
      ].join('\n  '),
    );
    for (const name of names) await compare(name, round);
  }

  async function compare(name: ListName, { earlier: wanted }: Round): Promise<void> {
    const [follower, before] = [followers.get(name), earlier.get(name)];
    if (!follower || !before) return;
    await follower.sync(1_000);
    const rows = await allListings[name](thisMomentMs);
    const history = () => done.join('\n');
    await expectEqual(follower, name, rows, history);
    for (const { age, limit } of wanted) {
      const from = before[Math.max(0, before.length - 1 - age)];
      const copy = new Copy(logs[name], from);
      await copy.finishPass(limit, thisMomentMs);
      await copy.sync(limit, thisMomentMs);
      await expectEqual(copy, name, rows, history);
    }
    // The next cursors to start from: at the end of a pass, and in the middle of one.
    const midway = new Copy(logs[name], before[0]);
    await midway.next(3, thisMomentMs);
    before.push(
      { rows: new Map(follower.rows), progress: follower.progress },
      { rows: midway.rows, progress: midway.progress },
    );
  }
}

/** Refused steps change nothing: the record is missing, erased or merged. */
async function attempt(each: Step, world: World | undefined): Promise<void> {
  if (!world) throw new Error('There is no world');
  try {
    await each.run(world);
  } catch (error) {
    const isRefused =
      error instanceof Problem ||
      error instanceof PersonErased ||
      (error instanceof Error && /^The publication is (nobody|renamed)/.test(error.message));
    if (!isRefused) throw error;
  }
}

/** The number of sequences per value of the setting in slow tests: `LIST_SEQUENCES=1000 npm run test:only -- model`. */
export const sequenceCount = Number(process.env.LIST_SEQUENCES ?? 100);

/** Runs this many sequences, twenty of them concurrently. */
export async function checkModel(count: number): Promise<void> {
  const [side, length] = [20, 12];
  await fc.assert(fc.asyncProperty(sequences(side, length), runSequences), {
    numRuns: Math.max(1, Math.round(count / side)),
    endOnFailure: true,
  });
  expect(worldCount).toBeGreaterThanOrEqual(count);
}
