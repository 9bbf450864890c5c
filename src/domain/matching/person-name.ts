import { isOneEditApart, pinyin, type Script, skeleton, spellings, wordForms } from './letters.ts';

/** A name as a source gives it: in two parts, or unsplit as "Given Family" or "Family, Given". */
export interface WrittenName {
  name: string | null;
  given: string | null;
  family: string | null;
}

interface Word {
  /** Spellings without accents and case. */
  forms: readonly string[];
  isInitial: boolean;
  /** Null in an unsplit name. */
  part: 'given' | 'family' | null;
  /** "van", "de la", "al-": may be missing. */
  isParticle: boolean;
}

/** One way to read a name. */
interface Reading {
  script: Script;
  romanized: boolean;
  words: readonly Word[];
  /** Of "Jr", "III". */
  generation: string | null;
  /** Everything as one word, for scripts without spaces. */
  joined: string;
  /** The words, and neighbours as one word: names without one in common are different. */
  keys: ReadonlySet<string>;
}

/** A name in all ways that it can be read. Empty if it has no letters. */
export type PersonName = readonly Reading[];

/** Why two names are taken to be of one person, or not. */
export type NameReason =
  | 'full_name'
  | 'initials'
  | 'short_given_name'
  | 'short_family_name'
  | 'swapped_order'
  | 'romanized'
  | 'family_name_only'
  | 'given_name_only'
  | 'similar_name'
  | 'different_name'
  | 'incomparable_name';

/**
 * How two names compare. `same`: in full, middle names aside. `compatible`: as far as both are given. `uncertain`: somebody
 * has to look. `different`: not the same person. `incomparable`: in other scripts, or one of them is missing.
 */
export interface Comparison {
  grade: 'same' | 'compatible' | 'uncertain' | 'different' | 'incomparable';
  /** Among comparisons of the same grade, from 0 to 1. */
  weight: number;
  reasons: readonly NameReason[];
}

/** More words than any name has: what follows is not looked at. */
const maxWords = 12;
const maxCharacters = 400;

const particles = new Set(
  (
    'van von der den de del della delle dello dei degli di da das dos do du des la le las los lo el al ul ter ten te ' +
    'zu zum zur vom af av bin ibn ben bint bt abu op in und dit dell y e i t s'
  ).split(' '),
);

const generations = new Map<string, string>(
  Object.entries({ jr: 'jr', junior: 'jr', sr: 'sr', ii: 'ii', iii: 'iii', iv: 'iv' }),
);
const titles =
  /^(dr|prof|professor|mr|mrs|ms|sir|phd|dphil|msc|bsc|mph|mba|mbbs|frcp|frcs|facs|frs|esq|med|ing|dipl|habil)$/;
/** Also initials and names, so these are titles after a comma only. */
const degrees = /^(md|ma|ba|ms|bs|rn|do|dds|dvm|pe)$/;

/** English short names that do not begin like the long one. https://en.wikipedia.org/wiki/Hypocorism#English */
const nicknames = [
  'robert bob rob bobby',
  'william bill will billy',
  'james jim jimmy',
  'john jack',
  'michael mike mick',
  'richard dick rick',
  'anthony tony',
  'henry harry hank',
  'charles chuck',
  'edward ted ned',
  'theodore ted',
  'joseph joe',
  'elizabeth beth betty liz libby',
  'katherine kate kathy kathryn catherine',
  'margaret peggy meg maggie',
  'alexander sasha sandy aleksandr',
].map((line) => new Set(line.split(' ')));

/** Reads a name, for `compareNames`. Titles, degrees and what stands in brackets are left out. */
export function readName({ name, given, family }: WrittenName): PersonName {
  // Several names in one place are nobody's name.
  if ([name, given, family].some((text) => text?.includes(';'))) return [];
  if (!given && !family) return readUnsplit(name ?? '');
  if (!family) return readUnsplit(given ?? '');
  if (!given) return readUnsplit(family);
  const generation = generations.get(wordForms(name?.trim().split(/\s+/).at(-1) ?? '')[0] ?? '') ?? null;
  const readings: Reading[] = [];
  // Both parts together decide the script: "Α." after a Latin name is the letter A.
  for (const { text, script, romanized } of spellings(`${clean(given)} \t ${clean(family)}`)) {
    const [first = '', last = ''] = text.includes('\t') ? text.split('\t') : ['', text];
    if (script === 'cjk') readings.push(unspaced(first, last));
    else readings.push(...readSplit(first, last, generation).map((reading) => ({ ...reading, script, romanized })));
  }
  return readings;
}

