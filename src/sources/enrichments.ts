import { declarationOf, type EnrichmentName, enrichmentNames, hasGapFor } from '../domain/sources/declarations.ts';
import type { Bibliography } from '../domain/values/bibliography.ts';
import { env } from '../runtime/env.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { type ReadAnswer, readers } from './readers.ts';
import type { SourceTimeLimits } from './requests/http.ts';
import { isNoAnswer, type NoAnswer } from './requests/source.ts';

/** What the enrichments say of a publication: nothing of one that was not asked or does not know it. */
export interface Enrichments {
  answers: Partial<Record<EnrichmentName, ReadAnswer<EnrichmentName>>>;
  /** Why one gave no answer. The publication is stored without, and the source is asked again later. */
  failures: Partial<Record<EnrichmentName, NoAnswer>>;
}

export const noEnrichments: Enrichments = { answers: {}, failures: {} };

/** Whether a source is asked: one that is optional only if it is switched on. */
const isOn = (name: EnrichmentName) => !declarationOf(name).isOptional || env('OPTIONAL_SOURCES').includes(name);

const enabled = (fillsGaps: boolean) =>
  enrichmentNames.filter((name) => (declarationOf(name).fillsGaps ?? false) === fillsGaps && isOn(name));

/** The enrichments that are asked about every publication. */
export const asksAlways = (): EnrichmentName[] => enabled(false);

/** Those that may have what these bibliographies lack. */
export const fillersFor = (known: readonly Bibliography[]): EnrichmentName[] =>
  enabled(true).filter((name) => hasGapFor(name, known));

/** Asks these sources about a DOI, all at once. A failure of one is in the result, and anything else is thrown. */
export async function readEnrichments(
  names: readonly EnrichmentName[],
  doi: string,
  timeLimits: SourceTimeLimits,
  run?: string,
): Promise<Enrichments> {
  const read: Enrichments = { answers: {}, failures: {} };
  await inParallel([...names], names.length, async (name) => {
    try {
      const answer = await readers[name].read(doi, timeLimits, run);
      if (answer) read.answers[name] = answer;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      read.failures[name] = error;
    }
  });
  return read;
}

/** The bibliographies of the enrichments that have no field of their own in a record. */
export const supplementsOf = (answers: Enrichments['answers']): Record<string, Bibliography> =>
  Object.fromEntries(Object.entries(answers).map(([name, { bibliography }]) => [name, bibliography]));
