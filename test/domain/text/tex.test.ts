import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { texToMarkup } from '#src/vocabulary/text/tex.ts';
import { plainText } from '#src/vocabulary/text/text.ts';

describe('TeX as text', () => {
  test.each([
    // Formulas.
    ['$\\hbox{GeO}_{2}$ Passivation', 'GeO2 Passivation'],
    ['at $\\sqrt{s}=7$ TeV and $\\sqrt{s_{\\rm NN}}=5.02$ TeV', 'at √s=7 TeV and √sNN=5.02 TeV'],
    ['Landé $g_J$ factors of $5s~^2S_{1/2}$ in $^{111,113}$Cd$^+$', 'Landé gJ factors of 5s 2S1/2 in 111,113Cd+'],
    ['$\\bar{B}^0 \\to D^{*+} \\ell^- \\bar{\\nu}_\\ell$ decays', 'B̄0 → D*+ ℓ- ν̄ℓ decays'],
    ['$^{12}$C($\\alpha$,$\\gamma$)$^{16}$O', '12C(α,γ)16O'],
    ['$\\alpha$$\\beta$$\\gamma$-form of $H_2$$O$', 'αβγ-form of H2O'],
    ['costs $5 and $$x^2$$ more', 'costs $5 and x2 more'],
    ['US$ 5 $$ 6 $ 7', 'US$ 5 $$ 6 $ 7'],
    ['$\\frac{a+b}{c}$, $\\frac12$ and $\\left(\\mathcal{N}=4\\right)$', '(a+b)/c, 1/2 and (N=4)'],
    ['$n$-body, $L$-functions, $(n,k)$ and $n = 2$', 'n-body, L-functions, (n,k) and n = 2'],
    ["at 20$^\\circ$C, $x\\,y$, $\\sin\\theta$, $a \\leq b$, $f'$", 'at 20°C, x y, sinθ, a ≤ b, f′'],
    ['$$E = mc^2$$ and \\(x^2\\)', 'E = mc2 and x2'],
    ['<tex>$x_{2}$</tex> and &#36;x_3&#36;', 'x2 and x3'],
    ['$ H\\to b\\overline{b} $ decays, $\\tau $ polarisation', 'H→ bb̄ decays, τ polarisation'],
    ['at $\\sqrt{s} = $ 13 TeV in $p + Pb$, Pb$+$Pb', 'at √s = 13 TeV in p + Pb, Pb+Pb'],
    // Commands in text.
    ['Schr\\"odinger, {\\"O}, \\\'{e}, \\c{c}, {\\\'\\i}', 'Schrödinger, Ö, é, ç, í'],
    ['{\\o}re, stra{\\ss}e, \\v{S}koda', 'øre, straße, Škoda'],
    ['{\\it In vivo} and \\emph{in \\textbf{vitro}}', 'In vivo and in vitro'],
    ['\\alpha-helix of \\textit{E. coli} at 5\\% \\& more', 'α-helix of E. coli at 5% & more'],
    // Text that only looks like TeX.
    ['US$5 and $10, or $1 billion and $2', 'US$5 and $10, or $1 billion and $2'],
    ['Ca$h, Ke$ha and A$AP; $50 (US$)', 'Ca$h, Ke$ha and A$AP; $50 (US$)'],
    ['$5–$10, $5-$10 and $5/$10', '$5–$10, $5-$10 and $5/$10'],
    ['C:\\new\\table, \\"Effect\\", it\\\'s, d\\\'accord', 'C:\\new\\table, \\"Effect\\", it\\\'s, d\\\'accord'],
    ['df$x_1 + df$y and $foo_bar and $baz', 'df$x_1 + df$y and $foo_bar and $baz'],
    ['an unclosed $x_{1 and $\\frac{1}$', 'an unclosed $x_{1 and $\\frac{1}$'],
  ])('%j is %j', (tex, text) => {
    expect(plainText(tex).text).toBe(text.normalize('NFC'));
  });

  test('indices and fonts are kept in the HTML', () => {
    expect(plainText('\\emph{pure} $\\hbox{GeO}_{2}$').html).toBe(
      '<em>pure</em> GeO<sub>2</sub>'.replaceAll('em>', 'i>'),
    );
  });
});

describe('for any text', () => {
  const pieces = fc.constantFrom(
    '$', '$$', '\\', '{', '}', '_', '^', '~', ' ', 'x', '2', '\\alpha', '\\frac', '\\emph{', '{\\it ', '\\sqrt{', '\\"o',
    '\\\'{e}', '\\(', '\\)', '\\left', '.', '\\textbackslash{}', '\\$', 'ab', '<', '&#36;',
  ); // biome-ignore format: a list of pieces
  const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

  test('the conversion never fails, and plain text is its own plain text', () => {
    fc.assert(
      fc.property(texts, (tex) => {
        expect(typeof texToMarkup(tex)).toBe('string');
        const { text } = plainText(tex);
        expect(plainText(text)).toEqual({ text, html: null });
      }),
      { numRuns: 3000 },
    );
  });

  test('no letter and no digit of the text between the formulas is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('word', '7', '$', '\\', '"', ' and '), { maxLength: 20 }), (parts) => {
        const said = parts.join('').replace(/[^a-z0-9]/g, '');
        // Between two letters, `\\"` puts an accent on the second one.
        const kept = plainText(parts.join(''))
          .text.normalize('NFD')
          .replace(/[^a-z0-9]/g, '');
        expect(kept).toBe(said);
      }),
    );
  });
});
