import { areNicknames } from './nicknames.ts';
import type { Word } from './word.ts';

type Kind = 'word' | 'initial' | 'short' | 'nickname';

/** Words of two names that stand for each other. */
export interface Pair {
  kind: Kind;
  a: readonly Word[];
  b: readonly Word[];
}

/** Which words of two names stand for each other, in order. */
export interface Alignment {
  score: number;
  pairs: readonly Pair[];
  /** The words only in the longer name: before the first pair, between pairs, and after the last. */
  skipped: readonly { word: Word; place: 'front' | 'middle' | 'back' }[];
}

/** Which name has words that the other lacks. Only one may. */
type Longer = 'a' | 'b' | null;

/** The best in-order alignment of the shorter name with the longer one. Undefined if there is none. */
export function align(a: readonly Word[], b: readonly Word[]): Alignment | undefined {
  const known = new Map<string, Alignment | undefined>();
  const from = (i: number, j: number, longer: Longer, begun: boolean): Alignment | undefined => {
    const key = `${i},${j},${longer},${begun}`;
    if (!known.has(key)) known.set(key, explore(i, j, longer, begun));
    return known.get(key);
  };
  const explore = (i: number, j: number, longer: Longer, begun: boolean): Alignment | undefined => {
    if (i === a.length && j === b.length) return { score: 0, pairs: [], skipped: [] };
    const options: (Alignment | undefined)[] = [];
    for (const { pair, nextI, nextJ } of pairsAt(a, b, i, j)) {
      const rest = from(nextI, nextJ, longer, true);
      if (rest) options.push({ ...rest, score: rest.score + scores[pair.kind], pairs: [pair, ...rest.pairs] });
    }
    for (const side of ['a', 'b'] as const) {
      const skipped = side === 'a' ? a[i] : b[j];
      if (!skipped || (!skipped.isParticle && longer !== null && longer !== side)) continue;
      const rest = from(
        i + (side === 'a' ? 1 : 0),
        j + (side === 'b' ? 1 : 0),
        skipped.isParticle ? longer : side,
        begun,
      );
      if (!rest) continue;
      const place = !begun ? 'front' : rest.pairs.length > 0 ? 'middle' : 'back';
      const kept = skipped.isParticle ? rest.skipped : [{ word: skipped, place } as const, ...rest.skipped];
      options.push({ ...rest, score: rest.score - (skipped.isParticle ? 0 : 0.1), skipped: kept });
    }
    return options.reduce((most, each) => (each && (!most || each.score > most.score) ? each : most), undefined);
  };
  return from(0, 0, null, false);
}

const scores: Record<Kind, number> = { word: 4, initial: 1, short: 1.5, nickname: 0.5 };

function* pairsAt(a: readonly Word[], b: readonly Word[], i: number, j: number) {
  const [one, other] = [a[i], b[j]];
  if (!one || !other) return;
  const kind = kindOf(one, other);
  if (kind) yield { pair: { kind, a: [one], b: [other] }, nextI: i + 1, nextJ: j + 1 };
  // "Xiao-Ming" and "Xiaoming", "De La Cruz" and "Delacruz".
  for (const count of [2, 3]) {
    if (i + count <= a.length && areJoined(a.slice(i, i + count), other)) {
      yield { pair: { kind: 'word' as const, a: a.slice(i, i + count), b: [other] }, nextI: i + count, nextJ: j + 1 };
    }
    if (j + count <= b.length && areJoined(b.slice(j, j + count), one)) {
      yield { pair: { kind: 'word' as const, a: [one], b: b.slice(j, j + count) }, nextI: i + 1, nextJ: j + count };
    }
  }
}

const areJoined = (words: readonly Word[], whole: Word) =>
  !whole.isInitial &&
  words.some(({ isInitial }) => !isInitial) &&
  [0, 1].some((form) =>
    whole.forms.includes(words.map(({ forms: [first, second] }) => (form && second) || first).join('')),
  );

/** How two words agree. Undefined if they do not. */
export function kindOf(one: Word, other: Word): Kind | undefined {
  const canAbbreviate = one.part !== 'family' || other.part !== 'family';
  if (one.isInitial || other.isInitial) {
    const [initial, whole] = one.isInitial ? [one, other] : [other, one];
    const fits = whole.forms.some((form) => initial.forms.some((letter) => form.startsWith(letter)));
    // "O" and "E" are whole family names, too.
    if (fits && !canAbbreviate && one.isInitial && other.isInitial) return 'word';
    return fits && canAbbreviate ? 'initial' : undefined;
  }
  if (one.forms.some((form) => other.forms.includes(form))) return 'word';
  if (one.part === 'family' || other.part === 'family') return undefined;
  const [a = '', b = ''] = [one.forms[0], other.forms[0]];
  if (areNicknames(a, b)) return 'nickname';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short) ? 'short' : undefined;
}
