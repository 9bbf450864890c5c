import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readDoi } from '#src/sources/datacite/doi-record.ts';
import { SourceAnswerMalformed } from '#src/sources/requests/source.ts';
import { Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { type SourceServer, startSource } from './source-server.ts';

const doi = '10.5555/glaze.1';
let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());

async function read(attributes: Record<string, unknown>): Promise<Bibliography> {
  source.script({ json: { data: { id: doi, type: 'dois', attributes: { doi, ...attributes } } } });
  const answer = await readDoi(doi);
  return Bibliography.parse(answer?.bibliography);
}

test('a full record', async () => {
  const found = await read({
    doi: doi.toUpperCase(),
    titles: [{ title: 'Glazes of <em>Laconia</em>' }, { title: 'Firing logs', titleType: 'Subtitle' }],
    creators: [
      {
        name: 'Carberry, Josiah',
        nameType: 'Personal',
        givenName: 'Josiah',
        familyName: 'Carberry',
        affiliation: ['Kiln Lab', { name: 'Clay House', affiliationIdentifier: 'https://ror.org/021nxhr62' }],
        nameIdentifiers: [{ nameIdentifier: 'https://orcid.org/0000-0002-1825-0097', nameIdentifierScheme: 'ORCID' }],
      },
      { name: 'Clay Institute, The', nameType: 'Organizational', affiliation: [], nameIdentifiers: {} },
    ],
    contributors: [
      { name: 'Editor, Eve', nameType: 'Personal', contributorType: 'Editor' },
      { name: 'Host', contributorType: 'HostingInstitution' },
    ],
    dates: [
      { date: '2019-02-01', dateType: 'Created' },
      { date: '2020-03-04T05:06:07Z', dateType: 'Issued' },
    ],
    publicationYear: 2020,
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Logs', citeproc: 'dataset' },
    publisher: { name: 'Clay Archive' },
    container: {
      title: 'Kiln Series',
      volume: '2',
      firstPage: '1',
      lastPage: '9',
      identifier: '0264-3561',
      identifierType: 'ISSN',
    },
    relatedIdentifiers: [
      { relatedIdentifier: '9783161484100', relatedIdentifierType: 'ISBN', relationType: 'IsPartOf' },
      { relatedIdentifier: '9780000000002', relatedIdentifierType: 'ISBN', relationType: 'References' },
    ],
    descriptions: [
      { description: 'How to read it', descriptionType: 'TechnicalInfo' },
      { description: 'We fired pots.<br>Often.', descriptionType: 'Abstract' },
    ],
    rightsList: [
      { rightsUri: 'info:eu-repo/semantics/openAccess' },
      { rightsUri: 'https://creativecommons.org/licenses/by/4.0/legalcode' },
    ],
    subjects: [{ subject: 'glaze' }, { subject: 'glaze' }],
    fundingReferences: [
      { funderName: 'Clay Fund', funderIdentifier: 'https://doi.org/10.13039/000000000001', awardNumber: 'C-1' },
      { funderName: 'Clay Fund', awardNumber: 2, awardTitle: 'Cracks', awardUri: 'info:eu-repo/grantAgreement/2/' },
      { funderName: 'Glaze Fund', funderIdentifier: 'https://ror.org/021nxhr62', funderIdentifierType: 'ROR' },
      { funderName: 'Glaze', funderIdentifier: '021nxhr62', awardNumber: ':unas', awardUri: 'javascript:alert(1)' },
    ],
    language: 'eng',
    url: 'https://archive.example.org/glaze',
    citationCount: 3,
  });
  expect(found).toEqual({
    ...emptyBibliography,
    title: 'Glazes of Laconia',
    title_html: 'Glazes of <em>Laconia</em>',
    subtitle: 'Firing logs',
    authors: [
      {
        name: 'Josiah Carberry',
        given: 'Josiah',
        family: 'Carberry',
        orcid: '0000-0002-1825-0097',
        affiliations: ['Kiln Lab', 'Clay House'],
        affiliation_details: [
          { printed: 'Kiln Lab', name: null, ror: null, country: null },
          { printed: 'Clay House', name: null, ror: 'https://ror.org/021nxhr62', country: null },
        ],
      },
      { name: 'Clay Institute, The', given: null, family: null, orcid: null, affiliations: [] },
    ],
    editors: [{ name: 'Eve Editor', given: 'Eve', family: 'Editor', orcid: null, affiliations: [] }],
    contributors: [
      { name: 'Host', given: null, family: null, orcid: null, affiliations: [], role: 'hosting-institution' },
    ],
    publication_date: '2020-03-04',
    publication_year: 2020,
    date_issued: '2020-03-04',
    publication_type: 'dataset',
    container_title: 'Kiln Series',
    publisher: 'Clay Archive',
    volume: '2',
    pages: '1-9',
    issn: ['0264-3561'],
    isbn: ['9783161484100'],
    abstract: 'We fired pots. Often.',
    language: 'en',
    license_url: 'https://creativecommons.org/licenses/by/4.0/legalcode',
    license: 'cc-by-4.0',
    open_access_status: 'green',
    subjects: ['glaze'],
    funders: [
      {
        name: 'Clay Fund',
        doi: '10.13039/000000000001',
        ror: null,
        awards: ['C-1', '2'],
        award_details: [{ number: '2', title: 'Cracks', uri: 'info:eu-repo/grantAgreement/2/' }],
      },
      { name: 'Glaze Fund', doi: null, ror: 'https://ror.org/021nxhr62', awards: [], award_details: [] },
    ],
    url: 'https://archive.example.org/glaze',
    cited_by_count: 3,
  } satisfies Bibliography);
  expect(source.requests[0]).toMatchObject({
    path: '/datacite/dois/10.5555%2Fglaze.1',
    headers: { accept: 'application/vnd.api+json' },
  });
});

