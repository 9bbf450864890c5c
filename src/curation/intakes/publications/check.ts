import {
  IntakeFinding,
  type IntakeTarget,
  type PublicationClass,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { undoneAmong } from '#src/records/intakes/store/undone.ts';
import { type Comparable, comparableRecord, comparableWork } from '#src/records/likeness/comparable.ts';
import { compare, type Likeness } from '#src/records/likeness/compare.ts';
import { type ComparedRecord, recordName } from '#src/records/likeness/pair.ts';
import { erasedAmong } from '#src/records/people/store/unless-erased.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { canonicalDois, getPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { workDocument } from '#src/records/works/work-content.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { orcidIdsIn } from '#src/vocabulary/identifiers/orcid-id.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { allGroups } from '../../groups/groups.ts';
import type { CheckContext, CheckedIntakeRow } from '../kind/kind.ts';
import { areCertainlySame, blocksOf, comparableRow, identifiersOfRow } from './comparing.ts';
import { contentOf, type PublicationContent } from './content.ts';
import { worksOfContent } from './deleted.ts';
import { departmentFinder } from './departments.ts';
import { lookUp } from './look-up.ts';
import { offersOf } from './offers.ts';
import { matchPeople } from './people.ts';

const rowsPerBatch = 200;
/** Whole records are read to find their canonical DOIs. */
const doisPerRead = 400;
const maxPerBlock = 32;

interface Entry {
  index: number;
  line: number;
  content: PublicationContent;
  row: IntakeRow;
  comparable: Comparable;
  identifiers: readonly string[];
}

/** Classes the entries of a file of references. */
export async function* checkPublications(
  rows: readonly StoredIntakeRow[],
  { intake }: Pick<CheckContext, 'intake'>,
): AsyncGenerator<CheckedIntakeRow[]> {
  const contents = rows.map((row) => ({ row, content: contentOf(row) }));
  const erased = await erasedRows(contents);
  const nothing = IntakeFinding.parse({});
  yield contents.flatMap(({ row: { index }, content }): CheckedIntakeRow[] => {
    if (content && !erased.has(index)) {
      return content.row ? [] : [{ index, class: 'faulty', finding: nothing }];
    }
    return [{ index, class: 'erased', finding: nothing, content: null }];
  });
  const read = new Map<number, IntakeRow>();
  for (const { row, content } of contents) {
    if (content?.row && !erased.has(row.index)) read.set(row.index, content.row);
  }
  const people = await matchPeople(read);
  const entries = contents.flatMap(({ row: { index, line }, content }): Entry[] => {
    const row = read.get(index);
    if (!row || !content) return [];
    const orcids = (people.get(index) ?? []).flatMap(({ by, orcid }) => (by === 'orcid' ? orcid : []));
    return [{ index, line, content, row, comparable: comparableRow(row, orcids), identifiers: identifiersOfRow(row) }];
  });
  const canonical = await canonicalOf(entries);
  const twice = repeated(entries, canonical);
  const sought = entries.filter(({ index, row }) => !twice.has(index) && (row.doi === null || !canonical.has(row.doi)));
  const found = await lookUp(sought);
  const unknown = sought.filter(({ index }) => !found.identified.has(index));
  const ofContent = await worksOfContent(
    unknown.map(({ index, row }) => ({ index, row, people: people.get(index) ?? [] })),
    intake,
  );
  const groupOf = departmentFinder(await allGroups());
  for (let start = 0; start < entries.length; start += rowsPerBatch) {
    const batch = entries.slice(start, start + rowsPerBatch);
    const wanted = batch.flatMap(({ index, row }): ComparedRecord[] => {
      const doi = row.doi === null ? undefined : canonical.get(row.doi);
      if (doi !== undefined) return [{ kind: 'publication', id: doi }];
      const work = ofContent.get(index);
      return [
        found.identified.get(index) ?? [],
        found.alike.get(index) ?? [],
        work === undefined ? [] : { kind: 'work' as const, id: work },
      ].flat();
    });
    const records = await readRecords(wanted);
    const questions = await deletedByPeople(records);
    yield batch.map((entry): CheckedIntakeRow => {
      const { index, row, content, comparable } = entry;
      const doi = row.doi === null ? undefined : canonical.get(row.doi);
      const known = doi === undefined ? found.identified.get(index) : ({ kind: 'publication', id: doi } as const);
      const work = ofContent.get(index);
      const meant = work === undefined ? known : ({ kind: 'work', id: work } as const);
      const own = meant && meant !== known ? records.get(recordName(meant)) : undefined;
      const named = (known && records.get(recordName(known))) ?? (own?.deleted_at === null ? own : undefined);
      const gone = meant && questions.get(recordName(meant));
      const isSettled = named !== undefined || gone !== undefined || twice.has(index);
      const alike = isSettled ? undefined : likest(comparable, found.alike.get(index) ?? [], records);
      const record = gone ?? named ?? alike?.record;
      const isThere = (named && named.deleted_at === null) || isWorkOfDoi(alike?.record, row.doi);
      const its: PublicationClass = twice.has(index)
        ? 'twice'
        : gone
          ? 'deleted'
          : isThere
            ? 'known'
            : alike
              ? 'duplicate'
              : row.doi !== null
                ? 'new_doi'
                : 'new_work';
      const isFaulty = content.faults.length > 0;
      return {
        index,
        class: isFaulty ? 'faulty' : its,
        finding: {
          ...nothing,
          target: record?.target ?? null,
          deleted_at: gone?.deleted_at ?? null,
          likeness: alike?.likeness.score ?? null,
          twice_of: twice.get(index) ?? null,
          people: people.get(index) ?? [],
          groups: row.departments.map(groupOf),
          offers: record && record.deleted_at === null ? offersOf(row, record.shown) : [],
          beneath: isFaulty ? its : null,
        },
      };
    });
  }
}

/** Whether a record is the work that a DOI became which no agency knew. */
const isWorkOfDoi = (record: ReadRecord | undefined, doi: string | null): boolean =>
  doi !== null && record?.shown.kind === 'work' && record.shown.data.url === doiUrl(doi);

/** The rows that have the iD of an erased person anywhere, also in the text of the entry. */
async function erasedRows(
  contents: readonly { row: StoredIntakeRow; content: PublicationContent | undefined }[],
): Promise<Set<number>> {
  const named = contents.map(({ row, content }) => ({
    index: row.index,
    orcids: content ? orcidIdsIn(JSON.stringify(content)) : [],
  }));
  const erased = await erasedAmong(named.flatMap(({ orcids }) => orcids));
  return new Set(named.flatMap(({ index, orcids }) => (orcids.some((orcid) => erased.has(orcid)) ? [index] : [])));
}

/** The publication of each DOI that the registry knows. */
async function canonicalOf(entries: readonly Entry[]): Promise<Map<string, string>> {
  const dois = [...new Set(entries.flatMap(({ row }) => row.doi ?? []))];
  const known = new Map<string, string>();
  for (let start = 0; start < dois.length; start += doisPerRead) {
    for (const [doi, to] of await canonicalDois(dois.slice(start, start + doisPerRead))) known.set(doi, to);
  }
  return known;
}

/** Entries that say the same as another one, which comes first: one without faults, with a DOI, or before it. */
function repeated(
  entries: readonly Entry[],
  canonical: ReadonlyMap<string, string>,
): Map<number, { index: number; line: number }> {
  const rank = ({ content, row }: Entry) => (content.faults.length > 0 ? 2 : 0) + (row.doi === null ? 1 : 0);
  const inOrder = [...entries].sort((one, other) => rank(one) - rank(other) || one.index - other.index);
  const twice = new Map<number, { index: number; line: number }>();
  const byKey = new Map<string, Entry>();
  const byBlock = new Map<string, Entry[]>();
  for (const entry of inOrder) {
    const { index, row, comparable, identifiers } = entry;
    const { doi, title, work_type, publication_date, data } = row;
    const keys = [
      ...(doi === null ? [] : [`doi ${canonical.get(doi) ?? doi}`]),
      ...identifiers.map((each) => `id ${each}`),
      ...(doi === null ? [`content ${JSON.stringify([title, work_type, publication_date, data])}`] : []),
    ];
    const hasOtherDoi = (other: Entry) =>
      doi !== null &&
      other.row.doi !== null &&
      (canonical.get(doi) ?? doi) !== (canonical.get(other.row.doi) ?? other.row.doi);
    const blocks = blocksOf(comparable);
    const first =
      keys.map((key) => byKey.get(key)).find((other) => other && !hasOtherDoi(other)) ??
      blocks
        .flatMap((block) => byBlock.get(block) ?? [])
        .find((other) => areCertainlySame(comparable, other.comparable));
    if (first) {
      twice.set(index, { index: first.index, line: first.line });
      continue;
    }
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, entry);
    for (const block of blocks) {
      const known = byBlock.get(block);
      if (!known) byBlock.set(block, [entry]);
      else if (known.length < maxPerBlock) known.push(entry);
    }
  }
  return twice;
}

