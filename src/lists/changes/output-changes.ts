import type { OutputName } from '#src/records/groups/output.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { groupSettings } from '../groups/group-filter.ts';
import type { PublicState } from '../model/public-change.ts';
import type { ChangeLog } from './change-log.ts';
import { citedPublicationChanges } from './cited-publications.ts';
import { groupedTimes } from './grouped-outputs.ts';
import { type PeoplesEntries, withLaterChanges } from './later-changes.ts';
import { publicationChanges, publicationEntries, workChanges, workEntries } from './record-changes.ts';

/** A copy without groups, or made under other settings, starts over when it asks for groups. */
const rules = () => {
  const { basis, monthsAfter } = groupSettings();
  return `groups:${basis}:${monthsAfter}`;
};

const withGroups = <Row extends PublicState>(
  log: ChangeLog<Row>,
  entries: PeoplesEntries<Row>,
  kind: OutputName['kind'],
): ChangeLog<Row> => withLaterChanges(log, entries, rules, (stalenessMs) => groupedTimes(kind, stalenessMs));

/** The changes of outputs with their groups: each at the latest of its row and its groups. */
export const groupedPublicationChanges = withGroups(publicationChanges, publicationEntries, 'publication');
export const groupedWorkChanges = withGroups(workChanges, workEntries, 'work');
const citedGroupedPublicationChanges = withGroups(citedPublicationChanges, publicationEntries, 'publication');

/** What items of outputs may have in addition. */
export const includedNames = ['citation', 'groups'] as const;
export type Included = readonly (typeof includedNames)[number][] | null;

/** The changes of publications whose items have these in addition. */
export function publicationChangesWith(include: Included): ChangeLog<PublicationRow> {
  const isCited = include?.includes('citation');
  if (include?.includes('groups')) return isCited ? citedGroupedPublicationChanges : groupedPublicationChanges;
  return isCited ? citedPublicationChanges : publicationChanges;
}

/** The changes of works whose items have these in addition. Citations of works do not change with people. */
export const workChangesWith = (include: Included): ChangeLog<WorkRow> =>
  include?.includes('groups') ? groupedWorkChanges : workChanges;
