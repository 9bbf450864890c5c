import type { EditedList } from '../../../../src/records/intakes/edited-lists.ts';
import { api } from '../../api/client.ts';
import { partsOf, publicationParts, type Running } from '../export-parts.ts';
import type { EditFormat } from './edit-formats.ts';
import type { WorkbookRequest } from './workbook-worker.ts';

/** All records that the parameters of a list find, or publications by their ids. */
export type EditedRecords = { list: EditedList; query: object } | { list: 'publications'; ids: readonly string[] };

/** Records of a list as a file for editing. It is made in a worker, so that it may have any number of rows. */
export async function sheetForEditing(
  records: EditedRecords,
  format: EditFormat,
  running: Running,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await ('ids' in records
    ? publicationParts(records.ids, 'csv-edit', running)
    : listParts(records, running));
  return fileOf({ format, stamp: { list: records.list, registry: location.origin }, parts });
}

/** Without a page, a list has all records from `offset` on. */
function listParts({ list, query }: { list: EditedList; query: object }, { signal, onProgress }: Running) {
  const { page: _, perPage: __, ...filters } = query as { page?: number; perPage?: number };
  return partsOf(
    (offset) =>
      askList(`/api/${list}`, {
        params: { query: { ...filters, format: 'csv-edit', offset } },
        parseAs: 'text',
        signal,
      }),
    onProgress,
  );
}

/** The parameters differ from list to list. */
const askList = api.GET as unknown as (
  path: `/api/${EditedList}`,
  request: { params: { query: object }; parseAs: 'text'; signal: AbortSignal },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

function fileOf(request: WorkbookRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  const made = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(request);
  return made.finally(() => worker.terminate());
}
