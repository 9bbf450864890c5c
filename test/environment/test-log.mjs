/** The most lines of the log that a failed test shows, and the most lines of one stack. */
const mostLines = 12;
const mostFrames = 12;

/** Keeps what the service logs during a test, so that a passed test prints nothing and a failed one what explains it. */
export class TestLog {
  /** @type {string[]} */
  #errors = [];
  /** @type {string[]} */
  #latest = [];
  #count = 0;

  /** Keeps a line of the service's log. Returns false for any other text. */
  keep(/** @type {unknown} */ text) {
    const isLine = typeof text === 'string' && text.startsWith('{"level":');
    if (!isLine) return false;
    this.#count += 1;
    for (const kept of text.startsWith('{"level":"error"') ? [this.#errors, this.#latest] : [this.#latest]) {
      kept.push(text);
      if (kept.length > mostLines) kept.shift();
    }
    return true;
  }

  /** Returns the log since the last call, errors with their stacks; empty if nothing was logged. */
  take() {
    // Errors explain a failure better than what was logged around them.
    const shown = this.#errors.length > 0 ? this.#errors : this.#latest;
    const left = this.#count - shown.length;
    [this.#errors, this.#latest, this.#count] = [[], [], 0];
    if (shown.length === 0) return '';
    const others = left > 0 ? ` (${left} other line${left > 1 ? 's' : ''} left out)` : '';
    return [`The log${others}:`, ...shown.map(describeLine)].join('\n');
  }
}

/** A line of the log for people: an error with its stack and what caused it, anything else as it is. */
function describeLine(/** @type {string} */ line) {
  const { error, cause, method, path, message } = JSON.parse(line);
  const thrown = [error, cause].find((value) => value?.stack !== undefined);
  if (!thrown) return line.trim();
  const what = message === 'request' ? `${method} ${path}` : message;
  const stack = thrown.stack.split('\n').slice(0, mostFrames).join('\n');
  return [`${what}: ${stack}`, ...(thrown.cause ? [`caused by ${JSON.stringify(thrown.cause)}`] : [])].join('\n');
}
