import { expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { publicationRow } from '#src/records/publications/store/items.ts';
import { aBibliography, anIncoming, carberry } from '../support/builders.ts';

const defaultsOf = (shape: Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const { success, data } = field.safeParse(undefined);
      return success ? [[name, data]] : [];
    }),
  );

test('both lists read a missing field of a row as the value for which it is left out', () => {
  const [listed, curated] = [defaultsOf(PublicationRow.shape), defaultsOf(CuratorRow.shape)];
  expect(Object.keys(listed).length).toBeGreaterThan(10);
  expect(curated).toMatchObject(listed);
  const incoming = anIncoming({ doi: '10.5555/kiln', orcid: carberry, original: aBibliography({ title: 'Kilns' }) });
  const record = applyIncoming(undefined, incoming, [], new Date(1));
  const [stored, whole] = [publicationRow(record), rowOf(record)];
  expect(Object.keys(stored).length).toBeLessThan(Object.keys(whole).length);
  for (const schema of [PublicationRow, CuratorRow])
    expect(schema.parse({ ...stored, changed: 1 })).toEqual(schema.parse({ ...whole, changed: 1 }));
});
