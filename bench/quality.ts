import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { type FormatName, formatNames, formats } from '#src/formats/format.ts';
import { OrcidListings, rederivePublication } from '#src/ingestion/rederive.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { finishedItems, pendingDois } from '#src/ingestion/store/job-items.ts';
import { publications } from '#src/lists/publications.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import {
  matchQuestions,
  matchStates,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { thesisDegree } from '#src/records/publications/theses.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { isNoName, isNoNumber, isNoTitle, isUnknownCode } from '#src/sources/fields/placeholders.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { defaultText, inLocale } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { startReplay } from '../local/sources/replay.ts';
import { recordedWorks } from '../test/oracle/recordings.ts';
import { ingestWork } from '../test/support/ingest-work.ts';
import { startQueues } from '../test/support/queues.ts';
import { progress } from './shared/command.ts';
import { changesSince, saveShown } from './shared/publication-changes.ts';
import { sourceSettings } from './shared/sources.ts';
import { withTable } from './shared/table.ts';

const usage = `Usage: npm run quality -- <folder of recordings> [--list <problem>] [--json] [--save <file>] [--since <file>]

Ingests every researcher of the folder and counts what a librarian would find wrong in the result. --list names the
publications with one problem. --save writes what is shown of each publication to a file, and --since lists what differs
from such a file of another release: families with who states them, fields and links.
The layout of the folder: local/sample/README.md`;

/** Possible faults of a publication. The report counts each. */
const problems = {
  'without a title': ({ title }) => title === null,
  'without authors': ({ data }) => (data.authors as unknown[]).length === 0,
  'without a date': ({ publication_date }) => publication_date === null,
  'without a type': ({ publication_type: type }) => type === null || type === 'other',
  'an article, chapter, paper or preprint without a venue': ({ publication_type: type, data }) =>
    venueTypes.has(type ?? '') && !data.container_title,
  'a thesis without a degree': ({ publication_type: type, data }) =>
    type === 'dissertation' && thesisDegree(type, data.publication_subtype) === null,
  'with a licence without a name': ({ data }) => Boolean(data.license_url) && !data.license,
  'with a placeholder for a title, number or name': ({ title, data }) =>
    isPlaceholder(defaultText(title), isNoTitle) ||
    [data.volume, data.issue, data.pages, data.article_number].some((number) => isPlaceholder(number, isNoNumber)) ||
    [data.publisher, data.publication_place, data.container_title].some((name) => isPlaceholder(name, isNoName)),
  'with repeated authors': ({ data }) => isAnyoneRepeated(data.authors as Author[]),
} satisfies Record<string, (publication: ReturnType<typeof shownPublication>) => boolean>;

function isPlaceholder(value: unknown, isNone: (text: string) => boolean): boolean {
  return typeof value === 'string' && (isNone(value) || isUnknownCode(value));
}

const venueTypes = new Set(['journal-article', 'book-chapter', 'proceedings-article', 'posted-content']);

/** Whether a name is there again, unless each has another iD. */
function isAnyoneRepeated(authors: readonly Author[]): boolean {
  const byName = Map.groupBy(authors, ({ name }) => foldForSearch(name, 'en'));
  return [...byName.values()].some((same) => {
    const iDs = same.flatMap(({ orcid }) => orcid ?? []);
    return same.length > 1 && (iDs.length < same.length || new Set(iDs).size < iDs.length);
  });
}

interface Finding {
  problem: string;
  dois: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'string' },
    json: { type: 'boolean' },
    save: { type: 'string' },
    since: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const [dir] = positionals;
if (values.help || !dir || !existsSync(dir) || !statSync(dir).isDirectory()) {
  console.error(dir && !values.help ? `${dir} is not a folder\n\n${usage}` : usage);
  process.exit(values.help ? 0 : 2);
}

// Keeps the functions' log lines out of the report.
const print = console.log;
console.log = () => undefined;

await withTable(async () => {
  const queues = await startQueues();
  const replay = await startReplay({ dir });
  try {
    Object.assign(process.env, sourceSettings(replay.urls, 0));
    const failed = await ingestAll(recordedWorks(dir).map(({ orcid }) => orcid));
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    report(await findings(), failed);
  } finally {
    await replay.close();
    await queues.stop();
  }
});

/** Ingests researchers one after the other. Returns the failed works with their reasons. */
async function ingestAll(orcids: string[]): Promise<string[]> {
  const failed: string[] = [];
  const delivery = { now: new Date(), receiveCount: 1, isLast: true, signal: new AbortController().signal };
  for (const orcid of orcids) {
    progress(orcid);
    const request = { requestedBy: 'quality', workspace: 'primary_entity', requestId: 'quality' };
    const { jobs } = await requestIngestion([orcid], request, delivery.now);
    const jobId = String(jobs[0]?.job_id);
    await ingestResearcher(jobId, delivery);
    await inParallel(await pendingDois(jobId), 4, (doi) => ingestWork(jobId, doi, delivery));
    for (const { outcome, work, message } of await finishedItems(jobId)) {
      if (outcome === 'failed') failed.push(`${work?.doi}: ${message}`);
    }
  }
  return failed;
}

