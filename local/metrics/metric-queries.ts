import { parseExpression, UnsupportedQuery } from './math-expression.ts';
import { isStatistic, type Metric, type Metrics, minuteMs, type Series, type Span } from './metrics.ts';

/** A query of GetMetricData or of an alarm, in CloudWatch's spelling. */
export interface MetricDataQuery {
  Id: string;
  MetricStat?:
    | {
        Metric: { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: string }[] | undefined };
        Period: number;
        Stat: string;
      }
    | undefined;
  Expression?: string | undefined;
  Label?: string | undefined;
  ReturnData?: boolean | undefined;
}

/** A supported query. */
export interface Query {
  id: string;
  label: string;
  isReturned: boolean;
  periodMs: number;
  /** The metrics that the query reads. */
  metrics: Metric[];
  /** The values in the periods of a span, whose length must be `periodMs`. */
  read(from: Metrics, span: Span): Series;
}

/**
 * Prepares queries that belong together. An expression uses metrics of one period. Throws an UnsupportedQuery that
 * names the query and the unsupported part.
 */
export function prepareQueries(queries: readonly MetricDataQuery[]): Query[] {
  const ofMetrics = new Map<string, Query>();
  for (const query of queries) {
    if (typeof query?.Id !== 'string') throw new UnsupportedQuery('a query without an Id');
    if (ofMetrics.has(query.Id)) throw new UnsupportedQuery(`the query ${query.Id} is given twice`);
    if (query.MetricStat)
      ofMetrics.set(
        query.Id,
        named(query, () => queryOfMetric(query)),
      );
  }
  return queries.map((query) => ofMetrics.get(query.Id) ?? named(query, () => queryOfExpression(query, ofMetrics)));
}

function named(query: MetricDataQuery, prepare: () => Query): Query {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof UnsupportedQuery)) throw error;
    throw new UnsupportedQuery(`the query ${query.Id}: ${error.message}`);
  }
}

function queryOfMetric(query: MetricDataQuery): Query {
  rejectOthers(query, ['Id', 'MetricStat', 'Label', 'ReturnData']);
  const { Metric, Period, Stat, ...rest } = query.MetricStat ?? {};
  rejectOthers(rest, []);
  const { Namespace: namespace, MetricName: name, Dimensions = [], ...unknownFields } = Metric ?? {};
  rejectOthers(unknownFields, []);
  if (typeof namespace !== 'string' || typeof name !== 'string') throw new UnsupportedQuery('it names no metric');
  if (!Array.isArray(Dimensions)) throw new UnsupportedQuery('Dimensions is not a list');
  if (typeof Stat !== 'string' || !isStatistic(Stat)) throw new UnsupportedQuery(`the statistic ${Stat}`);
  if (typeof Period !== 'number' || Period < 60 || Period % 60 !== 0) {
    throw new UnsupportedQuery(`the period ${Period}, which is not whole minutes`);
  }
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  const metric = { namespace, name, dimensions };
  return {
    ...common(query, name),
    periodMs: Period * 1000,
    metrics: [metric],
    read: (metrics, span) => metrics.read(metric, Stat, span),
  };
}

function queryOfExpression(query: MetricDataQuery, ofMetrics: ReadonlyMap<string, Query>): Query {
  rejectOthers(query, ['Id', 'Expression', 'Label', 'ReturnData']);
  if (typeof query.Expression !== 'string') throw new UnsupportedQuery('it has neither MetricStat nor Expression');
  const expression = parseExpression(query.Expression);
  const used = expression.ids.map((id) => {
    const found = ofMetrics.get(id);
    if (!found) throw new UnsupportedQuery(`its expression uses ${id}, which is not a metric of the request`);
    return found;
  });
  const [periodMs = minuteMs, ...otherPeriods] = new Set(used.map((one) => one.periodMs));
  if (otherPeriods.length > 0) throw new UnsupportedQuery('its expression uses metrics of different periods');
  return {
    ...common(query, query.Expression),
    periodMs,
    metrics: used.flatMap(({ metrics }) => metrics),
    read(metrics, span) {
      const read = used.map((one): [string, Series] => [one.id, one.read(metrics, span)]);
      return expression.evaluate({ metrics: new Map(read), periods: periodsOf(span) });
    },
  };
}

const common = ({ Id: id, Label, ReturnData = true }: MetricDataQuery, label: string) => ({
  id,
  label: Label ?? label,
  isReturned: ReturnData,
});

/** The starts of the periods of a span. */
export function periodsOf({ fromMs, toMs, periodMs }: Span): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / periodMs) }, (_, index) => fromMs + index * periodMs);
}

/** Ignoring a member would give a wrong answer. */
function rejectOthers(given: object, known: string[]): void {
  const unknownNames = Object.keys(given).filter((name) => !known.includes(name));
  if (unknownNames.length > 0) throw new UnsupportedQuery(`its member ${unknownNames.join(', ')}`);
}
