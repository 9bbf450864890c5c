import { describe, expect, test } from '@jest/globals';
import { stateInTitle, subtypeInTitle } from '#src/sources/fields/title-words.ts';

describe('the state of a work in its title', () => {
  test.each<[string | null, string | undefined]>([
    ['RETRACTED: Cracked pots', 'retraction'],
    ['Retracted: Cracked pots', 'retraction'],
    ['RETRACTED ARTICLE: Cracked pots', 'retraction'],
    ['Retracted Chapter: Cracked pots', 'retraction'],
    ['[Retracted] Cracked pots', 'retraction'],
    ['[RETRACTED ARTICLE] Cracked pots', 'retraction'],
    ['“RETRACTED: Cracked pots”', 'retraction'],
    ['RETRACTED – Cracked pots', 'retraction'],
    ['Cracked pots [Retracted]', 'retraction'],
    ['Cracked pots (Retracted article. See vol. 12, pg 3, 2010)', 'retraction'],
    ['WITHDRAWN: Cracked pots', 'withdrawal'],
    ['Withdrawn article: Cracked pots', 'withdrawal'],
    ['REMOVED: Cracked pots', 'removal'],
    ['TEMPORARY REMOVAL: Cracked pots', 'removal'],
    // Ordinary titles, and titles of notices.
    [null, undefined],
    ['', undefined],
    ['Withdrawn: a memoir of a hermit', undefined],
    ['Removed: the forest of Kiln Hill', undefined],
    ['Retracted publications in pottery', undefined],
    ['Citations of retracted articles: a survey', undefined],
    ['Withdrawn drugs (see also retracted papers)', undefined],
    ['Retraction: Cracked pots', undefined],
    ['Retraction notice to “Cracked pots”', undefined],
    ['Notice of Retraction: Cracked pots', undefined],
    ['Expression of Concern: Cracked pots', undefined],
  ])('%j: %j', (title, state) => {
    expect(stateInTitle(title, '10.5555/pots')).toBe(state);
  });

  test('IEEE gives the work itself the title of a notice', () => {
    expect(stateInTitle('Notice of Retraction: Cracked pots', '10.1109/pots.2010.1')).toBe('retraction');
  });
});

describe('the subtype in a title', () => {
  test.each<[string | null, string | null]>([
    ['Retraction: Cracked pots', 'retraction-notice'],
    ['Retraction', 'retraction-notice'],
    ['Retraction Note: Cracked pots', 'retraction-notice'],
    ['Retraction Note to: Cracked pots', 'retraction-notice'],
    ['Retraction notice to “Cracked pots” [J. Kilns 12 (2010) 1–5]', 'retraction-notice'],
    ['Partial Retraction: Cracked pots', 'retraction-notice'],
    ['Statement of Retraction: Cracked pots', 'retraction-notice'],
    ['Notice of Retraction and Replacement. Carberry J. Cracked pots', 'retraction-notice'],
    ['Expression of Concern: Cracked pots', 'expression-of-concern'],
    ['Editorial Expression of Concern: Cracked pots', 'expression-of-concern'],
    ["Editor's Expression of Concern", 'expression-of-concern'],
    ['Erratum', 'erratum'],
    ['Erratum: Cracked pots', 'erratum'],
    ['Erratum to: Cracked pots', 'erratum'],
    ['Corrigendum to “Cracked pots” [J. Kilns 12 (2010) 1–5]', 'erratum'],
    ['Corrigendum to Cracked pots of the north', 'erratum'],
    ['Correction: Cracked pots', 'erratum'],
    ['Correction to: Cracked pots', 'erratum'],
    ['Author Correction: Cracked pots', 'erratum'],
    ['Publisher’s Correction: Cracked pots', 'erratum'],
    ['Correction for Carberry et al., Cracked pots', 'erratum'],
    ['Errata', 'erratum'],
    ['Addendum: Cracked pots', 'addendum'],
    ['Addendum to “Cracked pots”', 'addendum'],
    ['Editorial', 'editorial'],
    ['Editorial: Kilns of the north', 'editorial'],
    ['Guest Editorial: Kilns of the north', 'editorial'],
    ['Editorial [Hot topic: kilns]', 'editorial'],
    ['Letter to the Editor', 'letter'],
    ['Letters to the Editor: kilns', 'letter'],
    ['Authors’ reply to the comment on cracked pots', 'letter'],
    ['Book Review: Cracked pots', 'book-review'],
    ['Cracks in pots: a systematic review and meta-analysis', 'review'],
    ['A scoping review of kilns', 'review'],
    // Articles whose first words only look like it.
    [null, null],
    ['Correction of cracks in glazed pots', null],
    ['Corrections to scaling in finite kilns', null],
    ['Retraction of clay under heat', null],
    ['Retraction-free surgery', null],
    ['Withdrawal: symptoms after kilns', null],
    ['Editorial boards of pottery journals', null],
    ['Editorial policies and gender', null],
    ['Letter frequencies in inscriptions', null],
    ['Book reviews as a genre', null],
    ['Kilns and scoping: a systematic review protocol', null],
    ['Addendum mining in kilns', null],
    ['Error correction: codes for pots', null],
    ['Expression of concern genes in clay', null],
  ])('%j: %j', (title, subtype) => {
    expect(subtypeInTitle(title, 'journal-article')).toBe(subtype);
  });

  test('only of articles and the like', () => {
    expect(subtypeInTitle('Erratum: Cracked pots', 'dataset')).toBeNull();
    expect(subtypeInTitle('Editorial', 'posted-content')).toBeNull();
    expect(subtypeInTitle('Erratum to: Chapter 3', 'book-chapter')).toBe('erratum');
  });
});
