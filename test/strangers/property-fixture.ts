import fc from 'fast-check';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { linksOf } from '#src/duplicates/store/pairs.ts';
import { type Difference, differences, Reading, type Shown } from './outputs-fixture.ts';
import { freshRegistry, ingestVictim, storePeople } from './registry-fixture.ts';
import { type Sequence, sequence, strangers, take } from './strangers-fixture.ts';
import { aWorld, type World } from './victim-fixture.ts';

// Whatever strangers say, what the outputs show of a victim stays. Many sequences run side by side in one table, each with
// its own victim and strangers, so that the outputs of all are read together, once before the strangers and once after.

/** The outputs to read of the sequence with this number. */
export type Choice = (index: number) => (output: string) => boolean;

/** Outputs that are read anew for each victim, where the others show all victims at once. */
const ofOneVictim = [
  ...['search', 'synced search', 'pages', 'details', 'linksets', 'lists of people', 'publications of people'],
  ...['pages of people', 'people', 'their publications', 'their pages'],
];
/** All outputs, but of those of one victim only the details, the person's list and, by turns, one more. */
const byTurns: Choice = (index) => (output) =>
  !ofOneVictim.includes(output) ||
  ['details', 'their publications', ofOneVictim[index % ofOneVictim.length]].includes(output);
/** Enough to see that something is hidden, renamed, described or linked by others. */
export const theMain: Choice = () => (output) =>
  ['list include=citation&style=apa', 'list format=csv', 'details', 'pages', 'people list'].includes(output);

const atOnce = 16;
let worldCount = 0;

/** Runs sequences in a new registry, and returns what differs for each. */
async function differencesOf(sequences: readonly Sequence[], choice: Choice): Promise<Difference[][]> {
  await freshRegistry();
  const runs = sequences.map((each) => ({ ...each, world: aWorld(worldCount++) }));
  await inGroups(runs, async ({ world, victim }) => {
    await storePeople([world.people.victim, world.people.coauthor]);
    await ingestVictim(world, victim);
  });
  const before = await readAll(runs, choice);
  await inGroups(runs, async ({ world, victim, steps }) => {
    const speaking = new Set(steps.flatMap((step) => (step.does === 'refresh' ? [] : step.who)));
    await storePeople(strangers.filter((who) => speaking.has(who)).map((who) => world.people[who]));
    for (const step of steps) await take(world, victim, step);
  });
  await relateRemaining(new Date(Date.now() + 3_600_000), Number.POSITIVE_INFINITY);
  const after = await readAll(runs, choice);
  return runs.map((_, index) => differences(before[index] ?? new Map(), after[index] ?? new Map()));
}

async function readAll(runs: readonly (Sequence & { world: World })[], choice: Choice): Promise<Shown[]> {
  const reading = new Reading();
  const shown: Shown[] = [];
  await inGroups([...runs.entries()], async ([index, { world, victim }]) => {
    shown[index] = await reading.shown(world, victim, choice(index));
  });
  return shown;
}

/** Runs a task for all, some of them concurrently. */
async function inGroups<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await task(one);
    }),
  );
}

/** The first differences, as a text. */
const printed = (found: readonly Difference[]): string =>
  found
    .slice(0, 3)
    .map(({ where, before, after }) => `${where}\n- ${before.join('\n- ')}\n+ ${after.join('\n+ ')}`)
    .join('\n\n');

/** The differences that each of some named sequences makes, as a text: empty if all is well. */
export async function movedBy(cases: readonly (readonly [name: string, Sequence])[]): Promise<Map<string, string>> {
  const sequences = cases.map(([, each]) => each);
  const found = await differencesOf(sequences, theMain);
  return new Map(cases.map(([name], index) => [name, printed(found[index] ?? [])]));
}

/** Printed on failure; setting it repeats that run. */
const seed = Number(process.env.STRANGERS_SEED ?? 20_260_131);
// Many at once cost less each, because most outputs are read once for all.
const [batch, shrinkForMs] = [100, 60_000];

/**
 * Runs random sequences, and throws with the smallest one found for the first that moves anything, its seed and what it
 * moves.
 */
export async function checkSequences(count: number, choice: Choice = byTurns): Promise<void> {
  const all = fc.sample(sequence, { numRuns: count, seed });
  for (let start = 0; start < count; start += batch) {
    const found = await differencesOf(all.slice(start, start + batch), choice);
    const failed = found.findIndex((each) => each.length > 0);
    if (failed >= 0) throw await smallest(start + failed, found[failed] ?? []);
  }
}

/** The error for a sequence that moves something, after making it smaller in the outputs where it did. */
async function smallest(index: number, found: readonly Difference[]): Promise<Error> {
  const outputs = new Set(found.map(({ output }) => output).slice(0, 3));
  let last = printed(found);
  const property = fc.asyncProperty(sequence, async (each) => {
    const [differing = []] = await differencesOf([each], () => (output) => outputs.has(output));
    if (differing.length === 0) return;
    last = printed(differing);
    throw new Error(last);
  });
  const { counterexample } = await fc.check(property, {
    ...{ seed, path: String(index), numRuns: 1 },
    interruptAfterTimeLimit: shrinkForMs,
  });
  const known = fc.stringify(counterexample?.[0] ?? fc.sample(sequence, { numRuns: index + 1, seed })[index]);
  return new Error(`Strangers move what is not theirs: STRANGERS_SEED=${seed}, sequence ${index}\n${known}\n${last}`);
}

const asked = async (doi: string): Promise<number> =>
  (await linksOf({ kind: 'publication', id: doi })).filter(({ status }) => status === 'open').length;

/** How many questions for curators there are about the publications of a victim after a sequence. */
export async function questionsAfter({ victim, steps }: Sequence): Promise<number[]> {
  await freshRegistry();
  const world = aWorld(worldCount++);
  await storePeople(Object.values(world.people));
  await ingestVictim(world, victim);
  for (const step of steps) await take(world, victim, step);
  await relateRemaining(new Date(Date.now() + 3_600_000), Number.POSITIVE_INFINITY);
  return Promise.all(victim.map((key) => asked(world.dois[key])));
}
