/** Limits the number of concurrent tasks. The others wait in order. */
export class Turns {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a task when its turn comes. */
  async wait<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
