import { posix } from 'node:path';
import { redirectRule } from './redirects.ts';
import type { Import, Node, Source, Violation } from './source.ts';

/** All violations in a source file. */
export function checkSource(source: Source): Violation[] {
  const rules = [importRules, roomRule, webRule, environmentRule, eventRule, keyRule, middlewareRule, redirectRule];
  return rules.flatMap((rule) => rule(source)).sort((a, b) => a.line - b.line);
}

/** The rooms of src. A room imports only from itself and from rooms further down. */
export const rooms = [
  'publishing',
  'responses',
  'operations',
  'curation',
  'ingestion',
  'webhooks',
  'duplicates',
  'lists',
  'sources',
  'formats',
  'records',
  'http',
  'identity',
  'logbook',
  'table',
  'matching',
  'vocabulary',
  'runtime',
] as const;

/** The code that knows no table, no network and no clock: whole rooms, and the folders of others for it. */
const pureRooms = /^src\/(?:vocabulary|matching|formats|records(?!.*\/store\/)|[\w/-]+\/domain)\//;
const isPure = (path: string) => pureRooms.test(path);

const roomOf = (path: string): string | undefined => /^src\/([\w-]+)\//.exec(path)?.[1];

function roomRule({ path, imports }: Source): Violation[] {
  if (!path.startsWith('src/')) return [];
  const order = rooms as readonly (string | undefined)[];
  const own = order.indexOf(roomOf(path));
  if (own < 0) return [{ file: path, line: 1, message: `is in no room of src: ${rooms.join(', ')}` }];
  return imports.flatMap(({ line, target = '', specifier }) => {
    if (!target.startsWith('src/') || order.indexOf(roomOf(target)) >= own) return [];
    return [{ file: path, line, message: `must not import ${specifier}: ${rooms[own]} is below ${roomOf(target)}` }];
  });
}

const webBase = ['web/src/api', 'web/src/text', 'web/src/preferences.ts'];
const webSession = ['web/src/session', 'web/src/ui', ...webBase];

/**
 * The layers that each layer of the web dashboard may import besides itself. A page may import all of them, but no
 * other page.
 */
const webLayers: Record<string, readonly string[]> = {
  'web/src/preferences.ts': [],
  'web/src/search-parameters.ts': [],
  'web/src/text': [],
  'web/src/api': [],
  'web/src/ui': webBase,
  'web/src/session': ['web/src/ui', ...webBase],
  'web/src/data': ['web/src/search-parameters.ts', ...webSession],
  'web/src/shell': ['web/src/data', ...webSession],
};

/** Files that know all pages may import the whole dashboard. */
const startOfWeb = /^web\/src\/(?:main\.tsx|routes\.tsx|ahead\.ts)$/;

const release = 'src/runtime/release.ts';

function webRule({ path, imports }: Source): Violation[] {
  if (!path.startsWith('web/src/') || startOfWeb.test(path)) return [];
  const layer = layerOf(path);
  const message = (text: string, line = 1) => ({ file: path, line, message: text });
  if (!layer) return [message('no layer has this file: name its folder in scripts/check/rules.ts')];
  return imports.flatMap(({ line, target = '', specifier }) => {
    if (target.startsWith('src/'))
      return target === release || isPure(target)
        ? []
        : [message(`must not import ${specifier}: a browser runs only what is pure`, line)];
    const imported = target.startsWith('web/src/') ? layerOf(target) : undefined;
    if (!imported || imported === layer || mayImport(layer, imported)) return [];
    return [message(`must not import ${specifier}: ${layer} is not built on ${imported}`, line)];
  });
}

const mayImport = (layer: string, imported: string) =>
  pageOf(layer) ? pageOf(imported) === undefined : webLayers[layer]?.includes(imported);

/** The folder of a page, which is its own layer. */
const pageOf = (path: string) => /^web\/src\/pages\/[^/]+/.exec(path)?.[0];

/** The longest entry that matches the file. */
function layerOf(path: string): string | undefined {
  const entries = Object.keys(webLayers).filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return pageOf(path) ?? entries.sort((one, other) => other.length - one.length)[0];
}

