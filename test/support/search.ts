import { jest } from '@jest/globals';
import { applyRolloutChange, initialRollout } from '#src/lists/rollout/domain/configuration.ts';
import { personRow } from '#src/records/people/person.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { putItem, transact } from '#src/table/table.ts';
import { aCuratorRow, aProject, carberry, lovelace } from './builders.ts';
import { authorizerOf, call, type Target, type TestResponse } from './event.ts';
import { storePerson } from './people.ts';
import { storeProject } from './projects.ts';
import { ingestWork } from './publicity.ts';

/** Every list with a text search, by module and path. */
export const searchedLists = {
  'consumer/publications': '/v1/publications',
  'consumer/projects': '/v1/projects',
  'consumer/people': '/v1/people',
  'integrations/publications': '/integrations/v1/publications',
  'integrations/works': '/integrations/v1/works',
  'integrations/projects': '/integrations/v1/projects',
  'integrations/people': '/integrations/v1/people',
  'dashboard/publications': '/api/publications',
  'dashboard/projects': '/api/projects',
  'dashboard/researchers': '/api/researchers',
  'dashboard/people': '/api/people',
  'dashboard/works': '/api/works',
} as const;
export type SearchedList = keyof typeof searchedLists;

/** Sets the rollout's stage, as processes will read it. */
export const setStage = (stage: number, enabled = true) =>
  putItem({ ...keys.rollout('locale-search'), ...applyRolloutChange(initialRollout(0), { stage, enabled }, null, 0) });

/** Freezes the clock at this time; timers still run. */
export const setTime = (now: number): void =>
  void jest.useFakeTimers({
    now,
    doNotFake: [
      'nextTick',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'performance',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
    ],
  });

/** Requests a list as a caller from this workspace who may see everything. */
export async function ask(
  list: SearchedList,
  query: string,
  headers: Record<string, string> = {},
  workspace = 'primary_entity',
): Promise<TestResponse> {
  const target = (await import(`../../lambdas/${list}/list.ts`)) as Exclude<Target, { method: unknown }>;
  return call(target, { url: `${searchedLists[list]}${query}`, headers, ...authorizerIn(target, workspace) });
}

/** The authorizer's context of a caller of a workspace, with the scopes of all lists. */
function authorizerIn(target: Exclude<Target, { method: unknown }>, workspace: string) {
  const authorizer = authorizerOf(target.route.auth);
  if (!authorizer) return {};
  const scopes = 'publications.read works.read projects.read people.read groups.read';
  const memberships = JSON.stringify([{ workspace, role: 'workspace_member' }]);
  return { authorizer: { ...authorizer, workspace, installationId: 'plugin', scopes, memberships } };
}

/** Stores publications, works, projects and people with texts in several languages. */
export async function storeTexts(now: Date): Promise<void> {
  const titles = {
    '10.5555/plain': 'Cafés of İstanbul, ISPARTA and Straße',
    '10.5555/turkish': { en: 'Light in Isparta', tr: 'ISPARTA’DA IŞIK' },
    '10.5555/german': { en: 'Streets', de: 'Straßen und Wege' },
    '10.5555/spanish': { es: 'El niño y los cafés' },
    '10.5555/hindi': { en: 'Papers in Hindi', hi: 'हिन्दी में शोध' },
  };
  for (const [doi, title] of Object.entries(titles)) {
    const row = aCuratorRow({ doi, title, author_names: 'Søren Ångström\nAda Lovelace', orcids: [carberry, lovelace] });
    await transact((at) => [putRow({ ...row, ...keys.publicationRow(doi) }, at)]);
  }
  await ingestWork('Isparta', carberry, 'A report of Isparta and cafés');
  const programme = { en: 'Roads', de: 'Straßen' };
  await storeProject(aProject({ id: 'streets', programme, title: 'Cafés of Isparta' }), now);
  await storePerson(carberry, 'Josiah', 'Cafér');
  const ada = await storePerson(lovelace, 'Ada', 'Lovelace');
  const localized = { ...ada, name: { en: 'Ada Lovelace', el: 'Άντα Λάβλεϊς' } };
  await transact((at) => [putRow({ ...personRow(localized), ...keys.personRow(lovelace) }, at)]);
}
