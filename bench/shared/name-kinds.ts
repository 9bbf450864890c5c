import type { PersonNames } from '#src/matching/match.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import type { RecordedList } from './recorded-names.ts';

/** A case with its expected result: the author asked about, or nobody matched, and in either case who must be a candidate. */
export interface KindCase {
  kind: string;
  person: PersonNames;
  authors: Author[];
  /** Positions that may be matched. */
  may: readonly number[];
  /** Positions of which all must be matched or candidates. */
  must: readonly number[];
}

/**
 * Spellings of one name, by the tables of the romanizations.
 * https://en.wikipedia.org/wiki/List_of_Korean_surnames, https://en.wikipedia.org/wiki/Romanization_of_Japanese,
 * https://en.wikipedia.org/wiki/Comparison_of_Chinese_transcription_systems, https://en.wikipedia.org/wiki/Romanization_of_Russian
 */
const spellings: [kind: string, other: string, same: string[]][] = [
  ['Korean family name', 'Hyun-Sik', ['Lee', 'Rhee', 'Yi', 'Ri']],
  ['Korean family name', 'Hyun-Sik', ['Park', 'Pak', 'Bak']],
  ['Korean family name', 'Hyun-Sik', ['Choi', 'Choe']],
  ['Korean family name', 'Hyun-Sik', ['Jung', 'Jeong', 'Chung', 'Chong']],
  ['Korean family name', 'Hyun-Sik', ['Yoon', 'Yun', 'Youn']],
  ['Korean family name', 'Hyun-Sik', ['Shin', 'Sin']],
  ['Korean family name', 'Hyun-Sik', ['Noh', 'Roh', 'No']],
  ['Korean family name', 'Hyun-Sik', ['Cho', 'Jo']],
  ['Korean family name', 'Hyun-Sik', ['Kwon', 'Gwon', 'Kweon']],
  ['Korean family name', 'Hyun-Sik', ['Baek', 'Paik', 'Paek', 'Baik']],
  ['Korean family name', 'Hyun-Sik', ['Suh', 'Seo']],
  ['Korean family name', 'Hyun-Sik', ['Lim', 'Im', 'Rim']],
  ['Korean family name', 'Hyun-Sik', ['Ahn', 'An']],
  ['Korean family name', 'Hyun-Sik', ['Moon', 'Mun']],
  ['Russian given name', 'Morozov', ['Yuri', 'Iurii', 'Yury', 'Jurij', 'Yuriy']],
  ['Russian given name', 'Morozov', ['Aleksei', 'Alexey', 'Aleksey', 'Alexei']],
  ['Russian given name', 'Morozov', ['Sergey', 'Sergei', 'Sergej']],
  ['Russian given name', 'Morozov', ['Dmitry', 'Dmitrii', 'Dmitri', 'Dmitriy']],
  ['Russian given name', 'Morozova', ['Yulia', 'Iuliia', 'Julia', 'Yuliya']],
  ['Russian given name', 'Morozova', ['Natalia', 'Natalya', 'Nataliya', 'Natalja']],
  ['Russian given name', 'Morozov', ['Evgeny', 'Yevgeny', 'Evgenii', 'Evgeniy']],
  ['Japanese family name', 'Kenji', ['Ohno', 'Ono', 'Oono']],
  ['Japanese family name', 'Kenji', ['Sato', 'Satoh', 'Satou']],
  ['Japanese family name', 'Kenji', ['Ota', 'Ohta', 'Oota']],
  ['Japanese family name', 'Kenji', ['Honma', 'Homma']],
  ['Japanese family name', 'Kenji', ['Kondo', 'Kondoh', 'Kondou']],
  ['Chinese given name', 'Wang', ['Hsiao-Ming', 'Xiaoming']],
  ['Chinese given name', 'Wang', ['Chih-Hao', 'Zhihao']],
  ['Chinese given name', 'Liu', ['Hsin-Yi', 'Xinyi']],
  ['Chinese given name', 'Chen', ['Tsung-Han', 'Zonghan']],
  ['Arabic compound', 'Karim', ['Ben Salah', 'Bensalah']],
  ['Arabic compound', 'Karim', ['Abu Zaid', 'Abuzaid', 'Abou Zaid']],
  ['Arabic compound', 'Karim', ['Abdel Rahman', 'Abdulrahman', 'Abdelrahman', 'Abdurrahman']],
  ['Indic name', 'Sharma', ['Laxmi', 'Lakshmi', 'Laksmi']],
  ['Indic name', 'Sharma', ['Karthik', 'Kartik']],
  ['Indic name', 'Sharma', ['Vishwanath', 'Vishvanath', 'Viswanath']],
  ['Abbreviation', 'Carmen', ['Fernández', 'Fdez.']],
  ['Abbreviation', 'Carmen', ['Martínez', 'Mtnez.']],
  ['Abbreviation', 'Pérez', ['María José', 'Mª José', 'M.ª José', 'Ma. José']],
  ['Abbreviation', 'Marc', ['Saint-Pierre', 'St-Pierre', 'St. Pierre']],
];
/** Of these, the differing part is the given name. */
const isGiven = (kind: string, other: string) => kind.includes('given') || kind === 'Indic name' || other === 'Pérez';

