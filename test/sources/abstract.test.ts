import { describe, expect, test } from '@jest/globals';
import { abstractOf } from '#src/sources/fields/abstract.ts';
import { threadTimeMs } from '../support/thread-time.ts';

describe('an abstract without its heading', () => {
  test.each([
    // Separate headings, in JATS with any prefix and with attributes.
    ['<jats:title>Abstract</jats:title><jats:p>We tested.</jats:p>', 'We tested.'],
    ['<ns3:title xml:lang="en">ABSTRACT</ns3:title><ns3:p>We tested.</ns3:p>', 'We tested.'],
    ['<title><bold>Summary</bold>.</title><sec><title>Aims</title><p>To see.</p></sec>', 'Aims To see.'],
    ['<jats:sec id="s1"><jats:title>Resumen</jats:title><jats:p>Se probó.</jats:p></jats:sec>', 'Se probó.'],
    ['&lt;p&gt;Abstract&lt;/p&gt;&lt;p&gt;We tested.&lt;/p&gt;', 'We tested.'],
    ['Abstract\u00a0\n\nAdvancements in pots.', 'Advancements in pots.'],
    ['<p>摘要</p><p>本文研究陶器。</p>', '本文研究陶器。'],
    // Headings within the first paragraph.
    ['<jats:p>Abstract. During the glacial.</jats:p>', 'During the glacial.'],
    ['<p>Abstract: This essay.</p>', 'This essay.'],
    ['<p>Abstract—We tested.</p>', 'We tested.'],
    ['<p><b>Abstract</b> The pots crack.</p>', 'The pots crack.'],
    ['<jats:p>Resumo Este artigo retoma.</jats:p>', 'Este artigo retoma.'],
    ['<p>Zusammenfassung Die Töpfe.</p>', 'Die Töpfe.'],
    ['<p>Аннотация. Горшки.</p>', 'Горшки.'],
    // Words at the start of the text.
    ['<p>Abstract Art of the 20th century.</p>', 'Abstract Art of the 20th century.'],
    ['<p>Abstract interpretation is a theory.</p>', 'Abstract interpretation is a theory.'],
    ['<p>Summary statistics of pots.</p>', 'Summary statistics of pots.'],
    ['<p>Abstract-level pots.</p>', 'Abstract-level pots.'],
    ['<p>Resumen de la tesis.</p>', 'Resumen de la tesis.'],
    // Not a heading.
    ['<jats:p>Abstract</jats:p>', null],
    ['<jats:p/>', null],
    ['<p>No abstract available.</p>', null],
    ['n/a', null],
    ['No description provided.', null],
    [null, null],
    // Later headings are text.
    ['<title>Abstract</title><p>Pots.</p><title>Author Summary</title><p>Cracks.</p>', 'Pots. Author Summary Cracks.'],
    ['<p>Pots.</p><p>Summary</p><p>Cracks.</p>', 'Pots. Summary Cracks.'],
    ['p.p1 {margin: 0.0px; font: 12.0px Helvetica} span.s1 {font: 7.0px}\n\nThese pots.', 'These pots.'],
  ])('%j is %j', (marked, text) => {
    expect(abstractOf(marked)).toBe(text);
  });

  test.each([
    [undefined, 'Os potes.'],
    ['pt-BR', 'Os potes.'],
    ['en', 'The pots.'],
    ['fr', 'Os potes.'],
  ])('of two in one text, in the language %j', (language, text) => {
    expect(abstractOf('<p>Resumo Os potes.</p><p>Abstract The pots.</p>', language)).toBe(text);
    const titled = '<title>Resumo</title><p>Os potes.</p><title>Abstract</title><p>The pots.</p>';
    expect(abstractOf(titled, language)).toBe(text);
  });

  test.each(['Abstract ', '<title>Abstract</title>', 'Abstract\n', 'a{', 'p {}', ' ', '\n', '<p>Resumo A</p>'])(
    'a long one made of %j takes no long time',
    async (piece) => {
      expect(await threadTimeMs(() => abstractOf(piece.repeat(40_000 / piece.length)))).toBeLessThan(1500);
    },
  );
});
