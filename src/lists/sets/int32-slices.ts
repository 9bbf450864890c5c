const numbersOfChunk = 65_536;

/**
 * Makes arrays of numbers whose length is not known before, in a few large buffers: millions of numbers in one array that
 * grows would be copied again and again, and an array for each slice would take longer to make than to read.
 */
export class Int32Slices {
  #chunk = new Int32Array(0);
  #start = 0;
  #end = 0;

  add(number: number): void {
    if (this.#end === this.#chunk.length) this.#next();
    this.#chunk[this.#end++] = number;
  }

  /** All numbers since the last call. */
  take(): Int32Array {
    const slice = this.#chunk.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return slice;
  }

  #next(): void {
    const begun = this.#chunk.subarray(this.#start, this.#end);
    this.#chunk = new Int32Array(Math.max(numbersOfChunk, begun.length * 2));
    this.#chunk.set(begun);
    this.#start = 0;
    this.#end = begun.length;
  }
}
