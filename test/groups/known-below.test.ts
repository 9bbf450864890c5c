import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { groupMemberSpec } from '#src/lists/groups/group-members.ts';
import { groupOutputSpec } from '#src/lists/groups/group-outputs.ts';
import { allByHand, allMembers, allPlaces, knownBelow } from '#src/lists/groups/group-rows.ts';
import { groupSpec } from '#src/lists/groups/groups.ts';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import type { LookUp } from '#src/lists/model/list-source.ts';
import type { ListNames } from '#src/lists/model/spec.ts';
import { GroupRow } from '#src/records/groups/group.ts';
import { type GroupCondition, groupCondition } from '#src/records/groups/group-condition.ts';
import { groupKnowledge } from '#src/records/groups/knowledge.ts';
import { GroupMemberRow } from '#src/records/groups/member.ts';
import { GroupOutputRow } from '#src/records/groups/output.ts';
import { indexOf } from '../support/list-rows.ts';
import { anyGroupId, anyOptions, anyRegistry, names, runs } from './any-registry.ts';
import type { Registry } from './rule-by-day.ts';

const dayOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 10));
const inDays = ({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }) => ({
  starts_at: dayOf(starts_at),
  ends_at: dayOf(ends_at),
});
const written = { created_at: 1, updated_at: 1, changed: 1 };

/** The lists of a registry. Groups of `hidden` are not visible, and those of `deleted` are deleted. */
function listsOf({ groups, members, byHand }: Registry, hidden: readonly string[], deleted: readonly string[]) {
  return {
    groups: indexOf(
      groupSpec,
      groups.map(({ id, parents, taken_over_by, ...period }) =>
        GroupRow.parse({
          ...{ id, name: id, kind: null, ror: null, homepage: null, external_id: null, printed_names: [] },
          ...{ taken_over_by, visible: !hidden.includes(id), ...inDays(period), ...written, version: 1 },
          parents: parents.map((parent) => ({ id: parent.id, ...inDays(parent) })),
          deleted_at: deleted.includes(id) ? '2026-01-01T00:00:00.000Z' : null,
        }),
      ),
    ),
    groupMembers: indexOf(
      groupMemberSpec,
      [...members].map(([orcid, memberships]) =>
        GroupMemberRow.parse({
          ...{ id: orcid, orcid, staff_id: null, name: null, ...written },
          memberships: memberships.map(({ group_id, is_primary, ...period }, n) => ({
            ...{ id: String(n), group_id, is_primary, role: null, source: 'hand', import_id: null },
            ...{ ...inDays(period), created_at: 1, updated_at: 1 },
          })),
        }),
      ),
    ),
    groupOutputs: indexOf(
      groupOutputSpec,
      [...byHand].map(([id, { added, excluded }]) =>
        GroupOutputRow.parse({ id: `publication~${id}`, added, excluded, changed: 1 }),
      ),
    ),
  };
}

const lookingUp = <Row extends object>(index: RowIndex<Row>) => ({
  lookUp: async <T>(compute: (rows: LookUp<Row, ListNames>) => T) => compute((by, visit) => index.lookUp(by, visit)),
});

/** A condition without the order of people and outputs, which has no meaning. */
const plain = ({ linked, byHand }: GroupCondition, people: Iterable<string>) => ({
  linked: Object.fromEntries([...linked].sort()),
  byHand: byHand
    .map(({ ids, days, linked: ofHand }) => [
      [...ids].sort(),
      days,
      [...people].map((orcid) => ofHand.get(orcid) ?? []),
    ])
    .sort(),
});

test('what is below some groups decides about their outputs as everything does', async () => {
  const some = fc.uniqueArray(anyGroupId, { maxLength: 3 });
  const audience = fc.constantFrom('public' as const, 'curators' as const);
  const most = fc.constantFrom(0, 1, 1_000);
  await fc.assert(
    fc.asyncProperty(anyRegistry, anyOptions, some, some, some, audience, most, async (...given) => {
      const [registry, options, several, hidden, deleted, who, mostLookedUp] = given;
      const { groups, groupMembers, groupOutputs } = listsOf(registry, hidden, deleted);
      const lists = {
        groups: lookingUp(groups),
        groupMembers: lookingUp(groupMembers),
        groupOutputs: lookingUp(groupOutputs),
      };
      const places = groups.aggregate(allPlaces);
      const members = groupMembers.aggregate(allMembers);
      const all = groupKnowledge(places.all, members, groupOutputs.aggregate(allByHand).publication);
      const existing = places.all.map(({ id }) => id).filter((id) => who === 'curators' || places.shown.has(id));
      for (const ids of [...names.map((name) => [name]), several]) {
        const { named, knowledge } = await knownBelow(
          lists,
          ids,
          { kind: 'publication', audience: who },
          options,
          mostLookedUp,
        );
        expect(named).toEqual(ids.filter((id) => existing.includes(id)));
        const [part, whole] = [knowledge, all].map((known) => groupCondition(known, named, options));
        expect(plain(part as GroupCondition, members.keys())).toEqual(plain(whole as GroupCondition, members.keys()));
      }
    }),
    runs,
  );
});