test.each([
  ['IsNewVersionOf', 'DOI', '10.5555/A', [{ type: 'is-version-of', doi: '10.5555/a' }]],
  ['IsVersionOf', 'URL', 'https://doi.org/10.5555/a', [{ type: 'is-version-of', doi: '10.5555/a' }]],
  ['IsObsoletedBy', 'DOI', '10.5555/a', [{ type: 'has-version', doi: '10.5555/a' }]],
  ['IsPublishedIn', 'DOI', '10.5555/a', [{ type: 'is-part-of', doi: '10.5555/a' }]],
  ['IsPublishedIn', 'ISSN', '2749-9952', []],
  ['Reviews', 'DOI', '10.5555/a', [{ type: 'is-review-of', doi: '10.5555/a' }]],
  ['Cites', 'DOI', '10.5555/a', []],
  ['IsIdenticalTo', 'DOI', '10.5555/glaze.1', []],
])('a related identifier: %s %s %s', async (relationType, relatedIdentifierType, relatedIdentifier, relations) => {
  const { relations: found } = await read({
    relatedIdentifiers: [{ relationType, relatedIdentifierType, relatedIdentifier }],
  });
  expect(found).toEqual(relations);
});

test('related identifiers of the type RAiD are activities, whatever the relation, and never a whole or a version', async () => {
  const raid = (relationType: string, relatedIdentifier: string) => ({
    relatedIdentifier,
    relatedIdentifierType: 'RAiD',
    relationType,
  });
  const file = { types: { resourceTypeGeneral: 'Other', resourceType: 'file' } };
  const without = await read(file);
  expect(
    await read({
      ...file,
      relatedIdentifiers: [
        raid('IsPartOf', 'https://raid.org/10.83962/A1B2C3D4'),
        raid('Other', '10.83962/a1b2c3d4'),
        raid('IsVersionOf', 'https://doi.org/10.83962/e5'),
        raid('IsPartOf', 'https://example.org/activity'),
      ],
    }),
  ).toEqual({ ...without, raids: ['10.83962/a1b2c3d4', '10.83962/e5'] });
});

test('a record with only a DOI, or only standard values for unknown, gives an empty bibliography', async () => {
  expect(await read({})).toEqual(emptyBibliography);
  const unknown = {
    titles: [{ title: ':unav' }],
    creators: [{ name: '(:unkn)' }, { name: ':null' }],
    publisher: '(:none)',
    dates: [{ date: '(:tba)', dateType: 'Issued' }],
    publicationYear: null,
    container: null,
    types: {},
    subjects: [{ subject: ':unkn' }, { subject: '(:unkn) Unknown' }],
    descriptions: [{ description: '(:unav)', descriptionType: 'Abstract' }],
    contributors: [{ name: ':unas', contributorType: 'Editor' }],
    relatedIdentifiers: [{ relatedIdentifier: ':tba', relatedIdentifierType: 'ISSN', relationType: 'IsPartOf' }],
    fundingReferences: [{ funderName: ':none', awardNumber: '(:tba)', awardTitle: ':unav' }],
    language: ':unkn',
    url: ':unav',
  };
  expect(await read(unknown)).toEqual(emptyBibliography);
});

describe('the title', () => {
  test.each([
    [[{ title: 'Pots' }], 'Pots'],
    [
      [
        { title: 'Pots', lang: 'en-US' },
        { title: 'Töpfe', titleType: 'TranslatedTitle', lang: 'de' },
      ],
      { en: 'Pots', de: 'Töpfe' },
    ],
    [
      [
        { title: 'Töpfe', lang: 'de' },
        { title: 'Pots', lang: 'en' },
      ],
      { de: 'Töpfe', en: 'Pots' },
    ],
    [[{ title: 'Töpfe' }, { title: 'Pots', titleType: 'TranslatedTitle', lang: 'en' }], { und: 'Töpfe', en: 'Pots' }],
    [[{ title: 'Pots' }, { title: 'Ollas', titleType: 'TranslatedTitle', lang: 'es' }], { en: 'Pots', es: 'Ollas' }],
    [[{ title: 'Pots' }, { title: 'Töpfe', titleType: 'TranslatedTitle' }], 'Pots'],
    [[{ title: 'Pots' }, { title: 'Vessels', titleType: 'AlternativeTitle', lang: 'de' }], 'Pots'],
    [[{ title: 'Only an alternative', titleType: 'AlternativeTitle' }], 'Only an alternative'],
    [[{ title: '<p></p>' }, { title: 'Second' }], 'Second'],
    [[{ title: 'Only a subtitle', titleType: 'Subtitle' }], null],
    [[{ title: null }, 'x'], null],
  ])('of %j is %j', async (titles, title) => {
    expect((await read({ titles })).title).toEqual(title);
  });

  test('the language of the record is that of its title when the title has none', async () => {
    const titles = [{ title: 'Krukor' }, { title: 'Pots', titleType: 'TranslatedTitle', lang: 'en' }];
    expect((await read({ titles, language: 'swe' })).title).toEqual({ sv: 'Krukor', en: 'Pots' });
  });
});

