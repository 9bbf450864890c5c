import { createHash } from 'node:crypto';
import { dayNumber } from '#src/records/groups/days.ts';
import type { GroupOptions } from '#src/records/groups/knowledge.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import { type AskedGroups, groupFilter } from '../groups/group-filter.ts';
import { groupSettings, optionsOf } from '../groups/group-options.ts';
import type { PublicState } from '../model/public-change.ts';
import type { ChangeLog } from './change-log.ts';
import { citedPublicationChanges, citedWorkChanges } from './cited-outputs.ts';
import { groupedTimes } from './grouped-outputs.ts';
import { type PeoplesEntries, withLaterChanges } from './later-changes.ts';
import { publicationChanges, publicationEntries, workChanges, workEntries } from './record-changes.ts';

/** A copy without groups, or made under other settings, starts over when it asks for groups. */
const rules = () => {
  const { basis, monthsAfter } = groupSettings();
  return ['groups', basis, monthsAfter, ...dayOf(basis, dayNumber(Date.now()))].join(':');
};

/** The day of a copy of those who are members today: they may be none tomorrow, without a change. */
const dayOf = (basis: GroupOptions['basis'], today: number): number[] => (basis === 'current' ? [today] : []);

const withGroups = <Row extends PublicState>(
  log: ChangeLog<Row>,
  entries: PeoplesEntries<Row>,
  kind: OutputName['kind'],
): ChangeLog<Row> => withLaterChanges(log, entries, rules, (stalenessMs) => groupedTimes(kind, stalenessMs));

/** The optional parts of items of outputs. */
export const includedNames = ['citation', 'groups'] as const;
export type Included = readonly (typeof includedNames)[number][] | null;

/** The outputs of groups, in the words of a request. */
export interface CopiedGroups extends AskedGroups {
  now: Date;
}

/** The logs of one kind of outputs. */
function logsOf<Row extends PublicState>(
  [plain, cited]: readonly [ChangeLog<Row>, ChangeLog<Row>],
  entries: PeoplesEntries<Row>,
  kind: OutputName['kind'],
) {
  const [grouped, citedGrouped] = [withGroups(plain, entries, kind), withGroups(cited, entries, kind)];
  return (include: Included, groups?: CopiedGroups): ChangeLog<Row> => {
    const [isCited, isGrouped] = [include?.includes('citation'), include?.includes('groups') ?? false];
    if (!isGrouped && !groups) return isCited ? cited : plain;
    const log = isCited ? citedGrouped : grouped;
    return groups ? ofGroups(log, entries, kind, { ...groups, isGrouped }) : log;
  };
}

/**
 * The changes of publications whose items have these in addition; with groups, each at the latest of its row and its
 * groups. What does not belong to `groups` is removed.
 */
export const publicationChangesWith = logsOf(
  [publicationChanges, citedPublicationChanges],
  publicationEntries,
  'publication',
);

/** As `publicationChangesWith`, of works. */
export const workChangesWith = logsOf([workChanges, citedWorkChanges], workEntries, 'work');

/** A log with changes of groups, in which an output that does not belong to the asked ones is removed. */
function ofGroups<Row extends PublicState>(
  log: ChangeLog<Row>,
  { id, find }: PeoplesEntries<Row>,
  kind: OutputName['kind'],
  { now, isGrouped, ...asked }: CopiedGroups & { isGrouped: boolean },
): ChangeLog<Row> {
  return {
    ...log,
    rules: () => `${log.rules()} of:${questionOf(asked, isGrouped, now)}`,
    async after(position, limit, stalenessMs) {
      const page = await log.after(position, limit, stalenessMs);
      const ids = new Set(page.changes.flatMap((change) => (change.row ? [change.id] : [])));
      if (ids.size === 0) return page;
      // Read after the rows: a later change of groups is a later change of the output.
      const groups = await groupFilter({ kind, audience: 'public', stalenessMs }, asked, now);
      const within = new Set((await find({ ids, groups }, stalenessMs)).map(id));
      const changes = page.changes.map((change) => (within.has(change.id) ? change : { ...change, row: null }));
      return { ...page, changes };
    },
  };
}

/** A fingerprint of the question, because ids may be longer than a cursor. */
function questionOf({ ids, ...rule }: AskedGroups, isGrouped: boolean, now: Date): string {
  const { today, ...options } = optionsOf(rule, now);
  const day = dayOf(options.basis, today);
  const question = JSON.stringify([[...new Set(ids)].sort(), Object.entries(options).sort(), day, isGrouped]);
  return createHash('sha256').update(question).digest('base64url').slice(0, 16);
}
