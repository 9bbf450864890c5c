import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { violationsOf } from '../support/contract.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { contractKey, logKey } from './global-symbols.mjs';
import { TestLog } from './test-log.mjs';

/** Names the engine for a test file: the one whose index lags, if there is one and the file is to use it. */
function selectEngine(/** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ testPath) {
  if (env.TEST_LATE_DYNAMODB_ENDPOINT === undefined) return;
  if (readsIndex.test(testPath)) env.TEST_DYNAMODB_ENDPOINT = env.TEST_LATE_DYNAMODB_ENDPOINT;
  else delete env.INDEX_CALLS_BEHIND;
}

/** Lets quick tests leave out calls of the engine that find nothing, except in continuous integration. */
function selectCalls(/** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ testPath) {
  if (areToolsRequired || testPath.includes('.slow.')) delete env.TEST_ANSWER_UNWRITTEN;
  else env.TEST_ANSWER_UNWRITTEN = 'true';
}

/** Makes `instanceof Error` hold for the errors of Node's modules. */
function joinRealms(/** @type {any} */ global) {
  const base = global.Error;
  const value = function (/** @type {unknown} */ error) {
    return this === base ? types.isNativeError(error) : Function.prototype[Symbol.hasInstance].call(this, error);
  };
  Object.defineProperty(base, Symbol.hasInstance, { value, writable: true, configurable: true });
}

/** Keeps the service's log lines instead of printing them. Returns how to print again. */
function keepLog(/** @type {NodeJS.WriteStream} */ stdout, /** @type {TestLog} */ log) {
  const { write } = stdout;
  stdout.write = (/** @type {any[]} */ ...args) => log.keep(args[0]) || write.apply(stdout, /** @type {any} */ (args));
  return () => {
    stdout.write = write;
  };
}

/**
 * Tests of code that reads the index `byRef`, without those that repeat every call or read large data. If
 * INDEX_CALLS_BEHIND is set, their index lags, as it may on AWS.
 */
const readsIndex =
  /\/test\/(?:background|identity|ingestion|refresh|storage)\/(?!.*(?:affiliations|backfill|cost|crash|faults|hostile|large|races)[^/]*[.]slow[.])/;

/** Jest's environment for Node, with the log of a test kept until it fails. */
export default class RegistryEnvironment extends TestEnvironment {
  constructor(/** @type {[any, any]} */ ...settings) {
    super(...settings);
    this.#testPath = settings[1].testPath;
  }

  #testPath = '';
  #log = new TestLog();
  #printLog = () => {};

  /** @override */
  async setup() {
    await super.setup();
    const { global } = this;
    joinRealms(global);
    selectEngine(global.process.env, this.#testPath);
    selectCalls(global.process.env, this.#testPath);
    Object.assign(global, {
      [Symbol.for(contractKey)]: violationsOf,
      [Symbol.for(logKey)]: this.#log,
    });
    this.#printLog = keepLog(process.stdout, this.#log);
  }

  /** Jest calls this at each step of each test. */
  handleTestEvent(/** @type {any} */ { name, test }) {
    if (name !== 'test_done') return;
    const logged = this.#log.take();
    if (test.errors.length === 0 || logged === '') return;
    test.errors.push(Object.assign(new Error(logged), { stack: logged }));
  }

  /** @override */
  async teardown() {
    this.#printLog();
    await super.teardown();
  }
}
