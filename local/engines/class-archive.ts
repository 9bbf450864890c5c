import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readJson } from '../files/json-files.ts';

export const emulator = join(import.meta.dirname, '../../node_modules/amplify-dynamodb-simulator/emulator');
export const engineJar = join(emulator, 'DynamoDBLocal.jar');
const libraries = join(emulator, 'DynamoDBLocal_lib');
export const archivesFolder = join(import.meta.dirname, '../../.local/java');

/** Names the complete archive. Written last, and deleted first. */
export interface ArchiveNote {
  /** The Java that made it, or could not. It refuses those of others itself. */
  java: string;
  engine: string;
  /** Undefined if this Java makes none. */
  files?: { jar: string; classes: string };
}

export const noteFile = (folder: string): string => join(folder, 'made-of.json');

/** The longest class path for which there is an archive: Windows has a limit of 32,767 characters for a command. */
const longestPath = 30_000;

/** The paths, sizes and times of the engine's files: Java refuses an archive if one has changed. */
export function engineVersion(): string {
  const hash = createHash('sha256');
  for (const path of [engineJar, ...libraryJars()]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** In the order of the engine's manifest. */
const libraryJars = () =>
  readdirSync(libraries)
    .filter((name) => name.endsWith('.jar'))
    .sort()
    .map((name) => join(libraries, name));

export const classPathWith = (jar: string): string => [jar, ...libraryJars()].join(delimiter);

/**
 * Java's options for starting the engine with an archive of its loaded classes, which saves almost half of the processor
 * time until it answers; undefined if there is none. Java does without one that is damaged or of another version.
 */
export function archivedClasses(folder: string): { classPath: string; options: string[] } | undefined {
  const { engine, files } = readJson<ArchiveNote>(noteFile(folder)) ?? {};
  if (!files || engine !== engineVersion()) return undefined;
  const classPath = classPathWith(join(folder, files.jar));
  if (classPath.length > longestPath) return undefined;
  return { classPath, options: [`-XX:SharedArchiveFile=${join(folder, files.classes)}`, '-XX:+VerifySharedSpaces'] };
}
