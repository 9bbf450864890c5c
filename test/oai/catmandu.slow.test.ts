import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { carberry } from '../support/builders.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { ask, doi, later, repository, store } from './harvest-fixture.ts';

/** Catmandu, with which libraries harvest: Debian's package libcatmandu-oai-perl. */
const isInstalled = spawnSync('catmandu', ['--version']).status === 0;
const published = 450;

test('the harvester is installed where all tests run', () => {
  expect(isInstalled || !areToolsRequired).toBe(true);
});

(isInstalled ? test : test.skip)(
  'Catmandu gets each record once while others are ingested, with deletions',
  async () => {
    await store(published);
    await curatePublication(doi(1), { visible: false });
    const pages: string[] = [];
    const server = createServer(async (request, response) => {
      const { search } = new URL(String(request.url), 'http://localhost');
      const xml = await ask(search.slice(1));
      pages.push(xml);
      response.setHeader('content-type', 'text/xml').end(xml);
      later(1_000);
      // Behind and before the harvester's place, and one that ends.
      for (const n of [0, 200, published - 1])
        await ingestPublication(doi(n), carberry, `Pot ${n}, page ${pages.length}`);
      await ingestPublication(`10.5555/z.${pages.length}`, carberry, 'New');
      await curatePublication(doi(430), { visible: false });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`;
      const { stdout } = await promisify(execFile)('catmandu', ['convert', 'OAI', '--url', url, 'to', 'JSON'], {
        maxBuffer: 64 * 1024 * 1024,
      });
      const records: { _identifier: string; _status?: string; title?: string[] }[] = JSON.parse(stdout);
      const identifiers = records.map(({ _identifier }) => _identifier.slice(repository.length));
      expect(pages.length).toBeGreaterThan(4);
      expect(new Set(identifiers).size).toBe(identifiers.length);
      expect(identifiers).toEqual(expect.arrayContaining(Array.from({ length: published }, (_, n) => doi(n))));
      const deleted = records.filter(({ _status }) => _status === 'deleted').map(({ _identifier }) => _identifier);
      expect(deleted.sort()).toEqual([doi(1), doi(430)].map((each) => `${repository}${each}`));
      expect(records.find(({ _identifier }) => _identifier.endsWith(doi(7)))?.title).toEqual(['Pot 7']);
    } finally {
      server.close();
    }
  },
  120_000,
);
