import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import * as embed from '../../lambdas/consumer/embed/list.ts';
import * as consumer from '../../lambdas/consumer/publications/list.ts';
import * as changes from '../../lambdas/integrations/changes/list.ts';
import * as integrations from '../../lambdas/integrations/publications/list.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { storePerson } from '../support/people.ts';

/** Publications, the filters with which people ask for them, and what each output of the registry finds. */

const lovelace = '0009-9999-0000-0019';
const creativeCommons = 'https://creativecommons.org';
const publications: Record<string, Partial<Bibliography> & { orcids: string[] }> = {
  pots: {
    publication_type: 'journal-article',
    publication_year: 2020,
    open_access_status: 'gold',
    license_url: `${creativeCommons}/licenses/by/4.0/`,
    authors: [anAuthor('Josiah Carberry', carberry)],
    orcids: [carberry],
  },
  kilns: {
    publication_type: 'book-chapter',
    publication_year: 2021,
    open_access_status: 'closed',
    license: 'CC-BY-NC',
    authors: [anAuthor('Ada Lovelace', lovelace)],
    orcids: [lovelace],
  },
  glaze: {
    publication_type: 'dataset',
    publication_year: 2024,
    open_access_status: 'green',
    license_url: `${creativeCommons}/publicdomain/zero/1.0/`,
    authors: [anAuthor('Ada Lovelace', lovelace), anAuthor('Josiah Carberry', carberry)],
    orcids: [lovelace, carberry],
  },
  // Nobody knows which of its authors he is, so that its citation does not name him.
  shards: { publication_type: 'posted-content', publication_year: null, orcids: [carberry] },
  handle: { publication_type: 'journal-article', publication_year: 2026, license: 'Licença 1', orcids: [lovelace] },
};

/** DOIs of `publications`. */
const doisOf = (...names: (keyof typeof publications)[]) => names.map((name) => `10.5555/${name}`);
const [all, none] = [doisOf(...Object.keys(publications)), doisOf()];

/** The DOIs that a query finds, or the parameter for which it is refused. */
export type Found = string[] | { refused: string };

export const filterQueries: readonly (readonly [query: string, found: Found])[] = [
  ['', all],
  ['publication_type=journal-article', doisOf('pots', 'handle')],
  ['publication_type=Book-Chapter|dataset', doisOf('kilns', 'glaze')],
  ['publication_type=%20dataset%20|%C2%A0book-chapter%09', doisOf('kilns', 'glaze')],
  ['publication_type=dataset|unknown', doisOf('glaze')],
  ['publication_type=unknown', none],
  ['publication_type=dat%C3%A1set', none],
  ['publication_type=|', none],
  ['publication_type=%20', none],
  ['publication_type=', all],
  ['publication_year=2024', doisOf('glaze')],
  ['publication_year=2020%7C2026', doisOf('pots', 'handle')],
  ['publication_year=2020%20|%202026|2020', doisOf('pots', 'handle')],
  ['publication_year=2020|', { refused: 'publication_year' }],
  ['publication_year=2020,2021', { refused: 'publication_year' }],
  ['publication_year=999', { refused: 'publication_year' }],
  ['publication_year_from=2021', doisOf('kilns', 'glaze', 'handle')],
  ['publication_year_to=2021', doisOf('pots', 'kilns')],
  ['publication_year_from=2021&publication_year_to=2024', doisOf('kilns', 'glaze')],
  ['publication_year_from=2024&publication_year_to=2024', doisOf('glaze')],
  ['publication_year_from=2024&publication_year_to=2021', { refused: 'publication_year_to' }],
  ['publication_year_from=2021|2022', { refused: 'publication_year_from' }],
  ['publication_year_to=%202021', { refused: 'publication_year_to' }],
  ['publication_year_from=2021&publication_year=2020|2024', doisOf('glaze')],
  ['open_access_status=gold', doisOf('pots')],
  ['open_access_status=gold | closed', doisOf('pots', 'kilns')],
  ['open_access_status=diamond', none],
  ['open_access_status=Gold', { refused: 'open_access_status' }],
  ['open_access_status=gold|open', { refused: 'open_access_status' }],
  ['license=cc-by', doisOf('pots')],
  ['license=CC-BY-4.0', doisOf('pots')],
  ['license=cc-by-3.0', none],
  ['license=cc-by-nc|cc0', doisOf('kilns', 'glaze')],
  ['license=cc-by%20%7C%20cc0-1.0', doisOf('pots', 'glaze')],
  ['license=cc-by|', doisOf('pots')],
  ['license=licen%C3%A7a%201', doisOf('handle')],
  ['license=licenca%201', none],
  [`license=${'x'.repeat(101)}`, { refused: 'license' }],
  [`license=${Array.from({ length: 101 }, (_, number) => `l${number}`).join('|')}`, { refused: 'license' }],
  [`orcid=${carberry}`, doisOf('pots', 'glaze', 'shards')],
  [`orcid=${carberry}|${lovelace}`, all],
  [`orcid=https://orcid.org/${carberry}%20|%20${lovelace.replaceAll('-', '')}`, all],
  ['orcid=0009-9997-0000-009x', none],
  ['orcid=0000-0002-1825-0098', { refused: 'orcid' }],
  [`orcid=${carberry}|`, { refused: 'orcid' }],
  [`orcid=${carberry}|${lovelace}&license=cc-by|cc0&publication_type=dataset|journal-article`, doisOf('pots', 'glaze')],
  ['publication_yeer=2024&licence=cc0', all],
];

