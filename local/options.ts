import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the command line can set. */
export interface Options {
  /** The recordings of this folder instead of the real hosts; without it the real hosts are asked. */
  sourcesDir: string | undefined;
  /** The e-mail address that requests to the real hosts name. */
  contactEmail?: string | undefined;
  /** Where everything is kept; without it nothing survives the end. */
  dataDir: string | undefined;
  /** The first of three neighbouring ports. */
  port: number;
  seed: Seed;
  verbose: boolean;
}

export type Seed = { kind: 'sample' } | { kind: 'none' } | { kind: 'synthetic'; count: number };

/** The set of recordings that the project ships. */
export const sampleDir = join(import.meta.dirname, 'sample');

export const usage = `Usage: npm start -- [options]

Runs the whole registry on this computer, from the templates that would be deployed.

  --sources sample|live|<dir>        the recordings the project ships (default), the real
                                     hosts, or a folder of recordings
  --contact <e-mail>                 your address, which requests to the real hosts name
  --data <dir>                       where everything is kept (default .local/data)
  --ephemeral                        keep nothing: a temporary folder, tables in memory
  --port <n>                         Consumer and Integrations on n, dashboard on n+1, its
                                     alternate address on n+2 (default 4000)
  --seed sample|none|synthetic:<n>   registry data for an empty data folder (default sample,
                                     none when the sources are not the sample)
  --verbose                          print what the functions log
  --help                             this text`;

/** A command line nobody could mean. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads the command line; 'help' when it asks for that. */
export function parseOptions(argv: string[], cwd = process.cwd()): Options | 'help' {
  const { values } = parse(argv);
  if (values.help) return 'help';
  const { sources = 'sample', contact, data, ephemeral = false, port = '4000', verbose = false } = values;
  if (ephemeral && data !== undefined) throw new UsageError('--data and --ephemeral exclude each other');
  const sourcesDir = sources === 'sample' ? sampleDir : sources === 'live' ? undefined : resolve(cwd, sources);
  if (sourcesDir && !existsSync(sourcesDir)) throw new UsageError(`--sources: there is no folder ${sourcesDir}`);
  if (contact !== undefined && sources !== 'live') throw new UsageError('--contact needs --sources live');
  if (contact !== undefined && !/^[^@\s]+@[^@\s]+$/.test(contact))
    throw new UsageError('--contact needs an e-mail address');
  const seed = seedOf(values.seed ?? (sources === 'sample' ? 'sample' : 'none'));
  if (seed.kind === 'sample' && sources !== 'sample') throw new UsageError('--seed sample needs --sources sample');
  if (data === '') throw new UsageError('--data needs a folder');
  return {
    sourcesDir,
    contactEmail: contact,
    dataDir: ephemeral ? undefined : resolve(cwd, data ?? '.local/data'),
    port: portOf(port),
    seed,
    verbose,
  };
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: false,
      options: {
        sources: { type: 'string' },
        contact: { type: 'string' },
        data: { type: 'string' },
        ephemeral: { type: 'boolean' },
        port: { type: 'string' },
        seed: { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  // The two ports after it are used as well.
  if (!/^\d+$/.test(text) || port < 1 || port > 65533) throw new UsageError('--port must be a number from 1 to 65533');
  return port;
}

function seedOf(text: string): Seed {
  if (text === 'sample' || text === 'none') return { kind: text };
  const [, count] = /^synthetic:(\d{1,8})$/.exec(text) ?? [];
  if (!count || Number(count) < 1) throw new UsageError('--seed must be sample, none or synthetic:<count>');
  return { kind: 'synthetic', count: Number(count) };
}
