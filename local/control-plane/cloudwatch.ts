import { AwsError, unknownAction } from '../iam/aws-error.ts';
import { UnsupportedQuery } from '../metrics/math-expression.ts';
import { type MetricDataQuery, prepareQueries } from '../metrics/metric-queries.ts';
import { type Metrics, minuteMs, type Span } from '../metrics/metrics.ts';

const invalid = (message: string) => new AwsError('InvalidParameterValue', message);

/** CloudWatch's limits for one request. */
const mostQueries = 500;
const mostValues = 100_800;

/**
 * Answers CloudWatch's GetMetricData from the laptop's metrics, in one page. Includes StartTime, rounded down to a
 * minute, and excludes EndTime. Throws an AwsError for invalid and unsupported requests.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
 */
export function answerCloudWatch(action: string, input: Record<string, unknown>, metrics: Metrics): unknown {
  if (action !== 'GetMetricData') throw unknownAction(`monitoring.${action}`);
  const { StartTime, EndTime, ScanBy = 'TimestampDescending', MetricDataQueries, ...rest } = input;
  const [unknown] = Object.keys(rest);
  if (unknown) throw unknownAction(`GetMetricData with ${unknown}`);
  if (!Array.isArray(MetricDataQueries) || MetricDataQueries.length === 0) {
    throw new AwsError('MissingParameter', 'The parameter MetricDataQueries is required');
  }
  if (MetricDataQueries.length > mostQueries) throw invalid(`MetricDataQueries has more than ${mostQueries} members`);
  const isDescending = ScanBy === 'TimestampDescending';
  if (!isDescending && ScanBy !== 'TimestampAscending') throw invalid(`ScanBy ${ScanBy} is not an order`);
  const fromMs = Math.floor(timeOf('StartTime', StartTime) / minuteMs) * minuteMs;
  const toMs = timeOf('EndTime', EndTime);
  if (fromMs >= toMs) throw invalid('StartTime must be before EndTime');
  const queries = prepare(MetricDataQueries);
  const values = queries.reduce((sum, { periodMs }) => sum + Math.ceil((toMs - fromMs) / periodMs), 0);
  if (values > mostValues) throw invalid(`The request asks for more than ${mostValues} values`);
  return {
    MetricDataResults: queries
      .filter(({ isReturned }) => isReturned)
      .map((query) => {
        const { id, label, periodMs } = query;
        // CloudWatch does not document how it rounds other times.
        if (fromMs % periodMs !== 0) throw unknownAction(`GetMetricData with a StartTime inside a period of ${id}`);
        const span: Span = { fromMs, toMs, periodMs };
        const found = [...query.read(metrics, span)].sort(([one], [other]) =>
          isDescending ? other - one : one - other,
        );
        return {
          Id: id,
          Label: label,
          Timestamps: found.map(([startMs]) => startMs / 1000),
          Values: found.map(([, value]) => value),
          StatusCode: 'Complete',
        };
      }),
    Messages: [],
  };
}

function prepare(queries: MetricDataQuery[]) {
  try {
    return prepareQueries(queries);
  } catch (error) {
    if (error instanceof UnsupportedQuery) throw unknownAction(`GetMetricData with ${error.message}`);
    throw error;
  }
}

/** Converts seconds since the epoch, as in JSON 1.0, to milliseconds. */
function timeOf(name: string, seconds: unknown): number {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw invalid(`${name} must be a number of seconds`);
  return seconds * 1000;
}
