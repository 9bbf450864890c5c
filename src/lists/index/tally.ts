import { folds, startTally } from '../model/definition.ts';
import type { Tally } from '../model/spec.ts';
import { packTallyNumbers, tallyNumbers } from '../sections/tally-numbers.ts';
import { valuesIn } from '../sets/bitset.ts';
import { slotsBetween } from './permutation.ts';
import type { Rows } from './rows.ts';

const sectionOf = ({ name }: { name: string }) => `tally/${name}`;

/**
 * A tally of all rows. If the snapshot has it, only the rows that have changed since are read; otherwise all of them, as
 * when one that decided the number of a key is gone.
 */
export function tallyOf<Row extends object>(tally: Tally<Row>, rows: Rows<Row>): Map<string, number> {
  const name = sectionOf(tally);
  const stored = rows.base?.has(name) && rows.base.section(name);
  return (stored && sinceStored(tallyNumbers(stored), tally, rows)) || tallied(tally, rows, [...valuesIn(rows.live())]);
}

/** The sections of a snapshot of these rows, by name. */
export function* tallySections<Row extends object>(
  tallies: readonly Tally<Row>[],
  rows: Rows<Row>,
): Generator<[string, Uint8Array]> {
  for (const tally of tallies) yield [sectionOf(tally), packTallyNumbers(tallyOf(tally, rows))];
}

/** The numbers of the snapshot after its rows have changed; undefined if they do not say the number of some key. */
function sinceStored<Row extends object>(
  numbers: Map<string, number>,
  tally: Tally<Row>,
  rows: Rows<Row>,
): Map<string, number> | undefined {
  const gone = tallied(tally, rows, [...valuesIn(rows.dead)]);
  const written = tallied(tally, rows, slotsBetween(rows.baseSize, rows.slots));
  const fold = folds[tally.fold];
  for (const [key, number] of gone) {
    if (tally.fold === 'sum') {
      const left = (numbers.get(key) ?? 0) - number;
      if (left === 0) numbers.delete(key);
      else numbers.set(key, left);
    } else if (numbers.get(key) === number) {
      // Unless a later row decides it, any of the others may.
      const later = written.get(key);
      if (later === undefined || fold(number, later) !== later) return undefined;
    }
  }
  for (const [key, number] of written) {
    const before = numbers.get(key);
    numbers.set(key, before === undefined ? number : fold(before, number));
  }
  return numbers;
}

/** The tally of the rows in some slots. */
function tallied<Row extends object>(
  tally: Tally<Row>,
  rows: Rows<Row>,
  slots: readonly number[],
): Map<string, number> {
  rows.need(slots);
  const { numbers, add } = startTally(tally);
  for (const slot of slots) add(rows.at(slot));
  return numbers;
}
