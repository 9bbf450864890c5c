import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A part of the tests that a release needs, and the command that runs it. */
export interface ReleaseTests {
  name: string;
  /** Whether all of it passed. */
  run: () => boolean;
}

/**
 * Runs the parts that have not passed on this commit yet, all of them even if one fails, and keeps in a file what has
 * passed: an hour of tests that one browser interrupts need not begin again. Returns the names of those that failed.
 */
export function runReleaseTests(parts: readonly ReleaseTests[], commit: string, file: string): string[] {
  const passed = passedOn(commit, file);
  const failed: string[] = [];
  for (const { name, run } of parts) {
    if (passed.has(name)) {
      console.log(`${name}: passed before, on this commit`);
      continue;
    }
    console.log(`\n${name}:`);
    if (!run()) {
      failed.push(name);
      continue;
    }
    passed.add(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ commit, passed: [...passed] }));
  }
  return failed;
}

function passedOn(commit: string, file: string): Set<string> {
  try {
    const kept: { commit?: unknown; passed?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    return new Set(kept.commit === commit && Array.isArray(kept.passed) ? kept.passed : []);
  } catch {
    return new Set();
  }
}
