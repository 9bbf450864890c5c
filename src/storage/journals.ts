import { randomInt } from 'node:crypto';
import {
  IssnRecord,
  issnsOfJournal,
  type Journal,
  journalOf,
  type KnownStatement,
  namedWith,
  withStatements,
} from '../domain/journals/journal.ts';
import { type JournalSources, type JournalStatement, statementsOf } from '../domain/journals/statements.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys } from './keys.ts';
import { getItems, ifUnchanged, transact, updateIf } from './table.ts';

/** Rounds of reading ISSNs that others name. An ISSN further away belongs to another journal. */
const rounds = 3;
/** ISSNs read for one journal. */
const maxRead = 60;

async function getIssns(issns: readonly string[]): Promise<Map<string, IssnRecord>> {
  const items = await getItems(issns.map(keys.issn));
  return new Map(items.map((item) => IssnRecord.parse(item)).map((record) => [record.issn, record]));
}

/** What sources say of these ISSNs, and of those that they name with them. */
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
 * Stores what a publication's sources say of its journal. Costs one read, and writes only what is new. Can be repeated.
 * Throws Contention if concurrent writes do not stop.
 */
export function stateJournals(record: JournalSources, now: Date): Promise<void> {
  const statements = statementsOf(record);
  const issns = new Set(statements.flatMap(({ issns: named }) => named));
  return change(record.doi, [...issns], statements, now);
}

/**
 * Removes what the sources of a publication said of journals that they do not name any more, before it is stored. They
 * name none after a permanent deletion.
 */
export async function leaveJournals(
  before: JournalSources,
  after: JournalSources | undefined,
  now: Date,
): Promise<void> {
  const left = after ? statementsOf(after) : [];
  const named = new Set(left.flatMap(({ issns }) => issns));
  const dropped = statementsOf(before).flatMap(({ issns }) => issns.filter((issn) => !named.has(issn)));
  await change(before.doi, [...new Set(dropped)], left, now);
}

async function change(doi: string, issns: readonly string[], made: readonly JournalStatement[], now: Date) {
  if (issns.length === 0) return;
  const known = await getIssns(issns);
  await inParallel(issns, 5, (issn) => {
    const ofIssn = { doi, made: made.filter((each) => each.issns.includes(issn)), now };
    let before = known.get(issn);
    return retryIfStale(`The ISSN ${issn}`, async () => {
      const statements = withStatements(before?.statements ?? [], ofIssn);
      if (statements === before?.statements || (!before && statements.length === 0)) return undefined;
      if (await saveIssn(issn, statements, before)) return undefined;
      before = (await getIssns([issn])).get(issn);
      return stale;
    });
  });
}

async function saveIssn(issn: string, statements: readonly KnownStatement[], before: IssnRecord | undefined) {
  const Key = keys.issn(issn);
  if (statements.length === 0) return !(await transact([{ Delete: { Key, ...ifUnchanged(before) } }]));
  const { ConditionExpression, ...values } = { ExpressionAttributeValues: {}, ...ifUnchanged(before) };
  return updateIf({
    Key,
    UpdateExpression: 'SET issn = :issn, statements = :statements, version = :next',
    ConditionExpression,
    ExpressionAttributeValues: {
      ...values.ExpressionAttributeValues,
      ':issn': issn,
      ':statements': statements,
      // A counter would start over after a deletion, and another process may have read the number before.
      ':next': randomInt(1, 2 ** 48 - 1),
    },
  });
}
