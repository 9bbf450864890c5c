/** Keeps a copy of a registry in a SQLite file. See `node sqlite-mirror.ts --help`. */
import { parseArgs } from 'node:util';
import { createClient, type ListName, RegistryError } from '../src/client.ts';
import { type Sync, syncList } from '../src/sync.ts';
import { listNames, SqliteCopy } from './sqlite-copy.ts';

const help = `Keeps a copy of a registry in a SQLite file. Run it again at any time to update the copy.

  REGISTRY_CREDENTIAL=... node sqlite-mirror.ts --url https://registry.example.org --file registry.sqlite

  --url URL         the registry; default http://127.0.0.1:4000
  --file FILE       the SQLite file; default registry.sqlite
  --list NAME       ${listNames.join(', ')}; can be repeated; default all but groups
  --groups          also the groups of publications and works, and the list of groups
  --locale LOCALE   language of works and projects; default en
  --quiet           print errors only
  --help            print this text

Set the environment variable REGISTRY_CREDENTIAL to the credential of an installation. (It is not an option, because
other users of a machine can see command lines.) It needs the scope of each list, such as publications.read, and
groups.read for --groups.

Tables: publications, works, projects, people and groups, each with columns to sort and filter by, changed_at
(milliseconds since 1970) and item (the complete entry as JSON); groups_of_publications and groups_of_works with id,
group_id and is_direct; and places, with the checkpoint of each list. Every page is applied in one
transaction, so you can stop the program at any time and run it again. A copy that is current costs one request per
list.

Exit codes: 0 the copy is current, 1 an error, 2 invalid options, 3 the registry refused the credential,
130 interrupted.`;

const exitCode = { current: 0, failed: 1, usageError: 2, refused: 3, interrupted: 130 } as const;

interface Settings {
  url: string;
  file: string;
  lists: ListName[];
  locale: string;
  withGroups: boolean;
  isQuiet: boolean;
  credential: string;
}

/** Parses the command line; undefined for --help. Throws an Error for invalid options. */
function parseSettings(args: string[]): Settings | undefined {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      file: { type: 'string', default: 'registry.sqlite' },
      list: { type: 'string', multiple: true, default: listNames.filter((name) => name !== 'groups') },
      groups: { type: 'boolean', default: false },
      locale: { type: 'string', default: 'en' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const unknown = values.list.find((name) => !listNames.includes(name as ListName));
  if (unknown !== undefined) throw new Error(`Unknown list ${unknown}: use ${listNames.join(', ')}`);
  if (!URL.canParse(values.url)) throw new Error(`The value of --url is not a URL: ${values.url}`);
  const credential = process.env.REGISTRY_CREDENTIAL;
  if (!credential) throw new Error('Set REGISTRY_CREDENTIAL to the credential of an installation');
  const { url, file, locale, groups: withGroups, quiet: isQuiet } = values;
  return {
    url: url.replace(/\/+$/, ''),
    file,
    lists: [...new Set([...(values.list as ListName[]), ...(withGroups ? (['groups'] as const) : [])])],
    locale,
    withGroups,
    isQuiet,
    credential,
  };
}

async function mirror(settings: Settings, signal: AbortSignal): Promise<void> {
  const { url, file, lists, locale, withGroups, isQuiet, credential } = settings;
  const client = createClient({ baseUrl: url, credential });
  const copy = new SqliteCopy(file, url, locale);
  const say = (text: string) => !isQuiet && process.stderr.write(text);
  // Overwrite the progress line only in a terminal, not in a log file.
  const isTerminal = process.stderr.isTTY === true;
  try {
    for (const list of lists) {
      const report = isTerminal
        ? (sync: Sync) => say(`\r${list}: ${sync.upserted + sync.removed} changes so far`)
        : undefined;
      const { upserted, removed, reset } = await syncList(client, list, copy, {
        locale,
        groups: withGroups,
        signal,
        ...(report && { report }),
      });
      const what = upserted + removed === 0 ? 'no changes' : `${upserted} added or updated, ${removed} removed`;
      say(
        `${isTerminal ? '\r\u001b[K' : ''}${list}: ${copy.count(list)} entries, ${what}${reset ? ', rebuilt' : ''}\n`,
      );
    }
  } finally {
    copy.close();
  }
}

async function main(): Promise<number> {
  let settings: Settings | undefined;
  try {
    settings = parseSettings(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\nTry --help.`);
    return exitCode.usageError;
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
    console.error(messageOf(error));
    return error instanceof RegistryError && [401, 403].includes(error.status) ? exitCode.refused : exitCode.failed;
  }
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (error instanceof RegistryError) return `${message} (${error.code ?? error.status}, request ${error.requestId})`;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

process.exitCode = await main();
