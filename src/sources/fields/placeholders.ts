const codes = 'unac|unal|unap|unas|unav|unkn|none|null|tba|etal|at';
const code = new RegExp(
  `^\\s*(?:[([{]?[:;][([{]?(?:${codes})[)\\]}:]{0,2}\\s*$|[([{](?:una[clpsv]|unkn)[)\\]}]\\s*$|\\(:(?:${codes})\\)\\s)`,
  'i',
);

/**
 * Whether a text is one of DataCite's codes for unknown information, `:unav` or `(:tba)`, also damaged (`:{unav)`), and also
 * before a text: `(:unkn) Anonymous`. Other services copy them.
 * https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-3/
 */
export const isUnknownCode = (written: string): boolean => code.test(written);

/** In lower case, with a space for everything between words. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();

/** Words that programs write for a missing value. */
const empty = /^(?:null|undefined|nan|none|nil|n a|na|not (?:available|applicable|known|provided|specified|set))$/;

/** Words that publishers write for a number that an article does not have yet. */
const notYet =
  /^(?:(?:(?:e ?pub|publish(?:ed)?|online) )?ahead of print|(?:online|web) ?first|first ?(?:online|view)|early ?(?:view|access|online)|advanced? ?(?:access|articles?|online(?: publication)?|publication)|(?:just )?accepted(?: manuscripts?| articles?| papers?)?|ja|(?:articles? )?in press|asap(?: articles?)?|online now|latest articles?|pre ?(?:print|press)|forthcoming|to appear|to be (?:announced|assigned|determined)|tb[ad]|not yet (?:assigned|available|known))$/;

/** Whether a volume, an issue or a page is no number: `n/a`, `no`, `0`, `??`, `ahead-of-print`. */
export function isNoNumber(text: string): boolean {
  const words = wordsOf(text);
  return (
    !/[\p{L}\p{N}]/u.test(words) || empty.test(words) || notYet.test(words) || /^(?:no|nr|unknown|0[0 ]*)$/.test(words)
  );
}

const noTitle =
  /^(?:no title(?: (?:available|given|provided|found|supplied|yet))?|title (?:not (?:available|known|given|provided)|unavailable|unknown|pending|missing|to be (?:announced|determined|confirmed)|tb[acd])|pending publication|publication pending|(?:\p{L}{2,8} |authors? |author s )?accepted manuscript)$/u;

/** Whether a title only says that there is none: "OUP accepted manuscript", "No title". A work may be called "Untitled". */
export function isNoTitle(text: string): boolean {
  const words = wordsOf(text);
  return empty.test(words) || noTitle.test(words) || /^(?:[\p{Pd}\s._/]*|\s*\[untitled\]\s*)$/iu.test(text);
}

/** Of programs, ResearchGate for all uploads, and libraries for books without a publisher or a place. */
const noName =
  /^(?:unpublished|unknown|s [nl]|sine (?:nomine|loco)|o [ov]|(?:publisher|place of publication|publication place|place|journal|journal title|source) (?:not (?:identified|known)|unknown|missing)|(?:no|unknown) (?:publisher|place|journal|source))$/;

/** Whether the name of a publisher, place or container only says that there is none: "[s.n.]", "n/a". */
export function isNoName(text: string): boolean {
  const words = wordsOf(text);
  return words === '' || empty.test(words) || noName.test(words);
}
