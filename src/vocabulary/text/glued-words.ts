/**
 * Some publishers lose the spaces around markup: `structure in<i>TFE3</i>fusion`, `in the<math>…</math>nucleus`. A
 * space is restored only where both sides show that it is missing, because `<i>N</i>-acetyl`, `m<i>RNA</i>` and
 * `2<i>n</i>th` have none.
 */

const functionWords = new Set(
  `a an and are as at by for from in into is of on or that the these this to under using via was were which with within
  between`
    .trim()
    .split(/\s+/),
);
/** Function words that no printed word begins or ends with. */
const plainWords = new Set('and from that the these using were which with within between'.split(' '));
/** Suffixes that follow a name without a space. */
const suffixes = /^(s|es|ed|er|ers|ing|st|nd|rd|th|ths|fold|like|type|ase|ases|ic|ism|ian|ine|mers?)$/i;

const prefix = '(?:[a-z][a-z0-9]{0,9}:)?';
const attributes = '(?:\\s[^<>]{0,500})?';
const italics = new RegExp(`<(${prefix}(?:i|it|em|italic))${attributes}>([^<>]{2,200})</\\1\\s*>`, 'gi');
const scripts = new RegExp(`</${prefix}(?:sub|sup|inf)\\s*>`, 'gi');
const formulaWrapper = new RegExp(`</?${prefix}(?:inline-formula|alternatives|formula)${attributes}>`, 'gi');
const math = new RegExp(`</?${prefix}math${attributes}>`, 'gi');
/** A species name or its abbreviation that runs into the next word, having lost its italics with the space. */
const species =
  /(?<=\b(?:\p{Lu}\.|\p{Lu}\p{Ll}{3,30}(?:a|us|um|is|er|as|es|on|ix)) \p{Ll}{3,30}(?:i|is|us|um|ae|ans|ens|ica|osa|ata))(?=\p{Lu}\p{Ll}{3})/gu;

/** Restores missing spaces around elements, in linear time. */
export function partGluedWords(marked: string): string {
  const named = marked.replace(species, ' ');
  if (!named.includes('<')) return named;
  return besideMath(named)
    .replace(italics, (all, _name, content: string, at: number, whole: string) => {
      const before = lettersBefore(whole, at);
      const after = lettersAfter(whole, at + all.length);
      return `${partsBefore(before, content) ? ' ' : ''}${all}${partsAfter(content, after) ? ' ' : ''}`;
    })
    .replace(scripts, (all, at: number, whole: string) => {
      const after = lettersAfter(whole, at + all.length);
      return after.length > 1 && functionWords.has(after) ? `${all} ` : all;
    });
}

/** Whether a space is missing between a word, or its comma, and an italic name. */
function partsBefore(word: string, name: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(name)) return false;
  if (word.endsWith(',')) return word.length > 1 && /^\p{L}{2}/u.test(name);
  if (plainWords.has(word.toLowerCase())) return true;
  const isName = /^\p{Lu}/u.test(name) || (/\p{Lu}/u.test(name) && /^\p{Ll}/u.test(name));
  return isName && /\p{Ll}$/u.test(word) && (word.length > 2 || functionWords.has(word.toLowerCase()));
}

/** Whether a space is missing between an italic name and a word. */
function partsAfter(name: string, word: string): boolean {
  if (word.length < 2 || suffixes.test(word) || !/[\p{L}\p{N}]$/u.test(name)) return false;
  const isSpecies = /^\p{Lu}[\p{L}.]* \p{Ll}+$/u.test(name);
  const isSymbol = /\p{Lu}.*\p{Lu}|\p{L}.*\p{N}|^\p{Ll}+\p{Lu}/u.test(name) && !/\s/.test(name);
  const isLower = /^\p{Ll}/u.test(word);
  if (isSpecies) return word.length > 2 || functionWords.has(word);
  if (isSymbol && isLower) return word.length > 2 || functionWords.has(word);
  const isGenus = /^\p{Lu}\p{Ll}{5,}(a|us|um|is)$/u.test(name);
  return plainWords.has(word) || (isGenus && isLower && word.length > 4);
}

/** A formula is a separate word; only parts of one word may touch it, as in `x`th. */
function besideMath(marked: string): string {
  if (marked.search(math) < 0) return marked;
  return marked.replace(formulaWrapper, '').replace(math, (tag, at: number, whole: string) => {
    if (tag.endsWith('/>')) return tag;
    if (tag.startsWith('</')) {
      const after = lettersAfter(whole, at + tag.length);
      return after.length > 1 && /^\p{Ll}/u.test(after) && !suffixes.test(after) ? `${tag} ` : tag;
    }
    const before = lettersBefore(whole, at);
    return before.length > 1 && /\p{Ll}$/u.test(before) ? ` ${tag}` : tag;
  });
}

const lettersBefore = (text: string, at: number) => /\p{L}*,?$/u.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
const lettersAfter = (text: string, at: number) => /^\p{L}*/u.exec(text.slice(at, at + 40))?.[0] ?? '';
