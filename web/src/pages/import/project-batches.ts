import { ApiError } from '../../api/api-error.ts';
import type { ProjectInput } from './project-rows.ts';
import type { Outcome } from './rows.ts';

/** The outcome of one project in the response. */
export interface StoredProject {
  id: string;
  outcome: 'created' | 'updated' | 'unchanged';
  deleted: boolean;
}

/**
 * Imports a batch with `post`, one request of the API. One invalid project fails the whole request, so invalid ones are
 * removed and the rest is sent again. A batch that is too large is sent in halves.
 */
export async function importBatch(
  batch: readonly ProjectInput[],
  post: (projects: readonly ProjectInput[]) => Promise<readonly StoredProject[]>,
): Promise<ReadonlyMap<string, Outcome>> {
  if (batch.length === 0) return new Map();
  try {
    const projects = await post(batch);
    return new Map(
      projects.map(({ id, outcome, deleted }) => [id, { state: outcome, ...(deleted && { isDeleted: true }) }]),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      const first = await importBatch(batch.slice(0, half), post);
      return new Map([...first, ...(await importBatch(batch.slice(half), post))]);
    }
    const faults = faultsByIndex(error);
    if (faults.size === 0) throw error;
    const refused = batch.flatMap(({ id }, index): [string, Outcome][] => {
      const text = faults.get(index);
      return text === undefined ? [] : [[id, { state: 'failed', text }]];
    });
    const rest = batch.filter((_, index) => !faults.has(index));
    return new Map([...refused, ...(await importBatch(rest, post))]);
  }
}

/** The errors of the API by the project's index in the request. */
function faultsByIndex({ issues }: ApiError): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { path, message } of issues) {
    const [, index, field] = /^projects\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (index === undefined) continue;
    const fault = field === undefined ? message : `${field} ${message}`;
    const before = faults.get(Number(index));
    faults.set(Number(index), before === undefined ? fault : `${before}; ${fault}`);
  }
  return faults;
}
