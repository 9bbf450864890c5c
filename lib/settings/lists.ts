import * as z from 'zod';

const engine = z.enum(['memory', 'postgres'], { error: 'must be memory or postgres' });

/** Aurora's capacity units of 2 GB of memory each. */
const capacityUnits = z
  .number({ error: 'must be a number' })
  .multipleOf(0.5, { error: 'must be a multiple of 0.5' })
  .max(256, { error: 'must be at most 256' });

/** The minor version that AWS supports longest. Within a major version, AWS updates it. */
export const databaseEngine = { engine: 'aurora-postgresql', engineVersion: '17.7' } as const;

const databaseNames = ['minCapacityAcu', 'maxCapacityAcu', 'pauseAfterMinutes', 'backupDays'] as const;

/** Without `pauseAfterMinutes`, a database whose capacity may fall to 0 is paused after this time. */
const standardPauseMinutes = 30;

/** Where the lists of publications and works are: in the memory of each function, or in PostgreSQL. */
export const Lists = z
  .strictObject({
    /** The engine from which functions read. */
    engine: engine.default('memory'),
    /** The other engine, if it is kept ready beside the one in use: docs/operating.md#lists-in-postgresql. */
    prepare: engine.optional(),
    /** The least capacity of the database. At 0 it is paused when nobody uses it, and takes 15 seconds to return. Default: 0.5. */
    minCapacityAcu: capacityUnits.min(0, { error: 'must not be negative' }).optional(),
    /** The largest capacity of the database. Default: 8. */
    maxCapacityAcu: capacityUnits.min(1, { error: 'must be at least 1' }).optional(),
    /** The time without queries after which the database is paused; only if `minCapacityAcu` is 0. Default: 30. */
    pauseAfterMinutes: z
      .int({ error: 'must be a whole number' })
      .min(5, { error: 'must be 5 to 1440' })
      .max(1440, { error: 'must be 5 to 1440' })
      .optional(),
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
    if (lists.pauseAfterMinutes !== undefined && minCapacityAcu > 0)
      refuse('needs lists.minCapacityAcu to be 0', 'pauseAfterMinutes');
  })
  .prefault({});

export type ListSettings = z.output<typeof Lists>;

/** The settings of a database, with defaults filled in. */
export interface DatabaseSettings {
  minCapacityAcu: number;
  maxCapacityAcu: number;
  /** Undefined if the database is never paused. */
  pauseAfterMinutes: number | undefined;
  backupDays: number;
}

/** Whether there is a database: because functions read it, or to prepare for that. */
const hasDatabase = ({ engine, prepare }: Pick<ListSettings, 'engine' | 'prepare'>): boolean =>
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
  pauseAfterMinutes = standardPauseMinutes,
  backupDays = 1,
}: Partial<Record<(typeof databaseNames)[number], number | undefined>>): DatabaseSettings {
  return {
    minCapacityAcu,
    maxCapacityAcu,
    pauseAfterMinutes: minCapacityAcu === 0 ? pauseAfterMinutes : undefined,
    backupDays,
  };
}
