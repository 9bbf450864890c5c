import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { SecretNotFound, sourceCredentials } from '#src/runtime/requests/secrets.ts';
import { fetchJson, type SourceRequest, type SourceResponse } from './http.ts';

type AgencyRequest = Omit<SourceRequest, 'credentials'>;

/**
 * Sends a request to Crossref: with the contact, which leads to its polite pool, and with a token of Metadata Plus
 * (https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/). Throws like fetchJson.
 */
export async function askCrossref({ query, ...request }: AgencyRequest): Promise<SourceResponse> {
  const email = env('SOURCES_CONTACT_EMAIL');
  const token = await credentialsOf('crossref');
  return fetchJson('crossref', {
    ...request,
    query: { ...query, ...(email && { mailto: email }) },
    credentials: token === undefined ? undefined : { name: 'crossref-plus-api-token', value: `Bearer ${token}` },
  });
}

/** Sends a request to DataCite, with the credentials of a member (https://support.datacite.org/docs/rate-limit). */
export async function askDataCite(request: AgencyRequest): Promise<SourceResponse> {
  const account = await credentialsOf('datacite');
  const basic = account === undefined ? undefined : `Basic ${Buffer.from(account).toString('base64')}`;
  return fetchJson('datacite', {
    ...request,
    credentials: basic === undefined ? undefined : { name: 'authorization', value: basic },
  });
}

/** Without its credentials an agency answers, too: more slowly, and a refusal delays what it refuses. */
async function credentialsOf(source: 'crossref' | 'datacite'): Promise<string | undefined> {
  try {
    return await sourceCredentials(source);
  } catch (error) {
    if (!(error instanceof SecretNotFound)) throw error;
    log('error', 'A source is asked without its credentials, which cannot be read', { source, error });
    return undefined;
  }
}