describe('a creator', () => {
  const orcid = '0000-0002-1825-0097';
  test.each<[Record<string, unknown>, string, string | null]>([
    [{ name: 'Carberry, Josiah', nameType: 'Personal' }, 'Josiah Carberry', null],
    [{ name: 'Clay, Water and Fire Group' }, 'Clay, Water and Fire Group', null],
    [{ name: 'Santra, Biswajit' }, 'Biswajit Santra', null],
    [{ name: 'Guth, Wilhelm, 1888-1980' }, 'Wilhelm Guth', null],
    [{ name: 'Guth, Wilhelm, 1888-', givenName: 'Wilhelm, 1888-', familyName: 'Guth' }, 'Wilhelm Guth', null],
    [{ name: 'Kiln, Inc.' }, 'Kiln, Inc.', null],
    [{ name: 'Smith, Ann', nameType: 'Personal', givenName: 'Dr. Ann', familyName: 'Smith, PhD' }, 'Ann Smith', null],
    [{ name: 'Josiah Carberry', nameType: 'Personal' }, 'Josiah Carberry', null],
    [{ name: 'X', familyName: 'Mononym', givenName: null }, 'Mononym', null],
    [{ name: 'Panel on Kilns, ', nameType: 'Personal', familyName: 'Panel on Kilns' }, 'Panel on Kilns', null],
    [{ name: 'Group', nameType: 'Organizational', familyName: 'Group' }, 'Group', null],
    ...[orcid, `http://orcid.org/${orcid}`, `https://orcid.org/https://orcid.org/${orcid}`].map(
      (nameIdentifier): [Record<string, unknown>, string, string] => [
        { name: 'Carberry, Josiah', nameIdentifiers: [{ nameIdentifier, nameIdentifierScheme: 'ORCID' }] },
        'Josiah Carberry',
        orcid,
      ],
    ),
    [
      { name: 'J', nameIdentifiers: [{ nameIdentifier: orcid, nameIdentifierScheme: 'https://orcid.org/' }] },
      'J',
      orcid,
    ],
    [
      { name: 'J', nameIdentifiers: [{ nameIdentifier: '0000-0002-1825-0098', nameIdentifierScheme: 'ORCID' }] },
      'J',
      null,
    ],
    [{ name: 'J', nameIdentifiers: [{ nameIdentifier: '0000000218250097', nameIdentifierScheme: 'ISNI' }] }, 'J', null],
  ])('%j is %j with %j', async (creator, name, iD) => {
    expect((await read({ creators: [creator] })).authors).toMatchObject([{ name, orcid: iD }]);
  });
});

test('what stands for a missing name is nobody', async () => {
  const creators = [
    { name: 'NA' },
    { name: 'No Name Supplied' },
    { givenName: 'NA', familyName: 'NA' },
    { name: 'Na, Li' },
  ];
  expect((await read({ creators })).authors.map(({ name }) => name)).toEqual(['Li Na']);
});

describe('the date', () => {
  const on = (dateType: string, date: string) => ({ dateType, date });
  test.each([
    [[on('Available', '2020-02-02'), on('Issued', '2020')], 2020, '2020-02-02'],
    [[on('Available', '2021-02-02'), on('Issued', '2020')], 2020, '2020'],
    [[on('Submitted', '2019-02-07'), on('Available', '2019-02'), on('Issued', '2019')], 2019, '2019-02-07'],
    [[on('Submitted', '2019-03-01'), on('Submitted', '2019-02-01'), on('Issued', '2019')], 2019, '2019-02-01'],
    [[on('Updated', '2019-02-01'), on('Collected', '2019-03-01'), on('Issued', '2019')], 2019, '2019'],
    [[on('Available', '2020-02-02')], 2020, '2020-02-02'],
    [[on('Issued', '2019-05-01/2019-08-01')], 2019, '2019-05-01'],
    [[on('Issued', ':tba'), on('Issued', '2018-00-00')], 2019, '2018'],
    [[on('Created', '2020-01-05')], 2020, '2020-01-05'],
    [[on('Created', '1995-01-05')], 2020, '2020'],
    [[on('Collected', '1995-01-05'), on('Updated', '2024-01-01')], '2020', '2020'],
    [[], 2549, null],
  ])('of %j and %j is %j', async (dates, publicationYear, date) => {
    expect((await read({ dates, publicationYear })).publication_date).toBe(date);
  });

  test.each([
    ['2549', '2016-05-23T08:08:39.000Z', '2006'],
    ['2549-03-31', '2016-05-23T08:08:39.000Z', '2006-03-31'],
    ['2568', '2024-12-01T00:00:00.000Z', '2025'],
    // Nothing was registered in these years, in any calendar.
    ['2568', '2016-05-23T08:08:39.000Z', null],
    ['2549', null, null],
    ['2016', '2016-05-23T08:08:39.000Z', '2016'],
  ])('%s, registered at %s, is %s: years of the Thai calendar are 543 ahead', async (issued, registered, date) => {
    const dates = [on('Issued', issued)];
    expect((await read({ dates, publicationYear: Number(issued.slice(0, 4)), registered })).publication_date).toBe(
      date,
    );
  });

  test('keeps those that are told apart', async () => {
    const dates = [on('Issued', '2020'), on('Available', '2020-02-02'), on('Submitted', '2019-01-01')];
    expect(await read({ dates })).toMatchObject({ date_issued: '2020', date_online: '2020-02-02' });
  });
});

