/** Builds the sources' list responses, as a refresh requests them, from the recordings of single records. */

/** Reads the recording of a DOI; undefined if there is none. */
type ReadRecord = (doi: string) => Promise<string | undefined>;

/** The body of a list; undefined if recordings cannot answer the query. */
export type AnswerList = (query: URLSearchParams, read: ReadRecord) => Promise<string | undefined>;

/** `/works?filter=doi:…,doi:…`, also with `from-index-date:…`: the whole works, or with `select` their `DOI` and `indexed`. */
export const crossrefList: AnswerList = async (query, read) => {
  const filters = (query.get('filter') ?? '').split(',').map((one) => /^([\w-]+):(.*)$/.exec(one) ?? []);
  const valuesOf = (name: string) => filters.flatMap(([, key, value]) => (key === name && value ? [value] : []));
  const [since = ''] = valuesOf('from-index-date');
  const dois = valuesOf('doi');
  if (dois.length === 0) return undefined;
  const found = (await records(dois, read)).map((one) => one.message);
  const indexed = since === '' ? found : found.filter((work) => work.indexed?.['date-time'] >= since);
  const items = query.has('select') ? indexed.map((work) => ({ DOI: work.DOI, indexed: work.indexed })) : indexed;
  const message = { facets: {}, 'total-results': items.length, items, 'items-per-page': Number(query.get('rows')) };
  return JSON.stringify({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message });
};

/** `/dois?ids=…,…` with the whole records, or with `fields[dois]` with `updated` of each. */
export const dataciteList: AnswerList = async (query, read) => {
  const ids = query.get('ids');
  if (!ids) return undefined;
  const found = (await records(ids.split(','), read)).map((one) => one.data);
  const data = query.has('fields[dois]')
    ? found.map(({ id, type, attributes }) => ({ id, type, attributes: { updated: attributes.updated } }))
    : found;
  return JSON.stringify({ data, meta: { total: data.length, totalPages: 1, page: 1 } });
};

/** `/works?filter=doi:…|…` with the selected fields of each; works of the extended index only if they are asked for. */
export const openalexList: AnswerList = async (query, read) => {
  const dois = /^doi:(.+)$/.exec(query.get('filter') ?? '')?.[1]?.split('|');
  if (!dois) return undefined;
  const fields = query.get('select')?.split(',');
  const isAsked = (work: { is_xpac?: unknown }) => work.is_xpac !== true || query.get('include_xpac') === 'true';
  const results = (await records(dois, read))
    .filter(isAsked)
    .map((work) =>
      fields ? Object.fromEntries(Object.entries(work).filter(([name]) => fields.includes(name))) : work,
    );
  return JSON.stringify({ meta: { count: results.length, page: 1, per_page: Number(query.get('per-page')) }, results });
};

/** `/search?q=orcid:(… OR …) AND profile-last-modified-date:[… TO *]`. `modifiedMs` is undefined for unknown iDs. */
export async function orcidSearch(
  query: URLSearchParams,
  modifiedMs: (orcid: string) => Promise<number | undefined>,
): Promise<string | undefined> {
  const [, ids, since] =
    /^orcid:\(([\dX \-OR]+)\) AND profile-last-modified-date:\[(\S+) TO \*\]$/.exec(query.get('q') ?? '') ?? [];
  if (!ids || !since) return undefined;
  const found: object[] = [];
  for (const orcid of ids.split(' OR ')) {
    if (((await modifiedMs(orcid)) ?? 0) < Date.parse(since)) continue;
    const identifier = { uri: `https://orcid.org/${orcid}`, path: orcid, host: 'orcid.org' };
    found.push({ 'orcid-identifier': identifier });
  }
  return JSON.stringify({ result: found.length > 0 ? found : null, 'num-found': found.length });
}

// Recordings have the shapes of their sources.
// biome-ignore lint/suspicious/noExplicitAny: the fields that a source sends
type Recorded = any;

async function records(dois: readonly string[], read: ReadRecord): Promise<Recorded[]> {
  const bodies = await Promise.all(dois.map((doi) => read(doi.toLowerCase())));
  return bodies.flatMap((body): Recorded[] => (body === undefined ? [] : [JSON.parse(body)]));
}
