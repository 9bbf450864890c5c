/** Turns an id such as `health.get` or `ingest-work` into a construct id: HealthGet, IngestWork. */
export function constructId(id: string): string {
  return id.replace(/(?:^|[^A-Za-z0-9])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
