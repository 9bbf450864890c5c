import * as z from 'zod';
import { shownPublication } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import type { Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { inRow, LocalizedText } from '#src/vocabulary/locale.ts';

/** How many records are read at once: each may be large. */
const readAtOnce = 4;

type Name = LocalizedText | null | undefined;

interface Failed {
  readonly id: string;
}

/** The field of a tool's answer with the names of its failed records. */
export const FailedNames = z.record(z.string(), LocalizedText).optional().meta({ description: 'Names by id' });

/** The title of a publication, or of a work, whose id may have a mark before it. */
export async function titleOf(id: string): Promise<Name> {
  if (!id.startsWith('10.')) return (await getWork(id.replace('work:', '')))?.title;
  const record = await getPublication(id);
  return record && shownPublication(record).title;
}

/**
 * The result of a tool with the names of its failed records, also where it is the details of an error. Each is read on
 * its own: one that cannot be read, which may be why it failed, has no name.
 */
export async function withFailedNames<Result extends { failed: readonly Failed[] }>(
  result: Promise<Result>,
  nameOf: (id: string) => Promise<Name> = titleOf,
): Promise<Result & { names: Record<string, LocalizedText> }> {
  const namesOf = async (failed: readonly Failed[]) => {
    const named = await inParallel(failed, readAtOnce, async ({ id }) => {
      const name = inRow((await nameOf(id).catch(() => null)) ?? null);
      return name === null ? [] : [[id, name] as const];
    });
    return Object.fromEntries(named.flat());
  };
  try {
    const answer = await result;
    return { ...answer, names: await namesOf(answer.failed) };
  } catch (error) {
    const { details } = error as Partial<Problem>;
    if (details?.failed) details.names = await namesOf(details.failed as Failed[]);
    throw error;
  }
}
