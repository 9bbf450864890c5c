import type { AnyRoute } from '#src/http/route.ts';
import * as embed from '../../lambdas/consumer/embed/list.ts';
import * as groupDocument from '../../lambdas/consumer/group-documents/get.ts';
import * as linksets from '../../lambdas/consumer/linksets/get.ts';
import * as oai from '../../lambdas/consumer/oai/get.ts';
import * as personPage from '../../lambdas/consumer/pages/person.ts';
import * as projectPage from '../../lambdas/consumer/pages/project.ts';
import * as publicationPage from '../../lambdas/consumer/pages/publication.ts';
import * as sitemap from '../../lambdas/consumer/pages/sitemap.ts';
import * as peopleGet from '../../lambdas/consumer/people/get.ts';
import * as peopleList from '../../lambdas/consumer/people/list.ts';
import * as ofPerson from '../../lambdas/consumer/people/publications.ts';
import * as personDocument from '../../lambdas/consumer/person-documents/get.ts';
import * as projectGet from '../../lambdas/consumer/projects/get.ts';
import * as detail from '../../lambdas/consumer/publications/get.ts';
import * as list from '../../lambdas/consumer/publications/list.ts';
import * as search from '../../lambdas/consumer/search/list.ts';
import * as changes from '../../lambdas/integrations/changes/list.ts';
import * as syncedPeople from '../../lambdas/integrations/people/list.ts';
import * as synced from '../../lambdas/integrations/publications/list.ts';
import * as syncedSearch from '../../lambdas/integrations/search/list.ts';
import { authorizerOf, call, publicBaseUrl, type Target } from '../support/event.ts';

const modules: readonly (Target & { route: AnyRoute })[] = [
  ...[list, search, ofPerson, detail, embed, oai, linksets, sitemap, publicationPage, personPage, projectPage],
  ...[personDocument, groupDocument],
  ...[peopleList, peopleGet, projectGet, synced, syncedSearch, syncedPeople, changes],
];
const routes = modules.map((target) => {
  const { route } = target;
  const path = route.path.replaceAll(/\{\w+\+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+');
  const authorizer = { ...authorizerOf(route.auth), scopes: 'publications.read people.read' };
  return { target, pattern: new RegExp(`^${path}$`), authorizer };
});

/** Reads an address of an output: the text of its answer, or nothing for 404 and the like, and the address of what follows. */
export async function readRoute(url: string): Promise<{ text: string; next: string | undefined }> {
  const found = routes.find(({ pattern }) => pattern.test(url.split('?')[0] ?? ''));
  if (!found) throw new Error(`No route of the test has the address ${url}`);
  const { target, authorizer } = found;
  const { status, body, headers } = await call(target, { url, authorizer });
  if (![200, 301, 404, 410].includes(status)) throw new Error(`${url} answered ${status}: ${JSON.stringify(body)}`);
  const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? headers.Link ?? '')?.[1]?.replace(publicBaseUrl, '');
  return { text: status !== 200 ? '' : typeof body === 'string' ? body : JSON.stringify(body), next };
}
