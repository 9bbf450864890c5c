import type { StoredIntakeRow } from '#src/records/intakes/intake.ts';
import { IntakeFinding, isPending } from '#src/records/intakes/intake.ts';
import { changeIntake, forgetReading, getIntake } from '#src/records/intakes/store/intakes.ts';
import { allIntakeRows, getIntakeRows, saveIntakeRow } from '#src/records/intakes/store/rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { orcidIdsIn } from '#src/vocabulary/identifiers/orcid-id.ts';

const rowsAtOnce = 8;

/** Whether a row has the iD of a person: in the entry, or because it was found to be theirs. */
const namesPerson = ({ content, finding, made }: StoredIntakeRow, orcid: string): boolean =>
  isNamedIn([content, finding, made], orcid);

/**
 * Takes a person who is erased out of the rows of an intake. The entries that name them go whole, so that they are not stored
 * any more; what was stored of them before can still be undone. Returns how many rows that were. Idempotent.
 */
export async function forgetPersonInIntake(
  id: string,
  { orcid, pseudonym }: { orcid: string; pseudonym: string },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  const named: number[] = [];
  for await (const row of allIntakeRows(id)) if (namesPerson(row, orcid)) named.push(row.index);
  if (dryRun) return named.length;
  await inParallel(named, rowsAtOnce, (index) => forgetInRow(id, index, orcid));
  await forgetInRecord(id, orcid, pseudonym);
  return named.length;
}

const forgetInRow = (id: string, index: number, orcid: string): Promise<void> =>
  retryIfStale(`The row ${index} of the intake ${id}`, async () => {
    const [row] = await getIntakeRows(id, [index]);
    if (!row || !namesPerson(row, orcid)) return;
    const { finding, made, outcome } = row;
    // The row of a spreadsheet of people: all of it is about the person.
    const isOwn = finding.target?.kind === 'person' && finding.target.id === orcid;
    const fields = {
      content: null,
      finding: isOwn || isPending(outcome) ? IntakeFinding.parse({}) : findingWithout(finding, orcid),
      ...(made !== undefined && { made: isOwn ? null : without(made, orcid) }),
      ...(isOwn && { output: null }),
      ...(isPending(outcome) && { class: 'erased' as const, decision: undefined }),
    };
    return (await saveIntakeRow(id, row, fields)) ? undefined : stale;
  });

const isNamedIn = (value: unknown, orcid: string): boolean => orcidIdsIn(JSON.stringify(value ?? null)).includes(orcid);

/** The findings about a row that has an outcome, without everything that names the person. */
const findingWithout = (finding: IntakeFinding, orcid: string): IntakeFinding => ({
  ...finding,
  target: isNamedIn(finding.target, orcid) ? null : finding.target,
  people: finding.people.filter((person) => person.orcid !== orcid),
  offers: [],
  cells: finding.cells.filter((cell) => !isNamedIn(cell, orcid)),
});

/** The changes made for a row without the iD. Lists lose the entries that have it, so that an undo expects what an erasure leaves. */
function without(value: unknown, orcid: string): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((each) => typeof each !== 'string' || !each.includes(orcid))
      .map((each) => without(each, orcid));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, without(each, orcid)]));
}

const forgetInRecord = (id: string, orcid: string, pseudonym: string): Promise<void> =>
  retryIfStale(`The intake ${id}`, async () => {
    await forgetReading(id, orcid);
    const before = await getIntake(id);
    if (!before) return;
    const { name, undone } = before;
    if (!JSON.stringify([name, undone]).includes(orcid)) return;
    const left_rows = undone?.left_rows.map((row) => ({ ...row, id: row.id.replaceAll(orcid, pseudonym) })) ?? [];
    const fields = { name: name.replaceAll(orcid, pseudonym), undone: undone && { ...undone, left_rows } };
    return (await changeIntake(before, fields)) ? undefined : stale;
  });
