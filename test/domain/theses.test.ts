import { describe, expect, test } from '@jest/globals';
import { coarTypeOf } from '#src/records/publications/coar.ts';
import { degreeIn, thesisDegree } from '#src/records/publications/theses.ts';
import { fromCrossref, fromDataCite } from '../sources/parsed.ts';

test.each([
  ['doctoral-thesis', 'PhD'],
  ['doctoral-thesis', 'Ph.D.'],
  ['doctoral-thesis', 'Doctor of Philosophy'],
  ['doctoral-thesis', 'D.Phil.'],
  ['doctoral-thesis', 'Dr. rer. nat.'],
  ['doctoral-thesis', 'Ed.D.'],
  ['doctoral-thesis', 'doctoralThesis'],
  ['doctoral-thesis', 'info:eu-repo/semantics/doctoralThesis'],
  ['doctoral-thesis', 'Doktorarbeit'],
  ['doctoral-thesis', 'Inaugural-Dissertation'],
  ['doctoral-thesis', 'Thèse de doctorat'],
  ['doctoral-thesis', 'Tesis doctoral'],
  ['doctoral-thesis', 'Tese de doutoramento'],
  ['doctoral-thesis', 'Tesi di dottorato'],
  ['doctoral-thesis', 'Proefschrift'],
  ['masters-thesis', 'M.Sc.'],
  ['masters-thesis', 'MA'],
  ['masters-thesis', 'Master of Arts'],
  ['masters-thesis', "Master's thesis"],
  ['masters-thesis', 'MasterThesis'],
  ['masters-thesis', 'mastersthesis'],
  ['masters-thesis', 'Masterarbeit'],
  ['masters-thesis', 'Magisterarbeit'],
  ['masters-thesis', 'Diplomarbeit'],
  ['masters-thesis', 'Mémoire de maîtrise'],
  ['masters-thesis', 'Trabajo de fin de máster'],
  ['masters-thesis', 'Tesis de maestría'],
  ['masters-thesis', 'Dissertação de mestrado'],
  ['masters-thesis', 'Tesi di laurea magistrale'],
  ['masters-thesis', 'Masterscriptie'],
  ['masters-thesis', 'Doctoraalscriptie'],
  ['licentiate-thesis', 'Licentiate thesis'],
  ['licentiate-thesis', 'Lizentiatsarbeit'],
  ['licentiate-thesis', 'Licentiaatsverhandeling'],
  ['bachelors-thesis', "Bachelor's Thesis"],
  ['bachelors-thesis', 'B.Sc.'],
  ['bachelors-thesis', 'Bachelorarbeit'],
  ['bachelors-thesis', 'Undergraduate honors thesis'],
  ['bachelors-thesis', 'Mémoire de licence'],
  ['bachelors-thesis', 'Trabajo de fin de grado'],
  ['bachelors-thesis', 'Trabalho de conclusão de curso'],
  ['bachelors-thesis', 'Tesi di laurea triennale'],
  [null, 'Thesis'],
  [null, 'Dissertation'],
  [null, 'Hochschulschrift'],
  [null, 'Masterpiece'],
  [null, 'Master and doctoral theses'],
  [null, 'Thesis (Magdeburg)'],
  [null, ''],
  [null, undefined],
])('%s: %j', (degree, text) => {
  expect(degreeIn(text)).toBe(degree);
});

test('the degree is that of the record', () => {
  const crossref = (degree: unknown) => fromCrossref({ type: 'dissertation', degree }).publication_subtype;
  expect([crossref(['MSc']), crossref('PhD'), crossref([]), crossref(['Kiln Craft'])]).toEqual([
    'masters-thesis',
    'doctoral-thesis',
    null,
    null,
  ]);
  expect(fromCrossref({ degree: ['MSc'] }).publication_subtype).toBeNull();
  const datacite = (resourceType: string) => {
    const { publication_type, publication_subtype } = fromDataCite({
      types: { resourceTypeGeneral: 'Dissertation', resourceType },
    });
    return [publication_type, publication_subtype];
  };
  expect(datacite('Magisterarbeit')).toEqual(['dissertation', 'masters-thesis']);
  expect(datacite('Thesis')).toEqual(['dissertation', null]);
});

describe('words within words make no type', () => {
  test.each([
    ['Synthesis report', 'report'],
    ['Synthesis', 'other'],
    ['Hypothesis', 'other'],
    ['Photosynthesis', 'other'],
    ['Particle tracks', 'other'],
    ['Chapterhouse', 'other'],
    ['Reportage', 'other'],
    ['Posterior distribution', 'other'],
    ['Conference article', 'proceedings-article'],
    ['ConferenceArticle', 'proceedings-article'],
    ['Workshop paper', 'proceedings-article'],
    ['JournalArticle', 'journal-article'],
    ['Research articles', 'journal-article'],
    ['phdthesis', 'dissertation'],
    ['techreport', 'report'],
    ['Book chapters', 'book-chapter'],
    ['Technical Report Series', 'report'],
    ['Forschungsbericht', 'report'],
    ['Zeitschriftenartikel', 'journal-article'],
    ['Inauguraldissertation', 'dissertation'],
    ['Konferenzposter', 'poster'],
  ])('%j: %s', (resourceType, type) => {
    expect(fromDataCite({ types: { resourceTypeGeneral: 'Text', resourceType } }).publication_type).toBe(type);
  });
});

test('the type at COAR has the degree', () => {
  expect(coarTypeOf('dissertation', 'masters-thesis')?.label).toBe('master thesis');
  expect(coarTypeOf('dissertation', null)?.label).toBe('thesis');
  expect(thesisDegree('supervised-student-publication', null)).toBe('masters-thesis');
  expect(thesisDegree('book', 'masters-thesis')).toBeNull();
});
