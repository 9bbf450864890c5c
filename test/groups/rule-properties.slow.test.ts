import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type DayInterval, unionOf } from '#src/records/groups/days.ts';
import {
  type GroupedOutput,
  groupCondition,
  isOfGroups,
  withoutGroupCondition,
} from '#src/records/groups/group-condition.ts';
import { afterAllDays, type GroupDays, groupDays, undatedDay } from '#src/records/groups/group-days.ts';
import { groupsOf } from '#src/records/groups/groups-of.ts';
import type { GroupKnowledge, GroupOptions } from '#src/records/groups/knowledge.ts';
import { knowledgeOf } from './a-registry.ts';
import { anyGroupId, anyOptions, anyOutputs, anyRegistry, names, runs } from './any-registry.ts';
import { groupsByDay } from './rule-by-day.ts';

describe('on any registry', () => {
  test('an output has the groups that the definition finds day by day', () => {
    fc.assert(
      fc.property(anyRegistry, anyOutputs, anyOptions, (registry, outputs, options) => {
        const knowledge = knowledgeOf(registry);
        for (const output of outputs)
          expect(groupsOf(output, knowledge, options)).toEqual(groupsByDay(output, registry, options));
      }),
      runs,
    );
  });

  test('a condition finds what the rule says of each output, for one group and for several', () => {
    fc.assert(
      fc.property(
        anyRegistry,
        anyOutputs,
        anyOptions,
        fc.uniqueArray(anyGroupId),
        (registry, outputs, options, several) => {
          const knowledge = knowledgeOf(registry);
          for (const wanted of [...names.map((name) => [name]), several]) {
            const condition = groupCondition(knowledge, wanted, options);
            const inRule = outputs.filter((output) => {
              const groups = groupsOf(output, knowledge, options);
              return wanted.some((id) => groups.has(id));
            });
            expect(outputs.filter((output) => isOfGroups(condition, output))).toEqual(inRule);
            expectSorted(condition.linked);
          }
        },
      ),
      runs,
    );
  });

  test('an output without group has no group', () => {
    fc.assert(
      fc.property(anyRegistry, anyOutputs, anyOptions, (registry, outputs, options) => {
        const knowledge = knowledgeOf(registry);
        const condition = withoutGroupCondition(knowledge, options);
        expect(outputs.filter((output) => isOfGroups(condition, output))).toEqual(
          outputs.filter((output) => groupsOf(output, knowledge, options).size > 0),
        );
      }),
      runs,
    );
  });

  test('counting all groups at once gives what the rule says of each output', () => {
    fc.assert(
      fc.property(anyRegistry, anyOutputs, anyOptions, (registry, outputs, options) => {
        const knowledge = knowledgeOf(registry);
        const counted = new Map<string, number>();
        for (const output of outputs)
          for (const id of groupsOf(output, knowledge, options)) counted.set(id, (counted.get(id) ?? 0) + 1);
        expect(countOutputs(outputs, knowledge, options)).toEqual(counted);
      }),
      runs,
    );
  });
});

function expectSorted(linked: ReadonlyMap<string, readonly DayInterval[]>) {
  for (const days of linked.values()) {
    expect(days.length).toBeGreaterThan(0);
    expect(unionOf(days)).toEqual(days);
  }
}

/** As an engine with one list of outputs for each iD counts them. */
function countOutputs(outputs: readonly GroupedOutput[], knowledge: GroupKnowledge, options: GroupOptions) {
  const days: GroupDays = groupDays(knowledge, options);
  const counts = new Map<string, number>();
  const seen = new Map<number, string>();
  for (const [place, id] of days.groups.entries())
    for (let entry = days.starts[place] ?? 0; entry < (days.starts[place + 1] ?? 0); entry += 1)
      for (const [row, output] of outputs.entries()) {
        if (days.byHand.has(output.id) || seen.get(row) === id) continue;
        if (!output.orcids.includes(days.people[days.person[entry] ?? -1] ?? '')) continue;
        const [first, last] = output.days ?? [undatedDay, undatedDay];
        if ((days.from[entry] ?? afterAllDays) > last || (days.to[entry] ?? undatedDay) < first) continue;
        seen.set(row, id);
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
  for (const output of outputs)
    if (days.byHand.has(output.id))
      for (const id of groupsOf(output, knowledge, options)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
