import { decodeHTMLStrict } from 'entities';

/**
 * Text as publishers deposit it, without its markup: what titles, names and abstracts are stored and searched as.
 *
 * Sources send HTML, JATS face markup, MathML and Crossref's `<formula>`, as tags or as entities encoded up to three
 * times, next to text that only looks like markup: `p < 0.05`, `x<y and y>z`. So a tag is what has a known name and
 * well-formed attributes, and nothing else. Decoding goes on until nothing changes, which makes the result stable: the
 * plain text of a plain text is itself.
 */
export interface PlainText {
  /** One line, NFC, without markup and entities; words are parted by one blank. */
  text: string;
  /**
   * The same text as safe HTML where it has emphasis worth showing: the elements of `shown` without attributes, all
   * else escaped. Null where it has none.
   */
  html: string | null;
}

/** Elements kept in `html`, and the names each goes by. `sc` is JATS's small capitals. */
const shown: Record<string, string[]> = {
  i: ['i', 'italic', 'it'],
  b: ['b', 'bold'],
  em: ['em'],
  strong: ['strong'],
  sub: ['sub', 'inf'],
  sup: ['sup'],
  sc: ['sc', 'scp', 'smallcaps', 'small-caps'],
  u: ['u', 'underline'],
  s: ['s', 'strike', 'strikethrough', 'del'],
  code: ['code', 'tt', 'monospace', 'kbd', 'samp'],
};

/** Elements that vanish without parting words: HTML, JATS, MathML, Crossref. */
const inline = `a abbr acronym alternatives big bdi bdo blink cite dfn email ext-link face fixed-case font formula
  img inline-formula inline-graphic ins italics label mark mark-text named-content nobr nocase overline roman rp rt
  ruby sans-serif sans small span strut styled-content tex tex-math uri wbr xref
  math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
  mspace msqrt mstyle msub msubsup msup mtext munder munderover semantics annotation annotation-xml`
  .trim()
  .split(/\s+/);

/** Elements that part words. */
const block = `abstract address article aside blockquote body boxed-text br break caption center col colgroup dd
  def-list disp-formula disp-quote div dl dt fig figcaption figure footer fn graphic h1 h2 h3 h4 h5 h6 head header hr
  html li list list-item main nav ol p pre sec section statement subtitle table table-wrap tbody td tfoot th thead title
  tr trans-title ul verse-group verse-line mtable mtd mtr mlabeledtr script style`
  .trim()
  .split(/\s+/);

/** Elements whose content is no text of the title. */
const silent = ['script', 'style', 'annotation', 'annotation-xml'];

/*
 * Kept elements are carried through as pairs of noncharacters, which no text may hold (Unicode 23.7): nothing that is
 * decoded on the way can then be taken for one of them, nor can they be broken up.
 */
const firstMark = 0xfdd0;
const marks = /[\ufdd0-\ufdef]/g;
const markOf = new Map<string, string>();
const elementOf = new Map<string, { name: string; opens: boolean }>();
for (const [index, [name, names]] of Object.entries(shown).entries()) {
  const open = String.fromCharCode(firstMark + 2 * index);
  const close = String.fromCharCode(firstMark + 2 * index + 1);
  elementOf.set(open, { name, opens: true }).set(close, { name, opens: false });
  for (const alias of names) markOf.set(alias, open).set(`/${alias}`, close);
}
const blocks = new Set(block);

