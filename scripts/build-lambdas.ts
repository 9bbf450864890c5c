import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { readJson } from '../local/data/files.ts';
import { fingerprintOf } from '../local/data/fingerprint.ts';
import { apiReferenceFile } from '../src/openapi/api-reference-file.ts';

const root = join(import.meta.dirname, '..');

/** What a build made: how many functions, and esbuild's account of what went into each. */
export interface Built {
  functions: number;
  metafile: Metafile;
}

/**
 * Bundles every entry point under lambdas/ into a folder of its own, `dist/consumer/health/get/index.cjs`, which is a
 * function's whole asset. One file each and CommonJS: it loads fastest (docs/decisions/0010-bundles.md), and the
 * extension says so also where a package.json above says "module". The reference of the API pages is a file of its own
 * beside those that serve it.
 */
export async function buildLambdas(outdir = join(root, 'dist')): Promise<Built> {
  const files = readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: join('lambdas', file), out: join(file.replace(/\.ts$/, ''), 'index') })),
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // The SDK's "main" is CommonJS, which cannot be tree-shaken.
    mainFields: ['module', 'main'],
    minify: true,
    // Written for whoever reads a stack trace; not loaded by the functions, where parsing a map costs more than it helps.
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [leaveOutUnused],
  });
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    if (apiReferenceModule in inputs) copyFileSync(apiReferenceFile(), join(root, dirname(file), apiReferenceName));
  }
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
  return { functions: files.length, metafile };
}

const inputs = ['src', 'lambdas', 'openapi', 'scripts', 'tsconfig.json', 'package-lock.json'];

/** The bundles in dist/: as they are when they were made of these very sources, else made anew. */
export async function currentBundles(): Promise<Built> {
  const [dist, fingerprint] = [join(root, 'dist'), fingerprintOf(root, inputs)];
  const [madeOf, metafile] = [join(dist, 'made-of.json'), join(dist, 'metafile.json')];
  const made = readJson<{ fingerprint: string; functions: number }>(madeOf);
  if (made?.fingerprint === fingerprint) {
    return { functions: made.functions, metafile: readJson<Metafile>(metafile) as Metafile };
  }
  const built = await buildLambdas(dist);
  writeFileSync(madeOf, JSON.stringify({ fingerprint, functions: built.functions }));
  return built;
}

const apiReferenceModule = 'src/openapi/api-reference-file.ts';
const apiReferenceName = 'api-reference.js';

/** Parts of the AWS SDK that no function can need, by the modules of scripts/bundle/ that take their places. */
const standIns: Record<string, string> = {
  '@aws/lambda-invoke-store': 'runtime-invoke-store.ts',
  '@aws-sdk/credential-provider-node': 'environment-credentials.ts',
  '@aws-sdk/middleware-endpoint-discovery': 'no-endpoint-discovery.ts',
  '@smithy/core/event-streams': 'no-event-streams.ts',
};

/**
 * Modules whose functions and objects throw when used: zod's JSON Schema, since the OpenAPI documents are made before
 * bundling; and of the SDK, a SHA-256 for where Node has none, retrying at an adaptive pace, which no client asks for,
 * signing event streams, and asking the machine for its region, which Lambda says in the environment.
 */
const refused = new RegExp(
  [
    'zod/v4/core/(to-json-schema|json-schema-processors)',
    '@smithy/signature-v4/dist-es/HeaderFormatter',
    '@smithy/core/dist-es/.*/(Sha256Js|DefaultRateLimiter|AdaptiveRetryStrategy|getInstanceMetadataRegion)',
  ]
    .map((module) => `${module}\\.js$`)
    .join('|'),
);

const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@(aws|aws-sdk|smithy)\// }, ({ path }) => {
      const standIn = standIns[path];
      return standIn ? { path: join(import.meta.dirname, 'bundle', standIn) } : undefined;
    });
    onResolve({ filter: /^node:http$/ }, ({ importer }) =>
      /@middy\/util\/index\.js$/.test(importer)
        ? { path: join(import.meta.dirname, 'bundle/lazy-status-texts.ts') }
        : undefined,
    );
    onLoad({ filter: new RegExp(`/${apiReferenceModule}$`) }, () => ({
      contents: `export const apiReferenceFile = () => __dirname + '/${apiReferenceName}';`,
    }));
    // A client states its version in each request, and for that imports all of its package.json.
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    // zod's own English is never shown: requests are answered in the words of src/http/issues.ts, and logs can be too.
    onLoad({ filter: /zod\/v4\/locales\/en\.js$/ }, () => ({
      contents: `import { plainMessage } from './src/http/issues.ts';\nexport default () => ({ localeError: plainMessage });`,
      resolveDir: root,
    }));
    // Regions are listed with their names for people; which partition one is in its form says.
    onLoad({ filter: /@aws-sdk\/core\/.*\/aws\/partitions\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/"[\w-]+": \{\s*"description": "[^"]*"\s*\},?/g, ''),
    }));
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/models\/errors\.js$/ }, ({ path }) => ({
      contents: withPlainErrors(readFileSync(path, 'utf8')),
      resolveDir: dirname(path),
    }));
    onLoad({ filter: refused }, ({ path }) => {
      const exported = readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
      const names = [...exported].map(([, name]) => `refuse as ${name}`);
      const text = `The bundles leave ${basename(path, '.js')} out (scripts/build-lambdas.ts)`;
      return {
        contents: `
          const fail = () => { throw new Error('${text}') };
          const refuse = new Proxy(function () {}, { apply: fail, construct: () => new Proxy({}, { get: fail }) });
          export { ${names.join(', ')} };`,
      };
    });
  },
};

/**
 * The error classes of a client, where all that tells most of them apart is a name: those are made by one function,
 * which they otherwise each repeat in a quarter of a kilobyte.
 */
function withPlainErrors(source: string): string {
  const plain =
    /export class (\w+) extends __BaseException \{\s*static shapeId = ("[^"]+");\s*name = "\1";\s*\$fault = ("\w+");\s*constructor\(opts\) \{\s*super\(\{\s*name: "\1",\s*\$fault: \3,\s*\.\.\.opts,\s*\}\);\s*Object\.setPrototypeOf\(this, \1\.prototype\);\s*\}\s*\}/g;
  return `${source.replace(plain, 'export const $1 = plainError("$1", $2, $3);')}
    function plainError(name, shapeId, $fault) {
      return class PlainError extends __BaseException {
        static shapeId = shapeId;
        name = name;
        $fault = $fault;
        constructor(opts) {
          super({ name, $fault, ...opts });
          Object.setPrototypeOf(this, PlainError.prototype);
        }
      };
    }`;
}

if (import.meta.main) {
  const startedAtMs = Date.now();
  try {
    const { functions, metafile } = await currentBundles();
    const bytes = Object.entries(metafile.outputs).map(([file, output]) => (file.endsWith('.cjs') ? output.bytes : 0));
    const largestKb = Math.ceil(Math.max(...bytes) / 1024);
    console.log(`${functions} functions are built (${Date.now() - startedAtMs} ms); the largest is ${largestKb} KB`);
  } catch (error) {
    // esbuild has said already what it could not build.
    if (!(error instanceof Error && 'errors' in error)) throw error;
    process.exitCode = 1;
  }
}
