import type { Bibliography } from '../domain/values/bibliography.ts';

export const sourceNames = ['orcid', 'crossref', 'datacite', 'openalex'] as const;
export type SourceName = (typeof sourceNames)[number];

const printedNames: Record<SourceName, string> = {
  orcid: 'ORCID',
  crossref: 'Crossref',
  datacite: 'DataCite',
  openalex: 'OpenAlex',
};

/** A source's record of one publication. */
export interface SourceAnswer<Source extends SourceName> {
  source: Source;
  /** The source's DOI of the record. It differs from the requested one if that is an alias. */
  doi: string;
  /** The other DOIs that it knows the record by. */
  aliases?: string[];
  bibliography: Bibliography;
  /** The unmodified record. */
  raw: unknown;
}

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
    super(`${printedNames[source]} ${reason}`, { cause: details.cause });
    this.source = source;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * A source could not be called in time because of our other requests. The call must be repeated later.
 */
export class SourceCallPostponed extends Error {
  override name = 'SourceCallPostponed';
  readonly retryAfterSeconds: number;

  constructor(source: SourceName, reason: string, retryAfterSeconds: number, options?: { cause?: unknown }) {
    super(`${printedNames[source]} ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A source returned an undocumented response. A retry would not help. */
export class SourceAnswerMalformed extends Error {
  override name = 'SourceAnswerMalformed';
  readonly source: SourceName;

  constructor(source: SourceName, what: string, options?: { cause?: unknown }) {
    super(`${printedNames[source]} ${what}`, options);
    this.source = source;
  }
}
