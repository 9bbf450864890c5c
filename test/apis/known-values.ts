import type { KnownValues } from '../support/random-requests.ts';
import { ask, type Stack } from './stack.ts';

/** Credentials for every route of an API, each by the path that accepts it. */
export function credentials(stack: Stack, path: string): Record<string, string> {
  const { api_keys, installation_key = '', dashboard_tokens, admin_cli_secret = '' } = stack;
  if (/^\/(integrations|v1\/people)/.test(path)) return { 'X-API-Key': installation_key };
  if (path.startsWith('/api/cli/')) return { Authorization: `Bearer ${admin_cli_secret}` };
  return { 'X-API-Key': api_keys?.full ?? '', Authorization: `Bearer ${dashboard_tokens?.superadmin ?? ''}` };
}

/** Existing values, read from the registry itself. */
export async function knownValues(stack: Stack): Promise<KnownValues> {
  const { base_url, dashboard_url } = stack;
  const { publications } = (await ask(`${base_url}/v1/publications?per_page=100`)).body;
  const { projects } = (await ask(`${base_url}/v1/projects?per_page=100`)).body;
  const { people = [] } = (await ask(`${base_url}/v1/people?per_page=100`, credentials(stack, '/v1/people'))).body;
  const dois = publications.map(({ doi }: { doi: string }) => doi);
  const orcids = people.map(({ orcid }: { orcid: string }) => orcid);
  return {
    id: [...dois, ...projects.map(({ id }: { id: string }) => id)],
    doi: dois,
    orcid: orcids,
    orcid_id: orcids,
    orcid_ids: orcids,
    email: ['ada@example.org', 'workspace-member@example.org'],
    entity_id: ['primary_entity', 'external'],
    q: ['a', 'kiln', 'josiah', 'the of'],
    path: ['/title', '/visible', '/data/authors', '/data/volume', '/publication_date', '/enriched_metadata/x'],
    from: ['/title'],
    redirectTo: [`${dashboard_url}/reset-password`],
  };
}
