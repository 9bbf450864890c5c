import { createGroup } from '#src/curation/groups/groups.ts';
import { addMember } from '#src/curation/groups/members.ts';
import { createWork } from '#src/curation/works.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import * as changes from '../../lambdas/integrations/changes/list.ts';
import * as publications from '../../lambdas/integrations/publications/list.ts';
import * as works from '../../lambdas/integrations/works/list.ts';
import { aBibliography, anAuthor, anIncoming } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { manyOrcids, storePerson } from '../support/people.ts';

/** Publications and works of groups, and what lists of the registry and copies of them find by group. */

export const [ada = '', bea = '', cai = '', dan = ''] = manyOrcids(4);
const names = { [ada]: 'Ada Arts', [bea]: 'Bea Both', [cai]: 'Cai Concealed', [dan]: 'Dan Dropped' };
const scopes = 'publications.read works.read people.read groups.read';

export const context = () => ({
  ...{ actor: 'user:curator@example.org', workspace: 'default', requestId: 'groups', steward: undefined },
  now: new Date(),
});

/** Entries are named by their titles; works are those that begin with a capital letter. */
const entries: readonly (readonly [title: string, people: readonly string[], date: string, type: string])[] = [
  ['pots', [ada], '2024-05-01', 'journal-article'],
  ['glaze', [ada, bea], '2022', 'dataset'],
  ['shards', [cai], '2023-02', 'journal-article'],
  ['handle', [dan], '2021', 'book'],
  ['Report', [ada], '2023-06-30', 'report'],
  ['Performance', [bea], '2022-11', 'artistic-performance'],
  ['Slides', [dan], '2020', 'conference-presentation'],
];

/** Queries and what each finds, the newest first. */
export const groupQueries: readonly (readonly [query: string, found: readonly string[]])[] = [
  ['group_id=arts', ['pots', 'Report', 'shards', 'Performance', 'glaze']],
  ['group_id=kilns', ['pots', 'Report', 'glaze']],
  ['group_id=Centre', ['Performance', 'glaze']],
  ['group_id=science', ['Performance', 'glaze']],
  ['group_id=centre|kilns', ['pots', 'Report', 'Performance', 'glaze']],
  ['group_id=arts&subgroups=false', []],
  ['group_id=centre&subgroups=false', ['Performance', 'glaze']],
  ['group_id=arts&subgroups=true&publication_year=2023', ['Report', 'shards']],
  // A hidden group is unknown, and what is in it belongs to the group above.
  ['group_id=hidden', []],
  ['group_id=unknown|kilns&publication_year=2024', ['pots']],
  ['group_id=none', ['handle', 'Slides']],
  ['group_id=none|kilns', ['pots', 'Report', 'glaze', 'handle', 'Slides']],
  ['group_id=|', []],
  ['group_id=', ['pots', 'Report', 'shards', 'Performance', 'glaze', 'handle', 'Slides']],
];

/** Stores the groups, people, publications and works. */
export async function storeGroups(): Promise<void> {
  await freshTable();
  for (const [orcid, name] of Object.entries(names)) {
    const [given = '', family = ''] = name.split(' ');
    await storePerson(orcid, given, family);
  }
  await createGroup({ id: 'arts', name: { en: 'Faculty of Arts', de: 'Fakultät der Künste' } }, context());
  await createGroup({ id: 'science', name: 'Faculty of Science' }, context());
  await createGroup({ id: 'kilns', name: 'Institute of <b>Kilns</b>', parent_id: 'arts' }, context());
  await createGroup({ id: 'hidden', name: 'Institute of Secrets', parent_id: 'arts', visible: false }, context());
  const both = ['arts', 'science'].map((id) => ({ id, starts_at: null, ends_at: null }));
  await createGroup({ id: 'centre', name: 'Centre of two', parents: both }, context());
  for (const [group, orcid] of [
    ['kilns', ada],
    ['centre', bea],
    ['hidden', cai],
  ] as const)
    await addMember(group, { orcid }, context());
  const people = (await getPeople(Object.keys(names))).map(namesOf);
  for (const [title, orcids, date, type] of entries) {
    const year = Number(date.slice(0, 4));
    if (isWork(title)) {
      const told = { title, work_type: type, publication_date: date, researcher_orcids: [...orcids] };
      await createWork(told, context());
    } else {
      const authors = orcids.map((orcid) => anAuthor(names[orcid] ?? '', orcid));
      const fields = { title, publication_type: type, publication_date: date, publication_year: year, authors };
      const incoming = anIncoming({ doi: `10.5555/${title}`, original: aBibliography(fields), orcids: [...orcids] });
      await savePublication(applyIncoming(undefined, incoming, people, new Date()), undefined, []);
    }
  }
}

const isWork = (title: string) => title !== title.toLowerCase();

/** The ids that the lists of the registry find, in alphabetical order. */
export async function listed(query: string): Promise<string[]> {
  const of = async (name: 'publications' | 'works') => {
    const route = { publications, works }[name];
    const authorizer = { ...authorizerOf(route.route.auth), scopes };
    const { status, body } = await call(route, { url: `/integrations/v1/${name}?per_page=100&${query}`, authorizer });
    if (status !== 200) throw new Error(`${name}?${query}: ${JSON.stringify(body)}`);
    return body[name].map(({ title }: { title: string }) => title) as string[];
  };
  return [...(await of('publications')), ...(await of('works'))].sort();
}

export interface Changes {
  changes: { id: string; item: unknown }[];
  cursor: string;
  reset: boolean;
}

/** The changes of a list for the copy of a site. */
export async function changesOf(list: 'groups' | 'publications' | 'works' | 'people', cursor = ''): Promise<Changes> {
  const authorizer = { ...authorizerOf(changes.route.auth), scopes };
  const include = list === 'publications' || list === 'works' ? '&include=citation,groups' : '';
  const url = `/integrations/v1/changes?list=${list}${include}&cursor=${cursor}`;
  const { status, body } = await call(changes, { url, authorizer });
  if (status !== 200) throw new Error(`${list}: ${JSON.stringify(body)}`);
  return body;
}
