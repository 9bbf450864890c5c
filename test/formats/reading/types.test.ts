import { expect, test } from '@jest/globals';
import { typeOfWord } from '#src/formats/reading/entries/types.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { workTypes } from '#src/records/orcid/work-types.ts';
import { publicationTypes } from '#src/records/publications/coar.ts';

/** Words of other vocabularies. */
const words: Record<string, string> = {
  bibtex: `article book booklet conference inbook incollection inproceedings manual mastersthesis misc phdthesis proceedings
    techreport unpublished mvbook bookinbook suppbook collection mvcollection suppcollection dataset online patent periodical
    suppperiodical mvproceedings reference mvreference inreference report software thesis electronic www artwork audio
    image letter movie music performance review standard video`,
  ris: `ABST AGGR ANCIENT ART BILL BLOG BOOK CASE CHAP CHART CLSWK COMP CONF CPAPER CTLG DATA DBASE DICT EBOOK ECHAP EDBOOK
    EJOUR ELEC ENCYC EQUA FIGURE GEN GOVDOC GRANT HEAR ICOMM INPR JFULL JOUR LEGAL MANSCPT MAP MGZN MPCT MULTI MUSIC NEWS PAMP
    PAT PCOMM POD PRESS RPRT SER SLIDE SOUND STAND STAT STD THES UNBILL UNPB VIDEO WEB`,
  'csl-json': `article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset
    document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation manuscript
    map motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post
    post-weblog regulation report review review-book software song speech standard thesis treaty webpage`,
  zotero: `artwork audioRecording bill blogPost book bookSection case computerProgram conferencePaper dataset
    dictionaryEntry document encyclopediaArticle film forumPost interview journalArticle letter magazineArticle manuscript map
    newspaperArticle patent podcast preprint presentation radioBroadcast report standard statute thesis
    tvBroadcast videoRecording webpage`,
  scopus: `Article Review Book Editorial Letter Note Erratum Retracted Data_paper Short_survey Conference_paper
    Conference_review Book_chapter Report`,
  openalex: `article book book-chapter dataset dissertation editorial erratum grant letter other paratext peer-review preprint
    reference-entry report retraction review standard supplementary-materials`,
  dspace: 'Article Book Thesis Other Dataset Image Map Software Video Preprint Presentation',
};

test.each(Object.entries(words))('every type of %s has one of works', (format, list) => {
  const unknown = list.split(/\s+/).filter((word) => typeOfWord(word, format) === undefined);
  expect(unknown).toEqual([]);
});

test('every type means one that works have', () => {
  for (const [format, list] of Object.entries(words)) {
    for (const word of list.split(/\s+/)) expect(workTypes).toContain(typeOfWord(word, format)?.[0]);
  }
});

test('types of works, and the names that exports give those of publications, are known', () => {
  for (const type of workTypes) expect(typeOfWord(type, 'registry')).toBeDefined();
  const unknown = [...publicationTypes].filter((type) => typeOfWord(type, 'registry') === undefined);
  expect(unknown).toEqual([]);
  for (const type of publicationTypes) {
    const { bibtex, ris, csl } = typeNamesOf(type);
    for (const [format, word] of [
      ['bibtex', bibtex],
      ['ris', ris],
      ['csl-json', csl],
    ] as const) {
      expect(typeOfWord(word, format)).toBeDefined();
    }
  }
});

test.each([
  ['article', 'bibtex', 'journal-article'],
  ['article', 'csl-json', 'preprint'],
  ['info:eu-repo/semantics/doctoralThesis', 'dspace', 'dissertation-thesis'],
  ['Contribution to journal › Article', 'pure', 'journal-article'],
  ['Chapter in Book/Report/Conference proceeding › Conference contribution', 'pure', 'conference-paper'],
  ['Zeitschriftenaufsatz', 'columns', 'journal-article'],
])('%s of %s is a %s', (word, format, type) => expect(typeOfWord(word, format)?.[0]).toBe(type));
