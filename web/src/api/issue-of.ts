import { ApiError } from './api-error.ts';

/** The issue that an error reports for one field of the request, if any. */
export function issueOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.issues.find(({ path }) => path === field)?.message : undefined;
}
