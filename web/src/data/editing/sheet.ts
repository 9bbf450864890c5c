import type { EditedList } from '../../../../src/records/intakes/intake.ts';
import { api } from '../../api/client.ts';
import { partsOfChunks, publicationParts, type Running } from '../export-parts.ts';
import { joinExport } from '../join-export.ts';
import type { EditFormat } from './edit-formats.ts';
import type { WorkbookRequest } from './workbook-worker.ts';

/** Records of a list as a file for editing. A spreadsheet is made in a worker, so that it may have any number of rows. */
export async function sheetForEditing(
  list: EditedList,
  ids: readonly string[],
  format: EditFormat,
  running: Running,
): Promise<BlobPart> {
  const parts =
    list === 'publications'
      ? await publicationParts(ids, 'csv-edit', running)
      : await partsOfChunks(ids, running, (chunk, offset) =>
          api.POST('/api/spreadsheets', {
            params: { query: { format: 'csv-edit', offset } },
            body: { list, ids: chunk },
            parseAs: 'text',
            signal: running.signal,
          }),
        );
  if (format === 'csv-edit') return joinExport(parts, 'csv');
  return workbookOf({ stamp: { list, registry: location.origin }, parts });
}

function workbookOf(request: WorkbookRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  const made = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(request);
  return made.finally(() => worker.terminate());
}
