import * as z from 'zod';
import { compress, decompress } from '#src/records/publications/store/compressed.ts';
import { type ReportRun, RunCounts } from '#src/records/reports/report.ts';
import { ReportItem } from '#src/records/reports/report-item.ts';
import { itemWithout, mentionsPerson, withPseudonym } from '#src/records/reports/without-person.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { type Item, type Key, transact, updateIf } from '#src/table/table.ts';
import { dropDocuments } from '../report-documents/store/stored-documents.ts';
import { getReport, getReports, getRun, getRuns, putReport, runContents, runWrite } from './store.ts';

export interface ErasedPerson {
  orcid: string;
  pseudonym: string;
}

/**
 * Takes an erased person out of the reports of a workspace and out of all their runs, frozen ones, too: sums stay, and
 * each run counts who was taken out of it. Returns how many reports and runs named them; in a dry run only that. Done
 * again, it finds what was left.
 */
export async function eraseFromReports(workspace: string, person: ErasedPerson, dryRun: boolean): Promise<number> {
  let count = 0;
  for (const { id, definition } of await getReports(workspace)) {
    for (const run of await getRuns(id)) if (await eraseFromRun(run, person, dryRun)) count++;
    if (!mentionsPerson(definition, person.orcid)) continue;
    count++;
    if (!dryRun) await eraseFromReport(workspace, id, person);
  }
  return count;
}

const eraseFromReport = (workspace: string, id: string, { orcid, pseudonym }: ErasedPerson): Promise<void> =>
  retryIfStale('The report', async () => {
    const before = await getReport(workspace, id);
    if (!before || !mentionsPerson(before.definition, orcid)) return;
    const definition = withPseudonym(before.definition, orcid, pseudonym);
    return (await putReport({ ...before, definition, version: before.version + 1 }, before)) ? undefined : stale;
  });

/** The record first: it says who was taken out, also after a kill. What is named then is found by the next attempt. */
async function eraseFromRun(run: ReportRun, person: ErasedPerson, dryRun: boolean): Promise<boolean> {
  const { orcid, pseudonym } = person;
  const named: (Item & Key)[] = [];
  if (!dryRun && run.state === 'running') await interruptRun(run.id);
  for await (const item of runContents(run)) if (mentionsPerson(decompress(item.body), orcid)) named.push(item);
  const isNamed = named.length > 0 || mentionsPerson([run.definition, run.query], orcid);
  if (dryRun) return isNamed;
  if (!isNamed) {
    // A kill may have left documents of before.
    if (run.erased.includes(pseudonym)) await dropDocuments(run.id);
    return false;
  }
  await retryIfStale('The run', async () => {
    const before = await getRun(run.id);
    if (!before) return;
    const after = {
      ...before,
      definition: withPseudonym(before.definition, orcid, pseudonym),
      query: withPseudonym(before.query, orcid, pseudonym),
      erased: [...new Set([...before.erased, pseudonym])],
      version: before.version + 1,
    };
    return (await transact([runWrite(after, before)])) ? stale : undefined;
  });
  for (const item of named) await replaceBody(item, compress(contentWithout(item, decompress(item.body), person)));
  await dropDocuments(run.id);
  return true;
}

/** A worker may hold outputs as they were before the erasure: its next write fails, and it reads them again. */
const interruptRun = (id: string): Promise<void> =>
  retryIfStale('The run', async () => {
    const before = await getRun(id);
    if (before?.state !== 'running') return;
    return (await transact([runWrite({ ...before, version: before.version + 1 }, before)])) ? stale : undefined;
  });

function contentWithout({ sk }: Key, content: unknown, { orcid, pseudonym }: ErasedPerson): unknown {
  if (/#PART#/.test(sk))
    return z
      .array(ReportItem)
      .parse(content)
      .map((item) => itemWithout(item, orcid, pseudonym));
  if (!/#COUNTS#/.test(sk)) return withPseudonym(content, orcid, pseudonym);
  const counts = withPseudonym(RunCounts.parse(content), orcid, pseudonym);
  const { [pseudonym]: _, ...person } = counts.labels.person ?? {};
  return { ...counts, labels: { ...counts.labels, ...(counts.labels.person && { person }) } };
}

/** Only the body, so that a run which is frozen at the same moment stays frozen. */
const replaceBody = ({ pk, sk }: Key & Item, body: Uint8Array) =>
  updateIf({
    Key: { pk, sk },
    UpdateExpression: 'SET body = :body',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':body': body },
  });
