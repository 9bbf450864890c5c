import type { Import, Node, Source, Violation } from './source.ts';

/** Everything a file of code does that it should not. */
export function checkSource(source: Source): Violation[] {
  const rules = [importRules, environmentRule, eventRule, keyRule, middlewareRule];
  return rules.flatMap((rule) => rule(source)).sort((a, b) => a.line - b.line);
}

const isShipped = (path: string) => /^(src|lambdas)\//.test(path);

/** What may import what: the files a rule is for, the imports it refuses, and what to do instead. */
const boundaries: { files: RegExp; refuses: (entry: Import) => boolean; message: string }[] = [
  {
    files: /./,
    refuses: ({ specifier, names }) => specifier === 'zod' && names.includes('z'),
    message: "import zod as a namespace (import * as z from 'zod'): a bundle gets all of it otherwise",
  },
  {
    files: /^src\//,
    refuses: ({ target = '' }) => /^(lib|bin|local|bench|scripts|test|lambdas|openapi)\//.test(target),
    message: 'src imports only src, so that every function can have all of it; move what both need there',
  },
  {
    files: /^(src\/(?!http\/(openapi|load-routes)\.ts)|lambdas\/)/,
    refuses: ({ target = '' }) => /^src\/http\/(openapi|load-routes)\.ts$/.test(target),
    message: 'openapi.ts and load-routes.ts are for tools: they would be bundled into the function',
  },
  {
    files: /^lambdas\//,
    refuses: ({ target }) => target !== undefined && !/^(src|openapi)\//.test(target),
    message: 'entry points import only src and the documents in openapi; move what two need into src',
  },
  {
    files: /^(bin|lib)\//,
    refuses: ({ target = '' }) => /^(local|bench|scripts|test)\//.test(target),
    message: 'infrastructure imports lib, src and the declarations in lambdas',
  },
  {
    files: /^src\/domain\//,
    refuses: ({ target, specifier }) =>
      target === undefined ? !/^(zod|entities)(\/|$)/.test(specifier) : !target.startsWith('src/domain/'),
    message: 'the domain is pure: it imports zod, entities and itself; pass time, ids and input as arguments',
  },
  {
    files: /^src\/storage\//,
    refuses: ({ target }) => target !== undefined && !/^src\/(storage\/|domain\/|[\w-]+\.ts$)/.test(target),
    message: 'storage imports the domain and the files directly in src; let the caller bring the rest',
  },
  {
    files: /^(src\/(?!http\/|queues\/)|lambdas\/)/,
    refuses: ({ specifier }) => specifier === 'aws-lambda',
    message: 'only src/http and src/queues know what Lambda hands over; take typed input instead',
  },
];

function importRules({ path, imports }: Source): Violation[] {
  return boundaries
    .filter(({ files }) => files.test(path))
    .flatMap(({ refuses, message }) =>
      imports.filter(refuses).map(({ line, specifier }) => ({
        file: path,
        line,
        message: `must not import ${specifier}: ${message}`,
      })),
    );
}

function environmentRule(source: Source): Violation[] {
  if (!isShipped(source.path) || source.path === 'src/env.ts') return [];
  return violations(source, 'read the environment through env() of src/env.ts', ({ type, object, property }) => {
    return type === 'MemberExpression' && isNamed(object, 'process') && isNamed(property, 'env');
  });
}

/** Names of members do not count, and an event of the activity log is another thing. */
function eventRule(source: Source): Violation[] {
  if (!isShipped(source.path) || /^src\/(http|queues)\/|\/activity(\.ts$|\/)/.test(source.path)) return [];
  const message = 'data reaches functions as typed input, never as the event Lambda was called with';
  return violations(source, message, (node, parent) => isNamed(node, 'event') && !isMemberName(node, parent));
}

function isMemberName(node: Node, parent: Node): boolean {
  return parent.key === node || (parent.property === node && parent.type === 'MemberExpression');
}

const keyMembers = new Set(['pk', 'sk', 'refPk', 'refSk']);

function keyRule(source: Source): Violation[] {
  if (!isShipped(source.path) || source.path === 'src/storage/keys.ts') return [];
  return violations(source, 'build keys in src/storage/keys.ts, the only file that spells them', (node) => {
    if (node.type === 'KeyValueProperty' && keyMembers.has(String((node.key as Node).value))) {
      return textOf(node.value as Node) !== undefined;
    }
    return /^[A-Z_]{2,}#/.test(textOf(node) ?? '');
  });
}

/** The text of a literal, up to the first value in a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value);
  return node.type === 'TemplateLiteral' ? String((node.quasis as { cooked: string }[])[0]?.cooked) : undefined;
}

function middlewareRule(source: Source): Violation[] {
  if (!isShipped(source.path) || ['src/http/lambda.ts', 'src/queues/worker.ts'].includes(source.path)) return [];
  const message = 'every function has the one stack of src/http/lambda.ts or src/queues/worker.ts; change it there';
  return violations(source, message, ({ type, callee }) => {
    const { type: kind, property } = (callee ?? {}) as Node;
    return type === 'CallExpression' && kind === 'MemberExpression' && isNamed(property, 'use');
  });
}

const isNamed = (node: unknown, name: string) =>
  (node as Node | undefined)?.type === 'Identifier' && (node as Node).value === name;

function violations(source: Source, message: string, isWrong: (node: Node, parent: Node) => boolean): Violation[] {
  const lines = source.nodes.filter(({ node, parent }) => isWrong(node, parent)).map(({ node }) => source.lineOf(node));
  return [...new Set(lines)].map((line) => ({ file: source.path, line, message }));
}
