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
