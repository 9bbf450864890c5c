import type { Bibliography } from '../domain/values/bibliography.ts';

export type SourceName = 'orcid' | 'crossref' | 'datacite' | 'openalex';

const printedNames: Record<SourceName, string> = {
  orcid: 'ORCID',
  crossref: 'Crossref',
  datacite: 'DataCite',
  openalex: 'OpenAlex',
};

/** What a source knows of one publication. */
export interface SourceAnswer<Source extends SourceName> {
  source: Source;
  /** The DOI the source holds it under; another than was asked for when that one is an alias. */
  doi: string;
  bibliography: Bibliography;
  /** The record as the source sent it. */
  raw: unknown;
}

/**
 * A source could not be asked or refused: nothing is known of what was asked for, and asking again later may help. The
 * message is for people and holds no address.
 */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable';
  readonly source: SourceName;
  /** HTTP status of the last answer, when there was one. */
  readonly status: number | undefined;
  /** How long the source asks to be left alone, when it said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    source: SourceName,
    reason: string,
    details: { status?: number | undefined; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${printedNames[source]} ${reason}`, { cause: details.cause });
    this.source = source;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * A source could not be asked in time because of other requests of ours. It says nothing about the source or about what
 * was asked for: the call has to be made again, later.
 */
export class SourceCallPostponed extends Error {
  override name = 'SourceCallPostponed';
  readonly retryAfterSeconds: number;

  constructor(source: SourceName, reason: string, retryAfterSeconds: number, options?: { cause?: unknown }) {
    super(`${printedNames[source]} ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A source answered something its interface does not describe; asking again would give the same. */
export class SourceAnswerMalformed extends Error {
  override name = 'SourceAnswerMalformed';
  readonly source: SourceName;

  constructor(source: SourceName, what: string, options?: { cause?: unknown }) {
    super(`${printedNames[source]} ${what}`, options);
    this.source = source;
  }
}