/** The faults of the listed publications. */
async function findings(): Promise<{ total: number; listed: number; found: Finding[]; changes: string[] }> {
  const everything = { page: 1, per_page: 1_000_000, q: '', sort: 'title', dir: 'asc' } as const;
  const all = await publications.find({ ...everything, where: [] }, 0);
  const { rows } = await publications.find({ ...everything, where: ['public'] }, 0);
  const records = [...(await getPublications(rows.map(({ doi }) => doi))).values()];
  const shown = records.map((record) => ({ record, publication: shownPublication(record) }));
  const found = Object.entries(problems).map(([problem, has]) => ({
    problem,
    dois: shown.flatMap(({ publication }) => (has(publication) ? publication.doi : [])),
  }));
  found.push(
    {
      problem: 'whose DOI no agency knows',
      dois: records.flatMap(({ doi, source }) => (source === 'orcid' ? doi : [])),
    },
    { problem: 'with the title of another one', dois: equalTitles(records) },
    { problem: 'with an alias that its agency knows as another one', dois: await withWrongAliases(all.rows) },
    { problem: 'with a researcher who is not matched', dois: records.filter(isUnmatched).map(({ doi }) => doi) },
    { problem: 'with a question that nobody can answer', dois: records.filter(isUnanswerable).map(({ doi }) => doi) },
    ...formatNames.map((format) => ({ problem: `that ${format} cannot write`, dois: unwritable(format, records) })),
  );
  const stored = [...(await getPublications(all.rows.map(({ doi }) => doi))).values()];
  if (values.save !== undefined) saveShown(values.save, stored);
  const changes = values.since === undefined ? [] : changesSince(values.since, stored);
  return { total: all.total, listed: rows.length, found, changes };
}

/** The publications, listed or not, with an alias that is another publication. */
async function withWrongAliases(rows: readonly { doi: string }[]): Promise<string[]> {
  const context = { actor: 'quality', now: new Date(), requestId: 'quality' };
  const options = { dryRun: true, context, listings: new OrcidListings(), signal: new AbortController().signal };
  const found = await inParallel(rows, 4, async ({ doi }) => {
    const { wrongAliases } = (await rederivePublication(doi, options)) ?? {};
    if (!wrongAliases) throw new Error(`The aliases of ${doi} could not be checked`);
    return wrongAliases.length > 0 ? [doi] : [];
  });
  return found.flat();
}

function isUnmatched(record: PublicationRecord): boolean {
  return matchStates(record).includes('needs_attention');
}

/** Whether a researcher's author is unclear because no source names authors. */
// A function, because the report is made before the end of this file.
function isUnanswerable(record: PublicationRecord): boolean {
  return matchQuestions(record).includes('authors_unknown');
}

/** The publications whose folded title is that of an earlier one. */
function equalTitles(records: PublicationRecord[]): string[] {
  const titled = records.map((record) => {
    const title = inLocale(shownPublication(record).title, 'en') ?? '';
    return {
      doi: record.doi,
      title: foldForSearch(title, 'en')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    };
  });
  const groups = Map.groupBy(
    titled.filter(({ title }) => title !== ''),
    ({ title }) => title,
  );
  return [...groups.values()].flatMap((group) => group.slice(1).map(({ doi }) => doi));
}

function unwritable(format: FormatName, records: PublicationRecord[]): string[] {
  const write = formats[format].writer();
  return records.flatMap((record) => {
    try {
      return write(citationOf(record, 'en')) === '' ? record.doi : [];
    } catch {
      return record.doi;
    }
  });
}

function report({ total, listed, found, changes }: Awaited<ReturnType<typeof findings>>, failed: string[]): void {
  const counts = { 'stored publications': total, 'in public lists': listed, 'works that failed': failed.length };
  if (values.list !== undefined) {
    const wanted = values.list === 'failed' ? failed : found.find(({ problem }) => problem === values.list)?.dois;
    print((wanted ?? [`Problems: failed, ${found.map(({ problem }) => problem).join(', ')}`]).join('\n'));
    return;
  }
  if (values.since !== undefined) {
    print([...changes, `${changes.length} changes`].join('\n'));
    return;
  }
  const all = { ...counts, ...Object.fromEntries(found.map(({ problem, dois }) => [problem, dois.length])) };
  if (values.json) print(JSON.stringify(all, null, 2));
  else for (const [name, count] of Object.entries(all)) print(`${String(count).padStart(6)}  ${name}`);
}
