import { expect, test } from '@jest/globals';
import { carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import {
  article,
  dated,
  notes,
  posted,
  preprint,
  relateRemaining,
  relateSaved,
  relationsOf,
  rows,
  save,
  store,
  to,
} from './relate-fixture.ts';

test('an interruption at any call, and the next run gives the same as one that was not interrupted', async () => {
  for (let call = 1, isCut = true; isCut; call++) {
    await freshTable();
    await store(article, dated);
    const { record } = await save(preprint, { ...posted, ...to('is-preprint-of', article) }, lovelace);
    isCut = await dyingAt(call, () => relateSaved(record, undefined));
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect(await rows()).toEqual({
      [article]: { supersededBy: null, orcids: [carberry, lovelace] },
      [preprint]: { supersededBy: article, orcids: [lovelace] },
    });
    expect(await relationsOf(article)).toEqual([{ type: 'has-preprint', doi: preprint }]);
    expect(await notes()).toEqual([]);
  }
});
