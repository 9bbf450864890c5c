import type { ChangePage, ListName } from '../../clients/typescript/src/client.ts';
import type { Checkpoint, Copy } from '../../clients/typescript/src/sync.ts';

/** A copy of one list in memory: items as JSON by id. */
export class MemoryCopy implements Copy {
  readonly items: Map<string, string>;
  cursor: string | undefined;

  constructor(items = new Map<string, string>(), cursor?: string) {
    this.items = items;
    this.cursor = cursor;
  }

  checkpoint(): Checkpoint | undefined {
    return this.cursor === undefined ? undefined : { cursor: this.cursor, etag: undefined };
  }

  apply<List extends ListName>(_list: List, { reset, changes }: ChangePage<List>, { cursor }: Checkpoint): void {
    if (reset) this.items.clear();
    for (const { type, id, item } of changes) {
      if (type === 'removed') this.items.delete(id);
      else this.items.set(id, JSON.stringify(item));
    }
    this.cursor = cursor;
  }
}
