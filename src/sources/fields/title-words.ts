import type { NoticeKind } from '#src/vocabulary/integrity.ts';

/**
 * Publishers put the state of a work in front of its title, as NISO RP-45 (Communication of Retractions, Removals, and
 * Expressions of Concern) recommends: "RETRACTED: …", "[RETRACTED] …", "RETRACTED ARTICLE: …", "WITHDRAWN: …"; or behind
 * it: "… [Retracted]", "… (Retracted article. See vol. 12, 2010)".
 */
const subject = '(?:\\s{1,3}(?:article|chapter|paper|preprint|manuscript|review|publication))?';
const ahead = new RegExp(
  `^[\\s"“'«]{0,3}(?:[[(]\\s?(retracted|withdrawn|removed)${subject}\\s?[\\])][\\s:.–—-]|(retracted|withdrawn|removed)${subject}\\s?[:–—-])`,
  'i',
);
const behind = new RegExp(
  `[[(]\\s?(retracted|withdrawn)${subject}(?:\\s?[\\])]|[.:,;]\\s.{0,200}[\\])])\\s?\\.?$`,
  'i',
);
const kinds: Record<string, NoticeKind> = { retracted: 'retraction', withdrawn: 'withdrawal', removed: 'removal' };

/**
 * The state of a work by its title. "Withdrawn" and "removed" are words of ordinary titles, so before a colon they
 * count only in capitals or beside "article". IEEE renames the work itself: "Notice of Retraction: …".
 */
export function stateInTitle(title: string | null, doi: string): NoticeKind | undefined {
  if (title === null) return undefined;
  if (doi.startsWith('10.1109/') && /^notice of retraction\b/i.test(title)) return 'retraction';
  if (/^(?:\W{0,3})TEMPORARY REMOVAL\s?:/.test(title)) return 'removal';
  const [whole = '', bracketed, plain] = ahead.exec(title) ?? [];
  const word = bracketed ?? plain ?? behind.exec(title)?.[1];
  if (word === undefined) return undefined;
  const isPlainWord = plain !== undefined && plain !== plain.toUpperCase() && plain.toLowerCase() !== 'retracted';
  const isNamed = /\s(?:article|chapter|paper|preprint|manuscript|review|publication)\b/i.test(whole);
  return isPlainWord && !isNamed ? undefined : kinds[word.toLowerCase()];
}

/** Types that have such contributions. A preprint or data set has another subtype. */
const contributions: ReadonlySet<string | null> = new Set([
  'journal-article',
  'proceedings-article',
  'book-chapter',
  'other',
  null,
]);

const corrected = 'corrections?|errat(?:um|a)|corrigend(?:um|a)';
/** The text behind the name of a contribution that is nothing else: the end, a mark, or the title of another work. */
const end = '(?=\\s{0,3}(?:$|[:.;\\[(–—]|\\s-|["“‘«]))';
const patterns: [RegExp, string][] = [
  [
    /^(?:editorial\s)?(?:partial )?(?:retraction(?:\s(?:note|notice|statement))?|withdrawal\s(?:note|notice|statement))(?=\s{0,3}(?:$|[:.;–—]|\s-|["“‘«])|\s(?:to|of)(?:\s{0,3}[:"“‘«]|\s(?:the\s)?(?:article|paper)\b))/i,
    'retraction-notice',
  ],
  [
    /^(?:notice of retraction|retraction (?:note|notice) (?:to|for|of)|statement of retraction|editorial retraction)\b/i,
    'retraction-notice',
  ],
  [
    /^(?:editorial(?:'s)?\s|editor'?s'?\s|publisher'?s?\s)?(?:notice of )?expressions? of (?:editorial )?concern(?=\s{0,3}(?:$|[:.;,([–—]|\s-|["“‘«])|\s(?:about|for|on|over|regarding|to)\b)/i,
    'expression-of-concern',
  ],
  [
    new RegExp(
      `^(?:(?:author'?s?'?|publisher'?s?'?|editor(?:'?s|ial)?)\\s)?(?:${corrected})(?:\\s(?:notice|note|to|for))?${end}`,
      'i',
    ),
    'erratum',
  ],
  [/^(?:errat(?:um|a)|corrigend(?:um|a))\s(?:to|for|in|on)\s/i, 'erratum'],
  [/^corrections? for .{2,80} et al\./i, 'erratum'],
  [new RegExp(`^addend(?:um|a)(?:\\s(?:to|for))?${end}`, 'i'), 'addendum'],
  [
    new RegExp(`^(?:guest |invited |lead )?editorials?(?:\\s(?:note|comment|introduction|foreword))?${end}`, 'i'),
    'editorial',
  ],
  [/^letters? to the editors?\b/i, 'letter'],
  [new RegExp(`^letters?${end}`, 'i'), 'letter'],
  [/^(?:(?:the )?authors?'?s?'? )?(?:reply|response) to (?:the )?(?:letter|comment)s?\b/i, 'letter'],
  [new RegExp(`^book reviews?(?:\\sof)?${end}`, 'i'), 'book-review'],
  [
    /(?:^|[:.?–—-]\s{0,3})(?:an?\s|the\s)?(?:\p{L}{1,15}\s){0,2}(?:systematic|scoping|umbrella|narrative|literature|integrative) review(?:s)?(?=$|[\s.,:;])(?!\s(?:protocol|and protocol))(?!.{0,40}\bprotocol\b)/iu,
    'review',
  ],
];

/** A notice, editorial, letter or review that is recognizable by its title. */
export function subtypeInTitle(title: string | null, type: string | null): string | null {
  if (title === null || !contributions.has(type)) return null;
  const words = title.trim().slice(0, maxTitleCharacters).replaceAll('’', "'");
  return patterns.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

const maxTitleCharacters = 500;
