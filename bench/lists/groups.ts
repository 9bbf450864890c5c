import { deepStrictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { groupMemberSpec } from '#src/lists/groups/group-members.ts';
import { groupSpec } from '#src/lists/groups/groups.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import type { StoredSpec } from '#src/lists/load/snapshot.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { connectGroups } from '../peers/groups-postgres.ts';
import { askedAnew } from '../shared/asked-anew.ts';
import { progress, type Report } from '../shared/command.ts';
import type { GroupAnswer } from '../shared/group-answer.ts';
import {
  countingIn,
  groupedRowFromTable,
  groupRowFromTable,
  institution,
  knownInstitution,
  memberRowFromTable,
  ofGroup,
} from '../shared/groups.ts';
import { memoryMb } from '../shared/memory.ts';
import { openList, withSnapshotFile } from '../shared/snapshot-file.ts';
import { median, timed } from '../shared/statistics.ts';

const perPage = 20;
const warmUps = 3;
/** Counting all groups takes a database seconds. */
const mostCounts = 5;
/** New processes whose first answers are measured. */
const processes = 5;

/** The lists of 33 faculties and the facet by group, on rows in memory and, with its address, on PostgreSQL. */
export async function measureGroups(
  count: number,
  samples: number,
  url: string | undefined,
  folder: string,
): Promise<Pick<Report, 'rows' | 'facts'>> {
  const spec = publicationSpec as unknown as StoredSpec<RowSchema>;
  const rowOf = (index: number) => groupedRowFromTable(index, count);
  const made = { spec, name: 'grouped', rowOf: rowOf as never, count, folder };
  return withSnapshotFile(made, async (file) => {
    const { list } = await openList(spec, file);
    const { rows, facts } = await compareGroups(list as unknown as RowIndex<PublicationRow>, count, samples, url);
    return { rows, facts: { ...facts, ...(await firstAnswersByGroup(file)) } };
  });
}

/** New processes that are asked for a faculty, with all lists in snapshots. */
async function firstAnswersByGroup(file: string): Promise<Report['facts']> {
  progress('groups: first answers of new processes');
  const answers: GroupAnswer[] = [];
  const groups = { spec: groupSpec, name: 'groups', rowOf: groupRowFromTable, count: institution.places.length };
  const members = {
    spec: groupMemberSpec,
    name: 'members',
    rowOf: memberRowFromTable,
    count: institution.members.size,
  };
  await withSnapshotFile({ ...groups, folder: '' }, (groupsFile) =>
    withSnapshotFile({ ...members, folder: '' }, async (membersFile) => {
      for (let n = 0; n < processes; n++) {
        const script = join(import.meta.dirname, '../shared/group-answer.ts');
        const args = ['--no-warnings', script, file, groupsFile, membersFile];
        answers.push(JSON.parse((await promisify(execFile)(process.execPath, args)).stdout));
      }
    }),
  );
  return {
    'CPU of a new process for its first filter by group, ms': median(answers.map(({ cpuMs }) => cpuMs)),
    'bytes of groups and members for it, MB': median(answers.map(({ bytes }) => bytes)) / 1024 / 1024,
  };
}

async function compareGroups(
  list: RowIndex<PublicationRow>,
  count: number,
  samples: number,
  url: string | undefined,
): Promise<Pick<Report, 'rows' | 'facts'>> {
  // A filter by people has loaded this already: only the part of groups is measured.
  await query(list, { equals: { orcid: [...institution.members.keys()].slice(0, 300) } });
  const memory = [await memoryMb()];
  const members = new RowIndex<GroupMemberRow>(groupMemberSpec);
  members.put(Array.from(institution.members.keys(), (_, index) => memberRowFromTable(index)));
  memory.push(await memoryMb());
  // Without a group, only the memberships take memory.
  const alone = [knownInstitution([])];
  memory.push(await memoryMb());
  alone.length = 0;
  const known = await timed(() => knownInstitution());
  const knowledge = known.result;
  memory.push(await memoryMb());
  const facultyOf = (n: number) => institution.faculties[n % institution.faculties.length] ?? '';
  await query(list, { groups: ofGroup(knowledge, facultyOf(0)) });
  memory.push(await memoryMb());

  const peer = url === undefined ? undefined : await connectGroups(url);
  const [anew, kept, again, theirs]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [counts, theirCounts]: [number[], number[]] = [[], []];
  const totals: number[] = [];
  try {
    progress('groups: loading PostgreSQL');
    await peer?.load(rowsFrom(0, count));
    progress('groups: a faculty');
    for (let n = 0; n < samples + warmUps; n++) {
      // The condition is compiled within the time: nothing of an earlier question is used.
      const mine = await timed(() => query(list, { groups: ofGroup(knowledge, facultyOf(n)) }));
      // As the lists keep it: somebody asked for the faculty, in another order, before a row changed.
      const groups = ofGroup(knowledge, facultyOf(n));
      await query(list, askedAnew({ groups, equals: {}, sort: 'title' }));
      await whenLoaded(() => list.put([{ ...groupedRowFromTable(0, count), last_fetched_at: Date.now() + n }]));
      const withCondition = await timed(() => query(list, askedAnew({ groups, equals: {} })));
      await query(list, { groups });
      const repeated = await timed(() => query(list, { groups }));
      const found = peer && (await timed(() => peer.find(facultyOf(n), perPage)));
      if (found) deepStrictEqual(shown(mine.result), found.result, `PostgreSQL has another list of ${facultyOf(n)}`);
      if (n < warmUps) continue;
      anew.push(mine.ms);
      kept.push(withCondition.ms);
      again.push(repeated.ms);
      totals.push(mine.result.total);
      if (found) theirs.push(found.ms);
    }
    progress('groups: counts of all groups');
    const compiled = await timed(() => countingIn(knowledge));
    const countGroups = compiled.result;
    for (let n = 0; n < Math.min(samples, mostCounts) + 1; n++) {
      const mine = await timed(() => query(list, askedAnew({ countGroups, equals: {} })));
      const found = peer && (await timed(() => peer.count()));
      if (found)
        deepStrictEqual(
          new Map([...(mine.result.groupCounts?.counts ?? [])].sort()),
          new Map([...found.result].sort()),
        );
      if (n === 0) continue;
      counts.push(mine.ms);
      if (found) theirCounts.push(found.ms);
    }
    const row = (name: string, found: number, times: number[], peers: number[]) => ({
      query: name,
      found,
      'nothing kept p50': median(times),
      ...(peers.length > 0 && { 'PostgreSQL p50': median(peers), 'PostgreSQL ratio': median(peers) / median(times) }),
    });
    const [rows = 0, membersMb = 0, membershipsMb = 0, knownMb = 0, filtered = 0] = memory;
    return {
      rows: [
        {
          ...row('a faculty with its groups', median(totals), anew, theirs),
          'p50 ms': median(kept),
          'again p50': median(again),
        },
        row('counts of all groups', count, counts, theirCounts),
      ],
      facts: {
        groups: institution.places.length,
        memberships: [...institution.members.values()].flat().length,
        'knowledge from all rows, once per change, ms': known.ms,
        'the rule compiled to count, once per change, ms': compiled.ms,
        'memory for rows of members before they are packed, MB': membersMb - rows,
        'memory for the knowledge of memberships, MB': membershipsMb - membersMb,
        'memory for the tree of groups, MB': knownMb - membershipsMb,
        'memory for filters by group for 100,000 rows, MB': ((filtered - knownMb) * 100_000) / count,
      },
    };
  } finally {
    await peer?.close();
  }
}

function* rowsFrom(first: number, end: number): Generator<PublicationRow> {
  for (let index = first; index < end; index++) yield groupedRowFromTable(index, end);
}

const query = (list: RowIndex<PublicationRow>, asked: Partial<ListQuery>) =>
  whenLoaded(() =>
    list.find(
      { page: 1, per_page: perPage, q: '', sort: 'publication_date', dir: 'desc', where: ['public'], ...asked },
      ['doi'],
    ),
  );

const shown = ({ rows, total }: { rows: { doi: string }[]; total: number }) => ({
  dois: rows.map(({ doi }) => doi),
  total,
});
