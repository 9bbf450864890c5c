import { setTimeout } from 'node:timers/promises';
import createOpenApiClient, { type Client } from 'openapi-fetch';
import { retryingFetch } from './retrying-fetch.ts';
import type { components, paths } from './schema.ts';

type Schemas = components['schemas'];

/** What each list consists of. */
export interface Items {
  publications: Schemas['PublicationItem'];
  works: Schemas['WorkItem'];
  projects: Schemas['ProjectItem'];
  people: Schemas['PersonItem'];
}

export type ListName = keyof Items;

/** An entry that is there now, or is no longer public. */
export type Change<List extends ListName> =
  | { type: 'upserted'; id: string; item: Items[List]; changed_at: number }
  | { type: 'removed'; id: string; item: null; changed_at: number };

/** One answer about what has changed. */
export interface ChangePage<List extends ListName> {
  changes: Change<List>[];
  /** The cursor of the next request. */
  cursor: string;
  /** To be sent with the same cursor: undefined while the answer to it is not known yet. */
  etag: string | undefined;
  hasMore: boolean;
  /** Whether to throw away what a copy holds before applying these changes. */
  reset: boolean;
}

export interface ClientOptions {
  /** Of the deployment, such as `https://registry.example.org`. */
  baseUrl: string;
  /** Of the installation. */
  credential: string;
  /** Of one try. Default: 30 seconds. */
  timeoutMs?: number;
  /** For one request with all its tries and waits. Default: 2 minutes; 0 tries once. */
  retryBudgetMs?: number;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

export interface ChangesOptions {
  /** Where a copy has got to; without it a new one begins. */
  cursor?: string | undefined;
  /** What came with the cursor: nothing is sent again if nothing has changed. */
  etag?: string | undefined;
  /** Of one answer. Default: 500, the most there can be. */
  limit?: number | undefined;
  /** The language of texts that come in one: stay with it for as long as you keep the copy. */
  locale?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface RegistryClient {
  /** Every operation of the Integrations API, typed by its document. */
  readonly api: Client<paths>;
  /** What has changed in a list, answer by answer; nothing at all if the copy is current. */
  changes<List extends ListName>(list: List, options?: ChangesOptions): AsyncGenerator<ChangePage<List>, void, void>;
}

/** An answer that is an error of the registry. */
export class RegistryError extends Error {
  override name = 'RegistryError';
  readonly status: number;
  /** What went wrong, for programs; undefined when what answered was not the registry. */
  readonly code: string | undefined;
  readonly details: Record<string, unknown> | null;
  /** To be told to whoever runs the registry. */
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const { error, code, details } = isError(body) ? body : { error: undefined, code: undefined, details: null };
    super(error ?? `What answered ${response.status} was not the registry`);
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.requestId = response.headers.get('x-request-id');
  }
}

const isError = (body: unknown): body is Schemas['Error'] =>
  typeof body === 'object' && body !== null && 'error' in body && 'code' in body;

export function createClient(options: ClientOptions): RegistryClient {
  const { baseUrl, credential, timeoutMs = 30_000, retryBudgetMs = 120_000, fetch = globalThis.fetch } = options;
  const api = createOpenApiClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { 'X-API-Key': credential },
    fetch: retryingFetch({ timeoutMs, budgetMs: retryBudgetMs, fetch, wait }),
  });
  return { api, changes: (list, asked) => changes(api, list, asked) };
}

const wait = async (ms: number, signal: AbortSignal) => {
  await setTimeout(ms, undefined, { signal });
};

async function* changes<List extends ListName>(
  api: Client<paths>,
  list: List,
  { cursor, etag, limit = 500, locale, signal }: ChangesOptions = {},
): AsyncGenerator<ChangePage<List>, void, void> {
  let asked = cursor;
  let tag = etag;
  for (;;) {
    const { data, error, response } = await api.GET('/integrations/v1/changes', {
      params: {
        query: { list, limit, ...(asked !== undefined && { cursor: asked }), ...(locale !== undefined && { locale }) },
        header: tag === undefined ? {} : { 'If-None-Match': tag },
      },
      ...(signal && { signal }),
    });
    if (response.status === 304) return;
    if (!data) throw new RegistryError(response, error);
    const { changes, cursor: next, has_more: hasMore, reset } = data;
    const isSettled = next === asked;
    yield {
      // The document knows one kind of change for all lists; which item it holds follows from the list asked for.
      changes: changes as Change<List>[],
      cursor: next,
      etag: isSettled ? (response.headers.get('etag') ?? undefined) : undefined,
      hasMore,
      reset,
    };
    if (!hasMore) return;
    asked = next;
    tag = undefined;
  }
}
