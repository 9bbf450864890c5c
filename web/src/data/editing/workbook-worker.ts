import { csvEditOfParts } from '../../../../src/formats/editing/csv-edit.ts';
import { type EditStamp, xlsxEditOfParts } from '../../../../src/formats/editing/xlsx-edit.ts';
import type { EditFormat } from './edit-formats.ts';

/** The parts of an export in `csv-edit`, and the format of the file of all of them. */
export interface WorkbookRequest {
  format: EditFormat;
  stamp: EditStamp;
  parts: readonly string[];
}

/** The types of pages know windows, and no workers. */
interface WorkerScope {
  postMessage(bytes: Uint8Array, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent<WorkbookRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;
scope.onmessage = ({ data: { format, stamp, parts } }) => {
  const isText = format === 'csv-edit';
  const bytes = isText ? new TextEncoder().encode(csvEditOfParts(stamp.list, parts)) : xlsxEditOfParts(stamp, parts);
  scope.postMessage(bytes, [bytes.buffer]);
};
