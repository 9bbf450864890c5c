import type { GroupCondition, GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { GroupDays } from '#src/records/groups/group-days.ts';
import type { ListNames, Value, WantedValues } from './spec.ts';

/** An order by another list's numbers, by id. Cached while `source` is the same object. */
export interface ForeignOrder {
  source: object;
  numberOf: (id: string) => number;
}

/** All values of a filter that contain a text, which is folded as by `foldForSearch` in English, as the values are then. */
export interface ValuesContaining {
  containing: string;
}

/** Outputs of some groups, or outside others; of both if both are given. Results are kept by this object. */
export interface GroupFilter {
  of?: GroupCondition;
  outside?: GroupCondition;
  /** Has to hold, too. */
  and?: GroupFilter;
}

/** The rule, compiled to count outputs by group. Counts are kept by this object. */
export interface GroupCounting {
  days: GroupDays;
  /** The groups of an output that has some by hand. */
  groupsOf: (output: GroupedOutput) => Iterable<string>;
  /** The groups of an output by one person alone, without those that were added to it. */
  groupsOfPerson: (output: GroupedOutput, orcid: string) => Iterable<string>;
  /** All that have a group; compiled when it is asked for. */
  any: () => GroupCondition;
}

/** A query of a list with these names; without them, of any list. */
export interface ListQuery<Names extends ListNames = ListNames> {
  /** Counted from 1. */
  page: number;
  per_page: number;
  /** The number of rows before the first page, if pages do not start with the first row. */
  offset?: number;
  /** A substring of one of the texts; empty matches all rows. */
  q: string;
  /**
   * The BCP 47 locale to search in: its texts and those of the default locale, ignoring accents. If undefined, only
   * texts of the default locale are searched, ignoring case but not accents.
   */
  locale?: string | undefined;
  sort: Names['sort'];
  /** Replaces the order of `sort`. */
  foreignOrder?: ForeignOrder;
  dir: 'asc' | 'desc';
  /** Null or missing filters do not apply. One of several values is enough; null among them is no value. */
  equals?: Partial<Record<Names['equal'], WantedValues>>;
  /** Only rows that have none of these values; with null among them, only those that have a value. */
  except?: Partial<Record<Names['equal'], WantedValues>>;
  atLeast?: Partial<Record<Names['atLeast'], number | null>>;
  /** A maximum for numbers that can have a minimum. */
  atMost?: Partial<Record<Names['atLeast'], number | null>>;
  where: readonly Names['where'][];
  ids?: ReadonlySet<string>;
  /** For lists whose rows are outputs. */
  groups?: GroupFilter;
  /** Further matches of `q` beside texts: rows with one of these values, or with one of these ids. */
  alsoFound?: {
    equals: Partial<Record<Names['equal'], readonly Value[] | ValuesContaining>>;
    ids: ReadonlySet<string>;
  };
  /** Equality filters whose values are counted over all matching rows. */
  facets?: readonly Names['equal'][];
  /** Counts distinct matching outputs by group, each also for the groups above. */
  countGroups?: GroupCounting;
}

const numbers = new WeakMap<GroupFilter, number>();
let filters = 0;

/** A number of a filter by groups, which is as long as the lists of members: the same for the same object. */
export function filterNumber(filter: GroupFilter | undefined): number {
  if (!filter) return 0;
  const number = numbers.get(filter) ?? ++filters;
  numbers.set(filter, number);
  return number;
}
