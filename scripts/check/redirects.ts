import type { Node, Source, Violation } from './source.ts';

/** Tests ask servers on this computer, except the suites that run against a deployment. */
const isChecked = (path: string) => !/^test\/(?!apis\/)/.test(path);

/**
 * Reports each fetch with headers or a body that does not say what happens with redirects. By default it follows them,
 * and removes only some headers, so that another host gets an API key.
 */
export function redirectRule({ path, nodes, lineOf }: Source): Violation[] {
  if (!isChecked(path)) return [];
  const message = "a redirect would show credentials to another host: add redirect: 'error' or 'manual'";
  return nodes
    .filter(({ node }) => isFetch(node) && mayShowCredentials(node))
    .map(({ node }) => ({ file: path, line: lineOf(node), message }));
}

function isFetch({ type, callee }: Node): boolean {
  const { type: kind, value, object, property } = (callee ?? {}) as Node;
  if (type !== 'CallExpression') return false;
  const isGlobal = kind === 'MemberExpression' && (object as Node).value === 'globalThis';
  return (isGlobal ? (property as Node).value : value) === 'fetch';
}

function mayShowCredentials({ arguments: given }: Node): boolean {
  const [, options] = given as { expression: Node }[];
  const properties = options?.expression.properties as Node[] | undefined;
  if (!properties) return false;
  const names = new Set(properties.flatMap(namesOf));
  return !names.has('redirect') && ['headers', 'body'].some((name) => names.has(name));
}

/** The names that a part of an object literal sets, a conditional spread's included. */
function namesOf(property: Node): unknown[] {
  if (property.type === 'Identifier') return [property.value];
  if (property.type !== 'SpreadElement') return [(property.key as Node | undefined)?.value];
  return objectsIn(property.arguments as Node).flatMap(({ properties }) => (properties as Node[]).flatMap(namesOf));
}

function objectsIn(node: Node): Node[] {
  if (node.type === 'ObjectExpression') return [node];
  const parts = [node.expression, node.left, node.right, node.consequent, node.alternate] as (Node | undefined)[];
  return parts.flatMap((part) => (part ? objectsIn(part) : []));
}
