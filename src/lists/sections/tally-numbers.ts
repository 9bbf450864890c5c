import { float64s, pack } from './packed.ts';
import { packTexts, Texts } from './texts.ts';

/** The numbers of a tally by key, which a snapshot has in the order of their keys. */
export function tallyNumbers([offsets, bytes, stored]: readonly Uint8Array[]): Map<string, number> {
  const keys = new Texts(offsets, bytes);
  const numbers = new Map<string, number>();
  for (const [index, number] of float64s(stored).entries()) numbers.set(keys.at(index), number);
  return numbers;
}

/** The section of `tallyNumbers`. */
export function packTallyNumbers(numbers: ReadonlyMap<string, number>): Uint8Array {
  const keys = [...numbers.keys()].sort();
  return pack([...packTexts(keys), Float64Array.from(keys, (key) => numbers.get(key) ?? NaN)]);
}