describe('the type, in Crossref’s words', () => {
  test.each([
    ['Dataset', 'x', 'dataset'],
    ['Preprint', '', 'posted-content'],
    ['JournalArticle', null, 'journal-article'],
    ['ConferencePaper', null, 'proceedings-article'],
    ['BookChapter', null, 'book-chapter'],
    ['Software', 'Software', 'software'],
    ['ComputationalNotebook', null, 'computational-notebook'],
    ['Text', 'Journal article', 'journal-article'],
    ['Text', 'Preprint', 'posted-content'],
    ['Text', 'PhD thesis', 'dissertation'],
    ['Text', 'Working Paper', 'report'],
    ['Text', 'Conference poster', 'poster'],
    ['Image', 'Poster', 'poster'],
    ['Poster', null, 'poster'],
    ['Text', 'Presentation', 'presentation'],
    ['Audiovisual', 'Slides', 'presentation'],
    ['Text', 'Representation', 'other'],
    ['Text', 'Project deliverable', 'report'],
    ['Text', 'Journal Issue', 'journal-issue'],
    ['Text', 'Patent', 'patent'],
    ['Text', 'Zeitschriftenartikel', 'journal-article'],
    ['Text', 'Aufsatz in einer Zeitschrift', 'journal-article'],
    ['Text', 'Buchkapitel', 'book-chapter'],
    ['Text', 'Aufsatz in einem Sammelband', 'book-chapter'],
    ['Text', 'Konferenzbeitrag', 'proceedings-article'],
    ['Text', 'Konferenzveröffentlichung', 'proceedings-article'],
    ['Text', 'Masterarbeit', 'dissertation'],
    ['Text', 'Hochschulschrift', 'dissertation'],
    ['Text', 'Forschungsbericht', 'report'],
    ['Text', 'Arbeitspapier', 'report'],
    ['Text', 'Sammelband', 'edited-book'],
    ['Text', 'Buch', 'book'],
    ['Text', 'Vortrag', 'presentation'],
    ['Text', 'Thèse', 'dissertation'],
    ['Text', 'Chapitre de livre', 'book-chapter'],
    ['Text', 'Tesis doctoral', 'dissertation'],
    ['Text', 'Artículo', 'journal-article'],
    ['Text', 'Dissertação de mestrado', 'dissertation'],
    ['Text', 'info:eu-repo/semantics/bookPart', 'book-chapter'],
    ['Text', 'info:eu-repo/semantics/conferenceObject', 'proceedings-article'],
    ['Other', 'Forschungsdaten', 'dataset'],
    ['Collection', 'Thesis', 'dissertation'],
    ['Collection', 'Dissertation und Anhänge', 'dissertation'],
    ['Collection', 'Article collection', 'collection'],
    ['Dataset', 'Data of a poster', 'dataset'],
    ['Text', 'Something', 'other'],
    ['Other', null, 'other'],
    [null, null, null],
  ])('%j, %j is %j', async (resourceTypeGeneral, resourceType, type) => {
    const types = { resourceTypeGeneral, resourceType, citeproc: 'article-journal' };
    expect((await read({ types })).publication_type).toBe(type);
  });

  test.each([
    ['Dataset', 'DataFile', 'DOI', 'component'],
    ['Image', 'Figure', 'DOI', 'component'],
    ['Dataset', 'DataFile', 'ISSN', 'dataset'],
    ['Dataset', 'DataPackage', 'DOI', 'dataset'],
  ])('%j, %j that is a part of a %s is %j', async (resourceTypeGeneral, resourceType, relatedIdentifierType, type) => {
    const types = { resourceTypeGeneral, resourceType };
    const whole = { relationType: 'IsPartOf', relatedIdentifierType, relatedIdentifier: '10.5072/whole' };
    expect((await read({ types, relatedIdentifiers: [whole] })).publication_type).toBe(type);
  });
});

test.each([
  ['MOESM2 of Pots of Laconia', 'component'],
  ['Additional file 7: of Pots of Laconia', 'component'],
  ['Additional file 1: Table S1. of Pots of Laconia', 'component'],
  ['Additional file 1: Table S1 for pots', 'journal-article'],
  ['Moesia, a province of Rome', 'journal-article'],
])('%j, a contribution to a journal, is %j', async (title, type) => {
  const types = { resourceTypeGeneral: 'Text', resourceType: 'Journal contribution' };
  expect((await read({ types, titles: [{ title }] })).publication_type).toBe(type);
});

test.each([
  ['Attribution 3.0 United States', 'by/3.0/us/'],
  ['Creative Commons Attribution 4.0 International', 'by/4.0/'],
  ['Creative Commons Attribution Non Commercial No Derivatives 4.0 International', 'by-nc-nd/4.0/'],
  ['CC BY-NC-SA 3.0 DE', 'by-nc-sa/3.0/de/'],
  ['CC BY-SA 3.0 Unported', 'by-sa/3.0/'],
  ['CC-BY-4.0', 'by/4.0/'],
  ['Attribution-ShareAlike 2.0 UK: England & Wales', 'by-sa/2.0/uk/'],
  ['Namensnennung - Nicht-kommerziell - Keine Bearbeitung 3.0 Deutschland', 'by-nc-nd/3.0/de/'],
  ['Creative Commons Attribution License (CC BY 4.0)', 'by/4.0/'],
  ['Attribution 3.0 IGO', 'by/3.0/igo/'],
])('the licence %j is by its name %j', async (rights, path) => {
  expect((await read({ rightsList: [{ rights }] })).license_url).toBe(`https://creativecommons.org/licenses/${path}`);
});

