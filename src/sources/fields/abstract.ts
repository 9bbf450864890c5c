import { plainBlocks } from '#src/vocabulary/text/text.ts';

/** The heading of an abstract, by language. */
const headings: Record<string, string> = {
  en: 'abstract|summary',
  pt: 'resumo|sumário',
  es: 'resumen',
  fr: 'résumé|resumé|sommaire',
  de: 'zusammenfassung|kurzfassung|abstrakt',
  it: 'riassunto|sommario',
  ca: 'resum',
  nl: 'samenvatting',
  sv: 'sammanfattning',
  da: 'resumé|sammendrag',
  nb: 'sammendrag',
  fi: 'tiivistelmä',
  pl: 'streszczenie|abstrakt',
  cs: 'abstrakt|souhrn',
  hu: 'absztrakt|összefoglaló|összefoglalás',
  ro: 'rezumat',
  hr: 'sažetak',
  sl: 'povzetek|izvleček',
  tr: 'özet|öz|özet/abstract',
  id: 'abstrak|intisari',
  ru: 'аннотация|реферат|резюме',
  uk: 'анотація|реферат|резюме',
  zh: '摘要|提要',
  ja: '要旨|抄録|要約|概要',
  ko: '초록|요약|국문초록',
  el: 'περίληψη',
  ar: 'ملخص|الملخص|المستخلص',
  fa: 'چکیده',
};
const languagesOf = new Map<string, string[]>();
for (const [language, names] of Object.entries(headings)) {
  for (const name of names.split('|')) languagesOf.set(name, [...(languagesOf.get(name) ?? []), language]);
}
const heading = `(?:${[...languagesOf.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const wholeHeading = new RegExp(`^[\\s*_#]{0,9}(${heading})[\\s*_.:\\u2014\\u2013-]{0,9}$`, 'iu');
/** "Abstract. We …", "Resumen: El …", "Abstract—We …" */
const punctuated = new RegExp(
  `^(${heading})\\s{0,3}(?:[.:：]\\s{0,9}|\\s{0,3}[\\u2014\\u2013]\\s{0,9}|\\s-\\s)(?=\\S)`,
  'iu',
);
const beforeText = new RegExp(`^(${heading})\\s+(?=\\S)`, 'iu');
/** First words of English abstracts. A single word in title case may be text, as in "Abstract Art". */
const firstWords =
  /^(?:The|This|These|There|We|In|Our|An?|It|To|Here|Background|Objectives?|Purpose|Aims?|Introduction|Context|Motivation|Methods?)\s/;
const none =
  /^(?:[^\p{L}\p{N}]*|no (?:abstract|description)(?: is)?(?: available| provided)?(?: for this resource)?|abstract (?:is )?not available|n\/?a|none|null)\.?$/iu;
/** A line end as programs write it, between words: `end.\\n \\n Methods`. `\\nu` is TeX. */
const newlineWords = /(?<=^|[\s.:;,)])(?:\\n)+(?=\s|$)|(?<=^|\s)(?:\\n)+(?=\p{Lu}\p{Ll})/gu;
/** Style sheet rules whose element was lost. */
const styleRules = /^(?:\s{0,9}[a-z][\w.-]{0,30}\s{0,3}\{[^{}]{0,500}\}){1,50}\s*/i;

/**
 * The plain text of an abstract, without a heading such as "Abstract", which JATS has as its title. If one text
 * contains abstracts under separate headings, the one in the publication's language, or else the first. Null if there
 * is none.
 */
export function abstractOf(written: string | null | undefined, language?: string | undefined): string | null {
  if (!written) return null;
  const marked = written.replace(newlineWords, ' ');
  // A heading on its own line, in text without markup.
  const [, firstLine = ''] = /^\s{0,99}([^\s<][^\n<]{0,40})\n/.exec(marked) ?? [];
  const text = wholeHeading.test(firstLine) ? `${firstLine}<br>${marked.trimStart().slice(firstLine.length)}` : marked;
  const sections: { languages: string[]; blocks: string[] }[] = [];
  for (const block of plainBlocks(text.replace(styleRules, ''))) {
    const { languages, rest } = headed(block);
    const last = sections.at(-1);
    if (last && !(languages && startsAnother(last, languages))) {
      // A later heading in the same language belongs to a part, such as the summary of a long abstract.
      last.blocks.push(last.blocks.length === 0 ? rest : block);
    } else {
      sections.push({ languages: languages ?? [], blocks: rest === '' ? [] : [rest] });
    }
  }
  const whole = sections.filter(({ blocks }) => blocks.length > 0);
  const own = language?.split('-')[0] ?? '';
  const chosen = whole.find(({ languages }) => languages.includes(own)) ?? whole[0];
  const found = (chosen?.blocks ?? []).filter(Boolean).join(' ');
  return none.test(found) ? null : found;
}

/** Whether a heading in these languages starts an abstract in another language than the section before. */
const startsAnother = (section: { languages: string[] }, languages: string[]) =>
  section.languages.length > 0 && !languages.some((language) => section.languages.includes(language));

/** The languages of a block's heading, and the block without it. */
function headed(block: string): { languages: string[] | undefined; rest: string } {
  const found = wholeHeading.exec(block) ?? punctuated.exec(block) ?? beforeText.exec(block);
  const name = found?.[1] ?? '';
  const rest = block.slice(found?.[0].length ?? 0);
  const isFollowedByText = found?.[0].endsWith(' ') && /[\p{L}]\s+$/u.test(found[0]);
  const isText = isFollowedByText && !(isEnglish(name) ? firstWords.test(rest) : /^[\p{Lu}\p{Lo}\p{N}]/u.test(rest));
  if (!found || isText || /^\p{Ll}/u.test(name)) return { languages: undefined, rest: block };
  return { languages: languagesOf.get(name.toLowerCase()) ?? [], rest };
}

/** "Resumo Este …" is a heading and its text; in English, "Summary Statistics" may be text. */
const isEnglish = (name: string) => languagesOf.get(name.toLowerCase())?.includes('en') ?? false;
