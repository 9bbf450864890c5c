import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { curatePublication } from '../support/publicity.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { ask, doi, harvest, repository, store, tokenOf } from './harvest-fixture.ts';

/**
 * Every kind of response against the schemas of the protocol and of Dublin Core, with xmllint. The schemas are in
 * Debian's package python3-gavo: installed, or unpacked by .ci/run.
 */
const places = ['node_modules/.cache/oai-schemas', '/']
  .map((root) => resolve(root, 'usr/lib/python3/dist-packages/gavo/resources/schemata'))
  .filter((place) => existsSync(place));
const [schemas = ''] = places;
const isInstalled = schemas !== '' && spawnSync('xmllint', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'registry-oai-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** xmllint's errors in documents; empty if they are valid. */
function findings(documents: readonly string[]): string {
  const written = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const oai = 'http://www.openarchives.org/OAI/2.0/';
  const driver = written(
    'driver.xsd',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:import namespace="${oai}" schemaLocation="${schemas}/OAI-PMH.xsd"/>
      <xs:import namespace="${oai}oai_dc/" schemaLocation="${schemas}/oai_dc.xsd"/>
    </xs:schema>`,
  );
  // The package's schema of oai_dc refers to a copy of Dublin Core's on the web.
  const catalog = written(
    'catalog.xml',
    `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
      <uri name="http://vo.ari.uni-heidelberg.de/docs/schemata/simpledc20021212.xsd" uri="file://${schemas}/simpledc20021212.xsd"/>
    </catalog>`,
  );
  const files = documents.map((document, index) => written(`${index}.xml`, document));
  const { status, stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--schema', driver, ...files], {
    encoding: 'utf8',
    env: { ...process.env, XML_CATALOG_FILES: catalog },
  });
  return status === 0 ? '' : stderr;
}

(isInstalled || areToolsRequired ? test : test.skip)('every response is valid', async () => {
  await store(130);
  await curatePublication(doi(3), { visible: false });
  await curatePublication(doi(4), { edits: { title: 'Kilns <b> & \u0001', publication_type: 'a b' } });
  const { pages } = await harvest('');
  const first = await ask('verb=ListRecords&metadataPrefix=oai_dc');
  expect(pages).toHaveLength(2);
  const asked = [
    'verb=Identify',
    'verb=ListSets',
    'verb=ListMetadataFormats',
    `verb=ListMetadataFormats&identifier=${repository}${doi(0)}`,
    'verb=ListIdentifiers&metadataPrefix=oai_dc',
    `verb=ListRecords&resumptionToken=${tokenOf(first)}`,
    `verb=GetRecord&metadataPrefix=oai_dc&identifier=${repository}${doi(3)}`,
    `verb=GetRecord&metadataPrefix=oai_dc&identifier=${repository}${doi(4)}`,
    // Errors.
    '',
    'verb=Identify&x=<&verb=y',
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=none',
    'verb=ListRecords&metadataPrefix=a<b',
    'verb=ListRecords&resumptionToken=&',
  ];
  const documents = [...pages, ...(await Promise.all(asked.map(ask)))];
  expect(findings(documents)).toBe('');
  expect(findings([first.replace('<ListRecords>', '<ListRecords><x/>')])).toContain('x');
});
