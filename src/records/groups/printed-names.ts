import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { fold } from '#src/vocabulary/text/fold.ts';
import type { GroupRecord } from './group.ts';

/** Finds groups by what somebody else has written. Made once for all groups. */
export interface NamesOfGroups {
  /** The groups of which a text contains a printed name as whole words. */
  printedIn: (text: string) => ReadonlySet<string>;
  /** The groups that have this name, in any language or as printed. */
  named: (name: string) => readonly string[];
  /** The groups that have this ROR iD, in any form. */
  withRor: (ror: string) => readonly string[];
}

type Named = Pick<GroupRecord, 'id' | 'name' | 'printed_names' | 'ror'>;

/** Words that printed names begin with, and then those that go on with. */
interface Step {
  next: Map<string, Step>;
  groups: string[];
}

const newStep = (): Step => ({ next: new Map(), groups: [] });
const none: ReadonlySet<string> = new Set();

/** Texts whose groups are kept: authors of one institution print the same ones. */
const mostKept = 20_000;

export function namesOfGroups(groups: Iterable<Named>): NamesOfGroups {
  const first = newStep();
  const byName = new Map<string, string[]>();
  const byRor = new Map<string, string[]>();
  for (const { id, name, printed_names, ror } of groups) {
    for (const printed of printed_names) {
      let step = first;
      for (const word of wordsOf(printed)) step = stepTo(step, word);
      if (step !== first) addTo(step.groups, id);
    }
    for (const text of [...textsOf(name), ...printed_names]) addAt(byName, nameKey(text), id);
    if (ror !== null) addAt(byRor, ror, id);
  }
  const kept = new Map<string, ReadonlySet<string>>();
  return {
    printedIn: (text) => {
      const known = kept.get(text);
      if (known) return known;
      const found = findIn(first, wordsOf(text));
      if (kept.size >= mostKept) kept.clear();
      kept.set(text, found);
      return found;
    },
    named: (name) => byName.get(nameKey(name)) ?? [],
    withRor: (ror) => byRor.get(parseRor(ror) ?? '') ?? [],
  };
}

/** Words without case and accents. Scripts without spaces have a word in each letter. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+/gv;

const wordsOf = (text: string): string[] => fold(text, 'root').match(words) ?? [];
const nameKey = (text: string) => wordsOf(text).join(' ');
const textsOf = (name: LocalizedText) => (typeof name === 'string' ? [name] : Object.values(name));

function stepTo({ next }: Step, word: string): Step {
  const known = next.get(word);
  if (known) return known;
  const step = newStep();
  next.set(word, step);
  return step;
}

function addTo(ids: string[], id: string) {
  if (!ids.includes(id)) ids.push(id);
}

function addAt(index: Map<string, string[]>, key: string, id: string) {
  if (key === '') return;
  const ids = index.get(key);
  if (ids) addTo(ids, id);
  else index.set(key, [id]);
}

function findIn(first: Step, text: readonly string[]): ReadonlySet<string> {
  const found: string[] = [];
  for (let start = 0; start < text.length; start++) {
    let at = start;
    for (let step = first.next.get(text[at] ?? ''); step; step = step.next.get(text[++at] ?? '')) {
      found.push(...step.groups);
    }
  }
  return found.length === 0 ? none : new Set(found);
}
