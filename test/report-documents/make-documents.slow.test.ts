import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { makeDocuments } from '#src/curation/report-documents/make-documents.ts';
import {
  documentPartBytes,
  dropDocuments,
  getDocument,
  openDocuments,
  readParts,
  requestDocument,
  type StoredDocument,
} from '#src/curation/report-documents/store/stored-documents.ts';
import type { DocumentFormat } from '#src/formats/documents/document-formats.ts';
import type { ReportDocument } from '#src/formats/documents/report-document.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import { keys } from '#src/table/keys.ts';
import { db, prefixQuery, queryAll, updateIf } from '#src/table/table.ts';
import { dyingAt, send } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { aReportDocument, aReportItem } from '../support/report-documents.ts';
import { outsideRole } from '../support/roles.ts';

captureLog();
const run_id = 'run';
const now = () => new Date();
/** Some parts as a table for people. */
const outputs = Array.from({ length: 10 }, (_, at) =>
  aReportItem({ id: `10.5555/${at}`, csl: { title: `${at} ${'pots '.repeat(8_000)}` } }),
);
const content = aReportDocument(outputs);
const leaseMs = 60_000;

beforeEach(async () => {
  await freshTable();
});
afterEach(() => void jest.restoreAllMocks());

const request = (format: DocumentFormat = 'csv', before?: StoredDocument) =>
  requestDocument({ run_id, format, total: outputs.length }, before, now());
const make = (openRun: () => Promise<ReportDocument | undefined> = async () => content) =>
  makeDocuments(openRun, now(), Date.now() + 60_000, leaseMs);

async function bytesOf(format: DocumentFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeDocument(format, content)) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function stored(format: DocumentFormat = 'csv') {
  const document = await getDocument(run_id, format);
  const bytes = document && (await readParts(document, 0, document.parts));
  return { document, bytes: bytes && Buffer.from(bytes) };
}
const storedKeys = async () => {
  const { pk } = keys.reportDocument(run_id, '');
  const items = await queryAll({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
  return items.map(({ sk }) => String(sk));
};

/** Time goes on until nobody believes in an attempt any more. */
const passLease = () => {
  const later = Date.now() + leaseMs + 1;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  return () => jest.mocked(Date.now).mockRestore();
};

test('a large document is made in parts, whose bytes are those of the document', async () => {
  await request();
  await make();
  const { document, bytes } = await stored();
  const expected = await bytesOf('csv');
  expect(expected.length).toBeGreaterThan(documentPartBytes);
  expect(bytes?.equals(expected)).toBe(true);
  expect(document).toMatchObject({
    state: 'ready',
    total: 10,
    done: 10,
    parts: 3,
    bytes: expected.length,
    attempts: 1,
  });
  expect(await openDocuments()).toEqual([]);
  for (const { body } of await queryAll(prefixQuery(keys.reportDocument(run_id, '').pk, 'PART#'))) {
    expect((body as Uint8Array).length).toBeLessThanOrEqual(documentPartBytes);
  }
});

test('two requests at once ask for one document, and two formats for two', async () => {
  const [one, other] = await Promise.all([request(), request()]);
  expect(one).toEqual(other);
  await request('docx');
  expect((await openDocuments()).map(({ format }) => format).sort()).toEqual(['csv', 'docx']);
  await make();
  expect([(await stored()).document?.state, (await stored('docx')).document?.state]).toEqual(['ready', 'ready']);
});

test('two jobs at once make a document once', async () => {
  await request();
  let reads = 0;
  const open = async () => {
    reads++;
    return content;
  };
  await Promise.all([make(open), make(open)]);
  expect(reads).toBe(1);
  expect((await stored()).document).toMatchObject({ state: 'ready', attempts: 1 });
});

test('a job that is killed at any call ends in a whole document in a later run, and in one only', async () => {
  const expected = await bytesOf('csv');
  let hasDied = true;
  let n = 0;
  while (hasDied) {
    n++;
    await freshTable();
    await request();
    hasDied = await dyingAt(n, () => make());
    // Nobody begins again while the first one may still be at work.
    await make();
    const restore = passLease();
    await make();
    restore();
    const { document, bytes } = await stored();
    expect([n, document?.state, bytes?.equals(expected)]).toEqual([n, 'ready', true]);
    expect(await openDocuments()).toEqual([]);
  }
  expect(n).toBeGreaterThan(6);
});

test('an attempt whose lease has passed stores nothing after the next one has begun', async () => {
  await request();
  let isNested = false;
  const slow = async () => {
    if (isNested) return content;
    isNested = true;
    const restore = passLease();
    await make();
    restore();
    return content;
  };
  await make(slow);
  const { document, bytes } = await stored();
  expect(document).toMatchObject({ state: 'ready', attempts: 2 });
  expect(bytes?.equals(await bytesOf('csv'))).toBe(true);
  expect((await storedKeys()).filter((sk) => sk.startsWith('PART#') && !sk.includes(document?.attempt ?? '-'))).toEqual(
    [],
  );
});

test('documents that are dropped before any call of the job leave nothing behind', async () => {
  for (let n = 1; ; n++) {
    await freshTable();
    await request();
    let calls = 0;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (++calls === n) {
        spy.mockRestore();
        await outsideRole(() => dropDocuments(run_id));
      }
      return send(command);
    }) as never);
    await make();
    spy.mockRestore();
    if (calls < n) break;
    expect([n, await storedKeys()]).toEqual([n, []]);
    await make();
    expect(await openDocuments()).toEqual([]);
  }
});

test('a document that cannot be made is given up', async () => {
  await request();
  const fails = async (): Promise<never> => {
    throw new Error('out of memory');
  };
  const states: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    await make(fails).catch(() => {});
    const { document } = await stored();
    states.push(document?.state);
    await updateIf({
      Key: keys.reportDocument(run_id, 'csv'),
      UpdateExpression: 'SET leased_until = :past',
      ExpressionAttributeValues: { ':past': 0 },
    });
  }
  expect(states).toEqual(['making', 'making', 'making', 'failed']);
  expect(await openDocuments()).toEqual([]);
});

test('a run that is gone has no document', async () => {
  await request();
  await make(async () => undefined);
  expect((await stored()).document?.state).toBe('failed');
});

test('a document can be asked for again, once by two requests at once', async () => {
  await request();
  await make();
  const { document } = await stored();
  const [one, other] = await Promise.all([request('csv', document), request('csv', document)]);
  expect([one.state, other]).toEqual(['waiting', one]);
  await make();
  expect((await stored()).document).toMatchObject({ state: 'ready', attempts: 1 });
});
