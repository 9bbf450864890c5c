import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { type Bitset, countBetween } from '../sets/bitset.ts';
import { GroupPlaces } from './group-places.ts';
import { alignedBytes, unpack } from './packed.ts';
import { RowGroup } from './row-group.ts';
import { StringTable } from './string-table.ts';

/** Where a section is, after the head of the snapshot: its first byte, its length and its CRC-32. */
export type Extent = readonly [offset: number, length: number, crc: number];

/** The contents of a snapshot, and where each section lies. */
export interface Directory {
  rows: number;
  fields: readonly string[];
  /** The sort and direction in which the rows are stored. */
  storedOrder: string;
  /** The number of rows of each group. */
  groups: readonly number[];
  sections: Readonly<Record<string, Extent>>;
}

export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>;

/** The snapshot does not have the bytes that its directory promises. */
export class DamagedSnapshot extends Error {}

/** Sections of a snapshot that a task needs are not in memory yet. */
export class Unloaded extends Error {
  readonly #base: Base;
  readonly #names: readonly string[];

  constructor(base: Base, names: readonly string[]) {
    super('A section is not loaded');
    this.#base = base;
    this.#names = names;
  }

  load(): Promise<void> {
    return this.#base.load(this.#names);
  }

  /** Everything that parts of a task need of a snapshot. */
  static ofAll([first, ...others]: readonly [Unloaded, ...Unloaded[]]): Unloaded {
    return new Unloaded(first.#base, [...new Set([first, ...others].flatMap((each) => each.#names))]);
  }
}

/** Sections could not be loaded. */
export class UnreadableSnapshot extends Error {}

/**
 * The result of a task, which is repeated as long as it lacks sections, after they have been loaded. Throws
 * `UnreadableSnapshot` if they cannot be.
 */
export async function whenLoaded<T>(task: () => T): Promise<T> {
  for (;;) {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof Unloaded)) throw error;
      await error.load().catch((cause) => {
        throw new UnreadableSnapshot('A section could not be loaded', { cause });
      });
    }
  }
}

/**
 * Runs the steps of a generator, with other work between them. It begins again when it needed what was not loaded.
 */
export async function inSteps(steps: () => Generator<void>): Promise<void> {
  let running = steps();
  const next = () => {
    try {
      return running.next();
    } catch (error) {
      running = steps();
      throw error;
    }
  };
  while (!(await whenLoaded(next)).done) await setImmediate();
}

/** Sections that are closer than this are read at once, with what is between them. */
const maxGapBytes = 65_536;
/** Limit of a request, so that large parts come over several connections and in several steps. */
const maxRangeBytes = 2_097_152;
const parallelReads = 6;
/** Bytes whose CRC-32 is computed in a step. */
const bytesPerStep = 4_194_304;

/**
 * The rows and indexes of a snapshot, in which nothing changes. Sections are read at their first use: until then, what
 * needs them throws `Unloaded`.
 */
export class Base {
  readonly size: number;
  readonly storedOrder: string;
  /** The fields of every row, by the index of their columns. */
  readonly fields: readonly string[];
  readonly #sections: Directory['sections'];
  readonly #read: ReadBytes;
  readonly #loaded = new Map<string, Uint8Array[]>();
  readonly #groups: RowGroup[] = [];
  readonly #places: GroupPlaces;
  readonly #loading = new Map<string, Promise<void>>();

  constructor({ rows, fields, storedOrder, groups, sections }: Directory, read: ReadBytes) {
    this.size = rows;
    this.storedOrder = storedOrder;
    this.fields = fields;
    this.#places = new GroupPlaces(groups);
    this.#sections = sections;
    this.#read = read;
  }

