/** Keeps a copy of a registry in a SQLite file. `node sqlite-mirror.ts --help` says how. */
import { parseArgs } from 'node:util';
import { createClient, type ListName, RegistryError } from '../src/client.ts';
import { type Sync, syncList } from '../src/sync.ts';
import { listNames, SqliteCopy } from './sqlite-copy.ts';

const help = `Keeps a copy of a registry in a SQLite file: run it again, whenever you like, and the copy is current.

  REGISTRY_CREDENTIAL=... node sqlite-mirror.ts --url https://registry.example.org --file registry.sqlite

  --url ADDRESS     of the registry; default http://127.0.0.1:4000
  --file FILE       of the copy; default registry.sqlite
  --list NAME       ${listNames.join(', ')}; may be repeated; default all of them
  --locale LOCALE   the language of works and projects; default en
  --quiet           say nothing but what went wrong
  --help

The credential of an installation is read from the environment variable REGISTRY_CREDENTIAL, since other users of a
machine can see what is on command lines. It needs the scope of each list, such as publications.read.

Tables: publications, works, projects, people, each with the columns one sorts and filters by, changed_at (milliseconds
since 1970) and the whole entry as JSON in item; and places, where the copies have got to. Every answer is applied in
one transaction: the program may be ended at any time and goes on from there. A copy that is current costs one request
for each list.

Ends with 0 when the copy is current, 1 when something failed, 2 when called wrongly, 3 when the registry refused the
credential, 130 when interrupted.`;

const exitCode = { current: 0, failed: 1, calledWrongly: 2, refused: 3, interrupted: 130 } as const;

interface Settings {
  url: string;
  file: string;
  lists: ListName[];
  locale: string;
  isQuiet: boolean;
  credential: string;
}

/** What was asked for; undefined when it was the help. */
function settingsOf(args: string[]): Settings | undefined {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      file: { type: 'string', default: 'registry.sqlite' },
      list: { type: 'string', multiple: true, default: listNames },
      locale: { type: 'string', default: 'en' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = values.list.find((name) => !listNames.includes(name as ListName));
  if (unknown !== undefined) throw new Error(`There is no list ${unknown}: there are ${listNames.join(', ')}`);
  if (!URL.canParse(values.url)) throw new Error(`${values.url} is not an address`);
  const credential = process.env.REGISTRY_CREDENTIAL;
  if (!credential) throw new Error('Set REGISTRY_CREDENTIAL to the credential of an installation');
  const { url, file, locale, quiet: isQuiet } = values;
  return {
    url: url.replace(/\/+$/, ''),
    file,
    lists: [...new Set(values.list as ListName[])],
    locale,
    isQuiet,
    credential,
  };
}

async function mirror({ url, file, lists, locale, isQuiet, credential }: Settings, signal: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl: url, credential });
  const copy = new SqliteCopy(file, url, locale);
  const say = (text: string) => !isQuiet && process.stderr.write(text);
  // A line that is written over and over makes no sense in a file.
  const isWatched = process.stderr.isTTY === true;
  try {
    for (const list of lists) {
      const report = isWatched
        ? (sync: Sync) => say(`\r${list}: ${sync.upserted + sync.removed} changes so far`)
        : undefined;
      const { upserted, removed, reset } = await syncList(client, list, copy, {
        locale,
        signal,
        ...(report && { report }),
      });
      const what = upserted + removed === 0 ? 'nothing new' : `${upserted} put in, ${removed} taken out`;
      say(
        `${isWatched ? '\r\u001b[K' : ''}${list}: ${copy.count(list)} entries, ${what}${reset ? ', begun anew' : ''}\n`,
      );
    }
  } finally {
    copy.close();
  }
}

async function main(): Promise<number> {
  let settings: Settings | undefined;
  try {
    settings = settingsOf(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\nTry --help.`);
    return exitCode.calledWrongly;
  }
  if (!settings) {
    console.log(help);
    return exitCode.current;
  }
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    await mirror(settings, interruption.signal);
    return exitCode.current;
  } catch (error) {
    if (interruption.signal.aborted) return exitCode.interrupted;
    console.error(described(error));
    return error instanceof RegistryError && [401, 403].includes(error.status) ? exitCode.refused : exitCode.failed;
  }
}

function described(error: unknown): string {
  const { message, cause } = error as Error;
  if (error instanceof RegistryError) return `${message} (${error.code ?? error.status}, request ${error.requestId})`;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

process.exitCode = await main();
