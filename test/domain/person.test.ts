import { describe, expect, test } from '@jest/globals';
import { applyOrcidPerson, applyPersonChange, namesOf, originalsOf, PersonRecord } from '#src/records/people/person.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { carberry } from '../support/builders.ts';

const now = new Date('2026-01-31T12:00:00Z');
const onOrcid = (
  fields: { givenName?: string | null; creditName?: string | null; biography?: string | null } = {},
) => ({
  orcid: carberry,
  givenName: 'Josiah',
  familyName: 'Carberry',
  creditName: null,
  biography: 'Cracks pots.',
  ...fields,
});
const person = applyOrcidPerson(undefined, onOrcid(), now);
const named = (name: LocalizedText | null): PersonRecord => ({ ...person, name });

test('other names follow ORCID, are stored, and are compared, like those in other languages', () => {
  const before = applyOrcidPerson(undefined, { ...onOrcid(), otherNames: ['J. Kettle', 'Old name'] }, now);
  expect(PersonRecord.parse(before).other_names).toEqual(['J. Kettle', 'Old name']);
  const record = { ...before, name: { en: 'Josiah Carberry', zh: '卡伯里' } };
  expect(namesOf(record).otherNames).toEqual(['卡伯里', 'J. Kettle', 'Old name']);
  expect(applyOrcidPerson(before, onOrcid(), now).other_names).toEqual([]);
});

describe('a name set by a curator', () => {
  test('is shown beside that of ORCID, and the slug stays', () => {
    const changed = applyPersonChange(person, { name: 'J. S. Carberry' });
    expect(changed).toEqual({
      ...person,
      name: 'J. S. Carberry',
      edits: { name: 'J. S. Carberry' },
      original: { name: 'Josiah Carberry' },
      version: 2,
    });
    expect(changed.slug).toBe('josiah-carberry-18250097');
  });

  test.each<[string, LocalizedText | null, LocalizedText]>([
    ['replaces a name in no known language', 'Josiah Carberry', 'Jo'],
    ['replaces the English one and keeps the others', { en: 'Josiah', pt: 'Josias' }, { en: 'Jo', pt: 'Josias' }],
    ['is added to names in other languages', { pt: 'Josias' }, { pt: 'Josias', en: 'Jo' }],
    ['is the first one', null, 'Jo'],
  ])('%s', (_, before, after) => {
    expect(applyPersonChange(named(before), { name: 'Jo' })).toMatchObject({ name: after, edits: { name: after } });
  });

  test.each<[string, LocalizedText]>([
    ['a plain name', 'Jo'],
    ['the English one of several, in any order', { pt: 'Josias', en: 'Jo' }],
  ])('is no edit if it is shown already: %s', (_, name) => {
    const record = named(name);
    expect(applyPersonChange(record, { name: 'Jo' })).toBe(record);
  });

  test('stays when ORCID changes, and ORCID’s value is kept up to date', () => {
    const renamed = applyPersonChange(person, { name: 'Jo' });
    const refreshed = applyOrcidPerson(renamed, onOrcid({ creditName: 'J. Carberry' }), now);
    expect(refreshed).toMatchObject({ name: 'Jo', edits: { name: 'Jo' }, original: { name: 'J. Carberry' } });
    const hidden = applyOrcidPerson(
      { ...refreshed, given_name: null },
      { ...onOrcid(), givenName: null, familyName: null },
      now,
    );
    expect(originalsOf(hidden).name).toBe('J. Carberry');
  });

  test('that is ORCID’s again ends the edit: the name follows ORCID', () => {
    const renamed = applyPersonChange(person, { name: 'Jo', biography: null });
    const back = applyPersonChange(renamed, { name: 'Josiah Carberry' });
    expect(back).toMatchObject({ name: 'Josiah Carberry', edits: { biography: null }, biography: null });
    expect(back.edits).not.toHaveProperty('name');
    expect(back.original).toEqual({ biography: 'Cracks pots.' });
    expect(applyOrcidPerson(back, onOrcid({ givenName: 'Joe' }), now).name).toBe('Joe Carberry');
  });

  test('does not change the family and given name that authors are compared with', () => {
    const { name: _, ...compared } = namesOf(person);
    expect(namesOf(applyPersonChange(person, { name: 'J. S. Kettle' }))).toEqual({ ...compared, name: 'J. S. Kettle' });
    expect(compared).toMatchObject({ givenName: 'Josiah', familyName: 'Carberry' });
  });

  test('gives a slug to a person who had no name', () => {
    const nameless = applyOrcidPerson(undefined, { ...onOrcid(), givenName: null, familyName: null }, now);
    expect(nameless.slug).toBeNull();
    const changed = applyPersonChange(nameless, { name: 'Zoë Øst' });
    expect(changed.slug).toBe('zoe-ost-18250097');
    expect(applyOrcidPerson(changed, onOrcid(), now).slug).toBe('zoe-ost-18250097');
  });
});

describe('a biography set by a curator', () => {
  test('stays if it is left out, and is cleared by null', () => {
    expect(applyPersonChange(person, { name: 'Jo' }).biography).toBe('Cracks pots.');
    const cleared = applyPersonChange(person, { biography: null });
    expect(cleared).toMatchObject({
      biography: null,
      edits: { biography: null },
      original: { biography: 'Cracks pots.' },
    });
    expect(applyOrcidPerson(cleared, onOrcid({ biography: 'Mends pots.' }), now)).toMatchObject({
      biography: null,
      original: { biography: 'Mends pots.' },
    });
  });

  test('where ORCID has none, null changes nothing', () => {
    const without = applyOrcidPerson(undefined, onOrcid({ biography: null }), now);
    expect(applyPersonChange(without, { biography: null })).toBe(without);
  });
});

describe('curated values', () => {
  const values = {
    photo_url: 'https://example.org/jo.png',
    people_type: 'staff',
    category_ids: ['lab', 'board', 'lab'],
  };

  test('are set, each category once and in order; the rest stays', () => {
    const changed = applyPersonChange(person, values);
    expect(changed).toEqual({ ...person, ...values, category_ids: ['board', 'lab'], version: 2 });
    expect(applyPersonChange(changed, { people_type: null })).toMatchObject({
      ...values,
      people_type: null,
      category_ids: ['board', 'lab'],
    });
  });

  test('the same once more changes nothing', () => {
    const changed = applyPersonChange(person, values);
    expect(applyPersonChange(changed, { ...values, category_ids: ['board', 'lab'] })).toBe(changed);
    expect(applyPersonChange(changed, {})).toBe(changed);
  });

  test('survive a refresh from ORCID', () => {
    const changed = applyPersonChange(person, values);
    expect(applyOrcidPerson(changed, onOrcid(), now)).toMatchObject({
      people_type: 'staff',
      category_ids: ['board', 'lab'],
    });
  });
});

test('a record of the first shape is read: in no category, and nothing is edited', () => {
  const { category_ids: _, original: __, ...old } = person;
  const read = PersonRecord.parse({ ...old, category_id: null });
  expect(read).toEqual(person);
  expect(originalsOf(read)).toEqual({ name: 'Josiah Carberry', biography: 'Cracks pots.' });
});
