import type { ChangePage, ChangesOptions, ListName, RegistryClient } from './client.ts';

/** The position of a copy in a list. */
export interface Checkpoint {
  cursor: string;
  etag: string | undefined;
}

/** Copies of lists in a storage of your choice. */
export interface Copy {
  /** The stored checkpoint of a list; undefined before the first page. */
  checkpoint(list: ListName): Promise<Checkpoint | undefined> | Checkpoint | undefined;
  /**
   * Empties the list if `page.reset`, applies the changes in order, and stores the checkpoint. Do all of it in one
   * transaction, so that an interrupted sync can continue.
   */
  apply<List extends ListName>(list: List, page: ChangePage<List>, checkpoint: Checkpoint): Promise<void> | void;
}

/** The result of a sync. */
export interface Sync {
  /** Pages applied; 0 if the copy was current. */
  pages: number;
  upserted: number;
  removed: number;
  /** Whether the copy was rebuilt from the beginning. */
  reset: boolean;
}

export interface SyncOptions {
  limit?: number | undefined;
  locale?: string | undefined;
  citations?: ChangesOptions['citations'];
  groups?: ChangesOptions['groups'];
  signal?: AbortSignal | undefined;
  /** Called after each applied page. */
  report?: (sync: Sync) => void;
}

/** Brings the copy of one list up to date, starting at its checkpoint. Costs one request if nothing has changed. */
export async function syncList(
  client: Pick<RegistryClient, 'changes'>,
  list: ListName,
  copy: Copy,
  { report, ...options }: SyncOptions = {},
): Promise<Sync> {
  const sync: Sync = { pages: 0, upserted: 0, removed: 0, reset: false };
  const checkpoint = await copy.checkpoint(list);
  for await (const page of client.changes(list, { ...options, ...checkpoint })) {
    await copy.apply(list, page, { cursor: page.cursor, etag: page.etag });
    sync.pages++;
    sync.upserted += page.changes.filter(({ type }) => type === 'upserted').length;
    sync.removed += page.changes.filter(({ type }) => type === 'removed').length;
    sync.reset ||= page.reset;
    report?.(sync);
  }
  return sync;
}
