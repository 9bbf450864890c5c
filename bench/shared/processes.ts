import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its clock. */
const ticksPerSecond = 100;

/** The processor time of a process and its children, also those that have ended. In seconds; Linux only, else 0. */
export function cpuSecondsOf(processId: number): number {
  let ticks = 0;
  for (const name of foldersOf('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = fieldsOf(Number(name));
    const [parent, own, ofEnded] = [Number(fields[1]), ticksOf(fields, 11), ticksOf(fields, 13)];
    if (Number(name) === processId) ticks += own + ofEnded;
    else if (parent === processId) ticks += own;
  }
  return ticks / ticksPerSecond;
}

/** The processor time of all descendants of a process that run, without its children. In seconds; Linux only, else 0. */
export function cpuSecondsBelow(processId: number): number {
  const running = foldersOf('/proc').filter((each) => /^\d+$/.test(each));
  const fields = new Map(running.map((name) => [Number(name), fieldsOf(Number(name))]));
  const childrenOf = (id: number) => [...fields].flatMap(([child, [, parent]]) => (Number(parent) === id ? child : []));
  let ticks = 0;
  for (let below = childrenOf(processId).flatMap(childrenOf); below.length > 0; below = below.flatMap(childrenOf))
    for (const id of below) ticks += ticksOf(fields.get(id) ?? [], 11);
  return ticks / ticksPerSecond;
}

/** The processor time of a process and all that it started, also of those that have ended. Linux only. */
export class ProcessorTime {
  readonly #pids: Set<number>;
  /** By process. One that ends after its parent is in the sum of no other, so each is read until it ends. */
  readonly #ticks = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#pids = new Set([pid]);
    this.#timer = setInterval(() => this.#read(), 50);
  }

  seconds(): number {
    this.#read();
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #read(): void {
    const names = foldersOf('/proc').filter((name) => /^\d+$/.test(name));
    const processes = names.map((name) => {
      const fields = fieldsOf(Number(name));
      return { pid: Number(name), parent: Number(fields[1]), ticks: ticksOf(fields, 11) };
    });
    // A process is listed after its parent, unless numbers have started again.
    for (let size = 0; size < this.#pids.size; ) {
      size = this.#pids.size;
      for (const { pid, parent } of processes) if (this.#pids.has(parent)) this.#pids.add(pid);
    }
    // One that has ended meanwhile has no fields: what was read of it before counts.
    for (const { pid, ticks } of processes) if (ticks > 0 && this.#pids.has(pid)) this.#ticks.set(pid, ticks);
  }
}

const ticksOf = (fields: readonly string[], from: number) => Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0);

function foldersOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The fields of a process after its name, which may have spaces. A process may end meanwhile. */
function fieldsOf(processId: number): string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** The most memory that a running process with this argument has had, of those that were started below this one. Linux only. */
export function peakMemoryMbOf(argument: string): number {
  const peaks = foldersOf('/proc')
    .filter((each) => /^\d+$/.test(each) && isBelow(Number(each), process.pid))
    .filter((each) => textOf(`/proc/${each}/cmdline`).includes(argument))
    .map((each) => Number(/VmHWM:\s*(\d+) kB/.exec(textOf(`/proc/${each}/status`))?.[1] ?? 0));
  return Math.round(Math.max(0, ...peaks) / 1_000);
}

function isBelow(processId: number, ancestor: number): boolean {
  for (let id = processId; id > 1; id = Number(fieldsOf(id)[1])) if (id === ancestor) return true;
  return false;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