test.each([
  ['Public Domain Mark 1.0', 'https://creativecommons.org/publicdomain/mark/1.0/'],
  ['CC0 1.0 Universal', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['Creative Commons Zero v1.0 Universal', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['CC BY', null],
  ['CC BY 3.0 Kilnland', null],
  ['Attribution to the authors of version 3.0 is appreciated', null],
  ['All rights reserved', null],
])('the rights %j have the address %j', async (rights, url) => {
  expect((await read({ rightsList: [{ rights }] })).license_url).toBe(url);
});

test.each([
  [{ rightsUri: 'info:eu-repo/semantics/openAccess' }, 'green'],
  [{ rights: 'info:eu-repo/semantics/closedAccess' }, 'closed'],
  [{ rights: 'info:eu-repo/semantics/embargoedAccess' }, 'closed'],
  [{ rightsUri: 'http://purl.org/coar/access_right/c_abf2' }, 'green'],
  [{ rightsUri: 'http://purl.org/coar/access_right/c_16ec' }, 'closed'],
  [{ rights: 'open' }, null],
])('the access %j is %j, and no licence', async (rights, status) => {
  expect(await read({ rightsList: [rights] })).toMatchObject({ open_access_status: status, license_url: null });
});

test.each([
  [
    [{ rights: 'info:eu-repo/semantics/openAccess' }, { rights: 'https://example.org/terms' }],
    'https://example.org/terms',
  ],
  [
    [{ rights: 'Namensnennung - https://creativecommons.org/licenses/by-sa/3.0/de/' }],
    'https://creativecommons.org/licenses/by-sa/3.0/de/',
  ],
  [[{ rights: 'See https://example.org/terms for more' }], null],
])('rights with an address as text: %j', async (rightsList, url) => {
  expect((await read({ rightsList })).license_url).toBe(url);
});

test('a linking ISSN is one, and each ISSN has its hyphen', async () => {
  const container = { title: 'Kilns', identifier: '02643561', identifierType: 'ISSN' };
  const linking = { relatedIdentifier: '2434-561X', relatedIdentifierType: 'LISSN', relationType: 'IsPartOf' };
  const same = { relatedIdentifier: '0264-3561', relatedIdentifierType: 'ISSN', relationType: 'IsPartOf' };
  expect(await read({ container, relatedIdentifiers: [linking, same] })).toMatchObject({
    issn: ['0264-3561', '2434-561X'],
    issn_types: [{ issn: '2434-561X', type: 'linking' }],
  });
});

test.each(['Unpublished', 'Unknown', '[s.n.]', 'n.a.'])('%j is no publisher and no server', async (publisher) => {
  const types = { resourceTypeGeneral: 'Preprint' };
  expect(await read({ types, publisher })).toMatchObject({ publisher: null, container_title: null });
});

test('a title has no mark of a catalogue at its end', async () => {
  expect((await read({ titles: [{ title: 'Pots of <i>clay</i> /' }] })).title).toBe('Pots of clay');
  expect((await read({ titles: [{ title: 'Reply:' }] })).title).toBe('Reply:');
});

test('creators who are listed twice in a row are read once, with all that is said of them', async () => {
  const creators = ['Clay, Eve', 'Kiln, Ann'].map((name) => ({ name, nameType: 'Personal', affiliation: ['None'] }));
  const again = creators.map((one) => ({ ...one, affiliation: ['Kiln Lab'] }));
  const { authors } = await read({ creators: [...creators, ...again] });
  expect(authors.map(({ name, affiliations }) => `${name} ${affiliations}`)).toEqual([
    'Eve Clay Kiln Lab',
    'Ann Kiln Kiln Lab',
  ]);
  const namesakes = ['0000-0002-1825-0097', '0000-0001-5109-3700'].map((nameIdentifier) => ({
    ...creators[0],
    nameIdentifiers: [{ nameIdentifier, nameIdentifierScheme: 'ORCID' }],
  }));
  expect((await read({ creators: namesakes })).authors).toHaveLength(2);
});

describe('a preprint', () => {
  const text = { types: { resourceTypeGeneral: 'Text', resourceType: 'Article' } };
  const preprint = { publication_type: 'posted-content', publication_subtype: 'preprint' };
  test.each<[string, Record<string, unknown>, object]>([
    [
      'has its publisher as container',
      { types: { resourceTypeGeneral: 'Preprint' }, publisher: 'Zenodo' },
      { ...preprint, container_title: 'Zenodo' },
    ],
    [
      'is an article that a preprint server publishes',
      { ...text, publisher: { name: 'AfricArXiv' } },
      { ...preprint, container_title: 'AfricArXiv' },
    ],
    [
      'is no article elsewhere',
      { ...text, publisher: 'Press' },
      { publication_type: 'journal-article', publication_subtype: null, container_title: null },
    ],
    [
      'is no thesis of a server',
      { types: { resourceTypeGeneral: 'Text', resourceType: 'Thesis' }, publisher: 'AfricArXiv' },
      { publication_type: 'dissertation' },
    ],
    [
      'may be a blog post',
      { types: { resourceTypeGeneral: 'Text', resourceType: 'BlogPosting' }, publisher: 'DataCite' },
      { publication_type: 'posted-content', publication_subtype: null },
    ],
    [
      'may name its arXiv identifier',
      { identifiers: [{ identifier: 'arXiv:1902.02534', identifierType: 'arXiv' }] },
      { arxiv_id: '1902.02534' },
    ],
  ])('%s', async (_, record, expected) => {
    expect(await read(record)).toMatchObject(expected);
  });

  test('is whatever arXiv registers', async () => {
    const doi = '10.48550/arxiv.2201.06719';
    source.script({ json: { data: { id: doi, type: 'dois', attributes: { doi, publisher: 'arXiv', ...text } } } });
    expect((await readDoi(doi))?.bibliography).toMatchObject({
      ...preprint,
      arxiv_id: '2201.06719',
      container_title: 'arXiv',
    });
  });
});

test.each<[string, unknown, string | undefined]>([
  ['read', { client: { data: { id: 'CERN.ZENODO', type: 'clients' } } }, 'cern.zenodo'],
  ['absent in old answers', undefined, undefined],
  ['absent if DataCite names none', { client: { data: null } }, undefined],
  ['no client if it is anything else', { client: { data: { id: `a.${'b'.repeat(500)}` } } }, undefined],
])('the client that registered a DOI is %s', async (_, relationships, client) => {
  source.script({ json: { data: { id: doi, type: 'dois', attributes: { doi }, relationships } } });
  expect((await readDoi(doi))?.client).toBe(client);
});

test.each([
  ['CC-BY-NC-SA-4.0', undefined, 'https://creativecommons.org/licenses/by-nc-sa/4.0/', 'cc-by-nc-sa-4.0'],
  ['cc0-1.0', 'SPDX', 'https://creativecommons.org/publicdomain/zero/1.0/', 'cc0-1.0'],
  ['Apache-2.0', 'SPDX', null, 'apache-2.0'],
  ['Apache-2.0', undefined, null, null],
  ['not a licence of SPDX', 'SPDX', null, null],
])('the licence is told by its identifier %j alone, of the scheme %j', async (id, scheme, license_url, license) => {
  const rightsList = [{ rightsIdentifier: id, rightsIdentifierScheme: scheme }];
  expect(await read({ rightsList })).toMatchObject({ license_url, license });
});

test('a paper without editors has those of its proceedings', async () => {
  const people = [
    { name: 'Editor, Eve', nameType: 'Personal', contributorType: 'Editor' },
    { name: 'Host', contributorType: 'HostingInstitution' },
  ];
  const relatedItems = [{ relationType: 'IsPublishedIn', titles: [{ title: 'Pots' }], contributors: people }];
  const own = [{ name: 'Own, Olga', nameType: 'Personal', contributorType: 'Editor' }];
  expect((await read({ relatedItems })).editors.map(({ name }) => name)).toEqual(['Eve Editor']);
  expect((await read({ relatedItems, contributors: own })).editors.map(({ name }) => name)).toEqual(['Olga Own']);
  const others = [{ ...relatedItems[0], relationType: 'Cites' }];
  expect((await read({ relatedItems: others })).editors).toEqual([]);
});

test('a book has a series, a paper its proceedings and their series; versions, editions and ISSNs are read', async () => {
  const types = (resourceTypeGeneral: string) => ({ types: { resourceTypeGeneral } });
  expect(await read({ ...types('Book'), container: { title: 'Kiln Studies' }, version: 2 })).toMatchObject({
    container_title: null,
    series_title: 'Kiln Studies',
    version: '2',
  });
  const relatedItems = [
    { relationType: 'IsPublishedIn', titles: [{ title: 'Proceedings of Pots' }], edition: '2' },
    { relationType: 'IsPublishedIn', titles: [{ title: 'Kiln Proceedings' }] },
  ];
  expect(await read({ ...types('ConferencePaper'), relatedItems })).toMatchObject({
    container_title: 'Proceedings of Pots',
    series_title: 'Kiln Proceedings',
    edition: '2',
  });
  const issn = { relatedIdentifier: '1476-4687', relatedIdentifierType: 'EISSN', relationType: 'IsPartOf' };
  expect(await read({ relatedIdentifiers: [issn] })).toMatchObject({
    issn: ['1476-4687'],
    issn_types: [{ issn: '1476-4687', type: 'electronic' }],
  });
});

test('a book is no series of its own, and its container may have several identifiers', async () => {
  const identifiers = [{ identifier: '9783161484100', identifierType: 'ISBN' }];
  const container = { type: 'Book', title: 'Pots', identifiers };
  const types = { resourceTypeGeneral: 'Book' };
  expect(await read({ titles: [{ title: 'Pots' }], types, container })).toMatchObject({
    series_title: null,
    isbn: ['9783161484100'],
  });
});

test.each<[string, object]>([
  ['Kiln Review; 34(2):Doc25', { container_title: 'Kiln Review', volume: '34', issue: '2', pages: 'Doc25' }],
  ['Kiln Review, 34(2), 7-12', { container_title: 'Kiln Review', volume: '34', issue: '2', pages: '7-12' }],
  ['Kiln, Clay, 34, 7–12', { container_title: 'Kiln, Clay', volume: '34', issue: null, pages: '7-12' }],
  ['Kiln Days, 2019', { container_title: 'Kiln Days, 2019', volume: null }],
  ['Kiln Days, 12, 2019', { container_title: 'Kiln Days, 12, 2019', volume: null }],
])('the container of %s has its volume and pages', async (title, expected) => {
  expect(await read({ container: { type: 'Series', title } })).toMatchObject(expected);
});

test.each<[object, object]>([
  [
    { volume: 'Bd. 7', firstPage: 'Nr. 1 (1956)' },
    { volume: '7', issue: '1', pages: null },
  ],
  [
    { volume: 'Vol 14', firstPage: 'No 6 (2013): May', lastPage: 'p. 603' },
    { volume: '14', issue: '6', pages: '603' },
  ],
  [{ firstPage: 'vol. 31 n.º 1 (2008)' }, { volume: '31', issue: '1', pages: null }],
  [{ firstPage: 'Évf. 134 szám 1 (2018)' }, { volume: '134', issue: '1', pages: null }],
  [{ title: '№2(34) (2019)' }, { container_title: null, volume: null, issue: '2(34)' }],
  [
    { title: 'The Kiln Journal 208(2)', firstPage: '1', lastPage: '59 (2013). doi:10.5555/59' },
    { container_title: 'The Kiln Journal', volume: '208', issue: '2', pages: '1-59' },
  ],
  [
    { volume: '7', firstPage: 'Doc25' },
    { volume: '7', issue: null, pages: 'Doc25' },
  ],
  [
    { volume: '7', firstPage: 'n12', lastPage: 'xiv' },
    { pages: 'n12-xiv', issue: null },
  ],
  [{ firstPage: 'Pots and Kilns (days)' }, { container_title: 'Kiln Review', pages: null }],
  [{ firstPage: 'Nr. 5 (2016): Pots of the 3rd century, and where they were found' }, { pages: null }],
  [{ firstPage: 'Forum of Pots and Kilns 5', lastPage: '2016' }, { pages: '2016' }],
  [{ title: 'T. 5' }, { container_title: null, volume: '5' }],
])('the numbers of the container %j', async (container, expected) => {
  expect(await read({ container: { type: 'Series', title: 'Kiln Review', ...container } })).toMatchObject(expected);
});

test('the title of a container takes no longer to read the more digits it has', async () => {
  const title = `Kiln Review, 34:${'1'.repeat(200_000)}!`;
  expect((await read({ container: { title } })).container_title).toHaveLength(1_000);
});

test('one element stands for a list of one', async () => {
  const titles = { title: 'On Kilns' };
  const creators = { name: 'Carberry, Josiah (15649)', nameType: 'Personal' };
  expect(await read({ titles, creators, subjects: null })).toMatchObject({
    title: 'On Kilns',
    authors: [{ name: 'Josiah Carberry' }],
    subjects: [],
  });
});

test('the host of an article may be a related item', async () => {
  const relatedItems = [
    { relationType: 'References', titles: [{ title: 'Not this' }] },
    {
      relationType: 'IsPublishedIn',
      titles: [{ title: 'Kiln Review' }],
      volume: 3,
      issue: '1',
      firstPage: '7',
      number: 'e7',
      numberType: 'Article',
    },
  ];
  expect(await read({ relatedItems, container: {} })).toMatchObject({
    container_title: 'Kiln Review',
    volume: '3',
    issue: '1',
    pages: '7',
    article_number: 'e7',
  });
});

describe('an unusable answer', () => {
  test('404: DataCite does not know the DOI', async () => {
    source.script({ status: 404, json: { errors: [{ status: '404', title: 'No such resource' }] } });
    expect(await readDoi(doi)).toBeUndefined();
  });

  test.each([
    {},
    [],
    { data: [] },
    { data: { type: 'dois', attributes: {} } },
    { data: { type: 'clients', attributes: { doi } } },
  ])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(readDoi(doi)).rejects.toThrow(SourceAnswerMalformed);
  });

  test('the record of another DOI is malformed', async () => {
    await expect(read({ doi: '10.5555/other' })).rejects.toThrow('DataCite returned a different DOI record');
  });
});

