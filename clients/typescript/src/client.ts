import { setTimeout } from 'node:timers/promises';
import createOpenApiClient, { type Client } from 'openapi-fetch';
import { retryingFetch } from './retrying-fetch.ts';
import type { components, paths } from './schema.ts';

type Schemas = components['schemas'];

/** The item type of each list. */
export interface Items {
  publications: Schemas['PublicationItem'];
  works: Schemas['WorkItem'];
  projects: Schemas['ProjectItem'];
  people: Schemas['PersonItem'];
  groups: Schemas['GroupItem'];
}

export type ListName = keyof Items;

/** An item that was added or changed, or that is no longer public. */
export type Change<List extends ListName> =
  | {
      type: 'upserted';
      id: string;
      item: Items[List];
      /** The relations of a publication; null in other lists. Absent in responses of older registry versions. */
      relations?: Schemas['ListChanges']['changes'][number]['relations'];
      changed_at: number;
    }
  | { type: 'removed'; id: string; item: null; changed_at: number };

/** One page of changes. */
export interface ChangePage<List extends ListName> {
  changes: Change<List>[];
  /** The cursor for the next request. */
  cursor: string;
  /** The ETag to send with this cursor. Undefined if this cursor has not been requested yet. */
  etag: string | undefined;
  hasMore: boolean;
  /** Whether to empty the copy before applying these changes. */
  reset: boolean;
}

export interface ClientOptions {
  /** The URL of the registry, such as `https://registry.example.org`. */
  baseUrl: string;
  /** The installation's credential. */
  credential: string;
  /** Time limit of one attempt. Default: 30 seconds. */
  timeoutMs?: number;
  /** Time limit of one request with all its retries. Default: 2 minutes; 0 means no retries. */
  retryBudgetMs?: number;
  /** Default: `globalThis.fetch`. */
  fetch?: typeof fetch;
}

export interface ChangesOptions {
  /** The cursor of the last page applied; without it the list is read from the beginning. */
  cursor?: string | undefined;
  /** The ETag that came with the cursor. No page is returned if nothing has changed. */
  etag?: string | undefined;
  /** Changes per page. Default and maximum: 500. */
  limit?: number | undefined;
  /** The language of localized texts. Use the same one as long as you keep the copy. */
  locale?: string | undefined;
  /** The style of the citations in items of publications. None by default. Use the same one as long as you keep the copy. */
  citations?: Schemas['PublicationCitation']['style'] | undefined;
  /**
   * Whether items of publications and works have their groups, which needs the scope `groups.read`. Use the same value as
   * long as you keep the copy.
   */
  groups?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

type PublicationsQuery = NonNullable<paths['/integrations/v1/publications']['get']['parameters']['query']>;

/** Filters of which one of several values is enough. */
type SeveralValues =
  | 'publication_type'
  | 'publication_year'
  | 'open_access_status'
  | 'license'
  | 'orcid'
  | 'integrity'
  | 'publication_subtype'
  | 'exclude_subtype'
  | 'identifier'
  | 'journal'
  | 'group_id';

/** The query of a list of publications. Several values of a filter are an array, and none are an error. */
export type PublicationFilters = {
  [Name in Exclude<keyof PublicationsQuery, 'cursor' | 'page' | 'include' | 'style'>]?:
    | PublicationsQuery[Name]
    | (Name extends SeveralValues ? readonly (string | number)[] : never);
} & Pick<ChangesOptions, 'citations' | 'groups' | 'signal'>;

export interface RegistryClient {
  /** Every operation of the Integrations API, typed by its OpenAPI document. A redirect throws a RegistryError. */
  readonly api: Client<paths>;
  /** Yields the publications that filters find, to the end of the list. Throws a RegistryError. */
  publications(filters?: PublicationFilters): AsyncGenerator<Items['publications'], void, void>;
  /** Yields the changes of a list page by page; no page if the copy is current. Throws a RegistryError. */
  changes<List extends ListName>(list: List, options?: ChangesOptions): AsyncGenerator<ChangePage<List>, void, void>;
}

/** An error response of the registry, or a redirect, which is never followed. */
export class RegistryError extends Error {
  override name = 'RegistryError';
  readonly status: number;
  /** The error code; undefined if the response is not the registry's, for example a proxy's. */
  readonly code: string | undefined;
  readonly details: Record<string, unknown> | null;
  /** Include it when you report a problem to the registry's operator. */
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const { error, code, details } = isError(body) ? body : { error: undefined, code: undefined, details: null };
    super(error ?? (isRedirect(response) ? redirectMessage(response) : foreignMessage(response)));
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.requestId = response.headers.get('x-request-id');
  }
}

