import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keptResources, losses } from '../release/resources.ts';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
  Outputs?: Record<string, { Export?: { Name: unknown } }>;
}
/** Templates by file name, such as `Data` and `DashboardFunctionsA1DB359A`. */
type Templates = Record<string, Template>;

export interface Changes {
  /** A line for each changed template. */
  lines: string[];
  /** Tables, buckets, APIs and other kept resources that are removed or replaced. */
  losses: string[];
  /** References to other stacks' outputs that do not exist now. */
  missing: string[];
}

/** The changes if the stacks of one assembly get the templates of another. Makes no calls to AWS. */
export function changesBetween(now: string, next: string): Changes {
  const [running, after] = [templatesIn(now), templatesIn(next)];
  const staying = order.filter((id) => id in running && !(id in after));
  const before = Object.fromEntries(Object.entries(running).filter(([id]) => !staying.includes(id)));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const lines = names.flatMap((name) => {
    const [old, replaced] = [before[name]?.Resources ?? {}, after[name]?.Resources ?? {}];
    const ids = Object.keys(old);
    const counts = {
      changed: ids.filter((id) => id in replaced && !isDeepStrictEqual(old[id], replaced[id])).length,
      created: Object.keys(replaced).filter((id) => !(id in old)).length,
      removed: ids.filter((id) => !(id in replaced)).length,
    };
    const parts = Object.entries(counts).flatMap(([noun, count]) => (count > 0 ? [`${count} ${noun}`] : []));
    return parts.length > 0 ? [`${name}: ${parts.join(', ')}`] : [];
  });
  // A deployment deletes no stack.
  lines.push(...staying.map((id) => `${id}: stays as it is`));
  const kept = (templates: Templates) =>
    Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, keptResources(template)]));
  const lost = losses(kept(before), kept(after)).filter((text) => !text.includes('(export)'));
  return { lines, losses: lost, missing: missing(running, after) };
}

function templatesIn(assembly: string): Templates {
  const files = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
  return Object.fromEntries(
    files.map((name) => [name.split('.')[0] ?? '', JSON.parse(readFileSync(join(assembly, name), 'utf8')) as Template]),
  );
}

/** The exports and outputs that the next templates read, and neither the current stacks offer nor those that come back. */
function missing(before: Templates, after: Templates): string[] {
  const returning = Object.entries(after).flatMap(([name, template]) =>
    order.includes(name) && !(name in before) ? [template] : [],
  );
  const outputs = [...Object.values(before), ...returning].flatMap(({ Outputs = {} }) => Object.entries(Outputs));
  const offered = new Set(outputs.flatMap(([name, { Export }]) => [name, String(Export?.Name)]));
  const read = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'Fn::ImportValue') read.add(String(inner));
      else if (key === 'Fn::GetStackOutput') read.add(String((inner as { OutputName: unknown }).OutputName));
      else visit(inner);
    }
  };
  visit(Object.values(after));
  return [...read].filter((name) => !offered.has(name)).sort();
}

/** The stacks of a registry, each after those that it reads from. */
const order = ['Data', 'Edge', 'SignIn', 'Lists', 'Background', 'Consumer', 'Integrations', 'Dashboard'];

/**
 * The stacks of an assembly in rollback order; those in a row at the same time. First those that the running assembly
 * lacks, which may have been deleted since, then the stacks that read exports, all of which still exist, then those whose
 * exports nothing reads any more.
 */
export function stacksBackwards(now: string, next: string): string[][] {
  const [running, stacks] = [stacksIn(now), stacksIn(next)];
  const unknown = stacks.filter((id) => !order.includes(id));
  if (unknown.length > 0) throw new Error(`The order of these stacks is not known: ${unknown}`);
  const returning = order.filter((id) => stacks.includes(id) && !running.includes(id));
  const others = order.filter((id) => stacks.includes(id) && !returning.includes(id)).reverse();
  const isApi = (id: string) => ['Consumer', 'Integrations', 'Dashboard'].includes(id);
  const alone = (id: string) => [id];
  return [...returning.map(alone), others.filter(isApi), ...others.filter((id) => !isApi(id)).map(alone)];
}

function stacksIn(assembly: string): string[] {
  const { artifacts } = JSON.parse(readFileSync(join(assembly, 'manifest.json'), 'utf8')) as {
    artifacts: Record<string, { type: string }>;
  };
  return Object.entries(artifacts).flatMap(([id, { type }]) => (type === 'aws:cloudformation:stack' ? [id] : []));
}