function readUnsplit(name: string): PersonName {
  const [last = '', ...rest] = clean(name).split(',');
  const first = rest.filter((part) => !isTitles(part)).join(' ');
  if (rest.length > 0 && first.trim() && last.trim()) {
    const title = rest.filter(isTitles).join(' ');
    return readName({ name: null, given: first, family: `${last} ${title}` });
  }
  const readings: Reading[] = [];
  for (const { text, script, romanized } of spellings(`${last} ${rest.join(' ').replaceAll('.', '')}`)) {
    if (script === 'cjk') readings.push(unspaced('', text));
    else
      for (const words of wordsOf(text, null))
        readings.push({ ...unsplitReading(words, rest.length > 0), script, romanized });
  }
  return readings.filter(({ words, joined }) => words.length > 0 || joined !== '');
}

function unsplitReading(words: readonly Word[], hasComma: boolean): SpacedReading {
  const { words: kept, generation } = withoutTitles(words, hasComma);
  const [head, ...tail] = kept;
  // "Polyzos SA", "Polyzos S. A.": the family name comes first when only initials follow it.
  if (head && tail.length > 0 && !head.isInitial && tail.every(({ isInitial }) => isInitial)) {
    return readingOf([...asPart(tail, 'given'), ...asPart([head], 'family')], generation);
  }
  return readingOf(kept, generation);
}

