/** The finals that follow each initial. https://en.wikipedia.org/wiki/Pinyin_table */
const table: [initials: string, finals: string][] = [
  ['', 'a o e ai ei ao ou an en ang eng er'],
  ['b p m f', 'a ai an ang ao ei en eng i ian iao ie in ing iu o ou u'],
  ['d t n l', 'a ai an ang ao e ei en eng i ia ian iang iao ie in ing iu ong ou u uan ue ui un uo v ve'],
  ['g k h', 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo'],
  ['j q x', 'i ia ian iang iao ie in ing iong iu u uan ue un v'],
  ['z c s zh ch sh r', 'a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo'],
  ['y', 'a an ang ao e i in ing o ong ou u uan ue un'],
  ['w', 'a ai an ang ei en eng o u'],
];
const syllables = table.flatMap(([initials, finals]) =>
  initials.split(' ').flatMap((initial) => finals.split(' ').map((final): [string, string] => [initial, final])),
);
const pinyinSyllables = new Set(syllables.map(([initial, final]) => initial + final));

/** The ways to split a word into at most three pinyin syllables: "xian" is one or two. Empty if not pinyin. */
export const pinyin = (word: string): string[][] => split(word, pinyinSyllables);

function split(word: string, known: ReadonlySet<string>): string[][] {
  if (word.length > 14 || !/^[a-z]+$/.test(word)) return [];
  const ways: string[][][] = [[[]]];
  for (let end = 1; end <= word.length; end++) {
    ways[end] = [];
    for (let start = Math.max(0, end - 6); start < end; start++) {
      const part = word.slice(start, end);
      // Within a word such a syllable has an apostrophe: "lee" is not "le'e", nor "oota" "o'ota".
      if (!known.has(part) || (start > 0 && /^(?:o|e(?!r$))/.test(part))) continue;
      for (const way of ways[start] ?? []) if (way.length < 3) ways[end]?.push([...way, part]);
    }
  }
  return ways[word.length] ?? [];
}

const pairsOf = (text: string) => new Map(text.split(',').map((pair) => pair.split(' ') as [string, string]));

/** How Wade-Giles differs from pinyin, as printed in names. https://en.wikipedia.org/wiki/Wade%E2%80%93Giles */
const wholeSyllables = pairsOf(
  'zi tzu,ci tzu,si szu,zhi chih,chi chih,shi shih,ri jih,er erh,yi i,you yu,yan yen,ye yeh,yong yung,ge ko,ke ko,' +
    'he ho,e o,shuo shuo,huo huo,guo kuo,kuo kuo,gui kuei,kui kuei',
);
const wadeGilesInitials = pairsOf('zh ch,ch ch,j ch,q ch,x hs,z ts,c ts,b p,p p,d t,t t,g k,k k,r j');
const wadeGilesFinals = pairsOf('ian ien,ie ieh,iong iung,ong ung,ue ueh,ve ueh,v u,uo o');

/** Without apostrophes and diaeresis, so several syllables of pinyin become one. */
const wadeGilesOfSyllable = new Map(
  syllables.map(([initial, final]): [string, string] => [
    initial + final,
    wholeSyllables.get(initial + final) ??
      (wadeGilesInitials.get(initial) ?? initial) + (wadeGilesFinals.get(final) ?? final),
  ]),
);
const wadeGilesSyllables = new Set(wadeGilesOfSyllable.values());

/** As passports of Taiwan depart from Wade-Giles. */
const asInTaiwan = (word: string) =>
  word
    .replace(/yi(?=$|[^aeioun])/g, 'i')
    .replace(/t(?:s|z)e$/, 'tzu')
    .replace(/^(?:ssu|sze)$/, 'szu');

/** A word in Wade-Giles, if it is written so. `isOwn`: it cannot be pinyin, as "Hsiao", "Tsai" or "Chih". */
export function readWadeGiles(word: string): { form: string; isOwn: boolean } | undefined {
  const form = asInTaiwan(word);
  return split(form, wadeGilesSyllables).length > 0 ? { form, isOwn: pinyin(word).length === 0 } : undefined;
}

/** A word of pinyin in Wade-Giles, in all ways to split it. Empty if it is not pinyin. */
export const toWadeGiles = (word: string): string[] => [
  ...new Set(pinyin(word).map((way) => way.map((syllable) => wadeGilesOfSyllable.get(syllable) ?? syllable).join(''))),
];
