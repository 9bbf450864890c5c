import type { ReadingEvent, ReadingRequest } from './messages.ts';
import { fileReader } from './reader.ts';

/** The types of pages know windows, and no workers. */
interface WorkerScope {
  postMessage(event: ReadingEvent): void;
  onmessage: ((message: MessageEvent<ReadingRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const answer = fileReader((event) => scope.postMessage(event));
scope.onmessage = ({ data }) => void answer(data);
