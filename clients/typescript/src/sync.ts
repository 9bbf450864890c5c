import type { ChangePage, ListName, RegistryClient } from './client.ts';

/** How far the copy of a list has got. */
export interface Place {
  cursor: string;
  etag: string | undefined;
}

/** A copy of lists, wherever it is kept. */
export interface Copy {
  /** Where the copy of a list has got to; undefined for one that has not been begun. */
  place(list: ListName): Promise<Place | undefined> | Place | undefined;
  /**
   * Throws away what there is of the list if `page.reset`, applies the changes in their order, and keeps `place`: all of
   * it in one transaction, so that whatever ends the process leaves entries and place of the same moment.
   */
  apply<List extends ListName>(list: List, page: ChangePage<List>, place: Place): Promise<void> | void;
}

/** What a pass has done. */
export interface Sync {
  /** Answers with changes, or with a new cursor; none when the copy was current. */
  pages: number;
  upserted: number;
  removed: number;
  /** Whether the copy was begun anew. */
  reset: boolean;
}

export interface SyncOptions {
  limit?: number | undefined;
  locale?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told after each page that was applied. */
  report?: (sync: Sync) => void;
}

/**
 * Brings the copy of one list up to date, from where it has got to: from the beginning the first time. Where nothing has
 * changed that is one request.
 */
export async function syncList(
  client: Pick<RegistryClient, 'changes'>,
  list: ListName,
  copy: Copy,
  { report, ...options }: SyncOptions = {},
): Promise<Sync> {
  const sync: Sync = { pages: 0, upserted: 0, removed: 0, reset: false };
  const place = await copy.place(list);
  for await (const page of client.changes(list, { ...options, ...place })) {
    await copy.apply(list, page, { cursor: page.cursor, etag: page.etag });
    sync.pages++;
    sync.upserted += page.changes.filter(({ type }) => type === 'upserted').length;
    sync.removed += page.changes.filter(({ type }) => type === 'removed').length;
    sync.reset ||= page.reset;
    report?.(sync);
  }
  return sync;
}
