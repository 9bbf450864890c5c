/** `health.get` and `ingest-work` as construct ids: HealthGet, IngestWork. */
export function constructId(id: string): string {
  return id.replace(/(?:^|[^A-Za-z0-9])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
