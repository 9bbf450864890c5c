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
