import type { ScanCommandInput } from '@aws-sdk/client-dynamodb';

/** The parts of the table, and how many are read at once. */
const segments = 64;
const segmentsAtOnce = 4;
/**
 * Without a limit, DynamoDB Local reads the rest of the segment for each page, which takes seconds. On AWS, pages have
 * at most 1 MB and mostly fewer items.
 */
const itemsPerPage = 1_000;

/** The response of a Scan, with plain or typed attributes. */
interface ScanPage<Item> {
  Items?: Item[] | undefined;
  LastEvaluatedKey?: Item | undefined;
}

type Part<Item> = Pick<ScanCommandInput, 'Segment' | 'TotalSegments' | 'Limit'> & { ExclusiveStartKey?: Item };

/**
 * Reads a whole table page by page, in no order. Reads only a few pages ahead of the caller. `scan` reads a page of a
 * part of the table.
 */
export async function* pagesOfTable<Item>(
  scan: (part: Part<Item>) => Promise<ScanPage<Item>>,
): AsyncGenerator<Item[], void> {
  const running = new Map<number, Promise<{ segment: number; page: ScanPage<Item> }>>();
  const read = (segment: number, from?: Item) => {
    const part = { Segment: segment, TotalSegments: segments, Limit: itemsPerPage };
    const found = scan({ ...part, ...(from && { ExclusiveStartKey: from }) }).then((page) => ({ segment, page }));
    // A failure is thrown below, when the caller requests the next page.
    found.catch(() => {});
    running.set(segment, found);
  };
  let begun = 0;
  try {
    while (begun < segments || running.size > 0) {
      while (running.size < segmentsAtOnce && begun < segments) read(begun++);
      const { segment, page } = await Promise.race(running.values());
      running.delete(segment);
      if (page.LastEvaluatedKey) read(segment, page.LastEvaluatedKey);
      yield page.Items ?? [];
    }
  } finally {
    await Promise.allSettled(running.values());
  }
}
