import type { Series } from './metrics.ts';

/** An unsupported metric query; the message says which part. */
export class UnsupportedQuery extends Error {
  override name = 'UnsupportedQuery';
}

type Value = number | Series;

/** Metrics by id, and the starts of all periods, with or without data. */
export interface Inputs {
  metrics: ReadonlyMap<string, Series>;
  periods: readonly number[];
}

/** A parsed expression of metric math. */
export interface MathExpression {
  /** The ids of the metrics it uses. */
  ids: string[];
  /** The value in each period. Periods without data of a needed metric are absent. */
  evaluate(inputs: Inputs): Series;
}

type Evaluate = (inputs: Inputs) => Value;

const operators: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>=': (a, b) => Number(a >= b),
  '<=': (a, b) => Number(a <= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '>': (a, b) => Number(a > b),
  '<': (a, b) => Number(a < b),
};
/** From the weakest to the strongest. */
const precedence = [
  ['>=', '<=', '==', '!=', '>', '<'],
  ['+', '-'],
  ['*', '/'],
];
const tokens = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z]\w*)|(>=|<=|==|!=|[-+*/<>(),]))/y;
const mostDepth = 50;

/**
 * Parses metric math with numbers, metrics, `+ - * /`, comparisons, `IF(condition, then, else)` and
 * `FILL(metric, number)`. Throws an UnsupportedQuery for anything else.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function parseExpression(text: string): MathExpression {
  const rest = tokenize(text);
  const ids = new Set<string>();
  const refuse = (fault: string): never => {
    throw new UnsupportedQuery(`the expression "${text}" ${fault}`);
  };
  const take = (wanted: string) => (rest[0] === wanted ? rest.shift() : undefined);
  const need = (wanted: string) => take(wanted) ?? refuse(`has ${rest[0] ?? 'an end'} in place of ${wanted}`);

  const binary = (level: number, depth: number): Evaluate => {
    const operatorsHere = precedence[level];
    if (!operatorsHere) return unary(depth);
    let left = binary(level + 1, depth);
    for (;;) {
      const name = operatorsHere.find((operator) => rest[0] === operator);
      const operate = name && operators[name];
      if (!operate) return left;
      rest.shift();
      const [first, second] = [left, binary(level + 1, depth)];
      left = (inputs) => combine([first(inputs), second(inputs)], ([a = 0, b = 0]) => operate(a, b));
    }
  };
  const unary = (depth: number): Evaluate => {
    if (depth > mostDepth) refuse('is nested too deeply');
    if (take('-')) {
      const operand = unary(depth + 1);
      return (inputs) => combine([operand(inputs)], ([value = 0]) => -value);
    }
    if (take('(')) {
      const inner = binary(0, depth + 1);
      need(')');
      return inner;
    }
    const token = rest.shift() ?? refuse('ends too early');
    if (/^[.\d]/.test(token)) return () => Number(token);
    if (!/^[A-Za-z]/.test(token)) refuse(`has ${token} in place of a value`);
    if (take('(')) return call(token, depth);
    ids.add(token);
    return ({ metrics }) => metrics.get(token) ?? new Map();
  };
  const call = (name: string, depth: number): Evaluate => {
    const given = [binary(0, depth + 1)];
    while (take(',')) given.push(binary(0, depth + 1));
    need(')');
    const [first, second, third] = given;
    if (name === 'IF' && first && second && third && given.length === 3) {
      return (inputs) => choose(first(inputs), second(inputs), third(inputs));
    }
    if (name === 'FILL' && first && second && given.length === 2) {
      return (inputs) => fill(first(inputs), second(inputs), inputs.periods);
    }
    return refuse(`calls ${name} with ${given.length} arguments`);
  };

  const root = binary(0, 0);
  if (rest.length > 0) refuse(`has ${rest[0]} after its end`);
  return {
    ids: [...ids],
    evaluate(inputs) {
      const value = root(inputs);
      return typeof value === 'number' ? new Map(inputs.periods.map((startMs) => [startMs, value])) : value;
    },
  };
}

function tokenize(text: string): string[] {
  const found: string[] = [];
  tokens.lastIndex = 0;
  const source = text.trimEnd();
  while (tokens.lastIndex < source.length) {
    const at = tokens.lastIndex;
    const match = tokens.exec(source);
    if (!match) throw new UnsupportedQuery(`the expression "${text}" has "${source.slice(at).trim()[0]}"`);
    found.push(match[0].trim());
  }
  return found;
}

/** The result of `operate` where every series has data. NaN and infinity, such as 1 / 0, count as no data. */
function combine(values: Value[], operate: (operands: number[]) => number): Value {
  const series = values.filter((value): value is Series => typeof value !== 'number');
  const [first, ...otherSeries] = series;
  if (!first) return operate(values as number[]);
  const result: Series = new Map();
  for (const startMs of first.keys()) {
    if (!otherSeries.every((other) => other.has(startMs))) continue;
    const value = operate(values.map((one) => (typeof one === 'number' ? one : (one.get(startMs) ?? 0))));
    if (Number.isFinite(value)) result.set(startMs, value);
  }
  return result;
}

/** One of two values in each period; only the chosen one needs data. */
function choose(condition: Value, then: Value, otherwise: Value): Value {
  if (typeof condition === 'number') return condition === 0 ? otherwise : then;
  const result: Series = new Map();
  for (const [startMs, is] of condition) {
    const chosen = is === 0 ? otherwise : then;
    const value = typeof chosen === 'number' ? chosen : chosen.get(startMs);
    if (value !== undefined) result.set(startMs, value);
  }
  return result;
}

function fill(value: Value, filler: Value, periods: readonly number[]): Value {
  if (typeof value === 'number') return value;
  const filled: Series = new Map();
  for (const startMs of periods) {
    const found = value.get(startMs) ?? (typeof filler === 'number' ? filler : filler.get(startMs));
    if (found !== undefined) filled.set(startMs, found);
  }
  return filled;
}