describe('people', () => {
  test.each([
    [
      { name: 'Enos, Ryan (Clay University); Vavreck, Lynn (UCLA)' },
      ['Ryan|Enos|Clay University', 'Lynn|Vavreck|UCLA'],
    ],
    [{ name: 'Enos, Ryan (Clay University)' }, ['Ryan|Enos|Clay University']],
    [{ name: 'Editor, Eve (Ed.)', givenName: 'Eve (Ed.)', familyName: 'Editor' }, ['Eve|Editor|']],
    [{ name: 'Jan van der Berg', nameType: 'Personal' }, ['Jan|van der Berg|']],
    [{ name: 'Dr. Ann Smith Jr.', nameType: 'Personal' }, ['Ann|Smith|']],
    [{ name: 'Clay; Glaze and Kiln, The', nameType: 'Organizational' }, ['null|null|']],
    [{ name: 'Clay Research Group', nameType: 'Personal' }, ['null|null|']],
    [{ name: 'Clay, Glaze (Ltd); not a name' }, ['null|null|']],
    [{ name: 'et al.' }, []],
    [{ name: '[s.n.]' }, []],
    [{ name: 'Unknown' }, []],
    [{ name: ':(unav)', nameType: 'Organizational' }, []],
    [{ name: 'Yang, M.-D. K.' }, ['M.-D. K.|Yang|']],
    [{ name: 'Panel on Kilns', nameType: 'Personal', familyName: 'Panel on Kilns' }, ['null|null|']],
    [{ name: 'Kilns and Pots, S.A.' }, ['null|null|']],
    [{ name: 'Clay University, N.' }, ['null|null|']],
  ])('%j', async (creator, people) => {
    const { authors } = await read({ creators: [creator] });
    expect(authors.map(({ given, family, affiliations }) => `${given}|${family}|${affiliations}`)).toEqual(people);
  });

  test('the roles of contributors are in kebab-case, and each person has one once', async () => {
    const contributors = [
      { name: 'A', contributorType: 'DataCollector' },
      { name: 'A', contributorType: 'DataCollector' },
      { name: 'A', contributorType: 'ContactPerson' },
      { name: 'B', contributorType: '<script>' },
      { name: 'C' },
      { name: 'D', contributorType: 'Editor' },
    ];
    const read_ = await read({ contributors });
    expect(read_.contributors.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'A data-collector',
      'A contact-person',
      'B other',
      'C other',
    ]);
    expect(read_.editors.map(({ name }) => name)).toEqual(['D']);
  });

  test('at most 1,000 contributors are stored', async () => {
    const contributors = Array.from({ length: 1_100 }, (_, index) => ({ name: `Person ${index}` }));
    expect((await read({ contributors })).contributors).toHaveLength(1_000);
  });
});

