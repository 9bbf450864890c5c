import { join } from 'node:path';
import { stop } from 'esbuild';
import { bundleFolder } from '../../scripts/functions/bundle.ts';
import { Contents, installedPackages, makeCurrent } from '../../scripts/functions/current-bundles.ts';

interface LaterSettings {
  /** A copy of the sources that nobody changes, and its entry points. */
  root: string;
  entries: readonly string[];
  outdir: string;
  /** Folders of bundles of other sources: many are made of the same files. */
  others: readonly string[];
}

interface Wanted {
  promise: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** Bundles functions when they are first called, always of the same sources. What is asked for meanwhile is one build. */
export class LaterBundles {
  readonly #settings: LaterSettings;
  readonly #contents: Contents;
  readonly #installedNow: () => string | undefined;
  readonly #installedAtStart: string | undefined;
  readonly #wanted = new Map<string, Wanted>();
  readonly #ready = new Map<string, Promise<void>>();
  #isBusy = false;

  constructor(settings: LaterSettings, installed = installedPackages) {
    this.#settings = settings;
    this.#installedNow = installed;
    this.#installedAtStart = installed();
    this.#contents = new Contents(settings.root);
  }

  /** The folder of an entry point's bundle, which is there when `ready` resolves. */
  folderOf(entry: string): string {
    return join(this.#settings.outdir, bundleFolder(entry));
  }

  /**
   * Resolves when the function is bundled, at once for what is no entry point. A function that cannot be bundled is tried
   * again at the next call.
   */
  async ready(entry: string): Promise<void> {
    if (!this.#settings.entries.includes(entry)) return;
    await this.#bundled(entry);
  }

  #bundled(entry: string): Promise<void> {
    const known = this.#ready.get(entry);
    if (known) return known;
    const wanted = Promise.withResolvers<void>();
    this.#wanted.set(entry, wanted);
    this.#ready.set(entry, wanted.promise);
    wanted.promise.catch(() => this.#ready.delete(entry));
    void this.#work();
    return wanted.promise;
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Bundles that are asked for in the same turn are one build.
    await Promise.resolve();
    while (this.#wanted.size > 0) {
      const batch = [...this.#wanted];
      this.#wanted.clear();
      const failed = await this.#build(batch.map(([entry]) => entry));
      for (const [entry, { resolve, reject }] of batch) {
        const reason = failed && (batch.length > 1 ? await this.#build([entry]) : failed);
        if (reason) reject(reason);
        else resolve();
      }
    }
    this.#isBusy = false;
    // esbuild's process keeps a hundred megabytes.
    await stop();
  }

  /** Returns the reason if it fails. */
  async #build(entries: readonly string[]): Promise<Error | undefined> {
    try {
      if (this.#installedNow() !== this.#installedAtStart)
        throw new Error('What is in node_modules has changed since the start. Start again.');
      const { root, outdir, others } = this.#settings;
      await makeCurrent(entries, { root, outdir }, { contents: this.#contents, others });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
