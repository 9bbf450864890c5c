/**
 * Restores the table to a point in time, on AWS or in a data folder of the laptop cloud: docs/restore.md. Prints every
 * step with its commands, and on request checks or runs them.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from './command.ts';
import { stepsOnAws } from './restore/on-aws.ts';
import { stepsOnLaptop } from './restore/on-laptop.ts';
import { type Mode, runSteps, type Step } from './restore/steps.ts';

const usage = `Usage: npm run restore -- --to <time> --region <region> [options]    on AWS
       npm run restore -- --to <time> --data <folder> --from <copy>     on a laptop

Without --check or --run it prints the steps, with the commands of the AWS CLI, and contacts nothing.

  --to <time>         the point in time, such as 2026-01-31T12:00:00Z
  --check             say which steps are done; changes nothing
  --run               do the steps that are not done, in order; run it again after an interruption
  --region <region>   the region of the deployment
  --stage <stage>     its stage (default prod)
  --table <name>      the table to restore (default: the one of the stack)
  --target <name>     the name of the new table (default: that name with the time)
  --data <folder>     the data folder of a stopped laptop cloud
  --from <copy>       a copy of that folder, made at the point in time while the cloud was stopped
  --help              print this text

Exit codes: 0 done or printed, 1 failed, 2 wrong options, 3 steps remain.`;

const pollMs = 15_000;
const timeoutMs = 60 * 60_000;

await runCommand(usage, main);

async function main(): Promise<number> {
  const values = parse();
  if (values.check && values.run) throw new UsageError('--check and --run cannot be used together');
  const mode: Mode = values.run ? 'run' : values.check ? 'check' : 'plan';
  const steps = await stepsOf(values, mode);
  return runSteps(steps, { mode, print: (line) => console.log(line), execute, pollMs, timeoutMs });
}

function parse() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      options: {
        ...{ to: text, region: text, stage: text, table: text, target: text, data: text, from: text },
        ...{ check: flag, run: flag, help: { ...flag, short: 'h' } },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function stepsOf(values: ReturnType<typeof parse>, mode: Mode): Promise<Step[]> {
  const { to, region, stage = 'prod', table, target, data, from } = values;
  const pointInTimeMs = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(to ?? '') ? Date.parse(to ?? '') : Number.NaN;
  if (Number.isNaN(pointInTimeMs))
    throw new UsageError('--to needs a time with its zone, such as 2026-01-31T12:00:00Z');
  if (pointInTimeMs > Date.now()) throw new UsageError('--to is in the future');
  if (data !== undefined) {
    if (region ?? table ?? target ?? values.stage)
      throw new UsageError('--data is for a laptop: leave out the options of AWS');
    if (!from || !data) throw new UsageError('--data needs --from, a copy of the folder');
    return stepsOnLaptop({ dataDir: resolve(data), copyDir: resolve(from), pointInTimeMs }, mode);
  }
  if (from !== undefined) throw new UsageError('--from needs --data');
  if (!region) throw new UsageError('--region or --data is missing');
  if (table !== undefined && table === target) throw new UsageError('--target must be another name than --table');
  return stepsOnAws({ stage, region, table, target, pointInTimeMs }, mode === 'plan');
}

/** Runs a command that changes something, with its output in this terminal. */
function execute([program = '', ...args]: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, [...args, '--output', 'json'], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${program} ${args.join(' ')} failed`))));
  });
}
