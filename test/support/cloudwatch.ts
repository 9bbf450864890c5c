import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minute of requests, as CloudWatch sums it. */
export interface Minute {
  startsAtMs: number;
  requests: number;
  errors: number;
  totalLatencyMs: number;
}

interface MetricDataRequest {
  StartTime: number;
  EndTime: number;
  MetricDataQueries: {
    Id: string;
    MetricStat: {
      Metric: { Namespace: string; MetricName: string; Dimensions: { Name: string; Value: string }[] };
      Period: number;
      Stat: string;
    };
  }[];
}

type Answer = { status: number; body: unknown } | 'hang up';

export interface TestCloudWatch {
  /** The measurements. */
  minutes: Minute[];
  /** The requests so far, and their headers. */
  calls: { input: MetricDataRequest; headers: Record<string, unknown> }[];
  /** Replaces the next answers in order. */
  answers: Answer[];
  /** Called before each answer. */
  before: (() => Promise<unknown>) | undefined;
  close(): Promise<void>;
}

const fieldOf: Record<string, keyof Minute> = {
  Requests: 'requests',
  Errors: 'errors',
  TotalLatency: 'totalLatencyMs',
};

/** Starts a CloudWatch that answers GetMetricData with sums of `minutes`, and sets it in the environment. */
export async function startCloudWatch(): Promise<TestCloudWatch> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const input = JSON.parse(Buffer.concat(chunks).toString('utf8')) as MetricDataRequest;
      service.calls.push({ input, headers: request.headers });
      await service.before?.();
      const answer = service.answers.shift() ?? { status: 200, body: answerTo(input, service.minutes) };
      if (answer === 'hang up') response.destroy();
      else response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: TestCloudWatch = {
    minutes: [],
    calls: [],
    answers: [],
    before: undefined,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return service;
}

/** A complete answer. */
export function answerTo({ StartTime, EndTime, MetricDataQueries }: MetricDataRequest, minutes: readonly Minute[]) {
  const seconds = ({ startsAtMs }: Minute) => startsAtMs / 1000;
  const found = minutes.filter((minute) => seconds(minute) >= StartTime && seconds(minute) < EndTime);
  return {
    MetricDataResults: MetricDataQueries.map(({ Id, MetricStat: { Metric } }) => ({
      Id,
      Label: Metric.MetricName,
      Timestamps: found.map(seconds),
      Values: found.map((minute) => minute[fieldOf[Metric.MetricName] as keyof Minute]),
      StatusCode: 'Complete',
    })),
    Messages: [],
  };
}
