import * as z from 'zod';

const engine = z.enum(['memory', 'postgres'], { error: 'must be memory or postgres' });

/** Aurora's capacity units of 2 GB of memory each. */
const capacityUnits = z
  .number({ error: 'must be a number' })
  .multipleOf(0.5, { error: 'must be a multiple of 0.5' })
  .max(256, { error: 'must be at most 256' });

const databaseNames = ['minCapacityAcu', 'maxCapacityAcu', 'backupDays'] as const;

/** Where the lists of publications and works are: in the memory of each function, or in PostgreSQL. */
export const Lists = z
  .strictObject({
    /** What functions read. */
    engine: engine.default('memory'),
    /** The other engine, if it is kept ready beside the one in use: docs/operating.md#lists-in-postgresql. */
    prepare: engine.optional(),
    /** The least capacity of the database. It is never paused: the job that feeds it would wake it up. Default: 0.5. */
    minCapacityAcu: capacityUnits.min(0.5, { error: 'must be at least 0.5' }).optional(),
    /** The largest capacity of the database. Default: 8. */
    maxCapacityAcu: capacityUnits.min(1, { error: 'must be at least 1' }).optional(),
    /** Retention of the database's own backups. It can be filled again from the table. Default: 1. */
    backupDays: z
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be 1 to 35' })
      .max(35, { error: 'must be 1 to 35' })
      .optional(),
  })
  .superRefine((lists, { addIssue }) => {
    const refuse = (message: string, name: string) => addIssue({ code: 'custom', message, path: [name] });
    if (lists.prepare === lists.engine) refuse('must be the engine that lists.engine is not', 'prepare');
    const unused = databaseNames.find((name) => lists[name] !== undefined);
    if (unused && !hasDatabase(lists)) refuse('needs lists.engine or lists.prepare to be postgres', unused);
    const { minCapacityAcu, maxCapacityAcu } = withDefaults(lists);
    if (minCapacityAcu > maxCapacityAcu) refuse('must not be less than lists.minCapacityAcu', 'maxCapacityAcu');
  })
  .prefault({});

export type ListSettings = z.output<typeof Lists>;

/** The settings of a database, with defaults filled in. */
export interface DatabaseSettings {
  minCapacityAcu: number;
  maxCapacityAcu: number;
  backupDays: number;
}

/** Whether there is a database: because functions read it, or to prepare for that. */
export const hasDatabase = ({ engine, prepare }: Pick<ListSettings, 'engine' | 'prepare'>): boolean =>
  engine === 'postgres' || prepare === 'postgres';

/** Whether snapshots are written for all lists, so that functions can load each into memory. */
export const keepsSnapshots = ({ engine, prepare }: ListSettings): boolean =>
  engine === 'memory' || prepare === 'memory';

/** The settings of the database; undefined if there is none. */
export const databaseSettings = (lists: ListSettings): DatabaseSettings | undefined =>
  hasDatabase(lists) ? withDefaults(lists) : undefined;

function withDefaults({
  minCapacityAcu = 0.5,
  maxCapacityAcu = 8,
  backupDays = 1,
}: Partial<Record<(typeof databaseNames)[number], number | undefined>>): DatabaseSettings {
  return { minCapacityAcu, maxCapacityAcu, backupDays };
}
