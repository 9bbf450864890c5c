import { sourceEnv } from '#src/runtime/env.ts';
import { asksAlways } from '#src/sources/enrichments.ts';

/** How many new DOIs a second the sources can be asked for: most are Crossref's. Null if nothing limits that. */
export function doisPerSecond(): number | null {
  const rates = ['crossref', ...asksAlways()].map((source) => sourceEnv(source, 'REQUESTS_PER_SECOND'));
  const limited = rates.filter((rate) => rate > 0);
  return limited.length === 0 ? null : Math.min(...limited);
}