  /** The arrays of a section; undefined if the snapshot does not have it. */
  section(name: string): Uint8Array[] | undefined {
    const loaded = this.#loaded.get(name);
    if (loaded || !this.#sections[name]) return loaded;
    throw this.#unloaded([name]);
  }

  has(name: string): boolean {
    return name in this.#sections;
  }

  /** The value of a field of a row, by the index of the field. */
  value(field: number, slot: number): unknown {
    const group = this.#places.groupOf(slot);
    return this.#group(group).value(field, slot - this.#places.startOf(group));
  }

  /** Adds the values of some fields that are not among those of a row, by the index of the fields. */
  read(fields: readonly number[], slot: number, values: unknown[]): void {
    const group = this.#places.groupOf(slot);
    this.#group(group).read(fields, slot - this.#places.startOf(group), values);
  }

  /** The group that begins with a slot, as it is stored; undefined if none does. */
  groupFrom(slot: number): { rows: number; bytes: Uint8Array } | undefined {
    if (slot >= this.size) return undefined;
    const group = this.#places.groupOf(slot);
    const start = this.#places.startOf(group);
    if (start !== slot) return undefined;
    return { rows: this.#places.startOf(group + 1) - start, bytes: this.#group(group).bytes };
  }

  #group(index: number): RowGroup {
    const group = this.#groups[index];
    if (!group) throw this.#unloaded([groupName(index)]);
    return group;
  }

  /** Throws unless the rows in these slots are loaded, of those that the snapshot has. */
  need(slots: Iterable<number>): void {
    const missing = new Set<number>();
    let [start, end] = [0, 0];
    for (const slot of slots) {
      // Most are in the group of the one before.
      if ((slot >= start && slot < end) || slot >= this.size) continue;
      const group = this.#places.groupOf(slot);
      [start, end] = [this.#places.startOf(group), this.#places.startOf(group + 1)];
      if (!this.#groups[group]) missing.add(group);
    }
    if (missing.size > 0) throw this.#unloaded([...missing].map(groupName));
  }

  /** Throws unless the rows of a set of slots, of which there may be millions, are loaded. */
  needIn(bits: Bitset): void {
    const missing: string[] = [];
    for (let group = 0; group < this.#places.count; group++) {
      const [start, end] = [this.#places.startOf(group), this.#places.startOf(group + 1)];
      if (!this.#groups[group] && countBetween(bits, start, end) > 0) missing.push(groupName(group));
    }
    if (missing.length > 0) throw this.#unloaded(missing);
  }

  /** Throws unless all rows are loaded. */
  needAll(): void {
    const missing: string[] = [];
    for (let group = 0; group < this.#places.count; group++) if (!this.#groups[group]) missing.push(groupName(group));
    if (missing.length > 0) throw this.#unloaded(missing);
  }

  /** Throws unless these sections are loaded, as far as the snapshot has them. */
  needSections(names: readonly string[]): void {
    const missing = names.filter((name) => this.has(name) && !this.#isLoaded(name));
    if (missing.length > 0) throw this.#unloaded(missing);
  }

  /** Throws unless all sections are loaded. */
  needEverything(): void {
    const missing = Object.keys(this.#sections).filter((name) => !this.#isLoaded(name));
    if (missing.length > 0) throw this.#unloaded(missing);
  }

  /** The slot of an id. `idAt` reads the id of a row. */
  slotOf(id: string, idAt: (slot: number) => string): number | undefined {
    return this.#ids().find(id, (slot) => idAt(slot) === id);
  }

  /** Throws unless the rows with these ids are loaded, all of them at once. */
  needIds(ids: readonly string[]): void {
    const table = this.#ids();
    this.need(ids.flatMap((id) => [...table.candidates(id)]));
  }

  #ids(): StringTable {
    const [places, tags] = this.section('ids') ?? [];
    return new StringTable(places, tags);
  }

  #unloaded(names: readonly string[]): Unloaded {
    return new Unloaded(this, names);
  }

  /** Reads sections that are not in memory. Throws if they are damaged or cannot be read. */
  async load(names: readonly string[]): Promise<void> {
    const missing = names.filter((name) => !this.#isLoaded(name) && !this.#loading.has(name));
    const reading = this.#readSections(missing).finally(() => {
      for (const name of missing) this.#loading.delete(name);
    });
    for (const name of missing) this.#loading.set(name, reading);
    await Promise.all([reading, ...names.map((name) => this.#loading.get(name))]);
  }

  #isLoaded(name: string): boolean {
    const group = groupOf(name);
    return group === undefined ? this.#loaded.has(name) : this.#groups[group] !== undefined;
  }

  async #readSections(names: readonly string[]): Promise<void> {
    const wanted = names.map((name) => ({ name, extent: this.#extentOf(name) }));
    wanted.sort((one, other) => one.extent[0] - other.extent[0]);
    const ranges: { from: number; to: number; parts: typeof wanted }[] = [];
    for (const part of wanted) {
      const [from, length] = part.extent;
      const last = ranges.at(-1);
      if (last && from - last.to <= maxGapBytes && from + length - last.from <= maxRangeBytes) {
        last.to = from + length;
        last.parts.push(part);
      } else ranges.push({ from, to: from + length, parts: [part] });
    }
    await inParallel(ranges, parallelReads, async ({ from, to, parts }) => {
      const bytes = await this.#readRange(from, to);
      for (const { name, extent } of parts) await this.#check(name, extent, bytes.subarray(extent[0] - from));
      await setImmediate();
    });
  }

  /** Large sections come in pieces, because nothing else runs while one of hundreds of megabytes is copied. */
  async #readRange(from: number, to: number): Promise<Uint8Array> {
    if (to - from <= maxRangeBytes) return this.#read(from, to);
    const bytes = new Uint8Array(to - from);
    const starts = Array.from({ length: Math.ceil(bytes.length / maxRangeBytes) }, (_, n) => n * maxRangeBytes);
    await inParallel(starts, parallelReads, async (start) => {
      const end = Math.min(start + maxRangeBytes, bytes.length);
      bytes.set(await this.#read(from + start, from + end), start);
      await setImmediate();
    });
    return bytes;
  }

  #extentOf(name: string): Extent {
    const extent = this.#sections[name];
    if (!extent) throw new DamagedSnapshot(`The snapshot lacks ${name}`);
    return extent;
  }

  async #check(name: string, [, length, crc]: Extent, from: Uint8Array): Promise<void> {
    const bytes = from.subarray(0, length);
    if (bytes.length !== length || (await crcInSteps(bytes)) !== crc)
      throw new DamagedSnapshot(`Section ${name} is damaged`);
    this.keep(name, bytes);
  }

  /** Keeps a section that has been read, or made. */
  keep(name: string, bytes: Uint8Array): void {
    const group = groupOf(name);
    if (group === undefined) this.#loaded.set(name, unpack(alignedBytes(bytes)));
    else this.#groups[group] = new RowGroup(alignedBytes(bytes));
  }
}

/** A CRC-32, with other work between its steps: some sections of a million rows have tens of megabytes. */
async function crcInSteps(bytes: Uint8Array): Promise<number> {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += bytesPerStep) {
    if (at > 0) await setImmediate();
    crc = crc32(bytes.subarray(at, at + bytesPerStep), crc);
  }
  return crc;
}

const groupPrefix = 'rows/';
export const groupName = (group: number) => `${groupPrefix}${group}`;
const groupOf = (name: string): number | undefined =>
  name.startsWith(groupPrefix) ? Number(name.slice(groupPrefix.length)) : undefined;
