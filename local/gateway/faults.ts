import { functionArn, withoutAlias } from '../lambda/functions.ts';
import type { FunctionFault } from '../lambda/instance.ts';
import { functionArnIn } from './invocation.ts';
import type { ResourceNode, RestApi } from './rest-api.ts';

/** A fault of one route or background job, from `--fault`. */
export interface NamedFault {
  /** As in the logs, `consumer/publications.list`, or as its file, `background/compact-lists`. */
  name: string;
  /** Failing answers per 10,000. */
  errorsPer10000: number;
  delayMs: number;
}

const longestDelayMs = 60_000;
const form = '<api>/<route>:error=<share> or background/<job>:error=<share>, or delay=<ms> instead of error';

/**
 * Parses the values of `--fault` and merges those of one route or job. Throws an Error that names the invalid value and the
 * reason.
 */
export function parseFaults(values: readonly string[]): NamedFault[] {
  const faults = new Map<string, Partial<NamedFault>>();
  for (const value of values) {
    const refuse = (reason: string) => new Error(`--fault ${value}: ${reason}`);
    const [, name = '', kind, text = ''] = /^([^:/]+\/[^:/]+):(error|delay)=(.*)$/.exec(value) ?? [];
    if (!kind) throw refuse(`must be ${form}`);
    const fault = faults.get(name) ?? {};
    const field = kind === 'error' ? 'errorsPer10000' : 'delayMs';
    if (fault[field] !== undefined) throw refuse(`${name} has a second ${kind}`);
    if (kind === 'error' && !/^(0?\.\d{1,4}|1(\.0+)?)$/.test(text)) {
      throw refuse('the share must be above 0 and at most 1, with at most four decimals');
    }
    if (kind === 'delay' && !/^\d{1,6}$/.test(text)) throw refuse('the delay must be a number of milliseconds');
    const amount = kind === 'error' ? Math.round(Number(text) * 10_000) : Number(text);
    if (amount === 0) throw refuse(`the ${kind === 'error' ? 'share' : 'delay'} must be above 0`);
    if (kind === 'delay' && amount > longestDelayMs) throw refuse(`the delay must be at most ${longestDelayMs} ms`);
    faults.set(name, { ...fault, [field]: amount });
  }
  return [...faults].map(([name, { errorsPer10000 = 0, delayMs = 0 }]) => ({ name, errorsPer10000, delayMs }));
}

/**
 * The faults by function ARN. Throws an Error with similar names if no API has the route, and no function is the worker
 * of the job.
 */
export function faultsByFunction(
  faults: readonly NamedFault[],
  apis: readonly RestApi[],
  functionNames: readonly string[],
): Map<string, FunctionFault> {
  if (faults.length === 0) return new Map();
  const routes = new Map(apis.flatMap(routesOf));
  const jobs = new Map(functionNames.flatMap(jobOf));
  return new Map(
    faults.map(({ name, ...fault }) => {
      const arn = routes.get(name) ?? jobs.get(name);
      const known = [...routes.keys(), ...jobs.keys()];
      if (!arn) throw new Error(`--fault: there is no route or job ${name}. Similar: ${similar(name, known)}`);
      return [arn, { ...fault, isJob: jobs.has(name), answers: new Int32Array(new SharedArrayBuffer(4)) }];
    }),
  );
}

/** The job of a worker, which the template names after it: `background/compact-lists`. */
function jobOf(functionName: string): [job: string, functionArn: string][] {
  const [, job] = /-background-(\w+?)Worker/.exec(functionName) ?? [];
  const id = job?.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return id === undefined ? [] : [[`background/${id}`, functionArn(functionName)]];
}

/** The routes of an API with their function ARNs. The template names the route in its methods. */
function routesOf({ name, root }: RestApi): [route: string, functionArn: string][] {
  const api = name.slice(name.lastIndexOf('-') + 1);
  const ofNode = ({ methods, children }: ResourceNode): [string, string][] => [
    ...[...methods.values()].flatMap(({ operationName, integration: { Uri } }): [string, string][] =>
      operationName && Uri ? [[`${api}/${operationName}`, withoutAlias(functionArnIn(Uri))]] : [],
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
