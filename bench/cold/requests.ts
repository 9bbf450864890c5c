import type { AnyRoute } from '#src/http/route.ts';
import { defaultLocale, textIn } from '#src/vocabulary/locale.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import type { Cloud } from '../../local/cloud.ts';
import { syntheticPerson, syntheticPublication } from '../../local/data/synthetic.ts';

/** A request to a route that answers from lists. */
export interface ColdRequest {
  /** `consumer publications.list`. */
  name: string;
  url: string;
  headers: Record<string, string>;
}

/** Values of path and query parameters that a synthetic registry has. */
const person = syntheticPerson(0).orcid;
/** A word that titles have: a search with hits has more to read. */
const [word = ''] = (textIn(syntheticPublication(0, 1).original.title, defaultLocale) ?? '').split(' ');
const parameters: Record<string, string> = { orcid: person, slug: person };
const queries: Record<string, string> = {
  'consumer oai.get': '?verb=ListIdentifiers&metadataPrefix=oai_dc',
  'consumer search.list': `?q=${word}`,
  'integrations changes.list': '?list=publications',
  'integrations search.list': `?q=${word}`,
  'dashboard search.list': `?q=${word}`,
  'dashboard publications.ids': `?q=${word}`,
};

/**
 * A request to every route that reads a list, by its declaration. Routes of which a synthetic registry has nothing to show
 * are named instead.
 */
export async function coldRequests({ baseUrl, dashboardUrl, stack }: Cloud) {
  const requests: ColdRequest[] = [];
  const left: string[] = [];
  for (const { declaration: route } of await loadRoutes()) {
    if (route.method !== 'GET' || !route.grants.some((grant) => grant.startsWith('lists:'))) continue;
    const name = `${route.api} ${route.id}`;
    const path = route.path.replace(/\{(\w+)\+?\}/g, (whole, parameter) => parameters[parameter] ?? whole);
    const origin = route.api === 'dashboard' ? dashboardUrl : baseUrl;
    if (path.includes('{')) left.push(name);
    else requests.push({ name, url: `${origin}${path}${queries[name] ?? ''}`, headers: headersFor(route, stack) });
  }
  return { requests, left };
}

function headersFor({ auth }: AnyRoute, { installation_key, api_keys, dashboard_tokens }: Cloud['stack']) {
  switch (auth.kind) {
    case 'none':
      return {} as Record<string, string>;
    case 'installation':
      return { 'x-api-key': installation_key };
    case 'apiKey':
      return { 'x-api-key': api_keys.full };
    case 'member':
      return { authorization: `Bearer ${dashboard_tokens[auth.role]}` };
    default:
      return { authorization: `Bearer ${dashboard_tokens.superadmin}` };
  }
}
