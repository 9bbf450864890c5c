import { expect } from '@jest/globals';
import { newLink } from '#src/matching/link.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import * as get from '../../../../lambdas/consumer/publications/get.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { call } from '../../../support/event.ts';

/** Stores a publication of so many authors, of whom one beyond the first 1,000 is linked, and expects to read all. */
export async function checkManyAuthors(count: number): Promise<void> {
  const linked = Math.floor(count * 0.75);
  const authors = Array.from({ length: count }, (_, n) => ({
    ...anAuthor(`A${n} Kiln`),
    affiliations: [`Department ${n}, University of ${n % 777}`, 'Institute of Pottery'],
  }));
  const incoming = anIncoming({ doi: '10.5555/crowd', original: aBibliography({ title: 'Crowd', authors }) });
  const record = applyIncoming(undefined, incoming, [], new Date('2026-01-31T12:00:00Z'));
  const researchers = [{ ...newLink(carberry), author_position: linked }];
  expect(await savePublication({ ...record, researchers }, undefined, [])).toBe('saved');

  const { body } = await call(get, { url: '/v1/doi/10.5555/crowd' });
  expect([body.author_count, body.data.authors.length]).toEqual([count, 1_001]);
  expect(body.data.authors.at(-1)).toMatchObject({ name: `A${linked} Kiln`, position: linked });
  const names = new Set<string>();
  for (let offset = 0; offset < count; offset += 1_000) {
    const page = await call(get, { url: `/v1/doi/10.5555/crowd?authors_offset=${offset}` });
    for (const { name } of page.body.data.authors) names.add(name);
  }
  expect(names.size).toBe(count);
  const bibtex = await call(get, { url: '/v1/doi/10.5555/crowd?format=bibtex' });
  expect(String(bibtex.body).match(/A\d+/g)?.length).toBeGreaterThanOrEqual(count);
}
