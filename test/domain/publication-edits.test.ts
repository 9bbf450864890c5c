import { describe, expect, jest, test } from '@jest/globals';
import {
  abridge,
  editablePublication,
  editedFields,
  type FieldValues,
  type PublicationEdit,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import { fieldPath, fieldSchema, tokensOf, withPrintedNames } from '#src/records/publications/fields.ts';
import { applyIncoming, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';

const now = new Date('2026-01-31T12:00:00Z');
const stored = (over: Partial<PublicationRecord> = {}): PublicationRecord => ({
  ...applyIncoming(
    undefined,
    anIncoming({
      original: aBibliography({ publication_date: '2008-02', subtitle: 'A Study' }),
      enrichment: { topics: ['pots'] },
    }),
    [],
    now,
  ),
  ...over,
});
const edit = (record: PublicationRecord, values: Record<string, unknown>) =>
  withFields(editablePublication, record, new Map(Object.entries(values)), now);

const aFunderWith = (uri: string | null) => ({
  name: 'Kiln Fund',
  doi: null,
  ror: null,
  awards: [],
  award_details: [{ number: '7', title: null, uri }],
});

describe('what a field can be set to', () => {
  test.each<[string, unknown, unknown]>([
    ['/title', ' On Pots ', 'On Pots'],
    ['/title', { EN: 'Pots', 'pt-br': 'Potes' }, { en: 'Pots', 'pt-BR': 'Potes' }],
    ['/title', 'On\n\tPots\u00a0and  Lids', 'On Pots and Lids'],
    ['/title', { de: 'To\u0308pfe' }, { de: 'T\u00f6pfe' }],
    ['/title', null, null],
    ['/publication_date', '2024-02-29', '2024-02-29'],
    ['/publication_date', '2024', '2024'],
    ['/publication_date', '3000-12', '3000-12'],
    ['/publication_year', 1000, 1000],
    ['/publication_type', ' Journal-Article', 'journal-article'],
    ['/data/language', 'German', 'de'],
    ['/data/language', 'pt_BR', 'pt-BR'],
    [
      '/data/contributors',
      [{ name: 'Ada', role: 'Translator' }],
      [{ ...anAuthor('Ada'), given: null, family: null, role: 'translator' }],
    ],
    ['/is_retracted', false, false],
    ['/open_access_status', 'diamond', 'diamond'],
    ['/data/subtitle', null, null],
    ['/data/title_html', '<i>On</i> <script>x</script>Pots', '<i>On</i> Pots'],
    ['/data/issn', ['1234-5678'], ['1234-5678']],
    ['/data/url', 'https://pots.example/1', 'https://pots.example/1'],
    ['/data/license_url', null, null],
    ['/enriched_metadata/oa_url', 'https://pots.example/1.pdf', 'https://pots.example/1.pdf'],
    ['/data/funding note', { any: ['JSON'] }, { any: ['JSON'] }],
    ['/enriched_metadata/topics', 7, 7],
    [
      '/data/authors',
      [{ name: 'ATLAS' }, { given: 'Ada', family: 'Lovelace', orcid: 'https://orcid.org/0000-0002-1825-0097' }],
      [
        { name: 'ATLAS', given: null, family: null, orcid: null, affiliations: [] },
        { name: 'Ada Lovelace', given: 'Ada', family: 'Lovelace', orcid: carberry, affiliations: [] },
      ],
    ],
    [
      '/data/authors',
      [{ name: 'ATLAS', credit_roles: ['software', 'software'] }],
      [{ name: 'ATLAS', given: null, family: null, orcid: null, affiliations: [], credit_roles: ['software'] }],
    ],
    [
      '/data/authors',
      [{ given: 'Josiah', family: 'Carberry', suffix: ' Jr. ' }],
      [
        {
          name: 'Josiah Carberry Jr.',
          given: 'Josiah',
          family: 'Carberry',
          suffix: 'Jr.',
          orcid: null,
          affiliations: [],
        },
      ],
    ],
    [
      '/data/contributors',
      [{ given: 'Ada', family: 'Lovelace', role: 'Translator' }],
      [{ name: 'Ada Lovelace', given: 'Ada', family: 'Lovelace', orcid: null, affiliations: [], role: 'translator' }],
    ],
    [
      '/data/funders',
      [{ name: 'Kiln Fund', doi: 'https://doi.org/10.13039/555', ror: '05GQ02987', awards: ['7'] }],
      [
        {
          name: 'Kiln Fund',
          doi: '10.13039/555',
          ror: 'https://ror.org/05gq02987',
          awards: ['7'],
          award_details: [],
        },
      ],
    ],
    [
      '/data/funders',
      [aFunderWith('https://kiln.example/"><script>'), aFunderWith('info:eu-repo/grantAgreement/EC/H2020/1')],
      [aFunderWith('https://kiln.example/%22%3E%3Cscript%3E'), aFunderWith('info:eu-repo/grantAgreement/EC/H2020/1')],
    ],
  ])('%s: %j is stored as %j', (field, value, expected) => {
    expect(fieldSchema(field).parse(value)).toEqual(expected);
  });

  test.each<[string, unknown]>([
    ['/title', ''],
    ['/title', '  '],
    ['/title', {}],
    ['/title', { de_DE: 'Töpfe' }],
    ['/title', { en: '' }],
    ['/title', { en: 'Pots', EN: 'Crocks' }],
    ['/title', ['Pots']],
    ['/title', 'x'.repeat(5_001)],
    ['/title', Object.fromEntries(['de', 'en', 'es', 'fr', 'it', 'pt', 'pl'].map((tag) => [tag, 'x'.repeat(4_500)]))],
    ['/publication_date', '2023-02-29'],
    ['/publication_date', '2023-13'],
    ['/publication_date', '2023-00'],
    ['/publication_date', '0999'],
    ['/publication_date', '3001'],
    ['/publication_date', 2023],
    ['/publication_year', 999],
    ['/publication_year', 3001],
    ['/publication_year', 2000.5],
    ['/publication_year', '2000'],
    ['/publication_type', 7],
    ['/publication_type', 'Jurnal artikle'],
    ['/data/language', 'Gibberish'],
    ['/data/contributors', [{ name: 'Ada', role: 'tramslator' }]],
    ['/is_retracted', null],
    ['/is_retracted', 'true'],
    ['/open_access_status', 'Gold'],
    ['/data/subtitle', 7],
    ['/data/authors', null],
    ['/data/authors', [{}]],
    ['/data/authors', [{ given: ' ' }]],
    ['/data/contributors', [{ name: 'Ada' }]],
    ['/data/contributors', [{ role: 'chair' }]],
    ['/data/authors', [{ name: 'Ada', orcid: '0000-0002-1825-0098' }]],
    ['/data/authors', [{ nmae: 'Ada' }]],
    ['/data/authors', [{ name: 'Ada\u0000' }]],
    ['/title', 'On\u0000Pots'],
    ['/title', { en: 'On Pots\u001b[2J' }],
    ['/data/url', 'javascript:alert(1)'],
    ['/data/funders', [aFunderWith('javascript:alert(1)')]],
    ['/data/funders', [{ ...aFunderWith(null), ror: 'https://evil.example/"><script>' }]],
    ['/data/funders', [{ ...aFunderWith(null), doi: 'kiln' }]],
    ['/data/authors', [{ name: 'ATLAS', credit_roles: ['applause'] }]],
    ['/data/url', '/relative'],
    ['/data/license_url', 'data:text/html,x'],
    ['/data/cover_url', 'javascript:alert(1)'],
    ['/data/links', [{ href: 'javascript:alert(1)' }]],
    ['/enriched_metadata/oa_url', 'javascript:alert(1)'],
  ])('%s: not %j', (field, value) => expect(fieldSchema(field).safeParse(value).success).toBe(false));

  test('fields are pointers, with their escapes', () => {
    expect(fieldPath('data', 'a/b~c')).toBe('/data/a~1b~0c');
    expect(tokensOf('/data/a~1b~0c')).toEqual(['data', 'a/b~c']);
  });

  test('the printed name of an author follows names that were changed without it', () => {
    const before = [anAuthor('Ada Byron'), { ...anAuthor('X Y'), name: 'Xavier Y.' }];
    const changed = before.map((author) => ({ ...author, family: 'Lovelace' }));
    expect(withPrintedNames(changed, before).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Xavier Y.']);
    expect(withPrintedNames([anAuthor('Ada Byron')], [])).toEqual([anAuthor('Ada Byron')]);
  });
});

/** How often an edit of this many fields reads or writes a field of the overlay. */
function stepsOf(fields: number): number {
  let steps = 0;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (holder, name, self) => {
        steps++;
        const value = Reflect.get(holder, name, self);
        return typeof value === 'object' && value !== null ? counted(value) : value;
      },
      set: (holder, name, value, self) => {
        steps++;
        return Reflect.set(holder, name, value, self);
      },
    });
  const names = Array.from({ length: fields }, (_, n) => `field ${n}`);
  const edits = jest
    .spyOn(globalThis, 'structuredClone')
    .mockImplementationOnce((value) => counted({ ...(value as object) }));
  const { changes } = edit(stored(), Object.fromEntries(names.map((name) => [fieldPath('data', name), 1])));
  edits.mockRestore();
  expect(changes).toHaveLength(fields);
  return steps;
}

describe('edits', () => {
  test('take precedence, are counted once, and say what they changed', () => {
    const { record, changes } = edit(stored(), { '/title': 'Edited', '/data/subtitle': null, '/data/note': 1 });
    expect(record).toMatchObject({ edit_count: 1, last_edited_at: now.getTime(), version: 2 });
    expect(shownPublication(record)).toMatchObject({ title: 'Edited', data: { subtitle: null, note: 1 } });
    expect(changes).toEqual([
      { field: '/title', before: 'On Cracked Pots', after: 'Edited', edited_before: false, edited_after: true },
      { field: '/data/subtitle', before: 'A Study', after: null, edited_before: false, edited_after: true },
      { field: '/data/note', before: null, after: 1, edited_before: false, edited_after: true },
    ]);
  });

  test('twice as many fields take twice as many steps', () => {
    const few = stepsOf(500);
    expect(few).toBeGreaterThan(500);
    expect(stepsOf(1_000) / few).toBeLessThan(2.1);
  });

  test('that are removed return the field to the source, and leave nothing', () => {
    const { record } = edit(stored(), { '/title': 'Edited', '/data/note': 1, '/enriched_metadata/topics': [] });
    const removed = edit(record, {
      '/title': undefined,
      '/data/note': undefined,
      '/enriched_metadata/topics': undefined,
    });
    expect(removed.record).toEqual({ ...stored(), edit_count: 2, last_edited_at: now.getTime(), version: 3 });
    expect(edit(stored(), { '/title': undefined })).toEqual({ record: stored(), changes: [] });
  });

  test('the year follows an edited date', () => {
    const { record } = edit(stored(), { '/publication_date': '2010-05' });
    expect(shownPublication(record)).toMatchObject({ publication_date: '2010-05', publication_year: 2010 });
    const pinned = edit(record, { '/publication_year': 2011 }).record;
    expect(shownPublication(edit(pinned, { '/publication_date': '2012' }).record).publication_year).toBe(2011);
  });

  test('are shown beside what the sources say', () => {
    const { record } = edit(stored(), {
      '/title': 'Edited',
      '/publication_date': null,
      '/data/note': 1,
      '/enriched_metadata/topics': [],
    });
    expect(editedFields(editablePublication, record)).toEqual({
      title: { value: 'Edited', source_value: 'On Cracked Pots' },
      publication_date: { value: null, source_value: '2008-02' },
      data: { note: { value: 1, source_value: null } },
      enriched_metadata: { topics: { value: [], source_value: ['pots'] } },
    });
    expect(editedFields(editablePublication, stored())).toEqual({});
  });
});

describe('reverting', () => {
  const change = (record: PublicationRecord, values: Record<string, unknown>) => {
    const { record: after, changes } = edit(record, values);
    const made: PublicationEdit = { number: after.edit_count, edited_at: 0, actor: null, reverts: null, changes };
    return { after, made };
  };
  const plain = (values: FieldValues) => Object.fromEntries(values);

  test('sets an edit back to the earlier edit, or to the source', () => {
    const first = change(stored(), { '/title': 'First', '/data/note': 1 });
    const second = change(first.after, { '/title': 'Second' });
    expect(valuesBefore(second.after, second.made)).toEqual({
      values: new Map([['/title', 'First']]),
      conflicts: [],
    });
    expect(plain(valuesBefore(first.after, first.made).values)).toEqual({
      '/title': undefined,
      '/data/note': undefined,
    });
  });

  test('sets a removal back', () => {
    const first = change(stored(), { '/title': 'First' });
    const removal = change(first.after, { '/title': undefined });
    expect(plain(valuesBefore(removal.after, removal.made).values)).toEqual({ '/title': 'First' });
  });

  test('names the fields that a later edit has changed again, unless they are as they were', () => {
    const first = change(stored(), { '/title': 'First', '/data/note': 1 });
    const later = change(first.after, { '/title': 'Later' });
    expect(valuesBefore(later.after, first.made).conflicts).toEqual(['/title']);
    const undone = change(later.after, { '/title': undefined });
    expect(valuesBefore(undone.after, first.made)).toEqual({
      values: new Map([['/data/note', undefined]]),
      conflicts: [],
    });
  });
});

describe('changes in short', () => {
  test('are whole while they are short', () => {
    expect(abridge([{ field: '/title', before: 'a', after: 'b' }])).toEqual({
      changes: [{ field: '/title', before: 'a', after: 'b' }],
    });
  });

  test.each([
    ['a long text', [{ field: '/data/abstract', before: null, after: 'ü'.repeat(200_000) }], undefined],
    [
      'a long list',
      [{ field: '/data/authors', before: [], after: Array(9_000).fill(anAuthor('Ada Lovelace')) }],
      undefined,
    ],
    ['many fields', Array.from({ length: 5_000 }, (_, n) => ({ field: `/data/f${n}`, before: null, after: n })), 4_600],
    ['a long name', [{ field: `/data/${'x'.repeat(100_000)}`, before: null, after: 1 }], undefined],
  ])('stay short for %s', (_, changes, atLeastLeft) => {
    const short = abridge(changes);
    expect(JSON.stringify(short).length).toBeLessThan(20_000);
    expect(short.abridged).toBe(true);
    expect(short.changes.length + (short.more_changes ?? 0)).toBe(changes.length);
    if (atLeastLeft) expect(short.more_changes).toBeGreaterThan(atLeastLeft);
  });
});
