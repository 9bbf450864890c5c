/** A write by a client. No other write has its value at its target. */
export type Write =
  | { kind: 'edit'; publication: string; value: string }
  | { kind: 'deletion'; publication: string; isDeleted: boolean }
  | { kind: 'name'; person: string; value: string }
  | { kind: 'period'; person: string; startsAt: number }
  | { kind: 'ingestion'; person: string };

/** A write that was not refused. If not acknowledged (the call was killed), it may have been done or not. */
export type Entry<W extends Write = Write> = W & { isAcknowledged: boolean };

/** The entries of a kind by target, in the order of sending. */
export function byTarget<Kind extends Write['kind']>(
  ledger: readonly Entry[],
  kind: Kind,
): Map<string, Entry<Extract<Write, { kind: Kind }>>[]> {
  const ofKind = ledger.filter((entry): entry is Entry<Extract<Write, { kind: Kind }>> => entry.kind === kind);
  return Map.groupBy(ofKind, (entry) => ('publication' in entry ? entry.publication : entry.person));
}

/**
 * Compares the values written to a target with those it keeps: each acknowledged one must be there once, each other one
 * at most once, and nothing else.
 */
export function countFaults<V extends string | number>(
  written: readonly { value: V; isAcknowledged: boolean }[],
  kept: readonly V[],
): string[] {
  const counts = new Map<V, number>();
  for (const value of kept) counts.set(value, (counts.get(value) ?? 0) + 1);
  const faults: string[] = [];
  for (const { value, isAcknowledged } of written) {
    const count = counts.get(value) ?? 0;
    if (count > 1) faults.push(`${value} is there ${count} times`);
    if (count === 0 && isAcknowledged) faults.push(`${value} was acknowledged and is lost`);
    counts.delete(value);
  }
  return [...faults, ...[...counts.keys()].map((value) => `nobody has written ${value}`)];
}

/**
 * The fault of a value that one client wrote repeatedly: it must be the last acknowledged one, or an unacknowledged one
 * sent later. `before` is the value before the first write.
 */
export function latestFault<V>(
  written: readonly { value: V; isAcknowledged: boolean }[],
  shown: V,
  before: V,
): string | undefined {
  const last = written.findLastIndex(({ isAcknowledged }) => isAcknowledged);
  const possible =
    last < 0 ? [before, ...written.map(({ value }) => value)] : written.slice(last).map(({ value }) => value);
  return possible.includes(shown) ? undefined : `shows ${shown}, not ${possible.join(' or ')}`;
}
