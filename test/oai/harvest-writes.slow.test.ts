import { describe, expect, jest, test } from '@jest/globals';
import { decodeXML } from 'entities';
import { utcTime } from '#src/publishing/oai/protocol.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { storePerson } from '../support/people.ts';
import { curatePublication, ingestPublication } from '../support/publicity.ts';
import { all, ask, doi, errorOf, harvest, later, nowMs, repository, store, tokenOf } from './harvest-fixture.ts';

describe('the six verbs', () => {
  test('Identify says who the repository is, and that deletions stay', async () => {
    await store(1);
    const xml = await ask('verb=Identify');
    expect(all(xml, 'repositoryName')).toEqual(['Kilns &amp; Pots']);
    expect(all(xml, 'adminEmail')).toEqual(['library@example.org']);
    expect(all(xml, 'baseURL')).toEqual(['https://registry.example.org/oai']);
    expect(all(xml, 'deletedRecord')).toEqual(['persistent']);
    expect(
      errorOf(await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&from=${all(xml, 'earliestDatestamp')[0]}`)),
    ).toBe(undefined);
  });

  test('GetRecord has the record in either format', async () => {
    await store(1);
    const request = `verb=GetRecord&identifier=${repository}${doi(0)}&metadataPrefix=`;
    expect(all(await ask(`${request}oai_dc`), 'dc:title')).toEqual(['Pot 0']);
    const openaire = await ask(`${request}oai_openaire`);
    expect(all(openaire, 'datacite:title')).toEqual(['Pot 0']);
    expect(openaire).toContain(`<datacite:identifier identifierType="DOI">${doi(0)}</datacite:identifier>`);
  });

  test('every field of a rich record is in both formats, escaped', async () => {
    await store(1);
    const before = await getPublication(doi(0));
    if (!before) throw new Error('not stored');
    const original = aBibliography({
      title: 'Kilns <b> & "pots"\u0007',
      authors: [anAuthor('Josiah Carberry', carberry)],
      abstract: 'About ]]> kilns',
      container_title: 'Journal of Kilns',
      volume: '12',
      issue: '3',
      pages: '45–67',
      issn: ['1234-5679'],
      publication_date: '2026-01',
      publication_type: 'journal-article',
      language: 'en',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
      open_access_status: 'gold',
      subjects: ['Ceramics'],
      raids: ['10.83962/a1b2c3d4'],
      funders: [
        { name: 'Fund', doi: '10.13039/1', ror: null, awards: ['A1', 'A2'], award_details: [] },
        { name: null, doi: null, ror: 'https://ror.org/021nxhr62', awards: ['10.35802/218300'], award_details: [] },
        { name: null, doi: null, ror: null, awards: ['nameless'], award_details: [] },
      ],
    });
    await savePublication({ ...before, original, version: before.version + 1 }, before, []);
    const request = `verb=GetRecord&identifier=${repository}${doi(0)}&metadataPrefix=`;
    const dc = await ask(`${request}oai_dc`);
    expect(all(dc, 'dc:title')).toEqual(['Kilns &lt;b&gt; &amp; &quot;pots&quot; ']);
    expect(all(dc, 'dc:creator')).toEqual(['Carberry, Josiah']);
    expect(all(dc, 'dc:source')).toEqual(['Journal of Kilns, 12(3), 45–67', 'ISSN 1234-5679']);
    expect(all(dc, 'dc:type')).toEqual(['info:eu-repo/semantics/article', 'journal-article']);
    expect(all(dc, 'dc:rights')).toEqual([
      'info:eu-repo/semantics/openAccess',
      'https://creativecommons.org/licenses/by/4.0/',
    ]);
    expect(all(dc, 'setSpec')).toEqual(['type:journal-article', 'openaccess']);
    const openaire = await ask(`${request}oai_openaire`);
    expect(all(openaire, 'oaire:funderName')).toEqual(['Fund', 'Fund', 'https://ror.org/021nxhr62']);
    expect(all(openaire, 'oaire:awardNumber')).toEqual(['A1', 'A2', '10.35802/218300']);
    expect(openaire).toContain('relationType="IsPartOf">10.83962/a1b2c3d4</datacite:relatedIdentifier>');
    expect(openaire).toContain('<oaire:awardNumber awardURI="https://doi.org/10.35802/218300">');
    expect(all(openaire, 'oaire:citationStartPage').concat(all(openaire, 'oaire:citationEndPage'))).toEqual([
      '45',
      '67',
    ]);
    expect(all(openaire, 'datacite:nameIdentifier')).toEqual([`https://orcid.org/${carberry}`]);
    expect(all(openaire, 'dc:description')).toEqual(['About ]]&gt; kilns']);
    expect(openaire).toContain('http://purl.org/coar/access_right/c_abf2');
    expect(openaire).toContain('http://purl.org/coar/resource_type/c_6501');
  });

  test('sets filter by type and by open access, and by where people are', async () => {
    await store(3);
    await storePerson(carberry, 'Josiah', 'Carberry');
    await curatePublication(doi(0), { edits: { publication_type: 'book' } });
    await curatePublication(doi(1), { edits: { open_access_status: 'gold' } });
    const specs = all(await ask('verb=ListSets'), 'setSpec');
    expect(specs).toEqual(['openaccess', 'type:book']);
    expect((await harvest('&set=type:book')).headers).toEqual([[doi(0), false]]);
    expect((await harvest('&set=openaccess')).headers).toEqual([[doi(1), false]]);
    for (const set of ['type:none', 'entity:none', 'none', 'type:a:b', 'entity'])
      expect(errorOf(await ask(`verb=ListRecords&metadataPrefix=oai_dc&set=${set}`))).toBe('noRecordsMatch');
  });
});

test('GetRecord has every record of a list, however long and odd its DOI is', async () => {
  for (const odd of ['"'.repeat(990), 'ö'.repeat(490), '<?#%2f&;+'])
    await ingestPublication(`10.5555/${odd}`, carberry, 'Odd');
  const listed = all(await ask('verb=ListIdentifiers&metadataPrefix=oai_dc'), 'identifier');
  expect(listed).toHaveLength(3);
  for (const identifier of listed) {
    const asked = new URLSearchParams({
      verb: 'GetRecord',
      metadataPrefix: 'oai_dc',
      identifier: decodeXML(identifier ?? ''),
    });
    expect(all(await ask(String(asked)), 'dc:title')).toEqual(['Odd']);
  }
});

test('a list of which all that was left has changed since its last response ends with noRecordsMatch', async () => {
  await store(101);
  later(60_000);
  const until = new Date(nowMs).toISOString().replace(/\.\d+/, '');
  const page = await ask(`verb=ListRecords&metadataPrefix=oai_dc&until=${until}`);
  expect(tokenOf(page)).toEqual(expect.any(String));
  later(60_000);
  await curatePublication(doi(100), { edits: { title: 'Later' } });
  expect(errorOf(await ask(`verb=ListRecords&resumptionToken=${tokenOf(page)}`))).toBe('noRecordsMatch');
});

test('a period has the records with its datestamps, and reads no others', async () => {
  for (let n = 0; n < 12; n++) {
    await ingestPublication(doi(n), carberry, `Pot ${n}`);
    // Two seconds between some of them, an hour between others.
    later(n % 3 === 0 ? 3_600_000 : 2_000);
  }
  await curatePublication(doi(2), { visible: false });
  later(3_600_000);
  await curatePublication(doi(2), { edits: { title: 'Changed while hidden' } });
  later(3_600_000);
  const list = await ask('verb=ListIdentifiers&metadataPrefix=oai_dc');
  const datestamps = new Map(all(list, 'identifier').map((each, n) => [each, all(list, 'datestamp')[n] ?? '']));
  expect(datestamps.size).toBe(12);
  const { publications } = await import('#src/lists/publications.ts');
  const read = jest.spyOn(publications, 'findAfter');
  const seconds = [...new Set(datestamps.values())].map((each) => Date.parse(each) / 1000);
  const bounds = [0, ...seconds.flatMap((each) => [each - 1, each, each + 1]), nowMs / 1000 + 5];
  for (const [index, from] of bounds.entries()) {
    const until = bounds[(index * 7) % bounds.length] ?? 0;
    if (until < from) continue;
    read.mockClear();
    const [first, last] = [utcTime(from), utcTime(until)];
    const found = await ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&from=${first}&until=${last}`);
    const expected = [...datestamps].filter(([, at]) => at >= first && at <= last).map(([each]) => each);
    expect(all(found, 'identifier')).toEqual(expected);
    expect(errorOf(found)).toBe(expected.length === 0 ? 'noRecordsMatch' : undefined);
    const pages = (await Promise.all(read.mock.results.map(({ value }) => value))) as { rows: unknown[] }[];
    const rows = pages.flatMap((page) => page.rows);
    expect(rows).toHaveLength(expected.length);
  }
});

describe('errors', () => {
  test.each([
    ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=oai_dc', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-30', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListSets&resumptionToken=x', 'badResumptionToken'],
    [`verb=GetRecord&identifier=${repository}10.5555/none&metadataPrefix=oai_dc`, 'idDoesNotExist'],
    ['verb=GetRecord&identifier=oai:elsewhere.org:10.5555/pot.000&metadataPrefix=oai_dc', 'idDoesNotExist'],
    [`verb=GetRecord&identifier=${repository}%25&metadataPrefix=oai_dc`, 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=x', 'idDoesNotExist'],
    ['verb=Nothing', 'badVerb'],
  ])('%s: %s', async (query, code) => {
    const xml = await ask(query);
    expect(errorOf(xml)).toBe(code);
    // Arguments that are not those of a verb are not repeated.
    const isRepeated = code !== 'badVerb' && code !== 'badArgument';
    expect(xml.includes('<request verb=')).toBe(isRepeated);
  });
});

test('what was never public does not exist; what was hidden, deleted or merged is deleted', async () => {
  await store(2);
  await curatePublication(doi(0), { visible: false });
  await curatePublication(doi(1), { deleted_at: '2027-01-01T00:00:00.000Z' });
  const draft = '10.5555/draft';
  const hidden = applyIncoming(undefined, anIncoming({ doi: draft }), [], new Date(nowMs));
  await savePublication({ ...hidden, visible: false }, undefined, []);
  expect((await harvest('')).headers).toEqual([
    [doi(0), true],
    [doi(1), true],
  ]);
  const one = (of: string) => ask(`verb=GetRecord&identifier=${repository}${of}&metadataPrefix=oai_dc`);
  expect(errorOf(await one(draft))).toBe('idDoesNotExist');
  expect(await one(doi(0))).not.toContain('<metadata>');
});
