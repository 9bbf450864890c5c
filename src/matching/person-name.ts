import { conventions, type Spelled } from './conventions.ts';
import { type Script, skeleton, spellings, wordForms } from './letters.ts';
import type { Word } from './word.ts';

/** A name from a source: in two parts, or unsplit as "Given Family" or "Family, Given". */
export interface WrittenName {
  name: string | null;
  given: string | null;
  family: string | null;
}

/** One way to parse a name. */
export interface Reading {
  script: Script;
  romanized: boolean;
  words: readonly Word[];
  /** Such as "Jr" or "III". */
  generation: string | null;
  /** Everything as one word, for scripts without spaces. */
  joined: string;
  /** The words, and neighbours joined to one word. Names that share none are different. */
  keys: ReadonlySet<string>;
}

/** A name in all ways to parse it. Empty if it has no letters. */
export type PersonName = readonly Reading[];

/** More words than any name has. The rest is ignored. */
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
/** These are also initials and names, so they are degrees only after a comma. */
const degrees = /^(md|ma|ba|ms|bs|rn|do|dds|dvm|pe)$/;

/** "St-Pierre" is "Saint-Pierre". https://en.wikipedia.org/wiki/Saint#Abbreviation, https://www.rae.es/dpd/santo */
const abbreviations = new Map(
  Object.entries({ st: 'saint', ste: 'sainte', sta: 'santa', sto: 'santo', fco: 'francisco', gpe: 'guadalupe' }),
);

/** Parses a name for `compareNames`, ignoring titles, degrees and text in brackets. */
export function readName({ name, given, family }: WrittenName): PersonName {
  // Several names in one field are nobody's name.
  if ([name, given, family].some((text) => text?.includes(';'))) return [];
  if (!given && !family) return severalPeople.test(name ?? '') ? [] : readUnsplit(name ?? '');
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

/** "Ann and Bob Kiln" */
const severalPeople = /\s(?:and|und|et|&)\s/i;

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
      for (const each of wordsOf(text, null).flatMap((words) => unsplitReadings(words, rest.length > 0)))
        readings.push({ ...each, script, romanized });
  }
  return readings.filter(({ words, joined }) => words.length > 0 || joined !== '');
}

function unsplitReadings(words: readonly Word[], hasComma: boolean): SpacedReading[] {
  const { words: kept, generation } = withoutTitles(words, hasComma);
  // "Abu Zaid O.": particles at the start belong to the family name.
  const end = kept.findIndex(({ forms: [form = ''] }) => !particles.has(form)) + 1;
  const [head, tail] = [kept.slice(0, end), kept.slice(end)];
  // "Polyzos SA", "Polyzos S. A.", "Polyzos Stergios A.": the family name comes first if an initial is last.
  if (!head.at(-1) || head.at(-1)?.isInitial || !tail.at(-1)?.isInitial) return [readingOf(kept, generation)];
  const familyFirst = readingOf([...asPart(tail, 'given'), ...asPart(head, 'family')], generation);
  return tail.every(({ isInitial }) => isInitial) ? [familyFirst] : [readingOf(kept, generation), familyFirst];
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

/** The words of a split name, each in its proper part. `isJoined`: the family name is like "O Brien". */
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
  const isBehind = family.at(-1)?.isInitial === true && whole.length === 1 && given.every((each) => !each.isInitial);
  // "Polyzos" "Stergios A.": an initial behind a word shows that the parts are swapped.
  const swapped = isBehind ? [[...asPart(family, 'given'), ...asPart(given, 'family')]] : [];
  // Initials in the family name belong to the given names: "Stergios" "A. Polyzos".
  const moves = whole.length > 0 && !isJoined;
  const names = moves ? [...given, ...asPart(initials, 'given')] : given;
  // Particles may be among the given names: "Ludwig van" "Beethoven".
  const start = names.findLastIndex(({ isParticle }) => !isParticle) + 1;
  return [[...names.slice(0, start), ...asPart(names.slice(start), 'family'), ...(moves ? whole : family)], ...swapped];
}

function unspaced(given: string, family: string): Reading {
  const joined = [family, given].map((part) => wordForms(part)[0] ?? '').join('');
  return { script: 'cjk', romanized: false, words: [], generation: null, joined, keys: new Set() };
}

type SpacedReading = Omit<Reading, 'script' | 'romanized'>;

function readingOf(words: readonly Word[], generation: string | null): SpacedReading {
  const kept = words.slice(0, maxWords);
  return { words: kept, generation, joined: '', keys: keysOf(kept) };
}

function keysOf(words: readonly Word[]): Set<string> {
  const keys = new Set(
    words.filter(({ isInitial, part }) => !isInitial || part === 'family').flatMap((each) => each.forms),
  );
  for (const form of [0, 1]) {
    const texts = words.map(({ forms: [first = '', second] }) => (form === 1 && second) || first);
    for (const [index, text] of texts.entries()) {
      const [next = '', afterNext = ''] = texts.slice(index + 1);
      keys.add(text + next).add(text + next + afterNext);
    }
  }
  return keys;
}

