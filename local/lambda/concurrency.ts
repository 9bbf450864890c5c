/** The concurrent invocations of all functions. */
export class AccountConcurrency {
  readonly #most: number;
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an invocation. False if the limit is reached. */
  enter(): boolean {
    if (this.#running >= this.#most) return false;
    this.#running++;
    return true;
  }

  leave(): void {
    this.#running--;
  }
}
