import type * as z from 'zod';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import {
  type AgencyName,
  type EnrichmentName,
  type SourceName,
  sources,
} from '#src/vocabulary/sources/declarations.ts';
import { pauseText, type SourcePause } from '#src/vocabulary/sources/pause.ts';

/** A source's record of one publication. */
export interface SourceAnswer<Source extends SourceName> {
  source: Source;
  /** The source's DOI of the record. It differs from the requested one if that is an alias. */
  doi: string;
  /** The other DOIs under which the source knows the record. */
  aliases?: string[];
  /** The registrant at the agency, apart from the DOI's prefix: DataCite's client, `cern.zenodo`. */
  client?: string;
  /** Within the limits of `bibliographyLimits`. */
  bibliography: Bibliography;
  /** A sentence for each field that was cut. */
  cuts: string[];
  /** The unmodified record. */
  raw: unknown;
}

/** A source's data about one publication; for an enrichment, with its additional data. */
export interface ReadAnswer<Name extends AgencyName | EnrichmentName> extends SourceAnswer<Name> {
  /** The requested DOI, if the answer depends on it. */
  asked?: string;
  /** Data beyond the bibliography. */
  enrichment?: Record<string, unknown>;
}

/** Answers that were read together with others, by source and DOI. */
export type ReadBefore = { [Name in AgencyName | EnrichmentName]?: ReadonlyMap<string, ReadAnswer<Name>> };

/**
 * A source could not be reached or rejected the request; a later retry may succeed. The message is shown to users and
 * contains no URL.
 */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable';
  readonly source: SourceName;
  /** The HTTP status of the last response, if there was one. */
  readonly status: number | undefined;
  /** The source's Retry-After, if there was one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    source: SourceName,
    reason: string,
    details: { status?: number | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${sources[source].printed} ${reason}`, { cause: details.cause });
    this.source = source;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A source that no worker asks before a time, because it would refuse. Thrown without asking, and by what found out. */
export class SourcePaused extends SourceUnavailable {
  override name = 'SourcePaused';
  readonly pause: SourcePause;

  constructor(source: SourceName, pause: SourcePause, nowMs: number) {
    super(source, pauseText(pause), { retryAfterSeconds: Math.max(Math.ceil((pause.untilMs - nowMs) / 1000), 1) });
    this.pause = pause;
  }
}

/**
 * A source could not be called in time because of our other requests. The call must be repeated later.
 */
export class SourceCallPostponed extends Error {
  override name = 'SourceCallPostponed';
  readonly retryAfterSeconds: number;

  constructor(source: SourceName, reason: string, retryAfterSeconds: number, options?: { cause?: unknown }) {
    super(`${sources[source].printed} ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A source returned an undocumented response. A retry would not help. */
export class SourceAnswerMalformed extends Error {
  override name = 'SourceAnswerMalformed';
  readonly source: SourceName;

  constructor(source: SourceName, fault: string, options?: { cause?: unknown }) {
    super(`${sources[source].printed} ${fault}`, options);
    this.source = source;
  }
}

/** A failure of the source, or of the request. */
export type SourceFailure = SourceUnavailable | SourceAnswerMalformed;

export const isSourceFailure = (error: unknown): error is SourceFailure =>
  error instanceof SourceUnavailable || error instanceof SourceAnswerMalformed;

/** Why a call has no answer: a failure of the source, or our own load. */
export type NoAnswer = SourceFailure | SourceCallPostponed;

export const isNoAnswer = (error: unknown): error is NoAnswer =>
  isSourceFailure(error) || error instanceof SourceCallPostponed;

/**
 * The body of a response, parsed by a schema. Throws SourceUnavailable if the status is not 200, and
 * SourceAnswerMalformed if the body does not match.
 */
export function bodyOf<T extends z.ZodType>(
  source: SourceName,
  { status, body }: { status: number; body: unknown },
  schema: T,
  content: string,
): z.output<T> {
  if (status !== 200) throw new SourceUnavailable(source, `answered ${status}`, { status });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceAnswerMalformed(source, `returned an invalid ${content}`, { cause: parsed.error });
}