interface ReadRecord {
  target: IntakeTarget;
  comparable: Comparable | undefined;
  deleted_at: string | null;
  shown: Parameters<typeof offersOf>[1];
}

async function readRecords(wanted: readonly ComparedRecord[]): Promise<Map<string, ReadRecord>> {
  const idsOf = (kind: ComparedRecord['kind']) => [
    ...new Set(wanted.flatMap((each) => (each.kind === kind ? [each.id] : []))),
  ];
  const publications = await getPublications(idsOf('publication'));
  const works = await getWorks(idsOf('work'));
  return new Map([
    ...[...publications.values()].map(
      (record) => [recordName({ kind: 'publication', id: record.doi }), ofPublication(record)] as const,
    ),
    ...[...works.values()].map((work) => [recordName({ kind: 'work', id: work.id }), ofWork(work)] as const),
  ]);
}

function ofPublication(record: PublicationRecord): ReadRecord {
  const { title, publication_date, data } = shownPublication(record);
  return {
    target: { kind: 'publication', id: record.doi, title: defaultText(title) ?? null },
    comparable: comparableRecord(record),
    deleted_at: record.deleted_at,
    shown: { kind: 'publication', title, publication_date, data },
  };
}

function ofWork(work: WorkRecord): ReadRecord {
  const { title, publication_date, work_type, data } = workDocument(work);
  return {
    target: { kind: 'work', id: work.id, title: defaultText(title) ?? null },
    comparable: comparableWork(work),
    deleted_at: work.deleted_at,
    shown: { kind: 'work', title, publication_date, work_type, data },
  };
}

