import * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import type { HttpResponse } from '#src/runtime/requests/http-request.ts';
import { sendSigned } from '#src/runtime/requests/signed-request.ts';
import { sleep } from '#src/runtime/sleep.ts';
import type { SearchSample } from './domain/judge.ts';
import { rolloutDimensions, rolloutMetrics } from './metrics.ts';

/** Reads the metrics of locale search from CloudWatch (docs/decisions/0100-locale-search-rollout.md). */

const attempts = 3;
const attemptTimeoutMs = 4_000;
const firstBackoffMs = 150;
/** One page is enough for an hour. */
const maxPages = 10;

const MetricData = z.object({
  MetricDataResults: z.array(
    z.object({
      Id: z.string(),
      /** Seconds since the epoch. */
      Timestamps: z.array(z.number()).default([]),
      Values: z.array(z.number()).default([]),
      StatusCode: z.string(),
    }),
  ),
  NextToken: z.string().nullish(),
});

/** CloudWatch did not answer, or not completely. */
export class MetricsUnavailable extends Error {
  // A literal: minified bundles rename classes.
  override name = 'MetricsUnavailable';
}

/** One minute with requests, starting at `startsAtMs`. */
export type MinuteSample = SearchSample & { startsAtMs: number };

const fieldOf = {
  requests: rolloutMetrics.requests,
  errors: rolloutMetrics.errors,
  totalLatencyMs: rolloutMetrics.totalLatency,
} as const satisfies Record<keyof SearchSample, string>;
type Field = keyof typeof fieldOf;
const fields = Object.keys(fieldOf) as Field[];

/**
 * The locale searches of each minute from `fromMs` to `toMs`, both whole minutes, oldest first. CloudWatch lags by one
 * to three minutes. Throws MetricsUnavailable unless its answer is complete.
 */
export async function readSearchMetrics({ fromMs, toMs }: { fromMs: number; toMs: number }): Promise<MinuteSample[]> {
  const dimensions = Object.entries(rolloutDimensions(env('TABLE_NAME'))).map(([Name, Value]) => ({ Name, Value }));
  const request = {
    StartTime: fromMs / 1000,
    EndTime: toMs / 1000,
    ScanBy: 'TimestampAscending',
    MetricDataQueries: fields.map((field) => ({
      Id: field,
      MetricStat: {
        Metric: { Namespace: 'PublicationRegistry', MetricName: fieldOf[field], Dimensions: dimensions },
        Period: 60,
        Stat: 'Sum',
      },
    })),
  };
  const minutes = new Map<number, MinuteSample>();
  let NextToken: string | null | undefined;
  for (let page = 1; ; page++) {
    const body = await getMetricData({ ...request, ...(NextToken && { NextToken }) });
    for (const { Id, Timestamps, Values } of body.MetricDataResults) {
      for (const [index, seconds] of Timestamps.entries()) {
        const startsAtMs = seconds * 1000;
        const minute = minutes.get(startsAtMs) ?? { startsAtMs, requests: 0, errors: 0, totalLatencyMs: 0 };
        minutes.set(startsAtMs, { ...minute, [Id]: Values[index] ?? 0 });
      }
    }
    NextToken = body.NextToken;
    if (!NextToken) {
      requireComplete(body.MetricDataResults);
      return [...minutes.values()].sort((one, other) => one.startsAtMs - other.startsAtMs);
    }
    if (page === maxPages) throw new MetricsUnavailable(`CloudWatch answered with more than ${maxPages} pages`);
  }
}

/** Partial results, such as requests without their errors, would be misjudged. */
function requireComplete(results: readonly { Id: string; StatusCode: string }[]): void {
  for (const field of fields) {
    const status = results.find(({ Id }) => Id === field)?.StatusCode ?? 'no result';
    if (status !== 'Complete') throw new MetricsUnavailable(`CloudWatch answered ${fieldOf[field]} with ${status}`);
  }
}

/** Sends one GetMetricData request. Retries while CloudWatch is busy or silent. */
async function getMetricData(input: object): Promise<z.output<typeof MetricData>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(JSON.stringify(input)).catch((cause: unknown) => ({ cause }));
    if ('status' in answer && answer.status === 200) return parse(answer.body);
    const isTransient = 'cause' in answer || answer.status >= 500 || isThrottled(answer);
    if (!isTransient || attempt === attempts) {
      const cause = 'cause' in answer ? answer.cause : answer.body.toString('utf8').slice(0, 500);
      const failure = 'cause' in answer ? 'did not answer' : `answered ${answer.status}`;
      throw new MetricsUnavailable(`CloudWatch ${failure} to GetMetricData`, { cause });
    }
    await sleep(firstBackoffMs * 2 ** attempt * (0.5 + Math.random() / 2));
  }
}

function parse(body: Buffer): z.output<typeof MetricData> {
  try {
    return MetricData.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw new MetricsUnavailable('CloudWatch answered something else than metrics', { cause });
  }
}

const isThrottled = ({ status, body }: HttpResponse) => status === 429 || body.includes('Throttling');

/** Uses the JSON protocol: the older one answers in XML, and the newest in CBOR. */
function send(body: string): Promise<HttpResponse> {
  return sendSigned({
    service: 'monitoring',
    method: 'POST',
    url: new URL(env('AWS_ENDPOINT_URL') ?? `https://monitoring.${env('AWS_REGION')}.amazonaws.com`),
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'GraniteServiceVersion20100801.GetMetricData',
    },
    body,
    timeoutMs: attemptTimeoutMs,
  });
}
