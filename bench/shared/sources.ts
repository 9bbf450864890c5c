/** Uses recordings instead of the sources, with a limit of requests per second to each; 0 means none. */
export function sourceSettings(urls: Record<string, string>, requestsPerSecond: number): Record<string, string> {
  const perSource = Object.entries(urls).map(([source, url]) => [
    [`${source.toUpperCase()}_URL`, url],
    [`${source.toUpperCase()}_REQUESTS_PER_SECOND`, String(requestsPerSecond)],
  ]);
  return { ...Object.fromEntries(perSource.flat()), OPENALEX_REQUESTS_PER_DAY: '100000', SOURCES_CONTACT_EMAIL: '' };
}