/** Names of different people who could be taken for one, with the reason. */
const different: [kind: string, person: [given: string, family: string], author: [given: string, family: string]][] = [
  ['one syllable more', ['Min-Seo', 'Kim'], ['Min-Seong', 'Kim']],
  ['one syllable more', ['Minji', 'Park'], ['Minjin', 'Park']],
  ['one letter more', ['Thi Hoa', 'Nguyen'], ['Thi Hoàng', 'Nguyen']],
  ['one letter more', ['Luis', 'Ortega'], ['Luisa', 'Ortega']],
  ['one letter more', ['José Luis', 'Ortega'], ['José Luisa', 'Ortega']],
  ['a compound', ['Ali', 'Karimi'], ['Alireza', 'Karimi']],
  ['a compound', ['Amir', 'Karimi'], ['Amirhossein', 'Karimi']],
  ['swapped', ['Ali', 'Hassan'], ['Hassan', 'Ali']],
  ['swapped', ['Thomas', 'George'], ['George', 'Thomas']],
  ['swapped', ['Wei', 'Li'], ['Li', 'Wei']],
  ['another family name', ['Jin', 'Lee'], ['Jin', 'Yi']],
  ['another family name', ['Ken', 'Ohno'], ['Ken', 'Ono']],
  ['another given name', ['Jing', 'Wang'], ['Qing', 'Wang']],
];

const orcid = '0000-0002-1825-0097';
const anAuthor = (given: string, family: string, iD: string | null = null): Author => ({
  name: `${given} ${family}`,
  given,
  family,
  orcid: iD,
  affiliations: [],
});
const aPerson = ({ name, given, family }: Pick<Author, 'name' | 'given' | 'family'>): PersonNames => ({
  orcid,
  name,
  givenName: given,
  familyName: family,
});

/** Cases of the kinds that names alone do not settle, each on a recorded author list, whose iDs are hidden. */
export function kindCases(lists: readonly RecordedList[]): KindCase[] {
  const own = new Set([
    ...spellings.flatMap(([, other, same]) => [other, ...same]),
    ...different.flatMap((each) => each[2]),
  ]);
  const neutral = lists
    .filter(({ authors }) => authors.length > 1 && authors.length < 30)
    .filter(({ authors }) => !authors.some(({ name }) => name.split(/\s+/).some((word) => own.has(word))))
    .map(({ authors }) => authors.map((author) => ({ ...author, orcid: null })));
  const listAt = (index: number) => neutral[index % neutral.length] ?? [];
  let count = 0;
  const placed = (author: Author): Author[] => [...listAt(count++), author];
  return [...respelled(placed), ...others(placed), ...swapped(neutral), ...doubled(neutral), ...extended(neutral)];
}

type Placed = (author: Author) => Author[];

const respelled = (placed: Placed): KindCase[] =>
  spellings.flatMap(([kind, other, same]) =>
    same.flatMap((one) =>
      same.flatMap((two) => {
        if (one === two) return [];
        const author = (word: string) => (isGiven(kind, other) ? anAuthor(word, other) : anAuthor(other, word));
        const authors = placed(author(two));
        const last = authors.length - 1;
        return [
          { kind: `spelled otherwise: ${kind}`, person: aPerson(author(one)), authors, may: [last], must: [last] },
        ];
      }),
    ),
  );

const others = (placed: Placed): KindCase[] =>
  different.flatMap(([kind, person, author]) =>
    [
      [person, author],
      [author, person],
    ].map(([one = person, two = author]) => ({
      kind: `another person: ${kind}`,
      person: aPerson(anAuthor(...one)),
      authors: placed(anAuthor(...two)),
      may: [],
      must: [],
    })),
  );

/** Recorded authors whose parts are swapped: a question. */
const swapped = (lists: readonly Author[][]): KindCase[] =>
  lists.flatMap((authors) => {
    const at = authors.findIndex(({ given, family }) => /^\p{Lu}\p{Ll}{2,}$/u.test(given ?? '') && isWord(family));
    const { given = null, family = null } = authors[at] ?? {};
    if (at < 0 || given === null || family === null || isChinese(given, family)) return [];
    const changed = authors.with(at, anAuthor(family, given));
    return [{ kind: 'parts swapped', person: aPerson(anAuthor(given, family)), authors: changed, may: [], must: [at] }];
  });

const isWord = (text: string | null) => /^\p{Lu}\p{Ll}{2,}$/u.test(text ?? '');
/** Where the syllables tell which part is the family name. */
const isChinese = (given: string, family: string) => /^[a-z]{2,6}$/i.test(family) && /[aeiou].*[aeiou]/i.test(given);

/** One iD on two authors: a question for both. */
const doubled = (lists: readonly Author[][]): KindCase[] =>
  lists.map((authors) => {
    const twice = authors.map((author, at) => ({ ...author, orcid: at < 2 ? orcid : null }));
    const [first = anAuthor('', '')] = authors;
    return { kind: 'one iD on two authors', person: aPerson(first), authors: twice, may: [], must: [0, 1] };
  });

/** People whose given name goes on where that of a recorded author ends. */
const extended = (lists: readonly Author[][]): KindCase[] =>
  lists.flatMap((authors, index) => {
    const at = authors.findIndex(({ given, family }) => isWord(given) && isWord(family));
    const { given, family } = authors[at] ?? {};
    if (!given || !family) return [];
    const more = [/a$/i.test(given) ? 'n' : 'a', 'ng', 'reza', 'hyun'][index % 4] ?? '';
    const person = aPerson(anAuthor(given + more, family));
    return [{ kind: 'another person: a longer given name', person, authors, may: [], must: [] }];
  });