const names = [...Object.values(shown).flat(), ...inline, ...block].sort((a, b) => b.length - a.length).join('|');
const prefix = '(?:[a-z][a-z0-9]{0,9}:)?';
const attributes = `(?:\\s+[a-z_:][\\w:.-]*\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+))*`;
const tag = new RegExp(`<(/?)${prefix}(${names})${attributes}\\s*/?>`, 'gi');
const silentElement = new RegExp(`<(${prefix}(?:${silent.join('|')}))${attributes}\\s*>[^<]*</\\1\\s*>`, 'gi');
/** A formula in MathML often comes again in TeX, for software that cannot show MathML. */
const texBesideMath = new RegExp(`<(${prefix}tex-math)${attributes}\\s*>[^<]*</\\1\\s*>`, 'gi');
const math = new RegExp(`<(${prefix}math)${attributes}\\s*>.{0,50000}?</\\1\\s*>`, 'gis');
const notContent = /<!--.{0,5000}?-->|<\?xml\b[^<>]*\?>|<!doctype\b[^<>]*>/gis;
const characterData = /<!\[CDATA\[(.{0,50000}?)\]\]>/gs;
/** An ampersand encoded any number of times, before what it is the ampersand of. */
const encodedAmpersand = /&(?:amp;|#38;|#x26;)+(?=#?\w{1,31};)/gi;
const entity = /&#?\w{1,31};/g;

/** Soft hyphens, zero-width blanks, byte-order and directional marks. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** A script or an emoji that may be written with zero-width joiners; anywhere else they are noise. */
const joined = '[^\\p{ASCII}\\p{Script=Latin}\\p{P}\\p{Z}]';
const strayJoiner = new RegExp(`(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})`, 'gu');
const blanks = /[\s\p{Z}\p{Cc}]+/gu;

/** More levels of encoding or of tags made of the pieces of tags than anything but an attack has. */
const deepest = 12;

/** The plain text of `marked`, and its safe HTML where it has markup. Never throws; '' when there is only markup. */
export function plainText(marked: string): PlainText {
  const withMarks = strip(marked.replace(marks, ''), markOf);
  const unmarked = withMarks.replace(marks, '');
  const text = oneLine(strip(unmarked, new Map()));
  // Where taking the marks out made new markup of the pieces, there is nothing trustworthy to show.
  const html = unmarked === withMarks || text !== oneLine(unmarked) ? null : htmlOf(withMarks);
  return { text, html };
}

const oneLine = (text: string) => text.replace(blanks, ' ').trim();

/** Text with its entities decoded and its tags gone, but for those that have a mark. */
function strip(marked: string, kept: ReadonlyMap<string, string>): string {
  let text = marked;
  for (let level = 0; level < deepest; level++) {
    const before = text;
    text = decode(withoutTags(text, kept));
    if (text === before) return text;
  }
  return text.replace(/[<&]/g, ' ');
}

function withoutTags(marked: string, kept: ReadonlyMap<string, string>): string {
  const text = marked.toWellFormed().normalize('NFC').replace(invisible, '').replace(strayJoiner, '');
  if (!text.includes('<')) return text;
  const hasMath = text.search(math) >= 0;
  return (hasMath ? text.replace(texBesideMath, '') : text)
    .replace(notContent, '')
    .replace(characterData, '$1')
    .replace(silentElement, ' ')
    .replace(math, (formula) => formula.replace(/>\s+/g, '>').replace(/\s+</g, '<'))
    .replace(tag, (_, slash: string, written: string) => {
      const name = written.toLowerCase();
      return kept.get(slash + name) ?? (blocks.has(name) ? ' ' : '');
    });
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(encodedAmpersand, '&').replace(entity, (written) => decodeHTMLStrict(written).replace(marks, ''));
}

/** Marks as elements, each closed in the order it was opened, without those that hold nothing. Null without any. */
function htmlOf(withMarks: string): string | null {
  const open: { name: string; start: number }[] = [];
  const out: string[] = [];
  let elements = 0;
  let afterBlank = true;
  const close = () => {
    const element = open.pop();
    if (!element) return;
    const content = out.splice(element.start).join('');
    if (content.trim() === '') {
      out.push(content);
    } else {
      out.push(`<${element.name}>${content}</${element.name}>`);
      elements++;
    }
  };
  for (const part of withMarks.replace(blanks, ' ').split(/([\ufdd0-\ufdef])/)) {
    const element = elementOf.get(part);
    if (element?.opens) {
      open.push({ name: element.name, start: out.length });
    } else if (element) {
      if (open.some(({ name }) => name === element.name)) {
        while (open.at(-1)?.name !== element.name) close();
        close();
      }
    } else if (part !== '') {
      out.push(escaped(afterBlank ? part.trimStart() : part));
      afterBlank = part.endsWith(' ');
    }
  }
  while (open.length > 0) close();
  return elements === 0 ? null : out.join('').trim();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
