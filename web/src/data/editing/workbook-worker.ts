import { type EditStamp, xlsxEditOfParts } from '../../../../src/formats/editing/xlsx-edit.ts';

/** The parts of an export in `csv-edit`. */
export interface WorkbookRequest {
  stamp: EditStamp;
  parts: readonly string[];
}

/** The types of pages know windows, and no workers. */
interface WorkerScope {
  postMessage(bytes: Uint8Array, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent<WorkbookRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;
scope.onmessage = ({ data: { stamp, parts } }) => {
  const bytes = xlsxEditOfParts(stamp, parts);
  scope.postMessage(bytes, [bytes.buffer]);
};