const isError = (body: unknown): body is Schemas['Error'] =>
  typeof body === 'object' && body !== null && 'error' in body && 'code' in body;

/** A browser hides the status of a redirect. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

function redirectMessage({ headers }: Response): string {
  const location = headers.get('location')?.slice(0, 200);
  return (
    `The base URL redirects${location ? ` to ${location}` : ''}. The client follows no redirects, because another host ` +
    'would get the credential. If the registry has moved, set baseUrl to its new address'
  );
}

const foreignMessage = ({ status }: Response) =>
  `The response with status ${status} is not from the registry: check the base URL`;

export function createClient(options: ClientOptions): RegistryClient {
  const { baseUrl, credential, timeoutMs = 30_000, retryBudgetMs = 120_000, fetch = globalThis.fetch } = options;
  const api = createOpenApiClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { 'X-API-Key': credential },
    fetch: retryingFetch({ timeoutMs, budgetMs: retryBudgetMs, fetch, wait }),
  });
  api.use({
    onResponse({ response }) {
      if (isRedirect(response)) throw new RegistryError(response, undefined);
    },
  });
  return {
    api,
    publications: (filters) => publications(api, filters),
    changes: (list, asked) => changes(api, list, asked),
  };
}

async function* publications(
  api: Client<paths>,
  { citations, groups, signal, ...filters }: PublicationFilters = {},
): AsyncGenerator<Items['publications'], void, void> {
  const asked = Object.entries(filters).map(([name, value]) => [
    name,
    Array.isArray(value) ? several(name, value) : value,
  ]);
  const query: PublicationsQuery = {
    per_page: 100,
    ...Object.fromEntries(asked),
    ...includedIn('publications', { citations, groups }),
  };
  const read = async (cursor: string): Promise<Schemas['PublicationList']> => {
    const { data, error, response } = await api.GET('/integrations/v1/publications', {
      params: { query: { ...query, cursor } },
      ...(signal && { signal }),
    });
    if (!data) throw new RegistryError(response, error);
    return data;
  };
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: Schemas['PublicationList'] = await read(cursor);
    yield* page.publications;
    cursor = page.next_cursor ?? undefined;
  }
}

/** The parameters for what items of a list have in addition. */
function includedIn(list: ListName, { citations, groups }: Pick<ChangesOptions, 'citations' | 'groups'>) {
  const withCitations = citations !== undefined && list === 'publications';
  const withGroups = groups === true && (list === 'publications' || list === 'works');
  const names = [...(withCitations ? ['citation'] : []), ...(withGroups ? ['groups'] : [])];
  return { ...(names.length > 0 && { include: names.join(',') }), ...(withCitations && { style: citations }) };
}

/** Without a value it would be no filter, and find everything. */
function several(name: string, values: readonly (string | number)[]): string {
  if (values.length === 0) throw new TypeError(`The filter ${name} must have a value`);
  return values.join('|');
}

const wait = async (ms: number, signal: AbortSignal) => {
  await setTimeout(ms, undefined, { signal });
};

async function* changes<List extends ListName>(
  api: Client<paths>,
  list: List,
  { cursor, etag, limit = 500, locale, citations, groups, signal }: ChangesOptions = {},
): AsyncGenerator<ChangePage<List>, void, void> {
  let asked = cursor;
  let tag = etag;
  for (;;) {
    const { data, error, response } = await api.GET('/integrations/v1/changes', {
      params: {
        query: {
          list,
          limit,
          ...(asked !== undefined && { cursor: asked }),
          ...(locale !== undefined && { locale }),
          ...includedIn(list, { citations, groups }),
        },
        header: tag === undefined ? {} : { 'If-None-Match': tag },
      },
      ...(signal && { signal }),
    });
    if (response.status === 304) return;
    if (!data) throw new RegistryError(response, error);
    const { changes, cursor: next, has_more: hasMore, reset } = data;
    const isSettled = next === asked;
    yield {
      // The OpenAPI document has one change type for all lists. The item type follows from the requested list.
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
