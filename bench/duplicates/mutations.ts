import type { ComparableFields } from '#src/records/likeness/comparable.ts';

/** A seeded source of random numbers, so that every run measures the same (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;
/** Changes a description as people and systems do; undefined where it does not apply. */
type Mutation = (described: ComparableFields & { title: string }, random: Random) => ComparableFields | undefined;

interface Kind {
  mutate: Mutation;
  /** The recall that is wanted. */
  wanted: number;
  /** Only between two publications. */
  isOfPublications?: true;
}

const ofTitle =
  (change: (title: string, random: Random) => string | undefined): Mutation =>
  (described, random) => {
    const title = change(described.title, random);
    return title === undefined || title === described.title ? undefined : { ...described, title };
  };

const pick = <T>(from: readonly T[], random: Random): T | undefined => from[Math.floor(random() * from.length)];

const latinWord = /\p{Script=Latin}{4,}/gu;
const words = (title: string) =>
  [...title.matchAll(latinWord)].filter(([word]) => !/^(?:with|from|into|that)$/i.test(word));

function changeWord(title: string, random: Random, change: (word: string) => string): string | undefined {
  const found = pick(words(title), random);
  if (!found) return undefined;
  const [word] = found;
  return title.slice(0, found.index) + change(word) + title.slice(found.index + word.length);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A letter is replaced, left out, typed twice, or swapped with the next one. */
function misspell(word: string, random: Random): string {
  const at = Math.floor(random() * (word.length - 1));
  const [one = '', next = ''] = [word[at], word[at + 1]];
  const forms = [
    word.slice(0, at) + pick([...letters], random) + word.slice(at + 1),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + one + word.slice(at),
    word.slice(0, at) + next + one + word.slice(at + 2),
  ];
  const form = pick(forms, random) ?? word;
  return form.toLowerCase() === word.toLowerCase() ? misspell(word, random) : form;
}

const typo = (title: string, random: Random) => changeWord(title, random, (word) => misspell(word, random));

const inserted = [
  'novel',
  'possible',
  'various',
  'general',
  'current',
  'recent',
  'new',
  'further',
  'important',
  'selected',
];

function insertWord(title: string, random: Random): string | undefined {
  const at = title.split(' ');
  if (at.length < 3) return undefined;
  const position = 1 + Math.floor(random() * (at.length - 1));
  return [...at.slice(0, position), pick(inserted, random), ...at.slice(position)].join(' ');
}

const withYear =
  (apart: number): Mutation =>
  (described, random) =>
    described.year === null ? undefined : { ...described, year: described.year + (random() < 0.5 ? -apart : apart) };

/** Subtitles that say that this is another text than the one without: a part, a comment or a protocol. */
const anotherText = /\b(?:part|teil|partie|parte|protocol|comment on)\b|^[IVX]+\.\s/i;

export const kinds: Record<string, Kind> = {
  'same title': { mutate: (described) => described, wanted: 0.95 },
  capitals: { mutate: ofTitle((title) => title.toUpperCase()), wanted: 0.95 },
  'without subtitle': {
    mutate: (described) => {
      const { title, subtitle } = described;
      const [main = ''] = title.split(': ');
      if (anotherText.test(subtitle ?? title.slice(main.length + 2))) return undefined;
      if (title.split(' ').length < 4) return undefined;
      if (subtitle !== null) return { ...described, subtitle: null };
      return main === title || main.split(' ').length < 4 ? undefined : { ...described, title: main };
    },
    wanted: 0.95,
  },
  'article in front': {
    mutate: ofTitle((title) => (/^the /i.test(title) ? title.slice(4) : `The ${title}`)),
    wanted: 0.95,
  },
  'one typo': { mutate: ofTitle(typo), wanted: 0.95 },
  plural: {
    mutate: ofTitle((title, random) =>
      changeWord(title, random, (word) => (/s$/.test(word) ? word.slice(0, -1) : `${word}s`)),
    ),
    wanted: 0.95,
  },
  'year ±1': { mutate: withYear(1), wanted: 0.95 },
  'authors missing at one': {
    mutate: (described) => ({ ...described, authors: [] }),
    wanted: 0.95,
    isOfPublications: true,
  },
  'two typos': { mutate: ofTitle((title, random) => typo(typo(title, random) ?? '', random)), wanted: 0.8 },
  'a word more': { mutate: ofTitle(insertWord), wanted: 0.8 },
  'preprint, year ±2': {
    mutate: (described, random) =>
      described.type === 'journal-article'
        ? withYear(2)({ ...described, title: described.title, type: 'posted-content', venue: null }, random)
        : undefined,
    wanted: 0.95,
    isOfPublications: true,
  },
};
