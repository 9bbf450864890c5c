import type * as z from 'zod';
import { liveRows, overlapMs } from './load/collection.ts';
import type { Knowledge, ListSource } from './model/list-source.ts';
import type { ListSpec } from './model/spec.ts';

/** A list over a collection's rows, held in memory for as long as the process lives. */
export function defineList<
  Schema extends z.ZodType<object>,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSource<z.output<Schema>, Sort, Equal, AtLeast, Where> {
  const rows = liveRows(spec);
  return {
    find: async (query, stalenessMs) => (await rows.current(stalenessMs)).find(query),
    follow: async (query, after, stalenessMs) => {
      const { index, ...reading } = await rows.reading(stalenessMs);
      return { ...index.follow(query, after), ...knowledge(reading) };
    },
    summary: async (summary, stalenessMs) => {
      const { index, ...reading } = await rows.reading(stalenessMs);
      return { value: index.summary(summary), ...knowledge(reading) };
    },
    tally: async (equal, where, stalenessMs) => (await rows.current(stalenessMs)).tally(equal, where),
  };
}

const knowledge = ({ lookedAtMs, epoch }: { lookedAtMs: number; epoch: number }): Knowledge => ({
  settledMs: lookedAtMs - overlapMs,
  epoch,
});
