import * as z from 'zod';
import { type SourceName, sources } from '#src/vocabulary/sources/declarations.ts';
import { enabledSources } from '../../lib/settings/sources.ts';
import { type Account, type Finding, finding } from './finding.ts';

const timeoutMs = 15_000;

/** A request that costs nothing, and what an answer says of the limits. A record that is unknown is an answer, too. */
interface Probe {
  path: string;
  /** The header that identifies us, from the text of the secret. */
  identify?: (credentials: string, account: Asking) => Record<string, string> | Promise<Record<string, string>>;
  granted: (headers: Headers) => string[];
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const present = (...texts: (string | undefined | false)[]) => texts.filter((text) => typeof text === 'string');
const named = (headers: Headers, name: string, format: (value: string) => string) => {
  const value = headers.get(name)?.trim();
  return value ? format(value) : undefined;
};

const probes: Record<SourceName, Probe> = {
  // https://orcid.org/0000-0002-1825-0097 is ORCID's example of a record.
  orcid: {
    path: '/0000-0002-1825-0097/person',
    identify: async (credentials, account) => bearer(await issueToken(credentials, account)),
    granted: () => [],
  },
  crossref: {
    path: '/works/10.5555%2F12345678',
    identify: (token) => ({ 'crossref-plus-api-token': `Bearer ${token}` }),
    granted: (headers) => {
      const interval = headers.get('x-rate-limit-interval') ?? '1s';
      return present(
        named(headers, 'x-api-pool', (pool) => `pool ${pool}`),
        named(headers, 'x-rate-limit-limit', (limit) => `${limit} requests in ${interval}`),
        named(headers, 'x-concurrency-limit', (limit) => `${limit} at once`),
      );
    },
  },
  datacite: {
    path: '/dois/10.5555%2F12345678',
    identify: (account) => ({ authorization: `Basic ${Buffer.from(account).toString('base64')}` }),
    granted: () => [],
  },
  openalex: {
    path: '/works/doi:10.7717%2Fpeerj.4375',
    identify: bearer,
    granted: (headers) =>
      present(
        named(headers, 'x-ratelimit-limit', (limit) => `a quota of ${limit} a day`),
        named(headers, 'x-ratelimit-remaining', (left) => `${left} left`),
      ),
  },
  europepmc: { path: '/search?query=ext_id:29456894&format=json&pageSize=1', granted: () => [] },
};

type Asking = Account & { fetch: typeof fetch };

/** Asks each source once, with its credentials, and reports what it grants. Quotas by address are those of this machine. */
export async function checkSources(account: Account): Promise<Finding[]> {
  const { fetch, config } = account;
  if (!fetch) return [finding('ok', 'not asked')];
  return Promise.all(enabledSources(config).map((name) => checkSource(name, { ...account, fetch })));
}

async function checkSource(name: SourceName, account: Asking): Promise<Finding> {
  const { printed } = sources[name];
  try {
    const credentials = await readCredentials(name, account);
    return finding('ok', `${printed} ${await ask(name, credentials, account)}`);
  } catch (error) {
    if (error instanceof SourceFault) return finding(error.state, `${printed} ${error.message}`);
    throw error;
  }
}

/** Why a source grants nothing. The message contains no address and no credentials. */
class SourceFault extends Error {
  readonly state: 'todo' | 'note';

  constructor(state: 'todo' | 'note', message: string) {
    super(message);
    this.state = state;
  }
}

/** The text of the secret; undefined if none is set. */
async function readCredentials(name: SourceName, { config, ask }: Account): Promise<string | undefined> {
  const { credentialsSecretArn: arn } = config.sources[name];
  if (arn === undefined) return undefined;
  const command = ['aws', 'secretsmanager', 'get-secret-value', '--secret-id', arn];
  const found = await ask(command, z.object({ SecretString: z.string().optional() })).catch(() => {
    // Who deploys need not be allowed to read it.
    throw new SourceFault('note', 'is not asked: the credentials of AWS must not read its secret');
  });
  const text = found?.SecretString?.trim();
  if (!text) throw new SourceFault('todo', 'is asked without credentials: its secret does not exist or is empty');
  return text;
}

/** The grants of the source, as the rest of a sentence that begins with its name. */
async function ask(name: SourceName, credentials: string | undefined, account: Asking): Promise<string> {
  const { path, identify, granted } = probes[name];
  const { url, requestsPerSecond, requestsPerDay } = account.config.sources[name];
  const { contactEmail } = account.config.sources;
  const address = new URL(`${url.replace(/\/+$/, '')}${path}`);
  if (name === 'crossref' && contactEmail) address.searchParams.set('mailto', contactEmail);
  const headers = {
    accept: 'application/json',
    'user-agent': `publication-registry/1.0${contactEmail ? ` (mailto:${contactEmail})` : ''}`,
    ...(credentials !== undefined && (await identify?.(credentials, account))),
  };
  const response = await send(account, address, { headers });
  await response.body?.cancel();
  const refused = whyRefused(response.status, credentials !== undefined);
  if (refused) throw refused;
  const grants = granted(response.headers);
  const limits = [requestsPerSecond && `${requestsPerSecond} a second`, requestsPerDay && `${requestsPerDay} a day`];
  const as = credentials !== undefined ? 'with credentials' : contactEmail ? 'with the contact' : 'without a contact';
  return [
    `answers ${as}`,
    grants.length > 0 ? `grants ${grants.join(', ')}` : 'does not say what it grants',
    `the settings allow ${limits.filter(Boolean).join(', ') || 'any number'}`,
  ].join('; ');
}

function whyRefused(status: number, hasCredentials: boolean): SourceFault | undefined {
  if (status === 401 || status === 403)
    return new SourceFault('todo', `refuses ${hasCredentials ? 'the credentials' : 'this machine'} (${status})`);
  if (status === 429) return new SourceFault('note', 'has no requests left for this machine (429)');
  return status === 404 || status < 400 ? undefined : new SourceFault('note', `answered ${status}`);
}

async function issueToken(credentials: string, account: Asking): Promise<string> {
  const colon = credentials.indexOf(':');
  if (colon < 1)
    throw new SourceFault(
      'todo',
      'has no valid credentials: its secret must be the client id, a colon and the client secret',
    );
  const [id, secret] = [credentials.slice(0, colon), credentials.slice(colon + 1)];
  const form = { client_id: id, client_secret: secret, grant_type: 'client_credentials', scope: '/read-public' };
  const response = await send(account, new URL(account.config.sources.orcid.tokenUrl ?? ''), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
  });
  const body = z.object({ access_token: z.string() }).safeParse(await response.json().catch(() => undefined));
  if (response.ok && body.data) return body.data.access_token;
  throw new SourceFault('todo', `issues no token for the client of its secret (${response.status})`);
}

async function send({ fetch }: Asking, address: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...request });
  } catch {
    throw new SourceFault('note', 'could not be reached from this machine');
  }
}
