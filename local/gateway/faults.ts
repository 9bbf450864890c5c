import type { FunctionFault } from '../lambda/instance.ts';
import { functionArnIn } from './invocation.ts';
import type { ResourceNode, RestApi } from './rest-api.ts';

/** A fault of one route, from `--fault`. */
export interface RouteFault {
  /** As in the logs: `consumer/publications.list`. */
  route: string;
  /** Failing answers per 10,000. */
  errorsPer10000: number;
  delayMs: number;
}

const longestDelayMs = 60_000;
const form = '<api>/<route>:error=<share> or <api>/<route>:delay=<ms>';

/**
 * Parses the values of `--fault` and merges those of one route. Throws an Error that names the invalid value and the
 * reason.
 */
export function parseFaults(values: readonly string[]): RouteFault[] {
  const faults = new Map<string, Partial<RouteFault>>();
  for (const value of values) {
    const refuse = (reason: string) => new Error(`--fault ${value}: ${reason}`);
    const [, route = '', kind, text = ''] = /^([^:/]+\/[^:/]+):(error|delay)=(.*)$/.exec(value) ?? [];
    if (!kind) throw refuse(`must be ${form}`);
    const fault = faults.get(route) ?? {};
    const name = kind === 'error' ? 'errorsPer10000' : 'delayMs';
    if (fault[name] !== undefined) throw refuse(`the route has a second ${kind}`);
    if (kind === 'error' && !/^(0?\.\d{1,4}|1(\.0+)?)$/.test(text)) {
      throw refuse('the share must be above 0 and at most 1, with at most four decimals');
    }
    if (kind === 'delay' && !/^\d{1,6}$/.test(text)) throw refuse('the delay must be a number of milliseconds');
    const amount = kind === 'error' ? Math.round(Number(text) * 10_000) : Number(text);
    if (amount === 0) throw refuse(`the ${kind === 'error' ? 'share' : 'delay'} must be above 0`);
    if (kind === 'delay' && amount > longestDelayMs) throw refuse(`the delay must be at most ${longestDelayMs} ms`);
    faults.set(route, { ...fault, [name]: amount });
  }
  return [...faults].map(([route, { errorsPer10000 = 0, delayMs = 0 }]) => ({ route, errorsPer10000, delayMs }));
}

/** The faults by function ARN. Throws an Error with similar names if no API has the route. */
export function faultsByFunction(faults: readonly RouteFault[], apis: readonly RestApi[]): Map<string, FunctionFault> {
  const routes = faults.length === 0 ? new Map<string, string>() : new Map(apis.flatMap(routesOf));
  return new Map(
    faults.map(({ route, ...fault }) => {
      const functionArn = routes.get(route);
      if (!functionArn)
        throw new Error(`--fault: there is no route ${route}. Similar: ${similar(route, routes.keys())}`);
      return [functionArn, { ...fault, answers: new Int32Array(new SharedArrayBuffer(4)) }];
    }),
  );
}

/** The routes of an API with their function ARNs. The template names the route in its methods. */
function routesOf({ name, root }: RestApi): [route: string, functionArn: string][] {
  const api = name.slice(name.lastIndexOf('-') + 1);
  const ofNode = ({ methods, children }: ResourceNode): [string, string][] => [
    ...[...methods.values()].flatMap(({ operationName, integration: { Uri } }): [string, string][] =>
      operationName && Uri ? [[`${api}/${operationName}`, functionArnIn(Uri)]] : [],
    ),
    ...children.flatMap(ofNode),
  ];
  return ofNode(root);
}

/** The names that share the most letter pairs with the wanted one. */
function similar(wanted: string, names: Iterable<string>): string {
  const pairs = (text: string) => new Set(Array.from(text, (letter, index) => letter + (text[index + 1] ?? '')));
  const ofWanted = pairs(wanted);
  const likeness = (name: string) => {
    const own = pairs(name);
    const common = [...own].filter((pair) => ofWanted.has(pair)).length;
    return common / (own.size + ofWanted.size);
  };
  const ranked = [...names].sort((one, other) => likeness(other) - likeness(one));
  return ranked.slice(0, 5).join(', ');
}
