import { expect } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { type Author, type Bibliography, Funder } from '#src/vocabulary/bibliography.ts';
import * as addMember from '../../lambdas/dashboard/group-members/create.ts';
import * as createGroup from '../../lambdas/dashboard/groups/create.ts';
import { aBibliography, anAuthor, anIncoming, aSummary } from './builders.ts';
import { freshTable } from './engine.ts';
import { call, sessionOf } from './event.ts';
import { manyOrcids, storePerson } from './people.ts';

/** A faculty with two institutes and a centre, which belongs to a network, too; their people, and outputs of three years. */

export const admin = sessionOf('workspace_admin');
export const [half = '', mover = '', leaver = '', stranger = ''] = manyOrcids(4);
const names = new Map([
  [half, 'Hanna Half'],
  [mover, 'Mona Mover'],
  [leaver, 'Leo Leaver'],
  [stranger, 'Sam Stranger'],
]);
const day = (text: string) => Date.parse(text);

/** An author with an iD, or somebody else. */
const author = (who: string, more: Partial<Author> = {}): Author => ({
  ...(names.has(who) ? anAuthor(names.get(who) ?? '', who) : anAuthor(who)),
  ...more,
});
const at = (ror: string, country: string) => ({
  affiliation_details: [{ printed: null, name: 'A place', ror: `https://ror.org/${ror}`, country }],
});

/** Of each output, what differs. */
const outputs: [name: string, orcids: string[], fields: Partial<Bibliography>][] = [
  [
    'half-2024',
    [half],
    {
      publication_date: '2024-03-01',
      authors: [author(half, { is_corresponding: true, ...at('021nxhr62', 'DE') }), author('Otto Other')],
      open_access_status: 'gold',
      license: 'cc-by-4.0',
      publisher: 'A Press',
      issn: ['2049-3630'],
      funders: [
        Funder.parse({ name: 'A Fund', doi: '10.13039/1', ror: null, awards: [] }),
        Funder.parse({ name: 'B Fund', doi: null, ror: 'https://ror.org/021nxhr62', awards: [] }),
      ],
    },
  ],
  ['mover-may', [mover], { publication_date: '2024-05-20', authors: [author(mover)], open_access_status: 'closed' }],
  [
    'mover-september',
    [mover],
    {
      publication_date: '2024-09-20',
      date_print: '2025-01',
      authors: [author('Otto Other', { is_corresponding: true }), author(mover), author('Paula Person')],
      open_access_status: 'green',
      license: 'cc-by',
    },
  ],
  ['book', [mover], { publication_date: '2024', publication_type: 'book', authors: [author(mover)] }],
  ['leaver-before', [leaver], { publication_date: '2024-01-15', authors: [author(leaver), author('Otto Other')] }],
  ['leaver-after', [leaver], { publication_date: '2024-11-01', authors: [] }],
  [
    'joint',
    [half, mover],
    {
      publication_date: '2024-10-10',
      authors: [author(half), author(mover), author('Otto Other'), author('Paula Person')],
      open_access_status: 'gold',
    },
  ],
  ['old', [leaver], { publication_date: '2023-06-01', authors: [author(leaver)], publisher: 'A Press' }],
  ['undated', [half], { authors: [author(half)] }],
  ['foreign', [stranger], { publication_date: '2024-02-02', authors: [author(stranger)] }],
];

export async function storeOutput(name: string, orcids: readonly string[], fields: Partial<Bibliography>) {
  const { publication_date: date = null } = fields;
  const original = aBibliography({
    title: name,
    publication_year: date === null ? null : Number(date.slice(0, 4)),
    publication_type: 'journal-article',
    ...fields,
  });
  const doi = `10.5555/${name}`;
  for (const orcid of orcids) {
    const before = await getPublication(doi);
    const people = orcids.map((each) => {
      const [givenName = '', familyName = ''] = (names.get(each) ?? '').split(' ');
      return { orcid: each, name: names.get(each) ?? null, givenName, familyName };
    });
    await savePublication(applyIncoming(before, anIncoming({ doi, orcid, original }), people, new Date(1)), before, []);
  }
}

const create = async (target: Parameters<typeof call>[0], url: string, body: object): Promise<string> => {
  const answer = await call(target, { url, body, authorizer: admin });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
};

const join = (group: string, orcid: string, from: string, to: string | null, more: object = {}) =>
  create(addMember, `/api/groups/${group}/members`, {
    orcid,
    starts_at: day(from),
    ends_at: to === null ? null : day(to),
    ...more,
  });

export async function storeReportRegistry(): Promise<void> {
  await freshTable();
  for (const [orcid, name] of names) await storePerson(orcid, ...(name.split(' ') as [string, string]));
  for (const output of outputs) await storeOutput(...output);
  const work = applyWork(
    undefined,
    {
      id: 'thesis',
      orcid: half,
      preferred: aSummary({ title: 'A thesis', workType: 'dissertation-thesis', publicationDate: '2024-04' }),
      putCodes: [1],
    },
    new Date(1),
  );
  expect(await saveWork(work, undefined)).toBe('saved');
  await create(createGroup, '/api/groups', { id: 'faculty', name: 'Faculty' });
  await create(createGroup, '/api/groups', { id: 'network', name: 'Network' });
  await create(createGroup, '/api/groups', { id: 'ceramics', name: 'Ceramics', parent_id: 'faculty' });
  await create(createGroup, '/api/groups', { id: 'glass', name: 'Glass', parent_id: 'faculty' });
  const parents = [{ id: 'faculty' }, { id: 'network' }];
  await create(createGroup, '/api/groups', { id: 'centre', name: 'Centre', parents });
  await join('ceramics', half, '2020-01-01', null, { role: 'professor', is_primary: true });
  await join('centre', half, '2022-01-01', null);
  await join('ceramics', mover, '2021-01-01', '2024-07-01');
  await join('glass', mover, '2024-07-01', null);
  await join('ceramics', leaver, '2019-01-01', '2024-04-01');
}
