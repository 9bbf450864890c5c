import { ApiError } from './api-error.ts';

/** What an error says of one field of the request; undefined if nothing. */
export function issueOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.issues.find(({ path }) => path === field)?.message : undefined;
}
