import { posix } from 'node:path';
import { parseSync } from '@swc/core';

/** A node of the syntax tree, with the few properties that rules read. */
export interface Node {
  type: string;
  span?: { start: number; end: number };
  [property: string]: unknown;
}

export interface Import {
  line: number;
  specifier: string;
  /** The imported file from the root, for a relative specifier or one of src. */
  target: string | undefined;
  /** The names in braces, as the module exports them. */
  names: string[];
}

/** A TypeScript file in the rules' form. */
export interface Source {
  path: string;
  imports: Import[];
  /** Every node with its parent. */
  nodes: { node: Node; parent: Node }[];
  lineOf(node: Node): number;
}

/** A violation: where it is, and how to fix it. */
export interface Violation {
  file: string;
  line: number;
  message: string;
}

export function parseSource(path: string, text: string): Source {
  // Spans count bytes from the end of the process's previous file. A leading statement shows where that is.
  const module = parseSync(`;${text}`, {
    syntax: 'typescript',
    tsx: path.endsWith('.tsx'),
    target: 'es2024',
  }) as unknown as Node;
  const start = module.span?.start ?? 0;
  const bytes = Buffer.from(`;${text}`);
  const lineOf = (node: Node) => {
    const before = bytes.subarray(0, (node.span?.start ?? start) - start);
    return before.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
  };
  const nodes = [...walk(module)];
  return { path, imports: nodes.flatMap(({ node }) => importOf(path, node, lineOf)), nodes, lineOf };
}

function* walk(parent: Node): Generator<{ node: Node; parent: Node }> {
  for (const child of Object.values(parent)) {
    for (const value of Array.isArray(child) ? child : [child]) {
      // Arguments and array elements are wrapped in an object without a type.
      const node = value as Node | null;
      if (typeof node !== 'object' || node === null || 'start' in node) continue;
      if (node.type) yield { node, parent };
      yield* walk(node);
    }
  }
}

function importOf(path: string, node: Node, lineOf: (node: Node) => number): Import[] {
  const specifier = specifierOf(node);
  if (specifier === undefined) return [];
  const target = targetOf(path, specifier);
  const specifiers = (node.specifiers ?? []) as { type: string; imported?: Node | null; local?: Node }[];
  const names = specifiers
    .filter(({ type }) => type === 'ImportSpecifier')
    .map(({ imported, local }) => String((imported ?? local)?.value));
  return [{ line: lineOf(node), specifier, target, names }];
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier.startsWith('#src/') ? specifier.slice(1) : undefined;
}

function specifierOf(node: Node): string | undefined {
  const isCall = node.type === 'CallExpression' && (node.callee as Node).type === 'Import';
  const [first] = (isCall ? node.arguments : []) as { expression: Node }[];
  const source = (first?.expression ?? node.source ?? (node.type === 'TsImportType' ? node.argument : undefined)) as
    | Node
    | undefined;
  return source?.type === 'StringLiteral' ? String(source.value) : undefined;
}
