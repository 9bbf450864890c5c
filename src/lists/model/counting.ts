import type { GroupCounting } from './query.ts';
import type { Value } from './spec.ts';

/** Counts by the values of an equality filter, or by classes of these. */
export interface CountedValues {
  kind: 'values';
  equal: string;
  /** The class of a value; undefined for one that is not counted. The value itself, if this is missing. */
  classOf?: (value: Value) => Value | undefined;
  /** An output with this class has no other one. */
  winner?: Value;
  /** Only these are counted; what has none of them is counted as without. */
  only?: ReadonlySet<Value> | undefined;
}

/** Counts by the groups that outputs belong to, with those above. */
export interface CountedGroups {
  kind: 'groups';
  counting: GroupCounting;
  /** Groups of one level are beside each other: an output in two of them is in several, and an author is split. */
  levelOf: (group: string) => number;
  only?: ReadonlySet<string> | undefined;
}

export type CountedBy = CountedValues | CountedGroups;

/** Whose parts of outputs are summed up, beside whole outputs. */
export interface CountedShares {
  /** The groups whose members are meant, if outputs are not counted by groups. */
  unit?: CountedGroups;
  /** The only people who are meant. */
  people?: ReadonlySet<Value>;
}

/** How matching outputs are counted: by at most three things. */
export interface OutputCounting {
  by: readonly CountedBy[];
  shares?: CountedShares;
}

/** Null: without a value. */
export type CellKey = Value | null;

export interface CountedCell {
  /** The values of what is counted by, in its order. */
  keys: CellKey[];
  /** Distinct outputs. */
  whole: number;
  /** Of these, those that other cells count, too. */
  inSeveral: number;
  /** The sum of the shares that are known. */
  share: number;
  /** Outputs whose share is not known. */
  unshared: number;
}

/** Cells that are made when they are read: of thousands of groups there may be hundreds of thousands. In no order. */
export interface CountedCells extends Iterable<CountedCell> {
  readonly length: number;
}

export interface OutputCounts {
  cells: CountedCells;
  /** By place of what is counted by: the distinct outputs with each value, whose key is the only one. */
  sums: CountedCell[][];
  total: CountedCell;
}
