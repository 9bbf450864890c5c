import { randomInt } from 'node:crypto';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { getItems, ifUnchanged, transact, updateIf } from '#src/table/table.ts';
import {
  IssnRecord,
  issnsOfJournal,
  type Journal,
  journalOf,
  type KnownStatement,
  namedWith,
  withStatements,
} from '../journal.ts';
import { type JournalSources, type JournalStatement, statementsOf } from '../statements.ts';

/** Rounds of reading ISSNs that others name. An ISSN further away belongs to another journal. */
const rounds = 3;
/** ISSNs read for one journal. */
const maxRead = 60;

async function getIssns(issns: readonly string[]): Promise<Map<string, IssnRecord>> {
  const items = await getItems(issns.map(keys.issn));
  return new Map(items.map((item) => IssnRecord.parse(item)).map((record) => [record.issn, record]));
}

/** Statements of sources about these ISSNs, and about those that the statements name with them. */
async function statementsAbout(issns: readonly string[]): Promise<(issn: string) => readonly KnownStatement[]> {
  const known = new Map<string, readonly KnownStatement[]>();
  let wanted = [...new Set(issns)];
  for (let round = 0; round <= rounds && wanted.length > 0; round++) {
    const found = await getIssns(wanted);
    for (const issn of wanted) known.set(issn, found.get(issn)?.statements ?? []);
    const named = wanted.flatMap((issn) => namedWith(issn, known.get(issn) ?? []));
    wanted = [...new Set(named)].filter((issn) => !known.has(issn)).slice(0, maxRead * issns.length);
  }
  return (issn) => known.get(issn) ?? [];
}

/** The journals with these ISSNs, by each of them. Those of which no source says anything are missing. */
export async function getJournals(issns: readonly string[]): Promise<Map<string, Journal>> {
  const statements = await statementsAbout(issns);
  return new Map(
    issns.flatMap((issn) => {
      const journal = journalOf(issn, statements);
      return journal ? [[issn, journal] as const] : [];
    }),
  );
}

/** All ISSNs of the journals with these ISSNs. */
export async function issnsOfJournals(issns: readonly string[]): Promise<string[]> {
  const statements = await statementsAbout(issns);
  return [...new Set(issns.flatMap((issn) => issnsOfJournal(issn, statements)))];
}

/**
 * Stores what a publication's sources say of its journal, and removes what those of its version `before` said of journals
 * that they do not name any more. Costs one read, and writes only what is new. Call it before storing the publication,
 * because that may end its job; it can be repeated. Throws Contention if concurrent writes do not stop.
 */
export async function stateJournals(record: JournalSources, now: Date, before: JournalSources = record): Promise<void> {
  const statements = statementsOf(record);
  const issns = new Set([...statements, ...statementsOf(before)].flatMap(({ issns: named }) => named));
  await change(record.doi, [...issns], statements, (...changed) => saveIssn(...changed, now), now);
}

/** Removes what a publication that was not stored after all would have said of journals. */
export async function unstateJournals(record: JournalSources, now: Date): Promise<void> {
  await change(record.doi, issnsIn(record), [], (...changed) => saveIssn(...changed, now), now);
}

/** Removes what is known from a publication alone, before it is deleted permanently. */
export async function forgetJournals(record: JournalSources, now: Date): Promise<void> {
  await change(
    record.doi,
    issnsIn(record),
    [],
    (issn, statements, before) =>
      before && statements.length === 0 ? deleteIssn(issn, before) : saveIssn(issn, statements, before, now),
    now,
  );
}

const issnsIn = (record: JournalSources): string[] => [...new Set(statementsOf(record).flatMap(({ issns }) => issns))];

type Save = (issn: string, statements: readonly KnownStatement[], before: IssnRecord | undefined) => Promise<boolean>;

async function change(doi: string, issns: readonly string[], made: readonly JournalStatement[], save: Save, now: Date) {
  if (issns.length === 0) return;
  const known = await getIssns(issns);
  await inParallel(issns, 5, (issn) => {
    const ofIssn = { doi, made: made.filter((each) => each.issns.includes(issn)), now };
    let before = known.get(issn);
    return retryIfStale(`The ISSN ${issn}`, async () => {
      const statements = withStatements(before?.statements ?? [], ofIssn);
      if (statements === before?.statements || (!before && statements.length === 0)) return undefined;
      if (await save(issn, statements, before)) return undefined;
      before = (await getIssns([issn])).get(issn);
      return stale;
    });
  });
}

/** An ISSN of which nothing is said is deleted by DynamoDB, because few functions may delete it. */
const keptMs = 7 * 24 * 3_600_000;

function saveIssn(issn: string, statements: readonly KnownStatement[], before: IssnRecord | undefined, now: Date) {
  const { ConditionExpression, ExpressionAttributeValues } = {
    ExpressionAttributeValues: {},
    ...ifUnchanged(before),
  };
  const isEmpty = statements.length === 0;
  return updateIf({
    Key: keys.issn(issn),
    UpdateExpression: `SET issn = :issn, statements = :statements, version = :next${
      isEmpty ? ', expiresAtSeconds = :until' : ' REMOVE expiresAtSeconds'
    }`,
    ConditionExpression,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':issn': issn,
      ':statements': statements,
      // A counter would start over after a deletion, and another process may have read the number before.
      ':next': randomInt(1, 2 ** 48 - 1),
      ...(isEmpty && { ':until': Math.ceil((now.getTime() + keptMs) / 1000) }),
    },
  });
}

const deleteIssn = async (issn: string, before: IssnRecord) =>
  !(await transact([{ Delete: { Key: keys.issn(issn), ...ifUnchanged(before) } }]));
