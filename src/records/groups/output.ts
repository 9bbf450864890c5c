import * as z from 'zod';
import { omitWriteTimes, writeTimes } from '../publications/publicity.ts';

/** Shape version stored with the groups of an output and their list row. Raise it as `publicationShape`. */
export const groupOutputShape = 1;

/** The most groups that curators add to an output, and exclude from it. */
export const maxOutputGroups = 20;

const lists = { added: z.array(z.string()), excluded: z.array(z.string()) };

/** The groups that curators have added to an output, or excluded from it. */
export const GroupOutput = z.object({
  /** `publication~` and the DOI, or `work~` and the id. */
  id: z.string(),
  /** Its own ones, and those of the records that it stands for. */
  ...lists,
  own: z.object(lists),
  /** The groups of each record that it stands for: an undo takes them away again. */
  taken_over: z.array(z.object({ from: z.string(), ...lists })),
  /** The record that stands for it, of the same form as `id`. */
  merged_into: z.string().nullable(),
  updated_at: z.int(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type GroupOutput = z.output<typeof GroupOutput>;

export const GroupOutputRow = z.object({ id: z.string(), ...lists, ...writeTimes });
export type GroupOutputRow = z.output<typeof GroupOutputRow>;

const WrittenRow = GroupOutputRow.omit(omitWriteTimes);

/** The row of an output. One that another record stands for has no groups of its own. */
export function groupOutputRow(output: GroupOutput): z.output<typeof WrittenRow> & { shape: number } {
  const { id, added, excluded, merged_into } = output;
  const shown = merged_into === null ? { added, excluded } : { added: [], excluded: [] };
  return { id, ...shown, shape: groupOutputShape };
}

export interface OutputName {
  kind: 'publication' | 'work';
  id: string;
}

/** The id of an output in groups. */
export const outputId = ({ kind, id }: OutputName): string => `${kind}~${id}`;

export function outputNamed(outputId: string): OutputName {
  const at = outputId.indexOf('~');
  return { kind: outputId.slice(0, at) === 'work' ? 'work' : 'publication', id: outputId.slice(at + 1) };
}

export const emptyOutput = (id: string): GroupOutput => ({
  id,
  added: [],
  excluded: [],
  own: { added: [], excluded: [] },
  taken_over: [],
  merged_into: null,
  updated_at: 0,
  version: 0,
});

type Lists = Pick<GroupOutput, 'added' | 'excluded'>;
type Names = keyof Lists;
const names: readonly Names[] = ['added', 'excluded'];

const listsOf = (of: (name: Names) => string[]): Lists => ({ added: of('added'), excluded: of('excluded') });

/** An output with other groups of its own, or of those that it stands for. */
function combined(output: GroupOutput, own: Lists, taken_over: GroupOutput['taken_over'], now: Date): GroupOutput {
  const all = listsOf((name) => [...new Set([...own[name], ...taken_over.flatMap((each) => each[name])])].sort());
  return { ...output, ...all, own, taken_over, updated_at: now.getTime(), version: output.version + 1 };
}

/** An output with exactly these groups. What it had taken over stays that, so that an undo still takes it away. */
export function withGroups(output: GroupOutput, wanted: Lists, now: Date): GroupOutput {
  const keep = (each: Lists) => listsOf((name) => each[name].filter((group) => wanted[name].includes(group)));
  const taken_over = output.taken_over.map((each) => ({ from: each.from, ...keep(each) }));
  const taken = listsOf((name) => taken_over.flatMap((each) => each[name]));
  const own = listsOf((name) =>
    [...new Set(wanted[name])]
      .filter((group) => !taken[name].includes(group) || output.own[name].includes(group))
      .sort(),
  );
  return combined(output, own, taken_over, now);
}

/** An output with the groups of another one that it stands for. */
export function takingGroups(output: GroupOutput, from: GroupOutput, now: Date): GroupOutput {
  const others = output.taken_over.filter((each) => each.from !== from.id);
  const taken = { from: from.id, added: from.added, excluded: from.excluded };
  return combined(output, output.own, [...others, taken], now);
}

/** An output without the groups of another one that it stands for no longer. */
export const givingGroupsBack = (output: GroupOutput, from: string, now: Date): GroupOutput =>
  combined(
    output,
    output.own,
    output.taken_over.filter((each) => each.from !== from),
    now,
  );

/** Whether an output has exactly these groups. */
export const hasSameGroups = (output: Lists, wanted: Lists): boolean =>
  names.every((name) => [...output[name]].sort().join(' ') === [...new Set(wanted[name])].sort().join(' '));
