import { doiPrefix } from '#src/vocabulary/identifiers/doi.ts';
import { type AgencyName, agencyNames, declarationOf } from '#src/vocabulary/sources/declarations.ts';
import { readAnswer } from './readers.ts';
import type { SourceCallOptions } from './requests/http.ts';
import type { ReadAnswer } from './requests/source.ts';

const maxCachedPrefixes = 10_000;
const lastAnswered = new Map<string, AgencyName>(
  agencyNames.flatMap((name) => (declarationOf(name).likelyPrefixes ?? []).map((prefix) => [prefix, name] as const)),
);

/**
 * Reads a DOI from the agency that registered it. First tries the agency that last had a DOI with the same prefix, then
 * the others, because prefixes move between agencies. Undefined if none has it. Throws like fetchJson.
 */
export async function readFromAgency(
  doi: string,
  callOptions: SourceCallOptions = {},
): Promise<ReadAnswer<AgencyName> | undefined> {
  const prefix = doiPrefix(doi);
  const likelier = agencyNames.find((name) => callOptions.readBefore?.[name]?.has(doi)) ?? lastAnswered.get(prefix);
  const order = likelier ? [likelier, ...agencyNames.filter((name) => name !== likelier)] : agencyNames;
  for (const agency of order) {
    const answer = await readAnswer(agency, doi, callOptions);
    if (!answer) continue;
    if (lastAnswered.size >= maxCachedPrefixes && !lastAnswered.has(prefix)) lastAnswered.clear();
    lastAnswered.set(prefix, agency);
    return answer;
  }
  return undefined;
}
