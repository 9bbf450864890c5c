import { env } from '#src/runtime/env.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import {
  declarationOf,
  type EnrichmentName,
  enrichmentNames,
  hasGapFor,
} from '#src/vocabulary/sources/declarations.ts';
import { readAnswer } from './readers.ts';
import type { SourceCallOptions } from './requests/http.ts';
import { isNoAnswer, type NoAnswer, type ReadAnswer, SourcePaused } from './requests/source.ts';

/** The enrichments' answers about a publication. Missing for those that were not asked or do not know it. */
export interface Enrichments {
  answers: Partial<Record<EnrichmentName, ReadAnswer<EnrichmentName>>>;
  /** Why an enrichment gave no answer. The publication is stored without it, and it is asked again later. */
  failures: Partial<Record<EnrichmentName, NoAnswer>>;
}

export const noEnrichments: Enrichments = { answers: {}, failures: {} };

/** Whether a source is enabled. Optional ones are disabled by default. */
const isOn = (name: EnrichmentName) => !declarationOf(name).isOptional || env('OPTIONAL_SOURCES').includes(name);

const enabled = (fillsGaps: boolean) =>
  enrichmentNames.filter((name) => (declarationOf(name).fillsGaps ?? false) === fillsGaps && isOn(name));

/** The enrichments that are asked about every publication. */
export const asksAlways = (): EnrichmentName[] => enabled(false);

/** The enrichments that may have fields missing from these bibliographies. */
export const fillersFor = (known: readonly Bibliography[]): EnrichmentName[] =>
  enabled(true).filter((name) => hasGapFor(name, known));

/** Asks these sources about a DOI concurrently. Their failures are in the result; anything else is thrown. */
export async function readEnrichments(
  names: readonly EnrichmentName[],
  doi: string,
  callOptions: SourceCallOptions,
): Promise<Enrichments> {
  const read: Enrichments = { answers: {}, failures: {} };
  await inParallel([...names], names.length, async (name) => {
    try {
      const answer = await readAnswer(name, doi, callOptions);
      if (answer) read.answers[name] = answer;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      read.failures[name] = error;
    }
  });
  return read;
}

/** The first retry of an enrichment after a failure that says nothing about the time. */
const firstRetryMs = 3_600_000;

/** When the enrichments that gave no answer are asked again: the first of them, and not while it is paused. */
export function retryAtMs(failures: Enrichments['failures'], now: Date): number {
  const times = Object.values(failures).map((failure) =>
    failure instanceof SourcePaused ? failure.pause.untilMs : now.getTime() + firstRetryMs,
  );
  return Math.min(...times);
}

/** The bibliographies of the enrichments that have no separate field in a record. */
export const supplementsOf = (answers: Enrichments['answers']): Record<string, Bibliography> =>
  Object.fromEntries(Object.entries(answers).map(([name, { bibliography }]) => [name, bibliography]));