/** Import cycles: of files anywhere, and of folders under src and local. Each is reported once, at its first import. */
export function checkCircles(sources: readonly Source[]): Violation[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target = '', line }) =>
      paths.has(target) ? [{ from: path, to: target, file: path, line }] : [],
    ),
  );
  const folders = imports
    .filter(({ from, to }) => hasFolders.some((place) => place.test(from) && place.test(to)))
    .map((entry) => ({ ...entry, from: posix.dirname(entry.from), to: posix.dirname(entry.to) }))
    .filter(({ from, to }) => from !== to);
  return [...circles(imports), ...circles(folders)];
}

/** Files directly in `local` combine its folders or are read by all of them. */
const hasFolders = [/^src\//, /^local\/.+\//];

type Edge = { from: string; to: string; file: string; line: number };

/** Depth-first search: an edge back to the current path closes a cycle. */
function circles(edges: readonly Edge[]): Violation[] {
  const bySource = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const found: Violation[] = [];
  const visit = (node: string, way: string[]) => {
    if (done.has(node)) return;
    for (const { to, file, line } of bySource.get(node) ?? []) {
      const start = [...way, node].indexOf(to);
      if (start < 0) visit(to, [...way, node]);
      else {
        const circle = [...way, node, to].slice(start).join(' → ');
        if (!found.some(({ message }) => message.endsWith(circle))) {
          found.push({ file, line, message: `closes a circle of imports: ${circle}` });
        }
      }
    }
    done.add(node);
  };
  for (const node of bySource.keys()) visit(node, []);
  return found;
}

/** The maximum files per folder of code; a larger one has more than one subject. */
const mostFilesOfFolder = 16;

/** Folders of shipped code and of the laptop cloud with too many files to take in at a glance. */
export function checkFolderSizes(paths: readonly string[]): Violation[] {
  const folders = Map.groupBy(
    paths.filter((path) => /^(src|lib|local|lambdas)\//.test(path)),
    (path) => posix.dirname(path),
  );
  return [...folders]
    .filter(([, files]) => files.length > mostFilesOfFolder)
    .map(([folder, files]) => ({
      file: folder,
      line: 1,
      message: `has ${files.length} files, more than ${mostFilesOfFolder}: split it by matter`,
    }));
}

/** The maximum lines per file of code; a longer one has more than one subject. */
const mostLinesOfFile = 400;
/** Tables, whose lines are all alike, and generated types. */
const tables = ['src/table/keys.ts', 'web/src/api/schema.ts', 'clients/typescript/src/schema.ts'];
const code = /^(src|lib|bin|local|lambdas|scripts|bench|clients|web)\/.*\.tsx?$/;

/** A file that is too long to read at once. */
export function checkLength(path: string, text: string): Violation[] {
  const lines = text.split('\n').length - 1;
  if (
    !code.test(path) ||
    tables.includes(path) ||
    path.startsWith('web/src/text/catalogs/') ||
    lines <= mostLinesOfFile
  )
    return [];
  return [{ file: path, line: 1, message: `has ${lines} lines, more than ${mostLinesOfFile}: split it by matter` }];
}

const toolModules = /^src\/http\/openapi\/(components|document|headers|json-schema|security)\.ts$/;

const errors = 'src/runtime/errors.ts';

/** The store of publications, and its functions that write one without what follows from it. */
const publicationStore = 'src/records/publications/store/publications.ts';
const publicationWriters = ['savePublication', 'publicationWrites', 'stagePublication'];

const isShipped = (path: string) => /^(src|lambdas)\//.test(path);

/** Import rules: the files they apply to, the imports they refuse, and what to do instead. */
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
    files: /^(src\/(?!http\/openapi\/)|lambdas\/)/,
    refuses: ({ target = '' }) => toolModules.test(target),
    message: 'src/http/openapi/document.ts is for tools: it would be bundled into the function',
  },
  {
    files: /^lambdas\//,
    refuses: ({ target }) => target !== undefined && !/^(src|openapi)\//.test(target),
    message: 'entry points import only src and the documents in openapi; move what two of them need into src',
  },
  {
    files: /^(bin|lib)\//,
    refuses: ({ target = '' }) => /^(local|bench|scripts|test)\//.test(target),
    message: 'infrastructure imports lib, src and the declarations in lambdas',
  },
  {
    files: /^(src\/(?!duplicates\/saving\/|records\/publications\/store\/)|lambdas\/)/,
    refuses: ({ target, names }) =>
      target === publicationStore && (names.length === 0 || names.some((name) => publicationWriters.includes(name))),
    message:
      'save publications with src/duplicates/saving, which also updates journals, pairs and relations; import others by name',
  },
  {
    files: /^(src\/(?!duplicates\/relations\/relate\.ts|records\/publications\/store\/)|lambdas\/)/,
    refuses: ({ target, names }) => target === publicationStore && names.includes('saveFromOthers'),
    message: 'only src/duplicates/relations/relate.ts knows what follows from others; save with src/duplicates/saving',
  },
  {
    files: /^(?!src\/formats\/documents\/write-)/,
    refuses: ({ target, specifier }) => target === undefined && /^(docx|write-excel-file)(\/|$)/.test(specifier),
    message: 'only the writers in src/formats/documents load the libraries of documents',
  },
  {
    files: pureRooms,
    refuses: ({ target, specifier }) =>
      target === undefined
        ? !/^(zod|entities|rfc6902|fflate|docx|write-excel-file)(\/|$)/.test(specifier)
        : !isPure(target) && target !== errors,
    message:
      'this code is pure: it imports zod, entities, rfc6902, fflate and other pure code; pass time, ids and input as arguments',
  },
  {
    files: /^(src\/(?!http\/|identity\/(callers|sessions|credentials)\/|table\/queues\/)|lambdas\/)/,
    refuses: ({ specifier }) => specifier === 'aws-lambda',
    message: 'only src/http, src/identity and src/table/queues know what Lambda hands over; take typed input instead',
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
  if (!isShipped(source.path) || source.path === 'src/runtime/env.ts') return [];
  return violations(
    source,
    'read the environment through env() of src/runtime/env.ts',
    ({ type, object, property }) => {
      return type === 'MemberExpression' && isNamed(object, 'process') && isNamed(property, 'env');
    },
  );
}

/** Ignores member names, and the events of the activity log, which are unrelated. */
function eventRule(source: Source): Violation[] {
  if (
    !isShipped(source.path) ||
    /^src\/(http|identity\/(callers|sessions|credentials)|table\/queues)\/|\/activity(\.ts$|\/)/.test(source.path)
  )
    return [];
  const message = 'data reaches functions as typed input, never as the event Lambda was called with';
  return violations(source, message, (node, parent) => isNamed(node, 'event') && !isMemberName(node, parent));
}

function isMemberName(node: Node, parent: Node): boolean {
  return parent.key === node || (parent.property === node && parent.type === 'MemberExpression');
}

const keyMembers = new Set(['pk', 'sk', 'refPk', 'refSk']);

function keyRule(source: Source): Violation[] {
  if (!isShipped(source.path) || source.path === 'src/table/keys.ts') return [];
  return violations(source, 'build keys in src/table/keys.ts, the only file that spells them', (node) => {
    if (node.type === 'KeyValueProperty' && keyMembers.has(String((node.key as Node).value))) {
      return textOf(node.value as Node) !== undefined;
    }
    return /^[A-Z_]{2,}#/.test(textOf(node) ?? '');
  });
}

/** The text of a literal, up to the first placeholder in a template. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value);
  return node.type === 'TemplateLiteral' ? String((node.quasis as { cooked: string }[])[0]?.cooked) : undefined;
}

function middlewareRule(source: Source): Violation[] {
  if (!isShipped(source.path) || ['src/http/lambda.ts', 'src/table/queues/worker.ts'].includes(source.path)) return [];
  const message =
    'every function has the one stack of src/http/lambda.ts or src/table/queues/worker.ts; change it there';
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
