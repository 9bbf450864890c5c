import { textBytes } from '#src/http/fitted-body.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { isInLists, publicChangeAt } from '#src/lists/model/public-change.ts';
import { publications } from '#src/lists/publications.ts';
import { element, type Markup } from '#src/records/citations/markup.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { changedAt, rowsChangedIn } from './changed-rows.ts';
import { dublinCore } from './dublin-core.ts';
import { openaire } from './openaire.ts';
import { type HarvestPeriod, type MetadataPrefix, OaiError, utcTime } from './protocol.ts';
import type { Continuation } from './resumption-token.ts';
import { filtersOf, type Members, setsOf } from './sets.ts';

/** Records in one response, and headers in one response. */
const recordsPerPage = 100;
const headersPerPage = 500;
/** A page ends before it would be larger than this. A single record is never. */
const maxPageBytes = 4 * 1024 * 1024;

/** Everything a response depends on besides the registry. */
export interface Harvest {
  /** The host name in identifiers. */
  repository: string;
  members: Members;
  /** The time of the response, in seconds since the epoch. */
  responseSeconds: number;
}

const prefixOf = (repository: string) => `oai:${repository}:`;
/** The characters of a URI (RFC 3986) stay; others, such as `<` in old DOIs, are encoded. */
const identifierOf = (repository: string, doi: string): string =>
  prefixOf(repository) + encodeURI(doi).replaceAll('#', '%23').replaceAll('?', '%3F');

function doiOf(repository: string, identifier: string): string | undefined {
  if (!identifier.startsWith(prefixOf(repository))) return undefined;
  try {
    return parseDoi(decodeURIComponent(identifier.slice(prefixOf(repository).length)), true);
  } catch {
    return undefined;
  }
}

/**
 * The time of a record's last change for harvesters, in seconds since the epoch. Rows may be committed up to
 * `lateCommitMs` after the time in them, so their times count as that much later: whoever asks from the time of the
 * last response misses nothing. A row that is already read has the time of the response at the latest.
 */
function datestampOf(row: PublicationRow, { members, responseSeconds }: Harvest): number {
  const changedMs = changedAt(row, members);
  return stampOf(changedMs, responseSeconds);
}

const stampOf = (changedMs: number, responseSeconds: number) =>
  Math.min(Math.floor((changedMs + lateCommitMs) / 1000) + 1, responseSeconds);

/**
 * The changes whose datestamps are in a period, in milliseconds since the epoch; undefined if there can be none. The list
 * finds them by its index, so a period costs what is in it.
 */
function changesIn({ from, until }: HarvestPeriod, responseSeconds: number) {
  if (from > responseSeconds) return undefined;
  const leastMs = Math.max(0, (from - 1) * 1000 - lateCommitMs);
  return { leastMs, mostMs: until < responseSeconds ? until * 1000 - lateCommitMs - 1 : null };
}

interface Listed {
  items: Markup[];
  /** Where the next page begins; undefined on the last one. */
  after: string | undefined;
}

/** One page of the headers or records of a list, in the order of their DOIs. */
export async function harvestPage(
  request: Omit<Continuation, 'cursor' | 'after'> & { after?: string },
  harvest: Harvest,
) {
  const { verb, prefix } = request;
  const { rows, hasMore } = await findRows(request, verb === 'ListRecords' ? recordsPerPage : headersPerPage, harvest);
  if (verb === 'ListRecords') return recordsOf(rows, hasMore, prefix, harvest);
  const items = rows.map((row) => header(row, !isInLists(row), harvest));
  return { items, after: hasMore ? rows.at(-1)?.doi : undefined } satisfies Listed;
}

/** The rows of one page. Deleted ones are part of the list. */
async function findRows(
  { from, until, set, after }: Omit<Continuation, 'cursor' | 'after'> & { after?: string },
  limit: number,
  { members, responseSeconds }: Harvest,
): Promise<{ rows: PublicationRow[]; hasMore: boolean }> {
  const filters = filtersOf(set, members);
  const changes = changesIn({ from, until }, responseSeconds);
  return changes ? rowsChangedIn(changes, filters, members, { after, limit }) : { rows: [], hasMore: false };
}

async function recordsOf(
  rows: readonly PublicationRow[],
  hasMore: boolean,
  prefix: MetadataPrefix,
  harvest: Harvest,
): Promise<Listed> {
  const shown = rows.filter(isInLists);
  const records = await getPublications(shown.map(({ doi }) => doi));
  const items: Markup[] = [];
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const item = recordOf(row, records.get(row.doi), prefix, harvest);
    bytes += textBytes(item.markup);
    if (bytes > maxPageBytes && index > 0) return { items, after: rows[index - 1]?.doi };
    items.push(item);
  }
  return { items, after: hasMore ? rows.at(-1)?.doi : undefined };
}

/** A record of the list. One that was hidden after its row was read is deleted already. */
function recordOf(
  row: PublicationRow,
  record: PublicationRecord | undefined,
  prefix: MetadataPrefix,
  harvest: Harvest,
): Markup {
  if (!isInLists(row) || !record || !isInLists(record)) return element('record', {}, header(row, true, harvest));
  const publication = shownPublication(record);
  const metadata = prefix === 'oai_dc' ? dublinCore(record, publication) : openaire(record, publication);
  return element('record', {}, header(row, false, harvest), element('metadata', {}, metadata));
}

function header(row: PublicationRow, isDeleted: boolean, harvest: Harvest): Markup {
  const { repository, members } = harvest;
  return element(
    'header',
    { status: isDeleted ? 'deleted' : undefined },
    element('identifier', {}, identifierOf(repository, row.doi)),
    element('datestamp', {}, utcTime(datestampOf(row, harvest))),
    setsOf(row, members).map((set) => element('setSpec', {}, set)),
  );
}

/** One record by its identifier. Throws OaiError `idDoesNotExist`, also for what was never public. */
export async function getRecord(identifier: string, prefix: MetadataPrefix, harvest: Harvest): Promise<Markup> {
  const { items } = await recordsOf([await findRow(identifier, harvest)], false, prefix, harvest);
  return items[0] as Markup; // one record makes one item
}

/** The row of an identifier. Throws OaiError `idDoesNotExist`. */
export async function findRow(identifier: string, { repository }: Harvest): Promise<PublicationRow> {
  const doi = doiOf(repository, identifier);
  const row = doi && (await rowOf(doi));
  if (!row) throw new OaiError('idDoesNotExist', 'There is no record with this identifier');
  return row;
}

async function rowOf(doi: string): Promise<PublicationRow | undefined> {
  const query = { page: 1, per_page: 1, q: '', sort: 'doi', dir: 'asc', where: ['ever_public'] } as const;
  return (await publications.find({ ...query, ids: new Set([doi]) }, 0)).rows[0];
}

/** A lower limit of all datestamps, in seconds since the epoch. */
export async function earliestDatestamp({ responseSeconds }: Harvest): Promise<number> {
  const query = { page: 1, per_page: 1, q: '', sort: 'public_change', dir: 'asc', where: ['ever_public'] } as const;
  const [row] = (await publications.find(query, 0)).rows;
  return row ? stampOf(publicChangeAt(row) ?? row.changed, responseSeconds) : responseSeconds;
}