/** Stores the publications. */
export async function storePublications(): Promise<void> {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  const people = (await getPeople([carberry, lovelace])).map(namesOf);
  for (const [name, { orcids, ...fields }] of Object.entries(publications)) {
    const original = aBibliography({ title: name, ...fields });
    const incoming = anIncoming({ doi: `10.5555/${name}`, original, orcids });
    await savePublication(applyIncoming(undefined, incoming, people, new Date()), undefined, []);
  }
}

/** The lists of the registry, and what each of their answers has, in the order of the DOIs. */
export const lists: Record<string, (query: string) => Promise<Found>> = {
  'Consumer API': async (query) =>
    found(await call(consumer, { url: `/v1/publications?per_page=100&${query}` }), ofItems),
  'Integrations API': async (query) =>
    found(
      await call(integrations, {
        url: `/integrations/v1/publications?per_page=100&${query}`,
        authorizer: authorizerOf(integrations.route.auth) ?? {},
      }),
      ofItems,
    ),
  embed: async (query) => found(await call(embed, { url: `/v1/embed?${query}` }), ofText),
  feed: async (query) => found(await call(consumer, { url: `/v1/publications?format=atom&${query}` }), ofText),
  export: async (query) => found(await call(consumer, { url: `/v1/publications?format=csv&${query}` }), ofText),
};

const ofItems = (body: { publications: { doi: string }[] }) => body.publications.map(({ doi }) => doi);
const ofText = (body: string) => body.match(/10\.5555\/\w+/g) ?? [];

function found<Body>(
  { status, body }: { status: number; body: Body & { details: { issues: { path: string }[] } } },
  read: (body: Body) => string[],
): Found {
  return status === 200 ? inOrder(read(body)) : { refused: body.details.issues[0]?.path ?? '' };
}

/** DOIs without repetitions, to compare them. */
export const inOrder = (dois: readonly string[]): string[] => [...new Set(dois)].sort();

/** All changes for a copy with citations. */
export async function changesForCopy(): Promise<{ changes: unknown[]; cursor: string }> {
  const authorizer = { ...authorizerOf(changes.route.auth), scopes: 'publications.read' };
  const url = '/integrations/v1/changes?list=publications&include=citation';
  return (await call(changes, { url, authorizer })).body;
}

/** The parameters of a query as a site has them. */
export const parametersOf = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));