function readSplit(first: string, last: string, printed: string | null): SpacedReading[] {
  const [written = []] = wordsOf(last, 'family');
  const { words, generation } = withoutTitles(written, last.includes(','));
  return wordsOf(first, 'given').flatMap((split) => {
    const { words: given, generation: other } = withoutTitles(split, false);
    return arrange(given, words, /^\s*[oOdDlL]['’ ]/.test(last)).map((arranged) =>
      readingOf(arranged, generation ?? other ?? printed),
    );
  });
}

/** The words of a split name with each in the part that it belongs to. `isJoined`: the family name is like "O Brien". */
function arrange(given: readonly Word[], family: readonly Word[], isJoined: boolean): Word[][] {
  const initials = family.filter(({ isInitial }) => isInitial);
  const whole = family.filter(({ isInitial }) => !isInitial);
  if (whole.length === 0 && given.some(({ isInitial }) => !isInitial)) {
    // "Bhojaraju" "G.": either the parts are swapped, or the family name is abbreviated.
    return [
      [...asPart(family, 'given'), ...asPart(given, 'family')],
      [...given, ...family],
    ];
  }
  // Initials in the family name belong to the given names: "Stergios" "A. Polyzos".
  const moves = whole.length > 0 && !isJoined;
  const names = moves ? [...given, ...asPart(initials, 'given')] : given;
  // Particles may stand with the given names: "Ludwig van" "Beethoven".
  const start = names.findLastIndex(({ isParticle }) => !isParticle) + 1;
  return [[...names.slice(0, start), ...asPart(names.slice(start), 'family'), ...(moves ? whole : family)]];
}

function unspaced(given: string, family: string): Reading {
  const joined = [family, given].map((part) => wordForms(part)[0] ?? '').join('');
  return { script: 'cjk', romanized: false, words: [], generation: null, joined, keys: new Set() };
}

/** A reading of words, in any script that parts them. */
type SpacedReading = Omit<Reading, 'script' | 'romanized'>;

function readingOf(words: readonly Word[], generation: string | null): SpacedReading {
  const kept = words.slice(0, maxWords);
  const keys = new Set(
    kept.filter(({ isInitial, part }) => !isInitial || part === 'family').flatMap((each) => each.forms),
  );
  for (const which of [0, 1]) {
    const texts = kept.map(({ forms: [first = '', second] }) => (which === 1 && second) || first);
    for (const [index, text] of texts.entries()) {
      const [next = '', afterNext = ''] = texts.slice(index + 1);
      keys.add(text + next).add(text + next + afterNext);
    }
  }
  return { words: kept, generation, joined: '', keys };
}

const clean = (text: string) =>
  text
    .slice(0, maxCharacters)
    .replace(/[\d*†‡§]+/g, ' ')
    .replace(/\bPh\.? ?D\b/gi, 'phd')
    .replace(/\([^)]*\)|\[[^\]]*\]|["“”«»][^"“”«»]*["“”«»]/g, ' ');

const isTitles = (text: string) =>
  text
    .split(/\s+/)
    .map((each) => wordForms(each)[0] ?? '')
    .filter(Boolean)
    .every((form) => titles.test(form) || degrees.test(form) || generations.has(form));

/**
 * The words of a part: capitals that run together are initials, as in "SA" and "StergiosA", or else a word, as in "LI". A
 * family name is not split.
 */
function wordsOf(text: string, part: Word['part']): Word[][] {
  const pieces = text
    .replace(/['’ʼ`´ʻ]/g, '')
    .split(/[\s.,;/·\-\u2010-\u2015]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
    .flatMap((piece) => (part === 'family' || isTitles(piece) ? [piece] : piece.split(/(?<=\p{Ll})(?=\p{Lu})/u)));
  const isGlued = (piece: string) =>
    part !== 'family' && /^\p{Lu}{2,4}$/u.test(piece) && !generations.has(plainOf(piece));
  const split = pieces.flatMap((piece) => (isGlued(piece) ? [...piece] : [piece]));
  return (pieces.some(isGlued) ? [split, pieces] : [pieces]).map((each) => withParticles(each, part));
}

const plainOf = (text: string) => wordForms(text)[0] ?? '';

/** The first given name and the last family name are no particles: "Ben" "Smith", "Minh" "Le". */
function withParticles(pieces: readonly string[], part: Word['part']): Word[] {
  const words = pieces.map((piece) => word(piece, part)).filter(({ forms: [form] }) => form);
  return words.map((each, index) => ({
    ...each,
    isParticle: each.isParticle && (index > 0 || part === 'family') && (index < words.length - 1 || part === 'given'),
  }));
}

function word(text: string, part: Word['part']): Word {
  const spelled = wordForms(text);
  const [plain = ''] = spelled;
  // "Alghamdi" and "Ghamdi" are one family name.
  const article = part !== 'given' && /^[ae]l.{4,}/.test(plain) ? [plain.slice(2)] : [];
  return {
    forms: [...spelled, ...article],
    isInitial: plain.length === 1 && !/\p{Script=Han}/u.test(plain),
    part,
    isParticle: particles.has(plain) && (plain.length > 1 || text === text.toLowerCase()),
  };
}

const asPart = (words: readonly Word[], part: Word['part']) => words.map((each) => ({ ...each, part }));

/** Without titles at the ends, and the generation if there is one. `isEnd`: degrees that could be initials may follow. */
function withoutTitles(words: readonly Word[], isEnd: boolean): { words: Word[]; generation: string | null } {
  const kept = [...words];
  let generation: string | null = null;
  const text = (each: Word | undefined) => each?.forms[0] ?? '';
  while (kept.length > 1 && /^(dr|prof|professor|mr|mrs|ms|sir)$/.test(text(kept[0]))) kept.shift();
  while (kept.length > 1) {
    const last = text(kept.at(-1));
    if (generations.has(last)) generation = generations.get(last) ?? null;
    else if (!titles.test(last) && !(isEnd && kept.length > 2 && degrees.test(last))) break;
    kept.pop();
  }
  return { words: kept, generation };
}

const nothing: Comparison = { grade: 'incomparable', weight: 0, reasons: ['incomparable_name'] };
const grades = ['incomparable', 'different', 'uncertain', 'compatible', 'same'] as const;

/** Compares two names: the best of all ways to read them. Symmetric. */
export function compareNames(one: PersonName, other: PersonName): Comparison {
  let most = nothing;
  for (const a of one) for (const b of other) most = better(most, compareReadings(a, b));
  return most;
}

/** The comparison that says most for being the same person. */
export function bestComparison(comparisons: readonly Comparison[]): Comparison {
  return comparisons.reduce(better, nothing);
}

const rank = ({ grade, weight }: Comparison) => grades.indexOf(grade) + weight / 2;
const better = (one: Comparison, other: Comparison) => (rank(other) > rank(one) ? other : one);

function compareReadings(a: Reading, b: Reading): Comparison {
  if (a.script !== b.script) return nothing;
  if (a.script === 'cjk') return compareUnspaced(a, b);
  if (a.generation && b.generation && a.generation !== b.generation) return different();
  if (a.words.length === 0 || b.words.length === 0) return nothing;
  const isRomanized = a.romanized !== b.romanized;
  if (!isRomanized && !sharesKey(a.keys, b.keys)) return different();
  const words = isRomanized ? [skeletons(a.words), skeletons(b.words)] : [a.words, b.words];
  const [one, two] = inOneOrder(words as [readonly Word[], readonly Word[]]);
  const direct = judge(one, two);
  const found = isFit(direct)
    ? direct
    : bestComparison([direct, swapped(one, two), reordered(one, two), similar(one, two)]);
  if (!isRomanized || !isFit(found)) return found;
  return { grade: 'compatible', weight: found.weight / 2, reasons: ['romanized', ...found.reasons] };
}

/** Two names in the same order however they come: of alignments that score the same, the first one found counts. */
function inOneOrder([one, other]: [readonly Word[], readonly Word[]]): [readonly Word[], readonly Word[]] {
  const text = (words: readonly Word[]) => JSON.stringify(words);
  return text(one) > text(other) ? [other, one] : [one, other];
}

function sharesKey(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const key of one) if (other.has(key)) return true;
  return false;
}

const isFit = ({ grade }: Comparison) => grade === 'same' || grade === 'compatible';
const none: Comparison = { grade: 'different', weight: 0, reasons: ['different_name'] };
const different = () => none;

/** Names in scripts without spaces, such as 王小明. Simplified and traditional characters are not compared. */
function compareUnspaced(a: Reading, b: Reading): Comparison {
  if (a.joined === b.joined) return { grade: 'same', weight: 1, reasons: ['full_name'] };
  const sharesOne = [...a.joined].some((letter) => b.joined.includes(letter));
  return sharesOne ? nothing : different();
}

const skeletons = (words: readonly Word[]): Word[] =>
  words.map((each) => ({ ...each, forms: each.forms.map(skeleton) }));

type Kind = 'word' | 'initial' | 'short' | 'nickname';

interface Pair {
  kind: Kind;
  a: readonly Word[];
  b: readonly Word[];
}

interface Alignment {
  score: number;
  pairs: readonly Pair[];
  /** The words of the longer name that the shorter one does not have, in front of the first pair, between, and behind. */
  skipped: readonly { word: Word; place: 'front' | 'middle' | 'back' }[];
}

/** How far an alignment is: only one of the names may have words that the other lacks. */
type Longer = 'a' | 'b' | null;

/** The best way to lay the shorter name along the longer one, in order. Undefined if there is none. */
function align(a: readonly Word[], b: readonly Word[]): Alignment | undefined {
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
  [0, 1].some((which) =>
    whole.forms.includes(words.map(({ forms: [first, second] }) => (which && second) || first).join('')),
  );

function kindOf(one: Word, other: Word): Kind | undefined {
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
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.startsWith(short)) return 'short';
  return nicknames.some((names) => names.has(a) && names.has(b)) ? 'nickname' : undefined;
}

/** Judges two names by their best alignment. */
function judge(a: readonly Word[], b: readonly Word[]): Comparison {
  const found = align(a, b);
  if (!found || found.pairs.length === 0) return different();
  const { pairs, skipped } = found;
  const [first] = pairs;
  const isWord = ({ kind }: Pair) => kind === 'word';
  if (a.length === 1 || b.length === 1) {
    if (!first || !isWord(first)) return different();
    if (a.length === b.length) return { grade: 'same', weight: 0, reasons: ['full_name'] };
    return uncertain(canBeFamily(first, a, b) ? 'family_name_only' : 'given_name_only');
  }
  const family = pairs.filter((pair) => isWord(pair) && canBeFamily(pair, a, b));
  const given = pairs.filter((pair) => !family.includes(pair));
  if (family.length === 0) {
    // "Bhojaraju G.": the family name is an initial. A family name of its own makes it another person.
    const hasOther = skipped.some(({ word, place }) => word.part === 'family' || place === 'back');
    const isAbbreviated = first && isWord(first) && !hasOther && pairs.at(-1)?.kind === 'initial';
    return isAbbreviated ? uncertain('given_name_only') : different();
  }
  const [called] = given;
  if (!called) {
    const all = skipped.every(({ word: { part } }) => part === 'family') && pairs.length > 1;
    return all && skipped.length === 0
      ? { grade: 'same', weight: 0.5, reasons: ['full_name'] }
      : uncertain('family_name_only');
  }
  const chinese = compareChinese(a, b);
  if (chinese) return chinese;
  const front = skipped.filter(({ place }) => place === 'front').map(({ word }) => word);
  const isFrontMinor = front.every(({ isInitial, forms: [form] }) => isInitial || form === 'mohammad');
  if (front.length > 0 && !isFrontMinor && !isWord(called)) return different();
  if (front.length > 0 && !(isFrontMinor && isWord(called))) return uncertain('short_given_name');
  const shortFamily = skipped.filter(
    ({ word, place }) => word.part === 'family' || (word.part === null && place === 'back'),
  );
  const isCutBehind = shortFamily.some(({ place }) => place === 'back');
  const isGuess = shortFamily.some(({ word: { part } }) => part === null);
  if (isGuess || (isCutBehind && !isWord(called))) return uncertain('short_family_name');
  if (called.kind === 'short' || called.kind === 'nickname') {
    return isShortForm(called, given.length) && skipped.length === 0
      ? compatible(0.2, 'short_given_name')
      : uncertain('short_given_name');
  }
  const initials = given.filter(({ kind }) => kind === 'initial').length;
  if (shortFamily.length > 0)
    return compatible(
      isWord(called) ? 0.3 : 0.1,
      'short_family_name',
      ...(isWord(called) ? [] : ['initials' as const]),
    );
  if (called.kind === 'initial') return compatible(initials > 1 ? 0.8 : 0.5, 'initials');
  const isComplete = skipped.length === 0 && pairs.every(isWord);
  return { grade: 'same', weight: isComplete ? 1 : 0.5, reasons: ['full_name'] };
}

const uncertain = (...reasons: NameReason[]): Comparison => ({ grade: 'uncertain', weight: 0, reasons });
const compatible = (weight: number, ...reasons: NameReason[]): Comparison => ({ grade: 'compatible', weight, reasons });

/**
 * Whether one given name is short for the other: "Ron" for "Ronald". Another one that agrees confirms it. One or two letters
 * more make another name: "Daniela", "Kenji".
 */
function isShortForm({ kind, a, b }: Pair, givenNames: number): boolean {
  const [one = 0, other = 0] = [a, b].map(([first]) => first?.forms[0]?.length);
  return kind === 'nickname' || givenNames > 1 || Math.abs(one - other) > 2;
}

/** Whether both words can be of the family name, and not a particle of one of them. The first word of an unsplit name is not. */
function canBeFamily({ a, b }: Pair, one: readonly Word[], other: readonly Word[]): boolean {
  const can = (words: readonly Word[], all: readonly Word[]) =>
    words.some((each) => each.part === 'family' || (each.part === null && (each !== all[0] || all.length === 1)));
  const isParticle = (words: readonly Word[]) => words.every((each) => each.isParticle);
  return can(a, one) && can(b, other) && isParticle(a) === isParticle(b);
}

/**
 * Chinese given names have one or two syllables, and "Wei" is not short for "Weijun". Undefined if one of the names is not
 * Chinese as far as can be told, or if there is nothing to add.
 */
function compareChinese(a: readonly Word[], b: readonly Word[]): Comparison | undefined {
  const [one, other] = [chineseGiven(a), chineseGiven(b)];
  if (!one || !other || (one.isInitials && other.isInitials && one.ways[0]?.length === other.ways[0]?.length))
    return undefined;
  if (!one.isInitials && !other.isInitials) {
    const joined = (ways: string[][]) => ways[0]?.join('');
    return joined(one.ways) === joined(other.ways) ? undefined : different();
  }
  if (one.isInitials && other.isInitials) return undefined;
  const [short, long] = one.isInitials ? [one, other] : [other, one];
  const initials = short.ways[0] ?? [];
  if (initials.length === 1) return undefined;
  const sameLength = long.ways.filter((way) => way.length === initials.length);
  if (sameLength.length === 0) return uncertain('initials');
  const fits = sameLength.some((way) => way.every((syllable, index) => syllable.startsWith(initials[index] ?? ' ')));
  return fits ? undefined : different();
}

/** The syllables of a Chinese given name, or its initials. Undefined if the name is not Chinese, or mixes both. */
function chineseGiven(words: readonly Word[]): { ways: string[][]; isInitials: boolean } | undefined {
  const isSplit = words.some(({ part }) => part === 'family');
  const family = isSplit ? words.filter(({ part }) => part === 'family') : words.slice(-1);
  const given = words.filter((each) => !family.includes(each));
  const surname = family.map(({ forms: [form] }) => form).join('');
  const isSurname = family.length === 1 && pinyin(surname).some(({ length }) => length === 1);
  if (!isSurname || given.length === 0) return undefined;
  const texts = given.map(({ forms: [form = ''] }) => form);
  if (given.every(({ isInitial }) => isInitial)) return { ways: [texts], isInitials: true };
  if (given.some(({ isInitial }) => isInitial)) return undefined;
  const ways = texts
    .map(pinyin)
    .reduce((all, parts) => all.flatMap((way) => parts.map((part) => [...way, ...part])), [[]] as string[][]);
  return ways.length > 0 ? { ways, isInitials: false } : undefined;
}

/** The parts in the wrong order, if all words agree in full, and initials are the same. */
function swapped(a: readonly Word[], b: readonly Word[]): Comparison {
  const alignments = [[rotated(a), b] as const, [a, rotated(b)] as const].flatMap(
    ([one, other]) => (one && other && align(one, other)) ?? [],
  );
  const isWhole = alignments.some(({ skipped, pairs }) => {
    const words = pairs.filter(({ kind }) => kind === 'word').length;
    const initials = pairs.filter((pair) => [...pair.a, ...pair.b].every(({ isInitial }) => isInitial)).length;
    return skipped.length === 0 && words > 1 && words + initials === pairs.length;
  });
  return isWhole ? compatible(0, 'swapped_order') : different();
}

/**
 * The same words in any order: "A. Stergios" and Stergios A. Initials for words leave doubt: "G. Bhojaraju" may be Bhojaraju
 * Gunjal.
 */
function reordered(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length !== b.length || a.length < 2) return different();
  const left = [...b];
  let whole = 0;
  let initials = 0;
  for (const kind of ['word', 'initial'] as const) {
    for (const each of a) {
      if (kind === 'initial' && b.some((other) => !left.includes(other) && kindOf(each, other) === 'word')) continue;
      const index = left.findIndex((other) => kindOf(each, other) === kind);
      if (index < 0) continue;
      const [found] = left.splice(index, 1);
      if (kind === 'word') whole++;
      else if (each.isInitial && found?.isInitial) initials++;
    }
  }
  if (left.length > 0 || whole === 0) return different();
  return whole > 1 && whole + initials === a.length ? compatible(0, 'swapped_order') : uncertain('swapped_order');
}

/** The words with the family name in front; of an unsplit name, the first word at the end. */
function rotated(words: readonly Word[]): Word[] | undefined {
  if (words.length < 2) return undefined;
  const family = words.filter(({ part }) => part === 'family');
  if (family.length > 0) return [...family, ...words.filter((each) => !family.includes(each))];
  return [...words.slice(1), ...words.slice(0, 1)];
}

/** One slip in a long word, when everything else agrees in full. */
function similar(a: readonly Word[], b: readonly Word[]): Comparison {
  if (a.length !== b.length || a.length < 2) return different();
  const differing = a.filter((each, index) => kindOf(each, b[index] as Word) !== 'word');
  const [only] = differing;
  if (!only || differing.length > 1) return different();
  const counterpart = b[a.indexOf(only)]?.forms[0] ?? '';
  const [form = ''] = only.forms;
  return form.length >= 5 && isOneEditApart(form, counterpart) ? uncertain('similar_name') : different();
}
