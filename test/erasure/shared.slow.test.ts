import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { updateWorkPairs } from '#src/duplicates/find.ts';
import { getPair, linksOf, pairId, savePair } from '#src/duplicates/store/pairs.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import { finishErasures } from '#src/operations/erasure/finish-open.ts';
import { type ComparedRecord, newPair } from '#src/records/likeness/pair.ts';
import { applyIncoming, shownPublication } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { getRelating } from '#src/records/publications/store/relations.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { keys } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { job } from '../../lambdas/background/finish-erasures.ts';
import { anIncoming, aSummary, carberry } from '../support/builders.ts';
import { send } from '../support/crash.ts';
import { fetchPublication, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { outsideRole, underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';
import { ada, erase, now, tracesOf } from './erasure-fixture.ts';

captureLog();
const noLimit = Number.POSITIVE_INFINITY;
const finish = underRole(job, finishErasures);

const [article, other, preprint] = ['10.5555/teapots', '10.5555/teapots.again', '10.5555/teapots.early'];
const pair = pairId({ kind: 'publication', id: article }, { kind: 'publication', id: other });
const work = { kind: 'work', id: 'work-1' } as const;

const erasedBy: [string, () => Promise<unknown>][] = [
  ['a request', () => erase()],
  [
    'the schedule',
    async () => {
      await erase({ deadlineMs: 0 });
      await finish(now, noLimit);
    },
  ],
];

/** Data that the registry itself derived from a person's publications and works, and shares with others. */
describe.each(erasedBy)('erased by %s', (_, eraseAll) => {
  beforeEach(async () => {
    await freshTable();
    await storePerson(carberry, 'Josiah', 'Carberry');
    await storePerson(ada, 'Ada', 'Lovelace');
  });

  async function storeWork() {
    const preferred = aSummary({ title: String(teapots().title), publicationDate: '2020-02' });
    const record = applyWork(undefined, { id: work.id, orcid: carberry, preferred, putCodes: [1] }, now);
    await saveWork(record, undefined);
    await updateWorkPairs(record, undefined, now);
  }

  test('relations stay, and what lists show of the versions of a publication has the others', async () => {
    await fetchPublication(article, { orcids: [ada] });
    const relations = [{ type: 'is-preprint-of' as const, doi: article }];
    await fetchPublication(preprint, { fields: { relations }, orcids: [carberry, ada] });
    expect((await getPublication(article))?.versions_orcids).toEqual([carberry, ada].sort());
    await eraseAll();
    expect(await tracesOf(carberry)).toEqual([]);
    const shown = await getPublication(article);
    expect(shown?.versions_orcids).toEqual([ada]);
    expect(shown && shownPublication(shown).data.relations).toEqual([{ type: 'has-preprint', doi: preprint }]);
    expect(await getPublication(preprint)).toMatchObject({ superseded_by: article });
    expect(await getRelating(preprint)).toBeUndefined();
  });

  test('what an interrupted ingestion has not compared is compared', async () => {
    for (const doi of [article, other]) {
      const incoming = anIncoming({ doi, original: teapots(), orcids: [carberry] });
      await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
    }
    expect(await getPair(pair)).toBeUndefined();
    await eraseAll();
    expect(await tracesOf(carberry)).toEqual([]);
    expect(await getPair(pair)).toMatchObject({ status: 'open' });
  });

  test('a pair with one of their works goes with the work', async () => {
    await fetchPublication(article, { orcids: [carberry, ada] });
    await storeWork();
    expect(await linksOf({ kind: 'publication', id: article })).toHaveLength(1);
    await eraseAll();
    expect(await tracesOf(carberry)).toEqual([]);
    expect(await linksOf({ kind: 'publication', id: article })).toEqual([]);
    expect(await linksOf(work)).toEqual([]);
  });

  test('all pairs with one of their works go with it, also those beyond what is compared after a write', async () => {
    await storeWork();
    for (let n = 0; n < 60; n++) {
      const members: [ComparedRecord, ComparedRecord] = [{ kind: 'publication', id: `10.5555/twin.${n}` }, work];
      const found = newPair(pairId(...members), members, { score: 80, reasons: ['same_title'] }, now);
      expect(await savePair({ ...found, status: 'obsolete' }, undefined)).toBe(true);
    }
    await eraseAll();
    expect((await allItems()).filter((item) => JSON.stringify(item).includes('10.5555/twin.'))).toEqual([]);
  });

  test('a work that somebody else deletes at the same time', async () => {
    await storeWork();
    let isDeleted = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      const writes = command instanceof TransactWriteCommand ? command.input.TransactItems : undefined;
      if (!isDeleted && writes?.some(({ Delete }) => Delete?.Key?.pk === keys.work(work.id).pk)) {
        isDeleted = true;
        await outsideRole(() => deleteRecords('WORK', [work.id], () => {}));
      }
      return send(command);
    }) as never);
    await eraseAll();
    spy.mockRestore();
    expect(isDeleted).toBe(true);
    expect(await tracesOf(carberry)).toEqual([]);
  });
});