/**
 * The keys by which `soughtKeys` finds a name in a list. Two names without a common key are `different` or
 * `incomparable`. `skeletons` match Latin names to romanized ones: there are many, and they are seldom needed.
 */
export const listedKeys = (name: PersonName) => new Set([...plainKeys(name), ...skeletonKeys(name, true)]);
export const listedSkeletons = (name: PersonName) => skeletonKeys(name, false);

/** The keys by which a name finds others; also looks among the listed skeletons if it is romanized. */
export const soughtKeys = (name: PersonName) => ({
  keys: new Set([...plainKeys(name), ...skeletonKeys(name, false)]),
  skeletons: skeletonKeys(name, true),
});

/** The keys that find a name in Latin letters in another romanization. There are many, and they are seldom needed. */
export const conventionKeys = (name: PersonName): Set<string> =>
  new Set(
    name.flatMap((reading) =>
      Array.from(spelledBy(reading), ([convention, { keys }]) =>
        Array.from(keys, (key) => `${convention} ${key}`),
      ).flat(),
    ),
  );

const spelled = new WeakMap<Reading, ReadonlyMap<string, Spelled & { keys: ReadonlySet<string> }>>();

/** A name in Latin letters in the spelling of each convention by which it may be written. */
export function spelledBy(reading: Reading): ReadonlyMap<string, Spelled & { keys: ReadonlySet<string> }> {
  const known = spelled.get(reading);
  if (known) return known;
  const found = Object.entries(reading.script === 'latin' && !reading.romanized ? conventions : {}).flatMap(
    ([name, convention]) => {
      const written = reading.words.length > 1 ? convention(reading.words) : undefined;
      return written ? [[name, { ...written, keys: keysOf(written.words) }] as const] : [];
    },
  );
  spelled.set(reading, new Map(found));
  return new Map(found);
}

/** The keys of a name that find names spelled alike. */
function plainKeys(name: PersonName): string[] {
  return name.flatMap(({ script, romanized, joined, keys }) =>
    // Names without spaces that are not equal are `different` or `incomparable`.
    script === 'cjk' ? [`cjk ${joined}`] : Array.from(keys, (key) => `${script} ${romanized} ${key}`),
  );
}

/**
 * The keys that match a romanized name to one in Latin letters, which are compared by their skeletons. Every alignment
 * has a pair of words with an equal form, joined neighbours, or two initials of family names where one begins the
 * other.
 */
function skeletonKeys(name: PersonName, isRomanized: boolean): Set<string> {
  const keys = new Set<string>();
  for (const { script, romanized, words } of name) {
    if (script !== 'latin' || romanized !== isRomanized) continue;
    const written = skeletons(words);
    for (const key of keysOf(written)) keys.add(`skeleton ${key}`);
    const initials = written.filter(({ isInitial, part }) => isInitial && part === 'family');
    for (const form of initials.flatMap(({ forms }) => forms)) keys.add(`skeleton ${form.slice(0, 1)}`);
  }
  return keys;
}

/** The words without the letters that romanizations spell differently. */
export const skeletons = (words: readonly Word[]): Word[] =>
  words.map((each) => ({ ...each, forms: each.forms.map(skeleton) }));

const clean = (text: string) =>
  text
    .slice(0, maxCharacters)
    .replace(/[\d*†‡§]+/g, ' ')
    .replace(/\bPh\.? ?D\b/gi, 'phd')
    .replace(/\bM\.? ?ª\.?|\bMa\.(?= ?\p{Lu})/gu, 'María ')
    .replace(/\([^)]*\)|\[[^\]]*\]|["“”«»][^"“”«»]*["“”«»]/g, ' ');

const isTitles = (text: string) =>
  text
    .split(/\s+/)
    .map((each) => wordForms(each)[0] ?? '')
    .filter(Boolean)
    .every((form) => titles.test(form) || degrees.test(form) || generations.has(form));

/**
 * The words of a part. Adjacent capitals are initials ("SA", "StergiosA") or a word ("LI"), but not in a family name.
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

/** The first given name and the last family name are not particles: "Ben" "Smith", "Minh" "Le". */
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
  const whole = abbreviations.get(plain);
  return {
    forms: whole === undefined ? [...spelled, ...article] : [plain, whole],
    isInitial: plain.length === 1 && !/\p{Script=Han}/u.test(plain),
    part,
    isParticle: particles.has(plain) && (plain.length > 1 || text === text.toLowerCase()),
  };
}

const asPart = (words: readonly Word[], part: Word['part']) => words.map((each) => ({ ...each, part }));

/** Removes titles at the ends and extracts the generation. `isEnd`: degrees that could be initials may follow. */
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