test('titles of other types and translations into unknown languages are alternatives', async () => {
  const titles = [
    { title: 'Pots' },
    { title: 'Töpfe', titleType: 'TranslatedTitle' },
    { title: 'Vessels', titleType: 'AlternativeTitle', lang: 'en' },
    { title: 'Pots', titleType: 'Other' },
  ];
  expect(await read({ titles })).toMatchObject({ title: 'Pots', alternative_titles: ['Töpfe', 'Vessels'] });
});

test.each([
  ['en', undefined, 'Pots crack.'],
  ['sv', undefined, 'Krukor spricker.'],
  [undefined, 'en-GB', 'Pots crack.'],
  [undefined, undefined, 'Krukor spricker.'],
])('the abstract of a record in %j with a title in %j is %j', async (language, lang, abstract) => {
  const descriptions = [
    { description: '<p>Krukor spricker.</p>', descriptionType: 'Abstract', lang: 'sv' },
    { description: 'Abstract\n\nPots crack.', descriptionType: 'Abstract', lang: 'en' },
  ];
  expect((await read({ language, titles: [{ title: 'Pots', lang }], descriptions })).abstract).toBe(abstract);
});

test('who is listed again for each affiliation is one creator, editor or collector', async () => {
  const people = ['Clay, Eve', 'Clay, Tom'].flatMap((name) =>
    ['Kiln Lab', 'Pot House'].map((affiliation) => ({ name, nameType: 'Personal', affiliation: [affiliation] })),
  );
  const contributors = ['Editor', 'DataCollector'].flatMap((contributorType) =>
    people.map((one) => ({ ...one, contributorType })),
  );
  const found = await read({ creators: people, contributors });
  for (const list of [found.authors, found.editors, found.contributors]) {
    expect(list.map(({ name, affiliations }) => `${name} ${affiliations}`)).toEqual([
      'Eve Clay Kiln Lab,Pot House',
      'Tom Clay Kiln Lab,Pot House',
    ]);
  }
});

