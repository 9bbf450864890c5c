import { expect, test } from '@jest/globals';
import {
  identifierKey,
  parseEid,
  parseHandle,
  parseIsbn,
  parsePmcid,
  parsePmid,
  parseRaid,
} from '#src/vocabulary/identifiers/identifiers.ts';

test.each<[(written: string) => string | undefined, string, string | undefined]>([
  [parsePmid, '17656783', '17656783'],
  [parsePmid, ' PMID: 17656783 ', '17656783'],
  [parsePmid, 'https://pubmed.ncbi.nlm.nih.gov/17656783/', '17656783'],
  [parsePmid, 'https://www.ncbi.nlm.nih.gov/pubmed/17656783', '17656783'],
  [parsePmid, 'https://pubmed.ncbi.nlm.nih.gov/17656783/?dopt=Abstract#copied', '17656783'],
  [parsePmid, 'http://www.ncbi.nlm.nih.gov/m/pubmed/17656783/', '17656783'],
  [parsePmid, 'https://europepmc.org/article/MED/17656783', '17656783'],
  [parsePmid, 'http://europepmc.org/abstract/med/17656783', '17656783'],
  [parsePmid, 'MED:17656783', '17656783'],
  [parsePmid, 'https://europepmc.org/article/PPR/17656783', undefined],
  [parsePmid, '0017656783', '17656783'],
  [parsePmid, 'PMC17656783', undefined],
  [parsePmid, '0', undefined],
  [parsePmid, '1234567890', undefined],
  [parsePmid, 'https://example.org/17656783', undefined],
  [parsePmcid, 'PMC103984', 'PMC103984'],
  [parsePmcid, 'pmcid: pmc103984', 'PMC103984'],
  [parsePmcid, 'https://www.ncbi.nlm.nih.gov/pmc/articles/103984', 'PMC103984'],
  [parsePmcid, 'https://europepmc.org/articles/PMC103984/', 'PMC103984'],
  [parsePmcid, 'https://europepmc.org/article/PMC/103984', 'PMC103984'],
  [parsePmcid, 'https://europepmc.org/articles/pmc103984?pdf=render', 'PMC103984'],
  [parsePmcid, 'https://pmc.ncbi.nlm.nih.gov/articles/PMC103984/#S1', 'PMC103984'],
  [parsePmcid, 'PMC103984.2', 'PMC103984'],
  [parsePmcid, '103984', undefined],
  [parseHandle, '11858/00-001M-0000-0010-8383-B', '11858/00-001M-0000-0010-8383-B'],
  [parseHandle, 'hdl:2027.42/1', '2027.42/1'],
  [parseHandle, 'http://hdl.handle.net/2080/2400?show=full', '2080/2400'],
  [parseHandle, '10.5555/pots', undefined],
  [parseHandle, 'https://example.org/2080/2400', undefined],
  [parseHandle, 'a/b', undefined],
  [parseEid, '2-s2.0-84924388466', '2-s2.0-84924388466'],
  [parseEid, 'https://www.scopus.com/inward/record.uri?eid=2-s2.0-84924388466&partnerID=40', '2-s2.0-84924388466'],
  [parseEid, '2-S2.0-84924388466', '2-s2.0-84924388466'],
  [parseEid, '84924388466', undefined],
  [parseRaid, 'https://raid.org/10.83962/A1B2c3d4', '10.83962/a1b2c3d4'],
  [parseRaid, 'raid.org/10.83962/a1b2c3d4', '10.83962/a1b2c3d4'],
  [parseRaid, 'https://doi.org/10.83962/a1b2c3d4', '10.83962/a1b2c3d4'],
  [parseRaid, ' RAiD: 10.83962/a1b2c3d4', '10.83962/a1b2c3d4'],
  [parseRaid, 'https://raid.org/about', undefined],
  [parseIsbn, 'ISBN: 978-3-16-148410-0', '9783161484100'],
  [parseIsbn, '3-16-148410-x', '316148410X'],
  [parseIsbn, '978316148410', undefined],
  [identifierKey, 'PMC103984', 'pmc103984'],
  [identifierKey, '11858/00-001M', '11858/00-001m'],
  [identifierKey, 'arXiv:1902.02534v2', '1902.02534'],
  [identifierKey, 'https://arxiv.org/abs/hep-th/9901001', 'hep-th/9901001'],
  [identifierKey, 'arXiv:1902.02534v2 [cs.CL]', '1902.02534'],
  [identifierKey, 'https://arxiv.org/abs/1902.02534v1/?context=cs', '1902.02534'],
  [identifierKey, 'https://arxiv.org/pdf/1902.02534v1.pdf#page=2', '1902.02534'],
  [identifierKey, 'oai:arXiv.org:1902.02534', '1902.02534'],
  [identifierKey, '978-3-16-148410-0', '9783161484100'],
  [identifierKey, 'PMID:17656783', '17656783'],
  [identifierKey, 'cracked pots', undefined],
  [identifierKey, '', undefined],
])('%p: %j is %j', (parse, written, parsed) => {
  expect(parse(written)).toBe(parsed);
});

test('long texts take no time', () => {
  for (const parse of [parsePmid, parsePmcid, parseHandle, parseEid, parseIsbn, parseRaid, identifierKey]) {
    for (const part of ['1', 'http://', '1/', '2-s2.0-', ' ', 'PMC', '978-'])
      expect(parse(part.repeat(30_000))).toBeUndefined();
  }
});
