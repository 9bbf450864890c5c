import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { carberry } from '../support/builders.ts';
import { rowAsRead } from '../support/list-rows.ts';
import { allItems, events } from '../support/table.ts';
import { faults, ingest, isolde, now } from './ingestion-fixture.ts';

const doi = '10.5555/acp.2019.0042';
const file = join(import.meta.dirname, '../../local/sample/crossref/works', `${encodeURIComponent(doi)}.json`);
const { message } = JSON.parse(readFileSync(file, 'utf8')) as { message: object };

/** Makes Crossref state this notice of the work from now on. */
function answerWithNotice(type: string): void {
  const work = { ...message, 'updated-by': [{ DOI: '10.5555/notice', type }] };
  const body = JSON.stringify({ 'message-type': 'work', message: work });
  faults.set(`crossref /works/${doi}`, { status: 200, headers: { 'content-type': 'application/json' }, body });
}

const reported = async () =>
  (await events())
    .filter(({ resource_id, event_type }) => resource_id === doi && event_type.startsWith('publication.re'))
    .map(({ metadata_json, ...event }) => ({ ...event, metadata: JSON.parse(metadata_json ?? 'null') }));
const rowOf = async () =>
  rowAsRead((await allItems()).find(({ pk, sk }) => String(pk).startsWith('LIST#PUB') && sk === doi));

test('a retraction that appears is one event, however often it is read, and the row says so', async () => {
  await ingest(isolde);
  expect(await reported()).toEqual([]);
  expect(await rowOf()).toMatchObject({ is_retracted: false });
  answerWithNotice('retraction');
  await ingest(isolde, 2);
  await ingest(carberry, 2);
  expect(await reported()).toEqual([
    expect.objectContaining({
      event_type: 'publication.retracted',
      severity: 'warn',
      status: 'success',
      resource_id: doi,
      entity_id: 'primary_entity',
      actor_id: 'somebody',
      metadata: {
        changes: [{ field: '/is_retracted', before: false, after: true }],
        source: 'crossref',
        notices: ['10.5555/notice'],
      },
    }),
  ]);
  expect(await rowOf()).toMatchObject({ is_retracted: true, has_relations: true });
});

test('a new publication that is retracted already is reported, and so is that it was taken back', async () => {
  answerWithNotice('retraction');
  await ingest(isolde);
  answerWithNotice('correction');
  await ingest(isolde);
  expect(await reported()).toMatchObject([
    { event_type: 'publication.retracted', metadata: { changes: [{ before: null, after: true }] } },
    {
      event_type: 'publication.reinstated',
      severity: 'info',
      message: `The retraction of publication ${doi} was taken back`,
      metadata: { changes: [{ before: true, after: false }], notices: [] },
    },
  ]);
  expect(await rowOf()).toMatchObject({ is_retracted: false });
});

test('what an editor says is reported to the workspace of the editor, and no source changes it', async () => {
  await ingest(isolde);
  const curator = { workspace: 'other', actor: 'user:curator@example.org', now };
  const set = (value: boolean | undefined) =>
    changePublication(doi, () => ({ values: new Map([['/is_retracted', value]]) }), curator);
  await set(true);
  answerWithNotice('retraction');
  await ingest(isolde);
  expect(await reported()).toMatchObject([
    {
      event_type: 'publication.retracted',
      entity_id: 'other',
      actor_id: curator.actor,
      metadata: { source: 'editor' },
    },
  ]);
  await set(false);
  expect((await getPublication(doi))?.edits).toEqual({ is_retracted: false });
  expect(await reported()).toMatchObject([{}, { event_type: 'publication.reinstated', entity_id: 'other' }]);
});
