import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { updatePublicationPairs } from '#src/duplicates/find.ts';
import { getPair, linksOf } from '#src/duplicates/store/pairs.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { db, deleteItems, updateIf } from '#src/table/table.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import { anAuthor, carberry, lovelace } from '../support/builders.ts';
import { fetchPublication, listDuplicates } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { putItems } from '../support/table.ts';
import {
  article,
  change,
  dated,
  notes,
  now,
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

captureLog();
beforeEach(() => freshTable());

describe('relations', () => {
  test.each([
    ['is stored after it', [preprint, article]],
    ['is stored before it', [article, preprint]],
  ])('the other publication has the inverse relation, if it %s', async (_, order) => {
    for (const doi of order) await store(doi, doi === preprint ? to('is-preprint-of', article) : {});
    expect(await relationsOf(preprint)).toEqual([{ type: 'is-preprint-of', doi: article }]);
    expect(await relationsOf(article)).toEqual([{ type: 'has-preprint', doi: preprint }]);
    expect(await notes()).toEqual([]);
  });

  test('a relation that is no longer stated is gone on both sides', async () => {
    await store(article, dated);
    await store(preprint, { ...posted, ...to('is-preprint-of', article) });
    await store(preprint, posted);
    expect(await relationsOf(article)).toEqual([]);
    expect(await rows()).toMatchObject({ [article]: { supersededBy: null }, [preprint]: { supersededBy: null } });
  });

  test('another registrant cannot retract or correct it', async () => {
    await store(article, dated);
    await store('10.5072/notice', to('retracts', article));
    await store('10.5072/erratum', to('corrects', article));
    expect(await relationsOf(article)).toEqual([]);
    await store('10.5555/notice', to('retracts', article));
    expect(await relationsOf(article)).toEqual([{ type: 'is-retracted-by', doi: '10.5555/notice' }]);
  });

  test('what is hidden or deleted is named by others only as a notice, and by its own sources', async () => {
    await store(article, dated);
    await store(preprint, to('is-preprint-of', article));
    await store('10.5555/notice', to('corrects', article));
    const named = async () => ((await relationsOf(article)) as Relation[]).map(({ doi }) => doi);
    const withdrawals = [
      [{ visible: false }, { visible: true }],
      [{ deleted_at: now.toISOString() }, { deleted_at: null }],
    ];
    for (const [withdraw, giveBack] of withdrawals) {
      for (const doi of [preprint, '10.5555/notice']) await change(doi, withdraw ?? {});
      expect(await named()).toEqual(['10.5555/notice']);
      // Compared again from the other side.
      await store(article, dated);
      expect(await named()).toEqual(['10.5555/notice']);
      for (const doi of [preprint, '10.5555/notice']) await change(doi, giveBack ?? {});
      expect(await named()).toEqual(expect.arrayContaining([preprint, '10.5555/notice']));
    }
    expect(await relationsOf(preprint)).toEqual([{ type: 'is-preprint-of', doi: article }]);
    await change(article, { visible: false });
    expect(await relationsOf(preprint)).toEqual([{ type: 'is-preprint-of', doi: article }]);
  });

  test('several that are stored at once are all on the other side', async () => {
    await store(article, dated);
    const dois = Array.from({ length: 6 }, (_, n) => `10.5555/review.${n}`);
    await Promise.all(dois.map((doi) => store(doi, to('is-review-of', article))));
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect(await relationsOf(article)).toEqual(dois.map((doi) => ({ type: 'has-review', doi })));
  });

  test('a relation to an unknown DOI stays as it was stated', async () => {
    await store(preprint, to('is-supplement-to', '10.5555/unknown'));
    expect(await relationsOf(preprint)).toEqual([{ type: 'is-supplement-to', doi: '10.5555/unknown' }]);
  });
});

describe('versions', () => {
  const byCarberry = { title: 'Cracked Pots of the Far North', authors: [anAuthor('Josiah Carberry')] };
  const ofCarberry = { authors: byCarberry.authors };
  const pills = '10.5072/pills';
  const asked = () => linksOf({ kind: 'publication', id: article });

  test.each([
    ['another registrant', pills, 'Buy pills'],
    ['the same registrant', '10.5555/pills', 'Buy pills'],
    ['somebody with the same title', pills, byCarberry.title],
  ])('of %s do not take the place of an article that is not by them: curators are asked', async (_, doi, title) => {
    await store(article, { ...dated, ...byCarberry });
    const said = { title, authors: [anAuthor('Eve Evil')], publication_date: '2026', ...to('is-version-of', article) };
    await store(doi, said, lovelace);
    expect(await rows()).toMatchObject({
      [article]: { supersededBy: null, orcids: [carberry] },
      [doi]: { supersededBy: null, orcids: [lovelace] },
    });
    const [question] = await asked();
    expect(question).toMatchObject({ status: 'open', score: 70 });
    expect((await getPair(question?.pairId ?? ''))?.reasons).toContain('stated_version');
    await updatePublicationPairs((await getPublication(doi)) as PublicationRecord, undefined, now);
    expect(await asked()).toMatchObject([{ status: 'open' }]);
    await store(doi, { ...said, relations: [] }, lovelace);
    await updatePublicationPairs((await getPublication(doi)) as PublicationRecord, undefined, now);
    expect(await asked()).toMatchObject([{ status: 'obsolete' }]);
  });

  test('of another registrant are shown by the article, if title and authors say that they are versions', async () => {
    await store(article, { ...dated, ...byCarberry });
    await store(pills, { ...byCarberry, publication_date: '2026', ...to('is-version-of', article) }, lovelace);
    expect(await rows()).toMatchObject({
      [article]: { supersededBy: null, orcids: [carberry, lovelace] },
      [pills]: { supersededBy: article },
    });
    expect(await asked()).toEqual([]);
  });

  test('lists have one, for the researchers of all', async () => {
    await store(preprint, { ...posted, ...to('is-preprint-of', article) }, lovelace);
    expect(await rows()).toEqual({ [preprint]: { supersededBy: null, orcids: [lovelace] } });
    await store(article, dated, carberry);
    expect(await rows()).toEqual({
      [article]: { supersededBy: null, orcids: [carberry, lovelace] },
      [preprint]: { supersededBy: article, orcids: [lovelace] },
    });
    expect((await getPublication(preprint))?.withdrawn_at).toEqual(expect.any(Number));
  });

  test('if the shown one is hidden, public lists have the next, and back', async () => {
    await store(article, dated);
    await store(preprint, { ...posted, ...to('is-preprint-of', article) });
    await change(article, { visible: false });
    expect(await rows()).toMatchObject({ [article]: { supersededBy: null }, [preprint]: { supersededBy: null } });
    await change(article, { visible: true });
    expect(await rows()).toMatchObject({ [article]: { supersededBy: null }, [preprint]: { supersededBy: article } });
  });

  test('an editor takes one out, and puts it back', async () => {
    await store(article, dated);
    await store(preprint, { ...posted, ...to('is-preprint-of', article) });
    await change(preprint, { edits: { data: { standalone: true } } });
    expect(await rows()).toMatchObject({ [article]: { supersededBy: null }, [preprint]: { supersededBy: null } });
    await change(preprint, { edits: {} });
    expect(await rows()).toMatchObject({ [article]: { supersededBy: null }, [preprint]: { supersededBy: article } });
  });

  test('an editor states a relation that no source has', async () => {
    await store(article, dated);
    await store(preprint, posted);
    await change(preprint, { edits: { data: to('is-preprint-of', article) } });
    expect(await rows()).toMatchObject({ [preprint]: { supersededBy: article } });
    expect(await relationsOf(article)).toEqual([{ type: 'has-preprint', doi: preprint }]);
  });

  test('of DOIs with version numbers', async () => {
    for (const doi of ['10.5555/d.v1', '10.5555/d', '10.5555/d.v3', '10.5555/d.v2'])
      await store(doi, { title: 'Pots of Brown', ...ofCarberry });
    const shown = Object.entries(await rows()).filter(([, { supersededBy }]) => supersededBy === null);
    expect(shown.map(([doi]) => doi)).toEqual(['10.5555/d.v3']);
  });

  test.each([['10.5555/d.v2'], ['10.5555/d']])(
    'of DOIs with version numbers, if the shown %s is hidden',
    async (shown) => {
      await store('10.5555/d.v1', { title: 'Pots of Brown', publication_date: '2020', ...ofCarberry });
      await store(shown, { title: 'Pots of Brown', publication_date: '2021', ...ofCarberry });
      expect(await rows()).toMatchObject({ '10.5555/d.v1': { supersededBy: shown } });
      await change(shown, { visible: false });
      expect(await rows()).toMatchObject({ '10.5555/d.v1': { supersededBy: null } });
    },
  );

  test('that lists do not show are no possible duplicates of the shown one, until an editor takes them out', async () => {
    await fetchPublication(article);
    await fetchPublication(preprint, { fields: { ...posted, ...to('is-preprint-of', article) } });
    expect((await listDuplicates()).body.duplicates).toEqual([]);
    await changePublication(preprint, () => ({ values: new Map([['/data/standalone', true]]) }), {
      workspace: 'primary_entity',
      actor: null,
      now,
    });
    expect((await listDuplicates()).body.duplicates).toHaveLength(1);
  });

  test('two stored at once find each other', async () => {
    const dois = Array.from({ length: 6 }, (_, n) => `10.5555/v${n}`);
    await Promise.all(
      dois.map((doi, n) =>
        store(doi, { publication_date: `200${n}`, ...ofCarberry, ...to('is-version-of', '10.5555/concept') }),
      ),
    );
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    const supersededBy = Object.values(await rows()).map((row) => row.supersededBy);
    expect(supersededBy.toSorted()).toEqual([
      '10.5555/v5',
      '10.5555/v5',
      '10.5555/v5',
      '10.5555/v5',
      '10.5555/v5',
      null,
    ]);
  });
});

describe('the note of a write', () => {
  test('of the last minute is left to the function that is at it', async () => {
    await save(article, dated);
    await relateRemaining(new Date(), Number.MAX_SAFE_INTEGER);
    expect(await notes()).toHaveLength(1);
  });

  test('that cannot be read keeps no other waiting, however many there are', async () => {
    const dois = Array.from({ length: 510 }, (_, n) => `10.5555/${String(n).padStart(3, '0')}`);
    await putItems(dois.map((doi) => ({ ...keys.relating(doi), since_ms: 1 })));
    await save(article, dated);
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect((await notes()).map(({ sk }) => sk).toSorted()).toEqual(dois);
  });

  test('a change that matters to nobody leaves no note', async () => {
    await store(article, dated);
    await save(article, { ...dated, title: 'Another title' });
    expect(await notes()).toEqual([]);
  });
});

describe('a publication that gets aliases', () => {
  const alias = (n: number) => `10.5555/alias.${n}`;
  const withAliases = (count: number) => Array.from({ length: count }, (_, n) => alias(n));
  /** Stores a publication with these aliases, and compares nothing. */
  async function saveAliases(aliases: string[]) {
    const before = (await getPublication(article)) as PublicationRecord;
    const record = { ...before, aliases, version: before.version + 1 };
    expect(await savePublication(record, before, [])).toBe('saved');
    return { record, before };
  }
  /** The DOIs whose marks are read meanwhile. */
  async function marksRead(task: () => Promise<unknown>): Promise<string[]> {
    const send = db.send.bind(db);
    const read: string[] = [];
    db.send = ((command: { input: QueryCommandInput }) => {
      const pk = String(command.input.ExpressionAttributeValues?.[':pk']);
      if (command instanceof QueryCommand && pk.startsWith(marks)) read.push(pk.slice(marks.length));
      return send(command as never);
    }) as typeof db.send;
    await task().finally(() => {
      db.send = send;
    });
    return read;
  }
  const marks = keys.relatedFrom('', '').pk;

  test('one after the other has the marks of each read once', async () => {
    await store(article);
    const read = await marksRead(async () => {
      for (let count = 1; count <= 20; count++) {
        const { record, before } = await saveAliases(withAliases(count));
        await relateSaved(record, before);
      }
    });
    expect(read).toEqual(withAliases(20));
    expect(await notes()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['another write', async () => {}],
    [
      'a write of the release before',
      async () => {
        const set = { UpdateExpression: 'REMOVE only_version, added SET version = :version' };
        await updateIf({
          Key: keys.relating(article),
          ...set,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':version': 7 },
        });
      },
    ],
  ])('and whose writer did not compare them after %s is related to who named them', async (_, change) => {
    await store(article);
    await store(preprint, to('is-preprint-of', alias(0)));
    await saveAliases(withAliases(1));
    await change();
    const { record, before } = await saveAliases(withAliases(2));
    await relateSaved(record, before);
    expect(await relationsOf(article)).toEqual([{ type: 'has-preprint', doi: preprint }]);
  });

  test('is compared with who names one that the release before has added to its note', async () => {
    await store(article);
    await store(preprint, to('is-preprint-of', alias(1)));
    await saveAliases(withAliases(1));
    const { record, before } = await saveAliases(withAliases(2));
    const [note] = await notes();
    await putItems([{ ...note, added: new Set([alias(0)]), only_version: 7 }]);
    await relateSaved(record, before);
    expect(await relationsOf(article)).toEqual([{ type: 'has-preprint', doi: preprint }]);
  });
});

describe('components', () => {
  const [whole, file] = ['10.7910/dvn/xnoarv', '10.7910/dvn/xnoarv/qh6uhc'];
  const data = { publication_type: 'dataset' };

  test.each([[[file, whole]], [[whole, file]]])('lists have the whole, and both name each other: %s', async (order) => {
    for (const doi of order) await store(doi, data);
    expect(await rows()).toMatchObject({ [whole]: { supersededBy: null }, [file]: { supersededBy: whole } });
    expect(await relationsOf(whole)).toEqual([{ type: 'has-part', doi: file }]);
    expect(await relationsOf(file)).toEqual([{ type: 'is-part-of', doi: whole }]);
    expect(await notes()).toEqual([]);
  });

  test('one whose whole is not stored is not in lists either, unless an editor makes it stand alone', async () => {
    await store(file, data);
    expect(await rows()).toMatchObject({ [file]: { supersededBy: whole } });
    await change(file, { edits: { data: { standalone: true } } });
    expect(await rows()).toMatchObject({ [file]: { supersededBy: null } });
    await change(file, { edits: {} });
    expect(await rows()).toMatchObject({ [file]: { supersededBy: whole } });
  });

  test('one that was stored before the rule is noted when it is rewritten, and left to the job', async () => {
    await store(file, data);
    const before = (await getPublication(file)) as PublicationRecord;
    const old = { ...before, related: [], superseded_by: null, version: before.version + 1 };
    await savePublication(old, before, []);
    await deleteItems((await notes()).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    expect(await rows()).toMatchObject({ [file]: { supersededBy: null } });
    await savePublication({ ...old, version: old.version + 1 }, old, []);
    await relateRemaining(new Date(Date.now() + 3_600_000), Number.MAX_SAFE_INTEGER);
    expect(await rows()).toMatchObject({ [file]: { supersededBy: whole } });
    expect(await notes()).toEqual([]);
  });
});
