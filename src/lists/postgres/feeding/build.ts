import { inParallel } from '#src/runtime/in-parallel.ts';
import { sleep } from '#src/runtime/sleep.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, StatementFailed, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { peopleTableStatements, peopleTriggerStatements } from '../people-table.ts';
import { indexesOf } from '../schema.ts';
import { tallyTableStatements, triggerStatements } from '../tally-tables.ts';

/** How many indexes a database builds at once, of all lists and for all processes. */
const buildersAtOnce = 4;
/** A statement that has built for so long leaves the rest to another one: what it has built is lost if it is killed. */
const statementSeconds = 15;
/** How long a process waits that has nothing to do because others build. */
const pauseMs = 500;

/**
 * Builds what the tables of a list lack when all rows are in them: indexes, tallies and triggers. Each is built in one
 * transaction, so a process may be killed at any time, and several may build at once. True when everything is there;
 * false at the deadline, in milliseconds since the epoch.
 */
export async function build<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  deadlineMs: number,
): Promise<boolean> {
  const hasPeople = table.spec.output !== undefined;
  const made = new Map([
    [table.talliesTable, tallyTableStatements(table).join(';\n')],
    ...(hasPeople ? [[table.peopleTable, peopleTableStatements(table).join(';\n')] as const] : []),
    ...indexesOf(table),
  ]);
  const statement = buildStatement(made);
  const countMissing = () => missing(database, [...made.keys()]);
  const builder = async () => {
    for (let before = await countMissing(); before > 0 && Date.now() < deadlineMs; ) {
      await begun(() => database.run(statement));
      const after = await countMissing();
      if (after === before) await sleep(pauseMs);
      before = after;
    }
  };
  await inParallel(Array.from({ length: buildersAtOnce }), buildersAtOnce, builder);
  if ((await countMissing()) > 0) return false;
  await database.run(`DO $triggers$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('publication registry lists'));
    ${[...triggerStatements(table), ...(hasPeople ? peopleTriggerStatements(table) : [])].join(';\n')};
  END $triggers$`);
  const analyzed = [table.name, table.contents, table.talliesTable, ...(hasPeople ? [table.peopleTable] : [])];
  for (const name of analyzed) await database.run(`ANALYZE ${name}`);
  return true;
}

async function missing({ run }: Database, relations: readonly string[]): Promise<number> {
  const values = new Values();
  const names = values.bindTexts(relations);
  const [found] = await run(
    `SELECT count(*)::text AS missing FROM unnest(${names}) name WHERE to_regclass(name) IS NULL`,
    values.all,
  );
  return Number(found?.missing);
}

/** The database goes on with a statement that takes longer than it answers. Whether it has ended shows later. */
async function begun(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StatementFailed && error.sqlState === undefined)) throw error;
  }
}

/** A statement that builds what is missing and nobody else builds, by the names of what is made. */
function buildStatement(made: ReadonlyMap<string, string>): string {
  const steps = Array.from(made, ([name, statements]) => `('${name}', $made$ ${statements} $made$)`);
  return `DO $build$ DECLARE step record; builder int; BEGIN
    builder := (SELECT number FROM generate_series(1, ${buildersAtOnce}) number
      WHERE pg_try_advisory_xact_lock(hashtext('publication registry builders'), number) LIMIT 1);
    IF builder IS NULL THEN RETURN; END IF;
    FOR step IN SELECT * FROM (VALUES ${steps.join(',\n')}) steps (name, statements) LOOP
      CONTINUE WHEN to_regclass(step.name) IS NOT NULL;
      CONTINUE WHEN NOT pg_try_advisory_xact_lock(hashtext(step.name));
      -- Another session may have built it in between, which the cache of names does not tell.
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = step.name
        AND relnamespace = current_schema()::regnamespace);
      EXECUTE step.statements;
      EXIT WHEN clock_timestamp() > statement_timestamp() + interval '${statementSeconds} seconds';
    END LOOP;
  END $build$`;
}
