/** Groups begin at any slot, so the first group of every 256 slots is kept. */
const blockBits = 8;

/** Finds the group of a row. */
export class GroupPlaces {
  /** The first slot of each group, and of the one that would follow. */
  readonly #starts: Uint32Array;
  readonly #firstOfBlock: Uint32Array;

  /** `groups` has the number of rows of each. */
  constructor(groups: readonly number[]) {
    this.#starts = new Uint32Array(groups.length + 1);
    for (const [group, rows] of groups.entries()) this.#starts[group + 1] = (this.#starts[group] ?? 0) + rows;
    const size = this.#starts[groups.length] ?? 0;
    this.#firstOfBlock = new Uint32Array((size >>> blockBits) + 1);
    for (let block = 0, group = 0; block < this.#firstOfBlock.length; block++) {
      while (group + 1 < groups.length && (this.#starts[group + 1] ?? 0) <= block << blockBits) group++;
      this.#firstOfBlock[block] = group;
    }
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  groupOf(slot: number): number {
    let group = this.#firstOfBlock[slot >>> blockBits] ?? 0;
    while ((this.#starts[group + 1] ?? Infinity) <= slot) group++;
    return group;
  }

  startOf(group: number): number {
    return this.#starts[group] ?? 0;
  }
}
