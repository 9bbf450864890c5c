import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { answerOf, api, type Schema } from '../../../api/client.ts';
import { ConnectionError } from '../../../api/failures.ts';
import { chunksOf } from '../../../data/chunks.ts';
import type { Outcome } from '../rows.ts';
import type { ImportMode, MembershipInput } from './membership-rows.ts';

/** The most rows of one request. */
export const perRequest = 500;
const tries = 3;

/** Several requests with the same id are one import. */
export interface Begun {
  id: string;
  mode: ImportMode;
}

/** Sends rows. It may be sent again: what is there already stays. */
async function post(
  { id, mode }: Begun,
  rows: readonly MembershipInput[],
  options: { dry_run?: boolean; is_last: boolean },
  signal?: AbortSignal,
): Promise<Schema<'GroupImport'>> {
  const body = { import_id: id, mode, rows: [...rows], ...options };
  for (let rest = tries - 1; ; rest--) {
    try {
      return await answerOf(api.POST('/api/groups/import', { body, ...(signal && { signal }) }));
    } catch (error) {
      const isPassing = error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
      if (rest === 0 || !isPassing) throw error;
    }
  }
}

const outcomesOf = ({ rows }: Schema<'GroupImport'>): Map<string, Outcome> =>
  new Map(
    rows.map(({ line, outcome, message, code, about }) => [
      String(line),
      { state: outcome, ...(message != null && { text: message }), ...(code != null && { code, about: about ?? '' }) },
    ]),
  );

export interface MembershipPlan {
  outcomes: ReadonlyMap<string, Outcome>;
  /** How many memberships of earlier imports would end; undefined if that is known only at the end. */
  left: number | undefined;
}

/** The changes that an import would make now. */
export async function planOf(
  begun: Begun,
  rows: readonly MembershipInput[],
  signal: AbortSignal,
): Promise<MembershipPlan> {
  const parts = chunksOf(rows, perRequest);
  const outcomes = new Map<string, Outcome>();
  let left = 0;
  for (const part of parts) {
    // A dry run of several parts cannot tell who is in none of them.
    const answer = await post(begun, part, { dry_run: true, is_last: parts.length === 1 }, signal);
    for (const [id, outcome] of outcomesOf(answer)) outcomes.set(id, outcome);
    left += answer.left;
  }
  return { outcomes, left: begun.mode === 'add' || parts.length === 1 ? left : undefined };
}

/** Imports a part. Nobody leaves yet: a part that does not arrive must not end the memberships in it. */
export const importPart = async (
  begun: Begun,
  rows: readonly MembershipInput[],
): Promise<ReadonlyMap<string, Outcome>> => outcomesOf(await post(begun, rows, { is_last: false }));

/** Ends the memberships of earlier imports that no row names. Returns how many. */
export const endOthers = async (begun: Begun): Promise<number> => (await post(begun, [], { is_last: true })).left;

export type EarlierImport = Schema<'EarlierGroupImport'>;

/** The imports of members that can be taken back, also those of others and of earlier days. */
export const earlierImports = infiniteQueryOptions({
  queryKey: ['groups', 'imports'],
  async queryFn({ pageParam, signal }) {
    for (let cursor = pageParam; ; ) {
      const query = cursor ? { cursor } : {};
      const answer = await answerOf(api.GET('/api/groups/imports', { params: { query }, signal }));
      // It may have none that are a steward's, and yet older ones come after it.
      if (answer.imports.length > 0 || !answer.next_cursor) return answer;
      cursor = answer.next_cursor;
    }
  },
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export const undoMemberships = ({ id }: Pick<Begun, 'id'>): Promise<Schema<'GroupImportUndo'>> =>
  answerOf(api.POST('/api/groups/imports/{id}/undo', { params: { path: { id } } }));
