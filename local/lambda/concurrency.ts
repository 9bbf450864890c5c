/** The invocations of all functions that run at once. */
export class AccountConcurrency {
  readonly #most: number;
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an invocation. False if there are too many already. */
  enter(): boolean {
    if (this.#running >= this.#most) return false;
    this.#running++;
    return true;
  }

  leave(): void {
    this.#running--;
  }
}

/** Lets so many tasks run at once, and the others wait, the first one first. */
export class Turns {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

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
