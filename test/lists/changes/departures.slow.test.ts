import { beforeAll, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { decideProposal } from '#src/curation/proposals/decide.ts';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { aQuestion } from '../../support/builders.ts';
import { fetchPublication } from '../../support/duplicates.ts';
import { interceptLog } from '../../support/log.ts';
import { curatePublication } from '../../support/publicity.ts';
import { allListings, Copy, clock, listings, logs, names, orcids } from './change-log-fixture.ts';

beforeAll(() => interceptLog());
const context = () => ({
  actor: 'user:curator@example.org',
  workspace: 'default',
  requestId: 'r',
  now: new Date(clock.nowMs),
});
let n = 0;

/** A preprint that an article supersedes, and copies of all lists. The author is on the preprint only. */
async function storeVersions() {
  const [article, preprint, author] = [`10.5555/${++n}.article`, `10.5555/${n}.preprint`, `${orcids[0]}.${n}`];
  const relations = [{ type: 'has-preprint' as const, doi: preprint }];
  const inverse = [{ type: 'is-preprint-of' as const, doi: article }];
  await fetchPublication(preprint, {
    fields: { publication_type: 'posted-content', relations: inverse },
    orcids: [author],
  });
  await fetchPublication(article, { fields: { relations }, orcids: [orcids[1]] });
  clock.nowMs += 60_000;
  const copies = names.map((name) => new Copy(logs[name]));
  const expectCopied = async () => {
    for (const [index, name] of names.entries()) {
      await copies[index]?.sync();
      expect(copies[index]?.rows).toEqual(await allListings[name]());
    }
  };
  await expectCopied();
  expect([...(await listings.publications()).keys()]).toContain(article);
  expect([...(await listings.people()).keys()]).toContain(author);
  clock.nowMs += 60_000;
  return { article, preprint, author, expectCopied };
}

test.each([
  ['hidden', { visible: false }],
  ['deleted', { deleted: true }],
])('a person of a superseded version leaves when it is %s', async (_, change) => {
  const { preprint, author, expectCopied } = await storeVersions();
  await changePublication(preprint, () => change, context());
  expect([...(await listings.people()).keys()]).not.toContain(author);
  await expectCopied();
});

test('a person of a superseded version leaves when a proposal to unlink them is accepted', async () => {
  const { preprint, author, expectCopied } = await storeVersions();
  await propose('unlink', aQuestion({ doi: preprint, orcids: [author] }), new Date(clock.nowMs));
  await decideProposal('unlink', { decision: 'accept' }, context());
  expect([...(await listings.people()).keys()]).not.toContain(author);
  await expectCopied();
});

test('a person of a superseded version leaves although its relations are compared minutes later', async () => {
  const { preprint, author, expectCopied } = await storeVersions();
  await curatePublication(preprint, { visible: false });
  // Another change moves the copies' cursors past that time.
  clock.nowMs += 60_000;
  await fetchPublication(`10.5555/${n}.another`, { orcids: [orcids[2]] });
  await expectCopied();
  clock.nowMs += 60_000;
  await expectCopied();
  expect([...(await listings.people()).keys()]).toContain(author);
  await relateRemaining(new Date(clock.nowMs), Number.POSITIVE_INFINITY);
  expect([...(await listings.people()).keys()]).not.toContain(author);
  await expectCopied();
});

test('a person of whom nobody knew that they were on a hidden publication is not told of', async () => {
  const { article, expectCopied } = await storeVersions();
  await changePublication(article, () => ({ visible: false }), context());
  await expectCopied();
  clock.nowMs += 60_000;
  const copy = new Copy(logs.people);
  await copy.sync();
  await fetchPublication(article, { orcids: [orcids[2]] });
  await propose('hidden', aQuestion({ doi: article, orcids: [orcids[2]] }), new Date(clock.nowMs));
  await decideProposal('hidden', { decision: 'accept' }, context());
  await copy.sync();
  expect(copy.removed).not.toContain(orcids[2]);
});
