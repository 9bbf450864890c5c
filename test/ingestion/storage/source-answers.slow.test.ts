import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  getOrcidSection,
  getSourceAnswer,
  saveOrcidSection,
  saveSourceAnswer,
} from '#src/ingestion/store/source-answers.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems, getItem, putItem } from '#src/table/table.ts';
import { carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { allItems } from '../../support/table.ts';

beforeEach(() => freshTable());

const doi = '10.5555/pots';
const noise = (length: number) => Array.from({ length }, (_, index) => Math.sin(index));
const keyOf = (part: number) => keys.sourceAnswer(doi, 'crossref', part);

describe('an answer', () => {
  test('is read as it was sent', async () => {
    const hash = await saveSourceAnswer(doi, 'crossref', { raw: { DOI: '10.5555/POTS' } });
    expect(await getSourceAnswer(doi, 'crossref')).toEqual({ raw: { DOI: '10.5555/POTS' }, hash, asked: undefined });
    expect(await getSourceAnswer(doi, 'openalex')).toBeUndefined();
  });

  test('that is kept already is not written again', async () => {
    const hash = await saveSourceAnswer(doi, 'crossref', { raw: { DOI: '10.5555/POTS' } });
    await freshTable();
    expect(await saveSourceAnswer(doi, 'crossref', { raw: { DOI: '10.5555/POTS' } }, hash)).toBe(hash);
    expect(await allItems()).toEqual([]);
  });

  test('to a question for another DOI is another answer, and says so', async () => {
    const hash = await saveSourceAnswer(doi, 'openalex', { raw: { id: 'W1' }, asked: doi });
    const other = await saveSourceAnswer(doi, 'openalex', { raw: { id: 'W1' }, asked: '10.5555/preprint' }, hash);
    expect(other).not.toBe(hash);
    expect(await getSourceAnswer(doi, 'openalex')).toEqual({
      raw: { id: 'W1' },
      hash: other,
      asked: '10.5555/preprint',
    });
  });

  test('too large for one item is kept in parts; a shorter one replaces it', async () => {
    await saveSourceAnswer(doi, 'crossref', { raw: noise(200_000) });
    const parts = await allItems();
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every((item) => item.parts === parts.length)).toBe(true);
    expect((await getSourceAnswer(doi, 'crossref'))?.raw).toEqual(noise(200_000));
    await saveSourceAnswer(doi, 'crossref', { raw: ['short'] });
    expect((await getSourceAnswer(doi, 'crossref'))?.raw).toEqual(['short']);
  });

  test('of which a part is missing or of another answer is not read', async () => {
    await saveSourceAnswer(doi, 'crossref', { raw: noise(200_000) });
    const last = await getItem(keyOf(1));
    await putItem({ ...keyOf(1), ...last, hash: 'of another answer' });
    expect(await getSourceAnswer(doi, 'crossref')).toBeUndefined();
    await deleteItems([keyOf(1)]);
    expect(await getSourceAnswer(doi, 'crossref')).toBeUndefined();
  });
});

test('a section of an ORCID record is kept with its person, and replaced', async () => {
  await saveOrcidSection(carberry, 'works', { group: [] });
  await saveOrcidSection(carberry, 'works', { group: [{}] });
  expect((await allItems()).map(({ pk }) => pk)).toEqual([`PERSON#${carberry}`]);
  expect((await getOrcidSection(carberry, 'works'))?.raw).toEqual({ group: [{}] });
});
