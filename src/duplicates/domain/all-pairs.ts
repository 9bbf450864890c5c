import { blockKeys, type Comparable } from '#src/records/likeness/comparable.ts';
import { compare } from '#src/records/likeness/compare.ts';
import { type ComparedRecord, parseRecordName, recordName } from '#src/records/likeness/pair.ts';
import { type Candidate, topCandidates } from './candidates.ts';

/** A record with its compared fields. */
export interface ListedRecord {
  record: ComparedRecord;
  comparable: Comparable;
}

/** Records compared per block. Those beyond it can still meet in their other blocks. */
const maxCompared = 64;

/**
 * The possible duplicates among these records. The work is linear: a record has a bounded number of blocks and is
 * compared with at most 63 others in each, however many have the same title.
 */
export function pairsAmong(records: readonly ListedRecord[]): [ComparedRecord, ComparedRecord][] {
  const blocks = new Map<string, number[]>();
  for (const [index, { comparable }] of records.entries()) {
    for (const key of blockKeys(comparable, 'all')) {
      const block = blocks.get(key);
      if (!block) blocks.set(key, [index]);
      else if (block.length < maxCompared) block.push(index);
    }
  }
  const candidates = new Map<string, Map<string, Candidate>>();
  const add = (name: string, candidate: Candidate) => {
    const known = candidates.get(name);
    if (known) known.set(recordName(candidate.record), candidate);
    else candidates.set(name, new Map([[recordName(candidate.record), candidate]]));
  };
  const compared = new Set<number>();
  for (const block of blocks.values()) {
    for (const [position, first] of block.entries()) {
      for (const second of block.slice(position + 1)) {
        const [one, other] = [records[first], records[second]];
        // A pair meets in several blocks.
        const pair = first * records.length + second;
        if (!one || !other || compared.has(pair)) continue;
        compared.add(pair);
        const likeness = compare(one.comparable, other.comparable);
        if (!likeness) continue;
        add(recordName(one.record), { record: other.record, likeness });
        add(recordName(other.record), { record: one.record, likeness });
      }
    }
  }
  const pairs = new Map<string, [ComparedRecord, ComparedRecord]>();
  for (const [name, found] of candidates) {
    for (const other of topCandidates([...found.values()])) {
      const names = [name, recordName(other.record)].sort();
      pairs.set(names.join('\n'), [parseRecordName(name), other.record]);
    }
  }
  return [...pairs.values()];
}
