import { sourceNames } from '#src/vocabulary/sources/declarations.ts';

// Sources that answer in this process: an ingestion asks several about each DOI, and a server would take longer than it.

/** The bodies of the agencies' and OpenAlex's answers about a DOI. */
export interface Said {
  crossref?: object;
  datacite?: object;
  openalex?: object;
}

const json = { 'content-type': 'application/json' };

/** Answers all requests of this file's process for sources from `answers`, by DOI. Anything else is unknown to them. */
export function serveSources(answers: ReadonlyMap<string, Said>): void {
  for (const source of sourceNames) {
    process.env[`${source.toUpperCase()}_URL`] = `http://sources.example/${source}`;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
  process.env.SOURCES_CONTACT_EMAIL = 'library@example.org';
  delete process.env.OPENALEX_API_KEY_SECRET_ARN;
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    const [, source = '', , written = ''] = /^\/(\w+)\/(works|dois)\/(.+)$/.exec(pathname) ?? [];
    const doi = decodeURIComponent(written).replace('https://doi.org/', '');
    const body = answers.get(doi)?.[source as keyof Said];
    return body
      ? new Response(JSON.stringify(body), { status: 200, headers: json })
      : new Response('{}', { status: 404, headers: json });
  };
}
