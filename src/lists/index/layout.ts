import { add, type Bitset, bitset, valuesIn } from '../sets/bitset.ts';

/** Where rows are in a snapshot that is made of them. */
export interface Layout {
  /** The slots of the rows, in the order in which they are stored. */
  order: Int32Array;
  /** The slot of each row in the new snapshot, by its present one; -1 where there is none any more. */
  places: Int32Array;
}

/** The layout of the rows in this order, which are in slots below `slots`. */
export function layoutOf(order: Int32Array, slots: number): Layout {
  const places = new Int32Array(slots).fill(-1);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  return { order, places };
}

/** Another order, with the new slots. */
export const placesOf = (order: Int32Array, { places }: Layout): Int32Array => order.map((slot) => places[slot] ?? 0);

/** A set, with the new slots. */
export function bitsOf(bits: Bitset, { order, places }: Layout): Bitset {
  const packed = bitset(order.length);
  for (const slot of valuesIn(bits)) {
    const place = places[slot] ?? -1;
    if (place >= 0) add(packed, place);
  }
  return packed;
}
