import type { GroupRow } from '#src/records/groups/group.ts';
import {
  type GroupCondition,
  type GroupedOutput,
  groupCondition,
  withoutGroupCondition,
} from '#src/records/groups/group-condition.ts';
import { groupDays } from '#src/records/groups/group-days.ts';
import { groupsOf, groupsOfPerson } from '#src/records/groups/groups-of.ts';
import {
  type GroupKnowledge,
  type GroupOptions,
  groupKnowledge,
  type HandMadeGroups,
  type MembershipPeriod,
} from '#src/records/groups/knowledge.ts';
import type { GroupMemberRow } from '#src/records/groups/member.ts';
import { type GroupOutputRow, type OutputName, outputNamed } from '#src/records/groups/output.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import { descendantsOf, type GroupPlace, levelIn } from '#src/records/groups/tree.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import type { Aggregate } from '../model/list-source.ts';
import type { GroupCounting, GroupFilter } from '../model/query.ts';
import { groupMembers } from './group-members.ts';
import { type AskedRule, optionsOf, usualRule } from './group-options.ts';
import { groupOutputs } from './group-outputs.ts';
import { groups } from './groups.ts';

/** A request's words on groups. */
export interface AskedGroups extends AskedRule {
  /** Ids, and `none` for outputs without any group. */
  ids: readonly string[];
}

/** The id that stands for no group. */
const noGroup = 'none';

/** Who asks: hidden groups are none for the public, though what is in them counts for the groups above. */
export type GroupAudience = 'public' | 'curators';

/** The groups of outputs of one kind, as they are known at one moment. */
export interface KnownGroups {
  /** The groups that may be named. */
  named: ReadonlySet<string>;
  /** The filter of a list; the same object for the same question, so that its result is kept. */
  filter: (asked: AskedGroups, now: Date) => GroupFilter;
  /** The groups of an output that may be named, by id; those above included, unless `subgroups` is false. */
  groupsOf: (output: GroupedOutput, now: Date, subgroups?: boolean) => string[];
  /** The rule, compiled to count outputs by group. */
  counting: (asked: Omit<AskedGroups, 'ids'>, now: Date) => GroupCounting;
  /** How many groups are above one on the shortest way up, at whatever time. */
  levelOf: (group: string) => number;
  /** These groups, and all that were ever below them. */
  withBelow: (ids: readonly string[]) => ReadonlySet<string>;
}

/** The groups of outputs, from rows that are at most `stalenessMs` old. Computed anew only when one of these rows changes. */
export async function knownGroups(
  kind: OutputName['kind'],
  audience: GroupAudience,
  stalenessMs: number,
): Promise<KnownGroups> {
  const [places, members, byHand] = await Promise.all([
    groups.aggregate(allPlaces, stalenessMs),
    groupMembers.aggregate(allMembers, stalenessMs),
    groupOutputs.aggregate(allByHand, stalenessMs),
  ]);
  const name = `${kind} ${audience}`;
  const kept = latest.get(name);
  const sources = [places.value, members.value, byHand.value];
  if (kept && sources.every((source, index) => source === kept.sources[index])) return kept.known;
  const known = knownFrom(places.value, audience, groupKnowledge(places.value.all, members.value, byHand.value[kind]));
  latest.set(name, { sources, known });
  return known;
}

const latest = new Map<string, { sources: object[]; known: KnownGroups }>();

interface Places {
  all: GroupPlace[];
  /** Of those, the public ones. */
  shown: Set<string>;
}

const allPlaces: Aggregate<GroupRow, Places> = {
  start: () => ({ all: [], shown: new Set() }),
  add: ({ all, shown }, row) => {
    if (row.deleted_at !== null) return;
    all.push(groupPlace(row));
    if (isPublic(row)) shown.add(row.id);
  },
};

const allMembers: Aggregate<GroupMemberRow, Map<string, MembershipPeriod[]>> = {
  start: () => new Map(),
  add: (members, { orcid, memberships }) => {
    if (orcid === null || memberships.length === 0) return;
    members.set(
      orcid,
      memberships.map(({ group_id, is_primary, starts_at, ends_at }) => ({
        ...{ group_id, is_primary },
        ...toPeriodInMs({ starts_at, ends_at }),
      })),
    );
  },
};

const allByHand: Aggregate<GroupOutputRow, Record<OutputName['kind'], Map<string, HandMadeGroups>>> = {
  start: () => ({ publication: new Map(), work: new Map() }),
  add: (all, { id, added, excluded }) => {
    if (added.length === 0 && excluded.length === 0) return;
    const output = outputNamed(id);
    all[output.kind].set(output.id, { added: [...added], excluded: [...excluded] });
  },
};

/** Conditions that are kept for the next requests. */
const mostKept = 64;

function knownFrom({ all, shown }: Places, audience: GroupAudience, knowledge: GroupKnowledge): KnownGroups {
  const named = audience === 'public' ? shown : new Set(all.map(({ id }) => id));
  const filters = new Map<string, GroupFilter>();
  const countings = new Map<string, GroupCounting>();
  const levels = new Map<string, number>();
  const anyOf = (options: GroupOptions) =>
    audience === 'public'
      ? groupCondition(knowledge, named, { ...options, subgroups: true })
      : withoutGroupCondition(knowledge, options);
  return {
    named,
    filter: (asked, now) => {
      const options = optionsOf(asked, now);
      const wanted = asked.ids.filter((id) => named.has(id)).toSorted();
      const isNoneAsked = asked.ids.includes(noGroup);
      return kept(filters, JSON.stringify([wanted, isNoneAsked, options]), () => ({
        ...((wanted.length > 0 || !isNoneAsked) && { of: groupCondition(knowledge, wanted, options) }),
        ...(isNoneAsked && { outside: anyOf(options) }),
      }));
    },
    groupsOf: (output, now, subgroups = true) =>
      [...groupsOf(output, knowledge, optionsOf({ ...usualRule, subgroups }, now))]
        .filter((id) => named.has(id))
        .sort(),
    levelOf: (group) => kept(levels, group, () => levelIn(knowledge.tree, group), Number.POSITIVE_INFINITY),
    withBelow: (ids) =>
      new Set(ids.filter((id) => knowledge.tree.has(id)).flatMap((id) => [id, ...descendantsOf(knowledge.tree, id)])),
    counting: (asked, now) => {
      const options = optionsOf(asked, now);
      return kept(countings, JSON.stringify(options), () => {
        let any: GroupCondition | undefined;
        return {
          days: groupDays(knowledge, options),
          groupsOf: (output) => groupsOf(output, knowledge, options),
          groupsOfPerson: (output, orcid) => groupsOfPerson(output, orcid, knowledge, options),
          any: () => {
            any ??= anyOf(options);
            return any;
          },
        };
      });
    },
  };
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value, most = mostKept): Value {
  const value = values.get(key) ?? make();
  values.delete(key);
  if (values.size >= most) values.delete(values.keys().next().value ?? '');
  values.set(key, value);
  return value;
}
