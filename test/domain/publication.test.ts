import { describe, expect, test } from '@jest/globals';
import { newLink } from '#src/matching/link.ts';
import { type OrcidBibliography, orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import {
  applyIncoming,
  authorMatchState,
  hasPublicationChanged,
  originsOf,
  PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { aBibliography, anAuthor, anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';

const now = new Date('2026-01-31T12:00:00Z');
const later = new Date('2026-02-28T12:00:00Z');
const josiah = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };
const ada = { orcid: lovelace, name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' };
const stored = (over: Partial<PublicationRecord> = {}) => ({
  ...applyIncoming(
    undefined,
    anIncoming({ original: aBibliography({ authors: [anAuthor('Josiah Carberry')] }) }),
    [josiah],
    now,
  ),
  ...over,
});

describe('an incoming publication', () => {
  test('a new one is visible, unedited, at version 1', () => {
    expect(stored()).toMatchObject({
      visible: true,
      deleted_at: null,
      edit_count: 0,
      version: 1,
      created_at: now.getTime(),
    });
  });

  test('a refresh replaces the source and keeps what people did', () => {
    const before = stored({ visible: false, deleted_at: now.toISOString(), edits: { title: 'Edited' }, edit_count: 2 });
    const after = applyIncoming(
      before,
      anIncoming({ original: aBibliography({ title: 'Corrected' }) }),
      [josiah],
      later,
    );
    expect(after).toMatchObject({ visible: false, deleted_at: before.deleted_at, edit_count: 2, version: 2 });
    expect(after.created_at).toBe(now.getTime());
    expect(after.original.title).toBe('Corrected');
    expect(shownPublication(after).title).toBe('Edited');
  });

  test('an ORCID summary never replaces an agency record', () => {
    const incoming = anIncoming({ source: 'orcid', original: aBibliography({ title: 'By hand' }), orcid: lovelace });
    const after = applyIncoming(stored(), incoming, [josiah, ada], later);
    expect(after).toMatchObject({ source: 'crossref', original: { title: 'On Cracked Pots' } });
    expect(after.researchers.map(({ orcid }) => orcid)).toEqual([carberry, lovelace]);
  });

  test('an agency record replaces an ORCID summary', () => {
    const before = stored({ source: 'orcid' });
    expect(applyIncoming(before, anIncoming({ source: 'datacite' }), [josiah], later).source).toBe('datacite');
  });

  test('a missing enrichment keeps the previous one', () => {
    const before = applyIncoming(undefined, anIncoming({ enrichment: { openalex_id: 'W1' } }), [josiah], now);
    expect(applyIncoming(before, anIncoming(), [josiah], later).enrichment).toEqual({ openalex_id: 'W1' });
  });

  test('the same again changes nothing but the times', () => {
    const before = stored();
    const incoming = anIncoming({ original: before.original });
    expect(hasPublicationChanged(before, applyIncoming(before, incoming, [josiah], later))).toBe(false);
    expect(
      hasPublicationChanged(before, applyIncoming(before, { ...incoming, orcids: [lovelace] }, [josiah, ada], later)),
    ).toBe(true);
  });
});

describe('what ORCID records say', () => {
  const said = (fields: Partial<OrcidBibliography>): OrcidBibliography => {
    const [bibliography] = orcidBibliographies([
      aSummary({ title: null, journalTitle: null, publicationDate: null, workType: null }),
    ]);
    if (!bibliography) throw new Error('none');
    return { ...bibliography, ...fields };
  };
  const listed = (orcid: string, ...bibliographies: Partial<OrcidBibliography>[]) =>
    anIncoming({
      source: 'orcid',
      original: aBibliography({ title: null }),
      orcid,
      orcidBibliographies: { [orcid]: bibliographies.map(said) },
    });

  test('fills in what the first summary lacks, without an agency', () => {
    const incoming = listed(
      carberry,
      { title: 'Pots' },
      { container_title: 'Kiln', publication_type: 'other' },
      { publication_type: 'report' },
    );
    const record = applyIncoming(undefined, incoming, [], now);
    expect(shownPublication(record).data).toMatchObject({
      title: 'Pots',
      container_title: 'Kiln',
      publication_type: 'report',
    });
    expect(originsOf(record)).toMatchObject({ title: 'orcid', container_title: 'orcid' });
    expect(record.original).toMatchObject({ title: 'Pots', container_title: null });
  });

  const ingested = (...all: ReturnType<typeof listed>[]) =>
    all.reduce<PublicationRecord | undefined>(
      (before, one) => applyIncoming(before, one, [josiah, ada], now),
      undefined,
    ) as PublicationRecord;
  /** The bibliography of the first one, who names these authors. */
  const first = (authors: string[], fields: Partial<OrcidBibliography> = {}) => {
    return { title: 'First', authors: authors.map((name) => anAuthor(name)), ...fields };
  };

  test.each([
    [carberry, lovelace],
    [lovelace, carberry],
  ])('is that of the record stored first where no agency knows the DOI, never of the lower iD: %s', (one, other) => {
    const [early, late] = [
      listed(one, first(['Eve Evil'])),
      listed(other, { title: 'Later', container_title: 'Kiln' }),
    ];
    const record = ingested(early, late, early);
    expect(shownPublication(record).data).toMatchObject({ title: 'First', container_title: null });
    expect(shownPublication(ingested(late, early)).data).toMatchObject({ title: 'Later', container_title: 'Kiln' });
    const corrected = applyIncoming(
      record,
      listed(one, first(['Eve Evil'], { title: 'Corrected' })),
      [josiah, ada],
      later,
    );
    expect(shownPublication(corrected).title).toBe('Corrected');
  });

  test('adds what the first lacks, of a person whom the first record names', () => {
    const record = ingested(
      listed(carberry, first(['Josiah Carberry', 'Ada Lovelace'])),
      listed(lovelace, { title: 'Later', container_title: 'Kiln' }),
    );
    expect(shownPublication(record).data).toMatchObject({ title: 'First', container_title: 'Kiln' });
  });

  test('of several whose time is not known, none adds to what is stored, and a newcomer neither', () => {
    const record = ingested(listed(lovelace, first(['Ada Lovelace'])), listed(carberry, { container_title: 'Kiln' }));
    const untimed = Object.entries(record.orcid_bibliographies ?? {}).map(([orcid, all]) => [
      orcid,
      all.map((each) => ({ ...each, listed_at: null })),
    ]);
    const before = { ...record, orcid_bibliographies: Object.fromEntries(untimed) };
    const newcomer = listed('0000-0001-5109-3700', { title: 'Newest', subtitle: 'A newcomer' });
    const all = [newcomer, listed(carberry, { title: 'Again', subtitle: 'Mine' })];
    const after = all.reduce<PublicationRecord>(
      (known, each) => applyIncoming(known, each, [josiah, ada], later),
      before,
    );
    expect(shownPublication(after).data).toMatchObject({ title: 'First', container_title: null, subtitle: null });
  });

  const ofAgency = (authors: string[] = ['Josiah Carberry']) =>
    anIncoming({ original: aBibliography({ authors: authors.map((name) => anAuthor(name)) }), orcids: [] });
  const everything = {
    ...{ subtitle: 'Leaks', pmid: '7', pmcid: 'PMC7', handle: '1/2', eid: '2-s2.0-7', arxiv_id: '1902.02534' },
    ...{ issn: ['1234-5679'], url: 'https://pots.example/', container_title: 'Kiln', publication_date: '2008-02-03' },
    ...{ translated_titles: { de: 'Töpfe' } },
  };
  const { translated_titles: _, publication_date, ...shown } = everything;

  test.each([
    ['whom the agency names', ['Josiah Carberry'], true],
    ['whom nobody names', [], false],
    ['who is not among the authors', ['Eve Evil'], false],
  ])('beside an agency counts of a person %s', (_, authors, counts) => {
    const incoming = { ...ofAgency(authors), original: { ...ofAgency(authors).original, container_title: null } };
    const record = ingested(incoming, listed(carberry, { ...everything, authors: [anAuthor('Josiah Carberry')] }));
    const { title, publication_date: date, data } = shownPublication(record);
    const none = Object.fromEntries(Object.keys(shown).map((field) => [field, field === 'issn' ? [] : null]));
    expect(data).toMatchObject({ ...(counts ? shown : none), authors: incoming.original.authors });
    expect(title).toEqual(counts ? { en: 'On Cracked Pots', de: 'Töpfe' } : 'On Cracked Pots');
    expect(date).toBe(counts ? publication_date : null);
  });

  test('counts of a person whom OpenAlex or a curator names, and not of two at one author', () => {
    const named = [anAuthor('Josiah Carberry')];
    const nameless = { ...ofAgency([]), enriched: { ...aBibliography(), authors: named } };
    const subtitleOf = (record: PublicationRecord) => shownPublication(record).data.subtitle;
    expect(subtitleOf(ingested(nameless, listed(carberry, everything)))).toBe('Leaks');
    const edited = { ...ingested(ofAgency([])), edits: { data: { authors: named } } };
    expect(subtitleOf(applyIncoming(edited, listed(carberry, everything), [josiah], now))).toBe('Leaks');
    const both = [josiah, { ...josiah, orcid: lovelace }];
    const incoming = { ...ofAgency(), orcids: [carberry, lovelace] };
    const contested = applyIncoming(undefined, incoming, both, now);
    const said = [listed(lovelace, everything), listed(carberry, everything)];
    expect(subtitleOf(said.reduce((record, each) => applyIncoming(record, each, both, now), contested))).toBeNull();
  });

  test('is replaced when the same record is read again, and kept otherwise', () => {
    const before = ingested(listed(carberry, { title: 'Old', container_title: 'Kiln' }));
    const after = applyIncoming(before, listed(carberry, { title: 'New' }), [], later);
    expect(shownPublication(after).data).toMatchObject({ title: 'New', container_title: null });
    const original = { ...ofAgency().original, title: null, container_title: null };
    const imported = applyIncoming(before, { ...ofAgency(), original }, [josiah], later);
    expect(shownPublication(imported).data).toMatchObject({
      title: 'Old',
      container_title: 'Kiln',
      source: 'crossref',
    });
  });

  test('of a record of an older shape stays until its only researcher is ingested again', () => {
    const original = aBibliography({ title: 'Old', container_title: 'Kiln' });
    const older = { ...stored({ source: 'orcid', original }), orcid_bibliographies: null };
    const again = applyIncoming(older, listed(carberry, { title: 'New' }), [], later);
    expect(shownPublication(again).data).toMatchObject({ title: 'New', container_title: null });
    // Nobody knows whose record said it.
    const two = { ...older, researchers: [newLink(carberry), newLink(lovelace)] };
    const either = applyIncoming(two, listed(carberry, { title: 'New' }), [], later);
    expect(shownPublication(either).data).toMatchObject({ title: 'Old', container_title: 'Kiln' });
  });
});

describe('a record of an older shape', () => {
  const original = aBibliography({ title: null, publication_type: 'other', authors: [anAuthor('Ada Lovelace')] });
  const enriched = aBibliography({
    title: 'Pots',
    publication_type: 'dataset',
    publication_date: '2008',
    container_title: 'Clay eBooks',
    volume: '7',
    cited_by_count: 3,
  });
  const older = (): PublicationRecord => {
    const { orcid_bibliographies: _, ...record } = stored({ source: 'orcid', original, enriched });
    return PublicationRecord.parse(JSON.parse(JSON.stringify(record)));
  };

  test('is merged as it was then', () => {
    expect(shownPublication(older()).data).toMatchObject({
      title: 'Pots',
      publication_date: '2008',
      publication_year: 2008,
      container_title: null,
      volume: null,
      authors: [{ name: 'Ada Lovelace' }],
      cited_by_count: 3,
    });
  });

  test('tells where its fields come from', () => {
    expect(originsOf(older())).toMatchObject({ title: 'openalex', authors: 'orcid' });
  });
});

describe('where fields come from', () => {
  test('an edit hides the source; fields without a value are not named', () => {
    const incoming = anIncoming({
      original: aBibliography({ volume: '7' }),
      enriched: aBibliography({ issue: '1', cited_by_count: 2 }),
    });
    const record = {
      ...applyIncoming(undefined, incoming, [], now),
      edits: { title: 'Edited', data: { issue: '2', mood: 'good' } },
    };
    expect(originsOf(record)).toEqual({
      title: 'editor',
      volume: 'crossref',
      issue: 'editor',
      cited_by_count: 'openalex',
      mood: 'editor',
    });
  });
});

describe('whether authors are matched', () => {
  const withAuthors = (names: string[], orcids: string[]) => {
    const original = aBibliography({ authors: names.map((name) => anAuthor(name)) });
    return orcids.reduce<PublicationRecord | undefined>(
      (before, orcid) => applyIncoming(before, anIncoming({ original, orcid }), [josiah, ada], now),
      undefined,
    ) as PublicationRecord;
  };
  test.each([
    ['complete', ['Josiah Carberry', 'Ada Lovelace'], [carberry, lovelace]],
    ['complete', ['Josiah Carberry', 'Ada Lovelace'], [carberry]],
    ['needs_attention', ['Josiah Carberry'], [carberry, lovelace]],
    ['needs_attention', [], [carberry]],
    ['needs_attention', ['J Carberry', 'Josiah Carberry'], [carberry]],
  ] as const)('%s: authors %j, researchers %j', (state, names, orcids) => {
    expect(authorMatchState(withAuthors([...names], [...orcids]))).toBe(state);
  });

  test('two researchers cannot be the same author', () => {
    const record = stored({
      researchers: [
        { ...newLink(carberry), author_position: 0 },
        { ...newLink(lovelace), author_position: 0 },
      ],
    });
    expect(authorMatchState(record)).toBe('needs_attention');
  });
});

describe('the merged publication', () => {
  test('OpenAlex fills in and counts; the agency names', () => {
    const record = applyIncoming(
      undefined,
      anIncoming({
        original: aBibliography({ cited_by_count: 1, publication_date: '2008' }),
        enriched: aBibliography({
          title: 'Otherwise',
          cited_by_count: 7,
          open_access_status: 'gold',
          publication_type: 'dataset',
        }),
      }),
      [],
      now,
    );
    expect(shownPublication(record)).toMatchObject({
      title: 'On Cracked Pots',
      cited_by_count: 7,
      open_access_status: 'gold',
      publication_type: 'dataset',
      publication_date: '2008',
      publication_year: 2008,
    });
  });

  test.each([
    [true, null, true],
    [false, true, true],
    [null, false, false],
    [null, null, false],
  ])('retracted: the agency says %s, OpenAlex says %s: %s', (agency, openAlex, expected) => {
    const original = aBibliography({ is_retracted: agency });
    const enriched = aBibliography({ is_retracted: openAlex });
    const record = applyIncoming(undefined, anIncoming({ original, enriched }), [], now);
    expect(shownPublication(record).is_retracted).toBe(expected);
    expect(shownPublication({ ...record, edits: { is_retracted: !expected } }).is_retracted).toBe(!expected);
  });

  test.each([
    ['Pots', null, {}, 'Pots'],
    ['Pots', null, { es: 'Ollas' }, { en: 'Pots', es: 'Ollas' }],
    ['Ollas', 'es', { en: 'Pots' }, { es: 'Ollas', en: 'Pots' }],
    ['Ollas', null, { en: 'Pots' }, { und: 'Ollas', en: 'Pots' }],
    ['Pots', 'en', { en: 'Crocks' }, 'Pots'],
    ['Pots', 'en', { en: 'Crocks', es: 'Ollas' }, { en: 'Pots', es: 'Ollas' }],
  ])('title %j in %j with translations %j is %j', (title, language, translated_titles, expected) => {
    const original = aBibliography({ title, language, authors: [anAuthor('Josiah Carberry')] });
    const listed = orcidBibliographies([aSummary()]).map((each) => ({ ...each, translated_titles }));
    const said = (orcid: string) => anIncoming({ original, orcid, orcidBibliographies: { [orcid]: listed } });
    const record = applyIncoming(undefined, said(carberry), [josiah], now);
    expect(shownPublication(record).title).toEqual(expected);
    expect(record.translated_titles).toEqual(translated_titles);
    // Translations of somebody who is no author are not shown.
    expect(shownPublication(applyIncoming(undefined, said(lovelace), [ada], now)).title).toBe(title);
  });

  test('an edited field wins; one edited away is null', () => {
    const record = stored({ edits: { publication_type: null, data: { publisher: 'Brown' } } });
    expect(shownPublication(record).data).toMatchObject({ publisher: 'Brown', source: 'crossref' });
    expect(shownPublication(stored({ edits: { publication_date: null } })).publication_date).toBeNull();
  });

  test('the payload says what the promoted fields say', () => {
    const original = aBibliography({ cited_by_count: 1, title_html: '<i>On</i> Cracked Pots' });
    const enriched = aBibliography({ cited_by_count: 7, is_retracted: true });
    const record = applyIncoming(undefined, anIncoming({ original, enriched }), [], now);
    const { doi: _, data, enriched_metadata: __, ...promoted } = shownPublication(record);
    expect(data).toMatchObject({ ...promoted, title_html: '<i>On</i> Cracked Pots' });
    expect(shownPublication({ ...record, edits: { title: 'Edited' } }).data).not.toHaveProperty('title_html');
  });

  describe('notices in the row', () => {
    const notice = (kind: string, date: string | null = null) => ({ kind, date, doi: null, source: 'publisher' });
    const openAlex = { is_retracted: true, integrity: [{ ...notice('retraction'), source: 'openalex' }] };
    test.each<
      [
        string,
        Partial<Bibliography>,
        Partial<Bibliography>,
        Partial<PublicationRecord['edits']>,
        string | null,
        boolean,
      ]
    >([
      ['none', {}, {}, {}, null, false],
      [
        'of the agency',
        { integrity: [notice('expression-of-concern')], is_retracted: false },
        {},
        {},
        'expression-of-concern',
        false,
      ],
      ['of OpenAlex', {}, openAlex, {}, 'retraction', true],
      ['of OpenAlex, read by an older version', {}, { is_retracted: true }, {}, 'retraction', true],
      ['of both', { integrity: [notice('withdrawal')], is_retracted: true }, openAlex, {}, 'withdrawal', true],
      [
        'taken back, but not yet at OpenAlex',
        { integrity: [notice('retraction', '2020'), notice('reinstatement', '2021')], is_retracted: false },
        openAlex,
        {},
        null,
        false,
      ],
      [
        'an editor says no',
        { integrity: [notice('retraction'), notice('correction')], is_retracted: true },
        {},
        { is_retracted: false },
        'correction',
        false,
      ],
      [
        'an editor says yes',
        { integrity: [notice('correction')], is_retracted: false },
        {},
        { is_retracted: true },
        'retraction',
        true,
      ],
      ['an editor writes something else', {}, {}, { data: { integrity: 'none', publication_subtype: 7 } }, null, false],
    ])('%s', (_, agency, enriched, edits, integrity, is_retracted) => {
      const incoming = anIncoming({ original: aBibliography(agency), enriched: aBibliography(enriched) });
      const record = { ...applyIncoming(undefined, incoming, [], now), edits };
      expect(rowOf(record)).toMatchObject({ integrity, is_retracted, publication_subtype: null });
    });

    test('a retraction at OpenAlex is told once', () => {
      const said = (agency: Partial<Bibliography>) => {
        const incoming = anIncoming({ original: aBibliography(agency), enriched: aBibliography(openAlex) });
        return shownPublication(applyIncoming(undefined, incoming, [], now)).data.integrity;
      };
      expect(said({})).toEqual(openAlex.integrity);
      expect(said({ integrity: [notice('correction')] })).toHaveLength(2);
      expect(said({ integrity: [notice('removal')] })).toEqual([notice('removal')]);
    });
  });

  test('its row says the same', () => {
    const record = stored();
    expect(rowOf(record)).toMatchObject({ doi: record.doi, title: shownPublication(record).title, orcids: [carberry] });
  });
});

test.each([
  [true, null, true],
  [false, null, false],
  [true, '2026-01-31T12:00:00.000Z', false],
])('visible %s, deleted at %s: public %s', (visible, deleted_at, expected) => {
  expect(isPublic({ visible, deleted_at })).toBe(expected);
});

test('a copy with something else from its sources is merged anew, any other copy like the record', () => {
  const record = stored();
  const { title } = shownPublication(record);
  const other = aBibliography({ publisher: 'Another Press', cited_by_count: 7 });
  const copies: PublicationRecord[] = [
    { ...record, edits: { title: 'Edited' } },
    { ...record, original: aBibliography({ title: 'Other' }) },
    { ...record, enriched: other },
    { ...record, supplements: { ...record.supplements, europepmc: other } },
    { ...record, source: 'orcid' },
    { ...record, enriched: other, orcid_bibliographies: null },
    { ...record, version: 2 },
  ];
  const merged = copies.map((copy) => [shownPublication(copy), originsOf(copy)]);
  expect(merged).toEqual(
    copies.map((copy) => [shownPublication(structuredClone(copy)), originsOf(structuredClone(copy))]),
  );
  expect(shownPublication(record).title).toEqual(title);
});