/** The records among these that a person has deleted, and no undo. */
async function deletedByPeople(records: ReadonlyMap<string, ReadRecord>): Promise<Map<string, ReadRecord>> {
  const deleted = [...records].flatMap(([name, record]) => {
    const { deleted_at, target } = record;
    return deleted_at === null ? [] : { name, record, kind: target.kind, id: target.id, deleted_at };
  });
  const undone = new Set(await undoneAmong(deleted));
  return new Map(deleted.flatMap((each) => (undone.has(each) ? [] : [[each.name, each.record] as const])));
}

/** The likeliest of the records that are like an entry. */
function likest(
  comparable: Comparable,
  candidates: readonly ComparedRecord[],
  records: ReadonlyMap<string, ReadRecord>,
): { record: ReadRecord; likeness: Likeness } | undefined {
  let best: { record: ReadRecord; likeness: Likeness } | undefined;
  for (const candidate of candidates) {
    const record = records.get(recordName(candidate));
    if (!record?.comparable || record.deleted_at !== null) continue;
    const likeness = compare(comparable, record.comparable);
    // A preprint and its article are two publications.
    if (!likeness || likeness.reasons.some((reason) => versions.has(reason))) continue;
    if (!best || likeness.score > best.likeness.score) best = { record, likeness };
  }
  return best;
}

const versions: ReadonlySet<string> = new Set(['preprint', 'doi_version', 'stated_version']);
