import {
  type GroupCondition,
  type GroupedOutput,
  groupCondition,
  withoutGroupCondition,
} from '#src/records/groups/group-condition.ts';
import { groupDays } from '#src/records/groups/group-days.ts';
import { groupsOf, groupsOfPerson } from '#src/records/groups/groups-of.ts';
import { type GroupKnowledge, type GroupOptions, groupKnowledge } from '#src/records/groups/knowledge.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import { descendantsOf, levelIn } from '#src/records/groups/tree.ts';
import type { GroupCounting, GroupFilter } from '../model/query.ts';
import { groupMembers } from './group-members.ts';
import { type AskedRule, optionsOf, usualRule } from './group-options.ts';
import { groupOutputs } from './group-outputs.ts';
import { allByHand, allMembers, allPlaces, type GroupAudience, knownBelow, type Places } from './group-rows.ts';
import { groups } from './groups.ts';

/** A request's words on groups. */
export interface AskedGroups extends AskedRule {
  /** Ids, and `none` for outputs without any group. */
  ids: readonly string[];
}

/** The id that stands for no group. */
const noGroup = 'none';

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

/** Conditions that are kept for the next requests. */
const mostKept = 64;

/** Who asks for outputs of which kind, from rows that are at most so old. */
export interface GroupReader {
  kind: OutputName['kind'];
  audience: GroupAudience;
  stalenessMs: number;
}

const lists = { groups, groupMembers, groupOutputs };
const filters = new Map<string, { states: object[]; filter: GroupFilter }>();

/**
 * The filter of a list by groups: that of `knownGroups`, but only what is below these groups is looked at. In a new process
 * that takes a fraction of the time of all memberships. The same object for the same question, until a row changes.
 */
export async function groupFilter(
  { kind, audience, stalenessMs }: GroupReader,
  asked: AskedGroups,
  now: Date,
): Promise<GroupFilter> {
  // Outputs without a group are those of none of all groups.
  if (asked.ids.includes(noGroup)) return (await knownGroups(kind, audience, stalenessMs)).filter(asked, now);
  const options = optionsOf(asked, now);
  const key = JSON.stringify([kind, audience, asked.ids.toSorted(), options]);
  const states = await Promise.all(Object.values(lists).map((list) => list.state(stalenessMs)));
  const known = filters.get(key);
  if (!known || states.some((state, list) => state !== known.states[list])) {
    filters.delete(key);
    const { named, knowledge } = await knownBelow(lists, asked.ids, { kind, audience }, options);
    const filter = { of: groupCondition(knowledge, named, options) };
    return kept(filters, key, () => ({ states, filter })).filter;
  }
  return kept(filters, key, () => known).filter;
}

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
