/**
 * Converts the TeX in titles and abstracts (formulas between dollars, accents, font commands) to markup for
 * `plainText`: `$\hbox{GeO}_{2}$` becomes `GeO<sub>2</sub>`.
 */

const pairs = (written: string) =>
  new Map(
    written
      .trim()
      .split(/\s+/)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** Letters. A command swallows the blanks after it. */
const letters = pairs(`
  alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ lambda=λ mu=μ
  nu=ν xi=ξ omicron=ο pi=π varpi=ϖ rho=ρ varrho=ϱ sigma=σ varsigma=ς tau=τ upsilon=υ phi=φ varphi=φ chi=χ psi=ψ omega=ω
  Alpha=Α Beta=Β Epsilon=Ε Zeta=Ζ Eta=Η Iota=Ι Kappa=Κ Mu=Μ Nu=Ν Omicron=Ο Rho=Ρ Tau=Τ Chi=Χ
  Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω hbar=ħ hslash=ħ ell=ℓ Re=ℜ Im=ℑ
  aleph=ℵ nabla=∇ partial=∂ infty=∞ emptyset=∅ varnothing=∅ forall=∀ exists=∃ neg=¬ lnot=¬ sum=∑ prod=∏ int=∫ oint=∮
  angle=∠ triangle=△ prime=′ degree=° textdegree=° dagger=† ddagger=‡ odot=⊙ sun=☉ earth=⊕ S=§ P=¶ copyright=©
  ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=ı j=ȷ dh=ð DH=Ð th=þ TH=Þ
  textmu=µ textmugreek=μ textalpha=α textbeta=β textgamma=γ textonehalf=½ texttrademark=™ textregistered=®`);

/** Operators, relations and punctuation. Blanks around them stay. */
const operators = pairs(`
  times=× cdot=· ast=∗ star=⋆ circ=° bullet=• div=÷ pm=± mp=∓ le=≤ leq=≤ leqslant=≤ ge=≥ geq=≥ geqslant=≥ ne=≠ neq=≠
  ll=≪ gg=≫ lt=&lt; gt=&gt; sim=∼ simeq=≃ approx=≈ cong=≅ equiv=≡ propto=∝ lesssim=≲ gtrsim=≳ to=→ rightarrow=→
  longrightarrow=⟶ leftarrow=← leftrightarrow=↔ Rightarrow=⇒ Leftarrow=⇐ Leftrightarrow=⇔ uparrow=↑ downarrow=↓
  mapsto=↦ rightleftharpoons=⇌ in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ cup=∪ cap=∩ setminus=∖
  wedge=∧ land=∧ vee=∨ lor=∨ oplus=⊕ otimes=⊗ perp=⊥ parallel=∥ mid=| vert=| Vert=‖ langle=⟨ rangle=⟩ lfloor=⌊
  rfloor=⌋ lceil=⌈ rceil=⌉ ldots=… dots=… cdots=⋯ textellipsis=… textendash=– textemdash=— textquoteright=’
  textquoteleft=‘ textquotedblleft=“ textquotedblright=” textasciitilde=~ textasciicircum=^ textbackslash=&#92;
  textless=&lt; textgreater=&gt; textbar=| textunderscore=_ textdollar=&#36; backslash=&#92; slash=/`);

/** Commands whose argument is text, with its element. */
const fonts = new Map<string, string>([
  ...'textrm text mathrm mathsf mathtt mathit mathnormal mathcal mathscr mathbb mathfrak operatorname hbox mbox'
    .split(' ')
    .map((name): [string, string] => [name, '']),
  ...'ensuremath textnormal textsf textup textmd textsl boldsymbol mathbf bm pmb rm sf tt cal frak ce'
    .split(' ')
    .map((name): [string, string] => [name, '']),
  ['textit', 'i'],
  ['emph', 'i'],
  ['it', 'i'],
  ['em', 'i'],
  ['sl', 'i'],
  ['textbf', 'b'],
  ['bf', 'b'],
  ['textsc', 'sc'],
  ['sc', 'sc'],
  ['underline', 'u'],
  ['texttt', 'code'],
  ['textsubscript', 'sub'],
  ['textsuperscript', 'sup'],
]);
/** Old font commands, which apply to the rest of their group. */
const switches = new Set('rm it em sl bf sc sf tt cal frak'.split(' '));

/** Combining characters for accents in text and in formulas. */
export const accents = new Map([
  ...pairs(`'=\u0301 \`=\u0300 ^=\u0302 "=\u0308 ~=\u0303 .=\u0307 c=\u0327 v=\u030c H=\u030b u=\u0306 r=\u030a
    k=\u0328 d=\u0323 b=\u0331 acute=\u0301 grave=\u0300 hat=\u0302 widehat=\u0302 tilde=\u0303 widetilde=\u0303
    ddot=\u0308 dot=\u0307 check=\u030c breve=\u0306 bar=\u0304 overline=\u0304 vec=\u20d7`),
  ['=', '\u0304'],
]);

/** Commands that produce no text. */
const silent = new Set(
  'left right big Big bigl bigr Bigl Bigr bigg Bigg displaystyle textstyle scriptstyle limits nolimits nonumber'.split(
    ' ',
  ),
);

const maxFormula = 1_000;
const maxDepth = 20;

/** Converts TeX to HTML in linear time. Never throws. Amounts of money and unbalanced or unknown TeX stay. */
export function texToMarkup(text: string): string {
  if (!/[\\$]/.test(text)) return text;
  return inText(formulas(text));
}

/** `\(…\)`, which is unambiguous. */
const bracketed = new RegExp(
  `\\\\\\(([^\\\\]{0,${maxFormula}}(?:\\\\(?:[^()\\[\\]\\\\]|\\\\(?!\\())[^\\\\]{0,${maxFormula}}){0,200})\\\\\\)`,
  'g',
);

function formulas(text: string): string {
  const marked = text.includes('\\(') ? text.replace(bracketed, (all, tex: string) => formula(tex) ?? all) : text;
  const parts = withSingleDollars(marked.split(/(?<!\\)(\$\$?)/));
  // Even places hold texts, odd ones the dollars between them.
  const out = [parts[0] ?? ''];
  for (let place = 1; place < parts.length; place += 2) {
    const [dollars = '', tex = '', closing, after = ''] = parts.slice(place, place + 4);
    const converted =
      dollars === closing && isFormula(dollars, out.at(-1) ?? '', tex, after) ? formula(tex.trim()) : undefined;
    if (converted === undefined) {
      out.push(dollars, tex);
    } else {
      out.push(converted, after);
      place += 2;
    }
  }
  return out.join('');
}

/**
 * Of two formulas side by side, `$\alpha$$\beta$`, the dollars between them end one and begin the other, if one dollar ends the
 * last of them and no blanks are at their dollars.
 */
function withSingleDollars(parts: readonly string[]): string[] {
  const isTight = (place: number) => /^\S(?:.*\S)?$/s.test(parts[place] ?? '');
  // From the end, so that a long row of formulas is read once.
  const isBetween: boolean[] = [];
  for (let place = parts.length - 2; place > 0; place -= 2) {
    const isEnded = parts[place + 2] === '$' || isBetween[place + 2] === true;
    isBetween[place] = parts[place] === '$$' && isEnded && isTight(place - 1) && isTight(place + 1);
  }
  const out: string[] = [];
  let isOpen = false;
  for (const [place, part] of parts.entries()) {
    if (isOpen && isBetween[place]) out.push('$', '', '$');
    else out.push(part);
    if (place % 2 === 1 && part === '$') isOpen = !isOpen;
  }
  return out;
}

/**
 * Whether the text between two dollars is a formula: it has a command; or no blank inside either dollar, no digit after
 * the second (https://pandoc.org/MANUAL.html#math) and no words, and without any sign of TeX it stands apart.
 */
function isFormula(dollars: string, before: string, tex: string, after: string): boolean {
  if (tex.trim() === '' || tex.length > maxFormula) return false;
  if (/\\[a-z]/i.test(tex)) return true;
  if (/^\s|\s$/.test(tex) || /^\d/.test(after)) return false;
  if (tex.includes('\\') || /^[+=<>-]$/.test(tex)) return true;
  if (dollars === '$$') return /[_^=]/.test(tex);
  const standsApart = !/[\p{L}\p{N}]$/u.test(before);
  if (/\s/.test(tex))
    return standsApart && !/\p{L}{3}/u.test(tex) && !(/\p{L}{2}/u.test(tex) && !/[_^{+=<>]/.test(tex));
  return /[_^{]/.test(tex) || (standsApart && !/\p{L}{3}/u.test(tex));
}

const token = /\\(?:[a-z]+|[^a-z])|[{}^_~&]|[^\\{}^_~&]/giu;

/** HTML of a formula; undefined if its braces are not balanced. */
function formula(tex: string): string | undefined {
  const tokens = tex.match(token) ?? [];
  let at = 0;
  let depth = 0;

  const skipBlanks = () => {
    while (/^\s$/.test(tokens[at] ?? '')) at++;
  };

  /** The next group, or the next token if there is none. */
  function argument(): string | undefined {
    skipBlanks();
    const next = tokens[at++];
    if (next === undefined || next === '}') return undefined;
    return next === '{' ? group() : one(next);
  }

  function group(): string | undefined {
    if (++depth > maxDepth) return undefined;
    let html = '';
    while (at < tokens.length) {
      const next = tokens[at++] ?? '';
      if (next === '}') {
        depth--;
        return html;
      }
      const part = next === '{' ? group() : one(next);
      if (part === undefined) return undefined;
      html += part;
    }
    return undefined;
  }

  function command(name: string): string | undefined {
    const letter = letters.get(name);
    if (letter !== undefined || silent.has(name) || switches.has(name)) skipBlanks();
    if (letter !== undefined) return letter;
    const operator = operators.get(name);
    if (operator !== undefined) return operator;
    if (silent.has(name)) {
      if (tokens[at] === '.') at++;
      return '';
    }
    if (switches.has(name)) return '';
    if (fonts.has(name)) {
      const inside = argument();
      const element = fonts.get(name);
      return inside === undefined || !element ? inside : `<${element}>${inside}</${element}>`;
    }
    const accent = /^[a-z]{2,}$/i.test(name) ? accents.get(name) : undefined;
    if (accent !== undefined) {
      const inside = argument();
      return inside !== undefined && /^\p{L}$/u.test(inside.normalize('NFC')) ? inside + accent : inside;
    }
    if (name === 'frac' || name === 'dfrac' || name === 'tfrac') {
      const [over, under] = [argument(), argument()];
      return over === undefined || under === undefined ? undefined : `${asTerm(over)}/${asTerm(under)}`;
    }
    if (name === 'sqrt') {
      const inside = argument();
      return inside === undefined ? undefined : `√${asTerm(inside)}`;
    }
    if (/^(quad|qquad|[,;: ]|\\|space)$/.test(name)) return ' ';
    if (name === '!' || name === '/' || name === '-') return '';
    // A function such as \sin, or an escaped character.
    return /^[a-z]/i.test(name) ? name : escapedCharacter(name);
  }

  /** The HTML of a token that does not open or close a group. */
  function one(next: string): string | undefined {
    if (next === '^' || next === '_') {
      const inside = argument();
      if (inside === undefined) return undefined;
      if (next === '^' && isRaised(inside)) return inside;
      return next === '^' ? `<sup>${inside}</sup>` : `<sub>${inside}</sub>`;
    }
    if (next === '~' || next === '&') return ' ';
    if (next === "'") return '′';
    return next.startsWith('\\') && next.length > 1 ? command(next.slice(1)) : next;
  }

  let html = '';
  while (at < tokens.length) {
    const next = tokens[at++] ?? '';
    if (next === '}') return undefined;
    const part = next === '{' ? group() : one(next);
    if (part === undefined) return undefined;
    html += part;
  }
  return html;
}

/** Whether signs are raised themselves, such as a prime. */
export const isRaised = (script: string) => /^[°′†‡∗*]+$/.test(script);

export const asTerm = (html: string) => (/[+\-−±\s/]/.test(html.replace(/<[^>]*>/g, '')) ? `(${html})` : html);

const escapedCharacter = (character: string) => (character === '\\' || character === '$' ? '' : character);

const named = (names: Iterable<string>) => [...names].filter((name) => /^[a-z]{2,}$/i.test(name)).join('|');
const fontNames = named(fonts.keys());
const accentMarks = '[\'`^"~=.]|[cvHurkdb](?![a-zA-Z])';
/** `\textit{…}`; `{\it …}`; `{\'e}`, `\'{e}`; `\"o` within a word; `\alpha`; `\&`. */
const textCommand = new RegExp(
  [
    `\\\\(?<font>${fontNames})\\s{0,3}\\{(?<inside>[^{}\\\\]{0,500})\\}`,
    `\\{\\s{0,3}\\\\(?<change>${named(switches)})\\s{1,3}(?<changed>[^{}\\\\]{0,500})\\}`,
    `\\{\\s{0,3}\\\\(?<grouped>${accentMarks})\\s{0,3}\\{?(?<base>\\\\?\\p{L})\\}?\\s{0,3}\\}`,
    `\\\\(?<accent>${accentMarks})\\s{0,3}\\{\\s{0,3}(?<braced>\\\\?\\p{L})\\s{0,3}\\}`,
    '(?<=\\p{L})\\\\(?<within>["^~])(?<vowel>[aeiounAEIOUN])(?=\\p{L})',
    `\\{\\\\(?<group>${named(letters.keys())}|ss|[oOlL]|ae|AE|aa|AA)\\s{0,3}\\}`,
    `\\\\(?<symbol>${named([...letters.keys(), ...operators.keys()])})(?![a-zA-Z])(?:\\{\\})?`,
    // A backslash does not escape the ampersand of an entity.
    '\\\\(?<escape>&(?!#?\\w{1,31};)|[%#_{}$])',
  ].join('|'),
  'gu',
);

/** Converts commands outside formulas. Quotation marks escaped as in programs (`\"` and `\'`) are not accents. */
function inText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(textCommand, (all: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Record<string, string | undefined>;
    const font = found.font ?? found.change;
    if (font !== undefined) {
      const element = fonts.get(font);
      const inside = found.inside ?? found.changed ?? '';
      return element ? `<${element}>${inside}</${element}>` : inside;
    }
    const mark = found.grouped ?? found.accent ?? found.within;
    if (mark !== undefined) {
      const base = (found.base ?? found.braced ?? found.vowel ?? '').replace('\\', '');
      return (base + (accents.get(mark) ?? '')).normalize('NFC');
    }
    const symbol = found.symbol ?? found.group;
    if (symbol !== undefined) return letters.get(symbol) ?? operators.get(symbol) ?? all;
    return found.escape ?? all;
  });
}
