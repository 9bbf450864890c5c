import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { declarationOf, type SourceName, sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { type NamedFault, parseFaults } from './gateway/faults.ts';

/** The command-line options. */
export interface Options {
  /** A folder of recordings to use instead of the sources; undefined for the real hosts. */
  sourcesDir: string | undefined;
  /** The contact e-mail address for the real hosts, or for sources that are metered. */
  contactEmail?: string | undefined;
  /** The credentials that identify us to sources. */
  credentials?: Partial<Record<SourceName, string>>;
  /** Whether recorded sources meter requests and refuse them as the real ones do. */
  metered?: boolean;
  /** The folder for all data; undefined to keep nothing. */
  dataDir: string | undefined;
  /** The first of three consecutive ports. */
  port: number;
  seed: Seed;
  verbose: boolean;
  /** Whether the distributions cache answers, like CloudFront. */
  edgeCache?: boolean;
  /** Whether a load balancer signs people in to the dashboard's API. */
  loadBalancer?: boolean;
  /** Where the lists of publications and works are. Default: in memory. */
  lists?: 'memory' | 'postgres';
  /** The concurrency limit of all functions together; unlimited if undefined. */
  concurrency?: number | undefined;
  faults: readonly NamedFault[];
}

/** `none`: only the sample keys and users. `empty`: not even these, for importing an export. */
export type Seed = { kind: 'sample' } | { kind: 'none' } | { kind: 'empty' } | { kind: 'synthetic'; count: number };

/** The recordings that come with the project. */
export const sampleDir = join(import.meta.dirname, 'sample');

export const usage = `Usage: npm start -- [options]

Runs the complete registry on this computer, from the same templates as a deployment.

  --sources sample|live|<dir>        data of the sources: the project's recordings (default),
                                     the real hosts, or a folder of recordings
  --contact <e-mail>                 your address, which is sent to the real hosts
  --credentials <source>=<value>     what identifies you to orcid or datacite (id:secret), or to openalex
                                     or crossref (a key); can be repeated. Without the option, the
                                     environment variable REGISTRY_<SOURCE>_CREDENTIALS
  --metered                          recorded sources limit, bill and refuse requests as the real ones
                                     do, and the registry keeps its default pace
  --data <dir>                       folder for all data (default .local/data)
  --ephemeral                        keep no data: a temporary folder, tables in memory
  --port <n>                         Consumer and Integrations API on n, dashboard API on n+1
                                     and, as alternate address, n+2 (default 4000)
  --seed sample|none|empty|synthetic:<n>
                                     initial data for an empty data folder (default sample; none with
                                     other sources). empty: no users and keys either, to import into
  --fault <api>/<route>:error=<share>, --fault <api>/<route>:delay=<ms>
                                     make a route fail or slow, to see what happens then; can be
                                     repeated (--fault consumer/publications.list:error=0.3).
                                     background/<job> makes a background job fail or slow
  --concurrency <n>                  run at most n functions at once and refuse the others, as an
                                     account does: 1000 on AWS, 10 in a new account (default any)
  --edge-cache                       keep public answers as CloudFront does, for as long as their
                                     Cache-Control says: changes are then seen later
  --lists memory|postgres            keep the lists of publications and works in the functions' memory
                                     (default), or in PostgreSQL, as with the setting lists.engine
  --load-balancer                    sign in at a load balancer before the dashboard's API, as with
                                     the setting signIn.alb
  --verbose                          print the logs of the functions
  --help                             print this text`;

/** An invalid command line, with the reason in the message. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Parses the command line; 'help' for --help. Throws a UsageError if invalid. */
export function parseOptions(
  argv: string[],
  cwd = process.cwd(),
  environment: Record<string, string | undefined> = {},
): Options | 'help' {
  const { values } = parse(argv);
  if (values.help) return 'help';
  const { sources = 'sample', contact, data, ephemeral = false, port = '4000', verbose = false } = values;
  if (ephemeral && data !== undefined) throw new UsageError('--data and --ephemeral cannot be used together');
  const sourcesDir = sources === 'sample' ? sampleDir : sources === 'live' ? undefined : resolve(cwd, sources);
  const kindOf = (path: string) => statSync(path, { throwIfNoEntry: false });
  if (sourcesDir && !kindOf(sourcesDir)?.isDirectory())
    throw new UsageError(`--sources: the folder ${sourcesDir} does not exist`);
  const isMetered = values.metered ?? false;
  if (isMetered && sources === 'live') throw new UsageError('--metered is for recorded sources');
  if (contact !== undefined && sources !== 'live' && !isMetered)
    throw new UsageError('--contact needs --sources live or --metered');
  const given = values.credentials ?? [];
  if (given.length > 0 && sources !== 'live' && !isMetered)
    throw new UsageError('--credentials needs --sources live or --metered');
  if (contact !== undefined && !/^[^@\s]+@[^@\s]+$/.test(contact))
    throw new UsageError('--contact needs an e-mail address');
  const seed = seedOf(values.seed ?? (sources === 'sample' ? 'sample' : 'none'));
  if (seed.kind === 'sample' && sources !== 'sample') throw new UsageError('--seed sample needs --sources sample');
  if (data === '') throw new UsageError('--data needs the path of a folder');
  const dataDir = ephemeral ? undefined : resolve(cwd, data ?? '.local/data');
  if (dataDir && kindOf(dataDir)?.isDirectory() === false) throw new UsageError(`--data: ${dataDir} is not a folder`);
  return {
    sourcesDir,
    contactEmail: contact,
    ...((sources === 'live' || isMetered) && credentialsOf(given, environment)),
    ...(isMetered && { metered: true }),
    dataDir,
    port: portOf(port),
    seed,
    verbose,
    ...(values['edge-cache'] && { edgeCache: true }),
    ...(values['load-balancer'] && { loadBalancer: true }),
    ...(values.lists !== undefined && { lists: listsOf(values.lists) }),
    ...(values.concurrency !== undefined && { concurrency: concurrencyOf(values.concurrency) }),
    faults: faultsOf(values.fault ?? []),
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
        credentials: { type: 'string', multiple: true },
        metered: { type: 'boolean' },
        data: { type: 'string' },
        ephemeral: { type: 'boolean' },
        port: { type: 'string' },
        seed: { type: 'string' },
        fault: { type: 'string', multiple: true },
        'edge-cache': { type: 'boolean' },
        'load-balancer': { type: 'boolean' },
        lists: { type: 'string' },
        concurrency: { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Sources that take credentials. */
const identifiable = sourceNames.filter((name) => declarationOf(name).credentials !== undefined);

function credentialsOf(given: string[], environment: Record<string, string | undefined>): Pick<Options, 'credentials'> {
  const named = Object.fromEntries(
    given.map((text) => {
      const [, name = '', value = ''] = /^(\w+)=(.+)$/s.exec(text) ?? [];
      const source = identifiable.find((each) => each === name);
      if (!source) throw new UsageError(`--credentials must be ${identifiable.join(', ')} and =<value>`);
      return [source, value];
    }),
  );
  const credentials: Options['credentials'] = {};
  for (const name of identifiable) {
    const value = named[name] ?? environment[`REGISTRY_${name.toUpperCase()}_CREDENTIALS`];
    if (!value) continue;
    if (declarationOf(name).credentials === 'id:secret' && !/^[^:]+:./.test(value))
      throw new UsageError(`The credentials of ${name} must be an id, a colon and a secret`);
    credentials[name] = value;
  }
  return Object.keys(credentials).length > 0 ? { credentials } : {};
}

function faultsOf(values: string[]): NamedFault[] {
  try {
    return parseFaults(values);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  // The next two ports are used as well.
  if (!/^\d+$/.test(text) || port < 1 || port > 65533) throw new UsageError('--port must be a number from 1 to 65533');
  return port;
}

function concurrencyOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--concurrency must be a number from 1 to 99999');
  return Number(text);
}

function listsOf(text: string): 'memory' | 'postgres' {
  if (text !== 'memory' && text !== 'postgres') throw new UsageError('--lists must be memory or postgres');
  return text;
}

function seedOf(text: string): Seed {
  if (text === 'sample' || text === 'none' || text === 'empty') return { kind: text };
  const [, count] = /^synthetic:(\d{1,8})$/.exec(text) ?? [];
  if (!count || Number(count) < 1) throw new UsageError('--seed must be sample, none, empty or synthetic:<count>');
  return { kind: 'synthetic', count: Number(count) };
}