test('a group that is deposited as a person is a group, as is a creator with the name of the journal', async () => {
  const { authors } = await read({
    types: { resourceTypeGeneral: 'JournalArticle' },
    container: { title: 'Potter' },
    creators: [
      { name: 'Clay Trial Team, for the', nameType: 'Personal', givenName: 'for the', familyName: 'Clay Trial Team' },
      { name: 'and the Oven Study Group' },
      { name: 'Potter', nameType: 'Personal' },
    ],
  });
  expect(authors.map(({ name, family }) => [name, family])).toEqual([
    ['Clay Trial Team', null],
    ['Oven Study Group', null],
    ['Potter', null],
  ]);
});

test.each<[object, string[]]>([
  [{ name: 'Oven Programme 1998-2004' }, ['Oven Programme 1998-2004||null|']],
  [{ name: 'Oven Programme, 1998-2004', nameType: 'Personal' }, ['Oven Programme, 1998-2004||null|']],
  [{ name: 'Clay & Daughters (Potters, 1856-1911)' }, ['Clay & Daughters (Potters, 1856-1911)||null|']],
  [{ name: 'Clay, Eve, 1856-1911' }, ['Eve Clay||Clay|']],
  [{ name: '0000-0002-1825-0097' }, []],
  [{ name: '0000-0002-1825-0097', nameType: 'Personal', nameIdentifiers: [] }, []],
  [{ name: '0000-0002-1825-0097', givenName: 'Eve', familyName: 'Clay' }, ['Eve Clay||Clay|0000-0002-1825-0097']],
  [{ name: 'Clay, Eve (0000-0002-1825-0097)' }, ['Eve Clay||Clay|0000-0002-1825-0097']],
  [{ name: 'Eve Clay (Pottery Specialist)' }, ['Eve Clay||Clay|']],
  [{ name: 'Clay, Eve (Pottery Specialist)' }, ['Eve Clay||Clay|']],
  [{ name: 'Clay, Eve (Pot University)' }, ['Eve Clay|Pot University|Clay|']],
  [{ name: 'Eve Clay; Tom Pot' }, ['Eve Clay||Clay|', 'Tom Pot||Pot|']],
  [{ name: 'Eve A. Clay, Tom B. Pot' }, ['Eve A. Clay||Clay|', 'Tom B. Pot||Pot|']],
  [{ name: 'Clay & Pot' }, ['Clay & Pot||null|']],
  [{ name: 'Eve and Tom Clay', nameType: 'Personal' }, ['Eve and Tom Clay||null|']],
])('the creator %j is %j', async (creator, people) => {
  const { authors } = await read({ creators: [creator] });
  expect(
    authors.map(({ name, affiliations, family, orcid }) => `${name}|${affiliations}|${family}|${orcid ?? ''}`),
  ).toEqual(people);
});
