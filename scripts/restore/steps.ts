import { setTimeout as sleep } from 'node:timers/promises';

/** A step of a restore. It can be checked and repeated at any time, so an interrupted drill can continue. */
export interface Step {
  title: string;
  /** The commands of the step, ready to paste. */
  commands?: string[][];
  /** Instructions and notes for the operator. */
  notes?: string[];
  /** The work that is left, in words; undefined if the step is done. Changes nothing. */
  missing(): Promise<string | undefined>;
  /** The work that no command does. */
  act?(): Promise<void>;
  /** Whether it finishes some time after it was started. */
  isSlow?: boolean;
}

/** `plan` contacts nothing, `check` changes nothing, `run` does the missing steps. */
export type Mode = 'plan' | 'check' | 'run';

export interface RunOptions {
  mode: Mode;
  print(line: string): void;
  execute(command: string[]): Promise<void>;
  /** How often, and for how long, a slow step is checked. */
  pollMs: number;
  timeoutMs: number;
}

/** The exit code: 0 if all steps are done, 3 if some remain. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<0 | 3> {
  const { mode, print } = options;
  for (const [index, step] of steps.entries()) {
    print(`\n${index + 1}. ${step.title}`);
    if (mode === 'plan') describe(step, print);
    else if (mode === 'check') {
      // Steps build on each other, so later ones cannot be checked yet.
      const missing = await step.missing();
      print(missing === undefined ? '   done' : `   to do: ${missing}`);
      if (missing === undefined) continue;
      describe(step, print);
      return 3;
    } else if (!(await complete(step, options))) {
      print('\nStopped here. Run the same command again to go on.');
      return 3;
    }
  }
  return 0;
}

function describe({ commands = [], notes = [] }: Step, print: RunOptions['print']): void {
  for (const command of commands) print(`     ${command.map(quoted).join(' ')}`);
  for (const note of notes) print(`   ${note}`);
}

/** Quotes a word for a shell command line. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

async function complete(step: Step, options: RunOptions): Promise<boolean> {
  const { print, execute } = options;
  let missing = await step.missing();
  if (missing === undefined) {
    print('   done');
    return true;
  }
  print(`   to do: ${missing}`);
  describe(step, print);
  if (!step.act && !step.commands && !step.isSlow) return false;
  for (const command of step.commands ?? []) await execute(command);
  await step.act?.();
  missing = await settled(step, options);
  print(missing === undefined ? '   done' : `   still to do: ${missing}`);
  return missing === undefined;
}

/** The work that is left after a step was started. Slow steps get time. */
async function settled(step: Step, { print, pollMs, timeoutMs }: RunOptions): Promise<string | undefined> {
  const untilMs = Date.now() + (step.isSlow ? timeoutMs : 0);
  for (let last: string | undefined; ; ) {
    const missing = await step.missing();
    if (missing === undefined || Date.now() >= untilMs) return missing;
    if (missing !== last) print(`   waiting: ${missing}`);
    last = missing;
    await sleep(pollMs);
  }
}
