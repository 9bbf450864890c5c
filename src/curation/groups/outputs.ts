import type { AuditedChange } from '#src/logbook/domain/audit.ts';
import {
  emptyOutput,
  type GroupOutput,
  hasSameGroups,
  type OutputName,
  outputId,
  withGroups,
} from '#src/records/groups/output.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { getGroupOutput, saveGroupOutput } from '#src/records/groups/store/outputs.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { type Issue, invalidRequest, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { MemberContext } from './members.ts';
import { reachOf, requireWithin } from './reach.ts';

interface HandMadeLists {
  added: readonly string[];
  excluded: readonly string[];
}

/** The output with this DOI or id. Throws `not_found`, and `conflict` if another record stands for the work. */
async function existingOutput({ kind, id }: OutputName): Promise<OutputName> {
  if (kind === 'publication') {
    const publication = await findPublication(id);
    if (!publication) throw new Problem('not_found', 'There is no publication with this DOI');
    return { kind, id: publication.doi };
  }
  const work = await getWork(id);
  if (!work) throw new Problem('not_found', 'There is no work with this id');
  const other = work.merged_into ?? work.replaced_by;
  if (other !== null) throw new Problem('conflict', `The work is part of ${other}, which has its groups`);
  return { kind, id };
}

/** The groups by hand of an output. Throws as `existingOutput`. */
export async function groupsByHand(written: OutputName): Promise<{ name: OutputName; output: GroupOutput }> {
  const name = await existingOutput(written);
  const id = outputId(name);
  return { name, output: (await getGroupOutput(id)) ?? emptyOutput(id) };
}

/**
 * Sets the groups that an output also belongs to, and those that it does not. Repeating it changes nothing. A steward may
 * add and take away only groups of theirs. Throws a Problem if that cannot be.
 */
export const setGroupsByHand = (
  written: OutputName,
  wanted: HandMadeLists,
  { steward, ...context }: MemberContext,
): Promise<{ name: OutputName; output: GroupOutput }> =>
  retryIfStale(
    `The groups of ${written.id}`,
    async () => {
      const name = await existingOutput(written);
      const id = outputId(name);
      const before = await getGroupOutput(id);
      const current = before ?? emptyOutput(id);
      const lists = { added: [...wanted.added], excluded: [...wanted.excluded] };
      if (hasSameGroups(current, lists)) return { name, output: current };
      await requireGroups(lists, current);
      const reach = await reachOf(steward, context.now);
      await requireWithin(reach, groupsMoved(current, lists));
      const output = withGroups(current, lists, context.now);
      const change: AuditedChange = {
        action: name.kind === 'publication' ? 'publication.groups_changed' : 'work.groups_changed',
        workspace: null,
        resource: name.id,
        before: audited(current),
        after: audited(output),
      };
      const isSaved = await saveGroupOutput(output, before, { context, changes: [change] }, reach.conditions);
      return isSaved ? { name, output } : stale;
    },
    persistent,
  );

/** The groups that are in a list before and not after, or the other way round. */
const groupsMoved = (before: HandMadeLists, after: HandMadeLists): string[] =>
  (['added', 'excluded'] as const).flatMap((list) => [
    ...before[list].filter((id) => !after[list].includes(id)),
    ...after[list].filter((id) => !before[list].includes(id)),
  ]);

const audited = ({ added, excluded }: HandMadeLists) => ({ groups_added: added, groups_excluded: excluded });

/** Throws `invalid_body` for groups that do not exist, unless the output has them already. */
async function requireGroups(wanted: HandMadeLists, current: HandMadeLists): Promise<void> {
  const known = await getGroups([...new Set([...wanted.added, ...wanted.excluded])]);
  const issues = (['added', 'excluded'] as const).flatMap((list) =>
    wanted[list].flatMap((id, index): Issue[] => {
      const isThere = known.get(id)?.deleted_at === null || current[list].includes(id);
      return isThere ? [] : [{ path: `${list}.${index}`, message: 'is no group' }];
    }),
  );
  if (issues.length > 0) throw invalidRequest('body', issues);
}
