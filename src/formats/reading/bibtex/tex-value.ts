import { plainText } from '#src/vocabulary/text/text.ts';
import { cyrillicLetters } from './cyrillic.ts';

/** A value of a BibTeX field as text. */
export interface TexText {
  text: string;
  /** With markup, if the value has any. */
  html: string | null;
  /** Commands that are not known, and stay in the text. */
  unknown: string[];
}

/**
 * Reads a value of BibTeX in one pass, in linear time: accents, letters, fonts, dashes, quotation marks and the braces that
 * keep capitals. Formulas, and the commands known there, are left to `plainText`. A percent sign is itself, as exports have it.
 */
export function texText(value: string): TexText {
  if (!/[\\{}~$`'-]/.test(value)) return { ...plainText(value), unknown: [] };
  const { text, html } = plainText(new ValueReader(value).markup());
  const unknown = text.includes('\\') ? [...new Set(text.match(/\\[a-z]{2,}/gi) ?? [])] : [];
  return { text, html, unknown };
}

const table = (written: string): ReadonlyMap<string, string> =>
  new Map(
    written
      .trim()
      .split(/\s+/)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** Combining characters of accents. https://www.ctan.org/pkg/encguide */
const accents = new Map([
  ...table(`'=\u0301 \`=\u0300 ^=\u0302 "=\u0308 ~=\u0303 .=\u0307 c=\u0327 v=\u030c H=\u030b u=\u0306 r=\u030a k=\u0328
    d=\u0323 b=\u0331 h=\u0309 t=\u0361 newtie=\u0361 ocirc=\u030a G=\u030f U=\u030e textcommabelow=\u0326 textogonekcentered=\u0328`),
  ['=', '\u0304'],
]);

/** Letters and signs of text, with those of textcomp (https://ctan.org/pkg/encguide, TS1). A command swallows the blanks after it. */
const letters = table(`
  o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å ss=ß SS=ẞ i=ı j=ȷ dh=ð DH=Ð th=þ TH=Þ dj=đ DJ=Đ ng=ŋ NG=Ŋ
  guillemotleft=« guillemotright=» guilsinglleft=‹ guilsinglright=› quotedblbase=„ quotesinglbase=‚ glqq=„ grqq=“ glq=‚
  grq=‘ flqq=« frqq=» textquotesingle=' textquotedbl=&quot; textendash=– textemdash=— textellipsis=… dots=… ldots=…
  textquoteright=’ textquoteleft=‘ textquotedblleft=“ textquotedblright=” textasciitilde=~ textasciicircum=^ textasciigrave=\` textbackslash=&#92; textbraceleft=&#123; textbraceright=&#125;
  textunderscore=_ textdollar=&#36; textbar=| textless=&lt; textgreater=&gt; textdegree=° textperiodcentered=·
  textbullet=• textsection=§ textparagraph=¶ textexclamdown=¡ textquestiondown=¿ texteuro=€ euro=€ EUR=€ pounds=£
  textsterling=£ textyen=¥ textcent=¢ textordfeminine=ª textordmasculine=º textnumero=№ textcopyright=© textmu=µ
  textpm=± texttimes=× textdiv=÷ textminus=− textlnot=¬ textonehalf=½ textonequarter=¼ textthreequarters=¾ textfractionsolidus=⁄
  textonesuperior=¹ texttwosuperior=² textthreesuperior=³ textperthousand=‰ textpertenthousand=‱ textcelsius=℃ textohm=Ω textmho=℧
  textsurd=√ textasteriskcentered=∗ textdagger=† textdaggerdbl=‡ textbardbl=‖ textbrokenbar=¦ textlangle=⟨ textrangle=⟩
  textleftarrow=← textrightarrow=→ textuparrow=↑ textdownarrow=↓ textcurrency=¤ textflorin=ƒ textlira=₤ textwon=₩ textbaht=฿
  textdong=₫ textnaira=₦ textpeso=₱ textcolonmonetary=₡ textservicemark=℠ textcircledP=℗ textreferencemark=※ textestimated=℮
  texttheta=θ textvartheta=ϑ guillemetleft=« guillemetright=» Hwithstroke=Ħ hwithstroke=ħ IJ=Ĳ ij=ĳ
  slash=/ textasciimacron=¯ Dash=— MF=METAFONT MP=MetaPost ConTeXt=ConTeXt
  LaTeX=LaTeX TeX=TeX BibTeX=BibTeX LaTeXe=LaTeX2e XeTeX=XeTeX P=¶ S=§ copyright=© textregistered=® texttrademark=™`);

/** Commands whose argument is the text, with its element. */
const elements = table(`
  textit=i emph=i textsl=i textbf=b textsc=sc underline=u uline=u texttt=code textsubscript=sub textsuperscript=sup
  mkbibemph=i mkbibbold=b mkbibitalic=i`);
const plain = new Set(
  `mbox hbox text textrm textnormal textup textmd textsf protect uppercase lowercase MakeUppercase MakeLowercase url
  path nolinkurl textcyr textgreek bibstring enquote mkbibquote fbox acro acronym ensuremath foreignlanguage texorpdfstring`.split(
    /\s+/,
  ),
);
/** Font commands for the rest of a group, with its element, and those that print nothing. */
const switches = table('it=i itshape=i em=i sl=i bf=b bfseries=b sc=sc scshape=sc tt=code');
const silent = new Set(
  `rm sf relax ignorespaces noindent normalfont upshape mdseries rmfamily sffamily ttfamily small footnotesize tiny large
  Large bibinfo allowbreak nobreak linebreak newline par selectlanguage hskip hspace vspace kern noopsort SortNoop
  phantom vphantom hphantom cyrchar`.split(/\s+/),
);
/** Commands of formulas, which some programs write into text: `\acute{\eta}` is what bibtex-tidy 1.14 makes of ή. */
const ofFormulas = new Set(
  'mathrm mathbf mathit mathsf mathtt mathbb mathcal mathscr mathfrak acute grave ddot dot hat tilde check breve bar'.split(
    ' ',
  ),
);
/** Silent commands with an argument that is not printed either. */
const withHiddenArgument = new Set(
  'noopsort SortNoop hspace vspace selectlanguage bibinfo phantom vphantom hphantom'.split(' '),
);
/** Commands whose first argument is not printed, but the second is. */
const secondOfTwo = new Set(['href', 'textcolor', 'foreignlanguage', 'texorpdfstring', 'hyperref', 'raisebox']);
const spaces = new Set([
  ' ',
  ',',
  ';',
  ':',
  '\n',
  '\t',
  'quad',
  'qquad',
  'space',
  'textvisiblespace',
  'enspace',
  'thinspace',
]);

const maxDepth = 50;

class ValueReader {
  #at = 0;
  #depth = 0;
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }

  markup(): string {
    return this.#until('');
  }

  /** Everything up to a closing brace, or the end. Fonts switched within it end with it. */
  #until(closing: string): string {
    const value = this.#value;
    const out: string[] = [];
    const open: string[] = [];
    while (this.#at < value.length) {
      const character = value[this.#at] ?? '';
      if (character === closing) {
        this.#at += 1;
        break;
      }
      if (character === '{') {
        out.push(this.#group());
      } else if (character === '\\') {
        const element = this.#switched();
        if (element === undefined) out.push(this.#command());
        else if (element !== '') {
          out.push(`<${element}>`);
          open.push(element);
        }
      } else if (character === '$') {
        out.push(this.#formula());
      } else {
        out.push(this.#plainPart());
      }
    }
    while (open.length > 0) out.push(`</${open.pop()}>`);
    return out.join('');
  }

  #group(): string {
    this.#at += 1;
    // Deeper ones have no meaning, and the stack is not endless.
    if (this.#depth >= maxDepth) return '';
    this.#depth += 1;
    const inside = this.#until('}');
    this.#depth -= 1;
    return inside;
  }

  /** A formula with its dollars, or one dollar that is none. */
  #formula(): string {
    const double = this.#value.startsWith('$$', this.#at) ? '$$' : '$';
    const end = this.#value.indexOf(double, this.#at + double.length);
    const formula = end < 0 || end - this.#at > 1_000 ? double : this.#value.slice(this.#at, end + double.length);
    this.#at += formula.length;
    const sign = /^\$([<>|=+~*/-])\$$/.exec(formula)?.[1];
    return sign === undefined ? formula : sign.replace('<', '&lt;').replace('>', '&gt;');
  }

  /** Text up to the next sign of TeX. */
  #plainPart(): string {
    const found = /[^\\{}$]+/y;
    found.lastIndex = this.#at;
    const [part = this.#value[this.#at] ?? ''] = found.exec(this.#value) ?? [];
    this.#at += part.length;
    if (part === '}') return '';
    return part
      .replaceAll('~', ' ')
      .replace(/---/g, '—')
      .replace(/--/g, '–')
      .replace(/``/g, '“')
      .replace(/''/g, '”')
      .replace(/`/g, '‘');
  }

  /** The element of a font switch, which is then read; empty for one that prints nothing. */
  #switched(): string | undefined {
    const name = this.#nameAt(this.#at + 1);
    const element = switches.get(name) ?? (silent.has(name) ? '' : undefined);
    if (element === undefined) return undefined;
    this.#at += name.length + 1;
    this.#skipBlanks();
    if (withHiddenArgument.has(name)) this.#argument();
    return element;
  }

  #nameAt(at: number): string {
    const name = /[a-z]+|[^a-z]/iy;
    name.lastIndex = at;
    return name.exec(this.#value)?.[0] ?? '';
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#value[this.#at] ?? '')) this.#at += 1;
  }

  /** The next group, command or character. */
  #argument(): string {
    this.#skipBlanks();
    const next = this.#value[this.#at];
    if (next === undefined || next === '}') return '';
    if (next === '{') return this.#group();
    if (next === '\\') return this.#command();
    const character = String.fromCodePoint(this.#value.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #command(): string {
    const name = this.#nameAt(this.#at + 1);
    const start = this.#at;
    this.#at += name.length + 1;
    const accent = accents.get(name);
    if (accent !== undefined) return this.#accented(accent, start);
    const letter = letters.get(name) ?? cyrillicLetters.get(name);
    if (letter !== undefined) {
      this.#skipBlanksAfterCommand();
      return letter;
    }
    if (spaces.has(name)) {
      if (/^[a-z]/i.test(name)) this.#skipBlanks();
      return ' ';
    }
    const element = elements.get(name);
    if (element !== undefined) return `<${element}>${this.#argument()}</${element}>`;
    if (secondOfTwo.has(name)) {
      this.#argument();
      return this.#argument();
    }
    // Brackets, because the dollars of two formulas side by side would be read as those of one.
    if (name === 'ensuremath') return `\\(${this.#rawArgument()}\\)`;
    if (ofFormulas.has(name)) return `\\(\\${name}{${this.#rawArgument()}}\\)`;
    if (name === 'url' || name === 'path' || name === 'nolinkurl') return this.#rawArgument();
    if (plain.has(name)) return this.#argument();
    if (name === '\\') return ' ';
    if (name === '-' || name === '/' || name === '!' || name === '@' || name === '*') return '';
    if (name === '(' || name === ')' || name === '[' || name === ']') return `\\${name}`;
    if (name === '{') return '&#123;';
    if (name === '}') return '&#125;';
    if (name === '&') return '&amp;';
    // Escaped, so that it opens no formula: `\$5`.
    if (name === '$') return '&#36;';
    return /^[a-z]/i.test(name) ? `\\${name}${this.#rawGroups()}` : name;
  }

  /** `{}` ends the name of a command, as a blank does. */
  #skipBlanksAfterCommand(): void {
    if (this.#value.startsWith('{}', this.#at)) this.#at += 2;
    else this.#skipBlanks();
  }

  /** Groups behind a command that is not known, as written. */
  #rawGroups(): string {
    let groups = '';
    while (this.#value[this.#at] === '{') groups += `{${this.#rawArgument()}}`;
    return groups;
  }

  /** An argument as written, for addresses and formulas. */
  #rawArgument(): string {
    this.#skipBlanks();
    if (this.#value[this.#at] !== '{') return this.#argument();
    const start = this.#at + 1;
    const sign = /\\.|[{}]/gs;
    sign.lastIndex = start;
    let depth = 1;
    for (let found = sign.exec(this.#value); found; found = sign.exec(this.#value)) {
      depth += found[0] === '{' ? 1 : found[0] === '}' ? -1 : 0;
      if (depth > 0) continue;
      this.#at = sign.lastIndex;
      return this.#value.slice(start, found.index);
    }
    this.#at = this.#value.length;
    return this.#value.slice(start);
  }

  #accented(accent: string, start: number): string {
    const isLetter = /^[a-z]/i.test(this.#nameAt(start + 1));
    // `\c` is also the beginning of a name that is longer; a letter as a command needs a blank or a brace behind it.
    if (!isLetter && /\s/.test(this.#value[this.#at] ?? '')) this.#skipBlanks();
    const base = this.#argument();
    const [first = ''] = base;
    const bare = first === 'ı' ? 'i' : first === 'ȷ' ? 'j' : first;
    if (!/^\p{L}$/u.test(bare)) return base;
    const rest = base.slice(first.length);
    return (bare + accent).normalize('NFC') + rest;
  }
}
