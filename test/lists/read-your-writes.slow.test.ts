import { expect, test } from '@jest/globals';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { defineList } from '#src/lists/define-list.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';

test('each of 200 edits is in the next list of the same instance and of another one', async () => {
  await freshTable();
  const dois = ['10.5555/a', '10.5555/b', '10.5555/c'];
  for (const doi of dois) await ingestPublication(doi, carberry, 'Pots');
  const instances = [defineList(curatorSpec), defineList(curatorSpec)];
  const order = { page: 1, per_page: 9, sort: 'title', dir: 'asc', where: [] } as const;
  for (let n = 0; n < 200; n++) {
    const doi = dois[n % dois.length] ?? '';
    const visible = n % 2 === 0;
    await curatePublication(doi, { edits: { title: `Kiln ${n};` }, visible });
    const found = await Promise.all(
      instances.map((list) =>
        list.find({ ...order, q: `kiln ${n};`, equals: { visibility: visible ? 'visible' : 'hidden' } }, 0),
      ),
    );
    expect(found.map(({ rows }) => rows.map((row) => [row.doi, row.title]))).toEqual([
      [[doi, `Kiln ${n};`]],
      [[doi, `Kiln ${n};`]],
    ]);
  }
});
