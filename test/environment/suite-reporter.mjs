import { relative } from 'node:path';
import { nightlySuites } from '../nightly.ts';

/** Prints each failure when it happens, and a line for each suite of nightly tests when its last file has ended. */
export default class SuiteReporter {
  /** @type {Map<string, { files: Set<string>, tests: number, failed: number, ms: number }>} */
  #running = new Map();
  #rootDir = '';

  onRunStart(/** @type {{ numTotalTestSuites: number }} */ { numTotalTestSuites }) {
    print(`${numTotalTestSuites} files of tests`);
  }

  onTestStart(/** @type {{ context: { config: { rootDir: string } } }} */ { context }) {
    this.#rootDir = context.config.rootDir;
  }

  onTestResult(/** @type {{ path: string, duration?: number }} */ test, /** @type {any} */ result) {
    const file = relative(this.#rootDir, test.path).replaceAll('\\', '/');
    const name = Object.keys(nightlySuites).find((each) => nightlySuites[each]?.secondsOf[file] !== undefined);
    if (name === undefined) return;
    const suite = this.#suite(name);
    suite.files.delete(file);
    suite.tests += result.numPassingTests + result.numFailingTests;
    suite.ms += test.duration ?? result.perfStats.end - result.perfStats.start;
    if (result.failureMessage) {
      suite.failed += 1;
      print(`FAILED  ${file}\n${result.failureMessage}`);
    }
    if (suite.files.size > 0) return;
    const outcome = suite.failed > 0 ? 'failed' : 'passed';
    const count = Object.keys(nightlySuites[name]?.secondsOf ?? {}).length;
    print(`${outcome}  ${name.padEnd(12)}${count} files, ${suite.tests} tests, ${Math.round(suite.ms / 1000)} s`);
  }

  onRunComplete(_contexts, /** @type {any} */ { numFailedTestSuites, numTotalTestSuites, numPassedTests, startTime }) {
    for (const [name, { files }] of this.#running)
      if (files.size > 0) print(`in part ${name}: these did not run: ${[...files].join(', ')}`);
    const minutes = Math.round((Date.now() - startTime) / 60_000);
    print(
      `${numTotalTestSuites - numFailedTestSuites} of ${numTotalTestSuites} files passed, ${numPassedTests} tests, ${minutes} min`,
    );
  }

  #suite(/** @type {string} */ name) {
    const known = this.#running.get(name);
    if (known) return known;
    const begun = { files: new Set(Object.keys(nightlySuites[name]?.secondsOf ?? {})), tests: 0, failed: 0, ms: 0 };
    this.#running.set(name, begun);
    return begun;
  }
}

const print = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
