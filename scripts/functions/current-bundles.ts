import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readJson } from '../../local/files/json-files.ts';
import { lockWhenFree } from '../../local/files/lock.ts';
import { type Bundled, type BundleSettings, bundle, bundleFolder } from './bundle.ts';

const repository = join(import.meta.dirname, '../..');
/** Everything that decides how files become bundles, except these files. */
const optionFiles = ['scripts/functions', 'scripts/bundle', 'package.json', 'package-lock.json', 'tsconfig.json'];
const sourceFolders = ['src', 'lambdas'];

/** The sources of a bundle. In a file beside the bundle's folder, which only a complete bundle has. */
interface MadeOf extends Pick<Bundled, 'inputs' | 'bytes'> {
  options: string;
  /** The content hash of each file that was read. */
  read: Record<string, string>;
}

/** The content hashes of files below a root, each read once. Packages are always those that are installed. */
export class Contents {
  readonly #root: string;
  readonly #hashes = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The hash of a file; undefined if there is none. */
  hashOf(path: string): string | undefined {
    if (!this.#hashes.has(path)) this.#hashes.set(path, hashOfFile(this.#pathOf(path)));
    return this.#hashes.get(path);
  }

  /** Reads all sources of functions. */
  readSources(): this {
    for (const file of filesBelow(this.#root, sourceFolders)) this.hashOf(file);
    return this;
  }

  /** A hash of esbuild's options, the stand-ins, and the versions of what is installed. */
  options(wholeNames: boolean): string {
    // A folder of sources may have settings of its own.
    const nested = filesBelow(this.#root, sourceFolders).filter((file) =>
      /^(tsconfig|package)\.json$/.test(basename(file)),
    );
    const files = [...filesBelow(this.#root, optionFiles), ...nested, installedFile];
    const hash = createHash('sha256').update(String(wholeNames));
    for (const file of files) hash.update(`${file} ${this.hashOf(file)}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  #pathOf(path: string): string {
    return join(path.startsWith('node_modules/') ? repository : this.#root, path);
  }
}

/** npm writes it at the end of an install. */
const installedFile = 'node_modules/.package-lock.json';

/** A hash that changes with the installed packages. */
export const installedPackages = (): string | undefined => hashOfFile(join(repository, installedFile));

function hashOfFile(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

function filesBelow(root: string, places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!existsSync(join(root, place))) return [];
    const names = readdirSync(join(root, dirname(place)), { withFileTypes: true });
    if (!names.find(({ name }) => name === basename(place))?.isDirectory()) return [place];
    return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort();
  });
}

/** The result of `makeCurrent`. */
export interface Current {
  /** The bundles that were built, because a file that they are made of has changed, or there was none. */
  built: string[];
  /** Of each entry point, what is in its bundle, and the size. */
  bundles: Map<string, Pick<Bundled, 'inputs' | 'bytes'>>;
}

interface Sources {
  /** The contents of the root at the beginning, with all sources read. */
  contents: Contents;
  /** Other folders of bundles: those that are made of the same are copied from there. */
  others?: readonly string[];
}

/**
 * Makes the bundles of entry points current: builds those that are missing, and those of which anything has changed that
 * they were made of. Two processes do it one after the other, and one that is killed leaves complete bundles only.
 */
export async function makeCurrent(
  entries: readonly string[],
  settings: BundleSettings,
  { contents, others = [] }: Sources,
): Promise<Current> {
  const { root, outdir, wholeNames = false } = settings;
  mkdirSync(outdir, { recursive: true });
  const lock = await lockWhenFree(join(outdir, 'build.lock'));
  try {
    const options = contents.options(wholeNames);
    const bundles: Current['bundles'] = new Map();
    const isCurrent = (place: string, entry: string) => {
      const made = readJson<MadeOf>(madeOfFile(place, entry));
      if (made?.options !== options || !existsSync(join(place, bundleFolder(entry), 'index.cjs'))) return false;
      if (!Object.entries(made.read).every(([file, hash]) => contents.hashOf(file) === hash)) return false;
      bundles.set(entry, made);
      return true;
    };
    const missing = entries.filter((entry) => !isCurrent(outdir, entry));
    const built = missing.filter((entry) => {
      const other = others.find((place) => isCurrent(place, entry));
      return other === undefined || !copyBundle(entry, other, outdir);
    });
    if (built.length === 0) return { built, bundles };
    // Read after the build: a file that has changed meanwhile has another hash than before, so the bundle is not current.
    const after = new Contents(root);
    await bundle(built, settings, ({ entry, read, inputs, bytes }, put) => {
      const [hashes, isUnchanged] = hashesOf(read, contents, after);
      rmSync(madeOfFile(outdir, entry), { force: true });
      put();
      bundles.set(entry, { inputs, bytes });
      if (isUnchanged) writeWhole(madeOfFile(outdir, entry), JSON.stringify({ options, read: hashes, inputs, bytes }));
    });
    return { built, bundles };
  } finally {
    lock.release();
  }
}

function hashesOf(read: string[], before: Contents, after: Contents): [Record<string, string>, isUnchanged: boolean] {
  const hashes: Record<string, string> = {};
  for (const file of read) {
    const hash = after.hashOf(file);
    if (hash === undefined || hash !== before.hashOf(file)) return [hashes, false];
    hashes[file] = hash;
  }
  return [hashes, true];
}

const madeOfFile = (outdir: string, entry: string) => join(outdir, `${bundleFolder(entry)}.made-of.json`);

/** Copies a bundle from another folder of bundles. False if it disappears meanwhile. */
function copyBundle(entry: string, from: string, to: string): boolean {
  const folder = join(to, bundleFolder(entry));
  const draft = join(to, '.draft');
  try {
    rmSync(draft, { recursive: true, force: true });
    cpSync(join(from, bundleFolder(entry)), draft, { recursive: true });
    const made = readFileSync(madeOfFile(from, entry), 'utf8');
    mkdirSync(dirname(folder), { recursive: true });
    rmSync(madeOfFile(to, entry), { force: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    writeWhole(madeOfFile(to, entry), made);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Deletes the bundles of entry points that no longer exist. */
export function deleteOthers(outdir: string, entries: readonly string[]): void {
  const kept = new Set(entries.map(bundleFolder));
  for (const entry of readdirSync(outdir, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'index.cjs') continue;
    const folder = entry.parentPath.slice(outdir.length + 1).replaceAll('\\', '/');
    if (kept.has(folder) || folder.startsWith('.')) continue;
    rmSync(join(outdir, `${folder}.made-of.json`), { force: true });
    rmSync(join(outdir, folder), { recursive: true, force: true });
  }
}

/** Writes a file so that it is complete or not there. */
function writeWhole(path: string, content: string): void {
  const draft = `${path}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
