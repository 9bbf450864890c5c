import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { types } from 'node:util';
import vm, { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { violationsOf } from '../support/contract.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import {
  bundleFile,
  contractKey,
  isOncePerWorker,
  logKey,
  packagesDir,
  packagesKey,
  sharedPackages,
} from './package-list.mjs';
import { TestLog } from './test-log.mjs';

const require = createRequire(import.meta.url);

const filename = join(packagesDir, bundleFile);
const parameters = 'module, require, process, setTimeout, clearTimeout';
/** The bundle, compiled once per worker; each test file evaluates what it imports of it in a context of its own. */
const bundle = new Script(`(function (${parameters}) {${readFileSync(filename, 'utf8')}\n})`, { filename });

/** @typedef {Record<string, () => Record<string, unknown>>} Loaders */

/** Loaders of the packages, for a realm and the process and timers that they see. @returns {Loaders} */
function load(/** @type {Function} */ evaluate, /** @type {unknown[]} */ ...seen) {
  const module = { exports: {} };
  evaluate(module, require, ...seen);
  return module.exports;
}

/** The globals of the test file that runs now; a worker runs one at a time. @type {any} */
let current = globalThis;
const ofCurrentFile = [
  new Proxy(process, { get: (target, key) => (key === 'env' ? current.process.env : Reflect.get(target, key)) }),
  (/** @type {unknown[]} */ ...args) => current.setTimeout(...args),
  (/** @type {unknown[]} */ ...args) => current.clearTimeout(...args),
];
const oncePerWorker = Object.fromEntries(
  Object.entries(load(bundle.runInThisContext(), ...ofCurrentFile)).filter(([name]) => isOncePerWorker(name)),
);

const shared = Object.fromEntries(
  sharedPackages.map((name) => [name, () => ({ ...require(name), default: require(name) })]),
);

/** Undoes what a test file has put in place of methods of the classes that all files of a worker share. */
function restoreClasses() {
  for (const [prototype, original] of prototypes()) {
    for (const name of Reflect.ownKeys(prototype)) {
      if (!Object.hasOwn(original, name)) Reflect.deleteProperty(prototype, name);
    }
    Object.defineProperties(prototype, original);
  }
}

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

/** @type {[object, PropertyDescriptorMap][] | undefined} */
let originals;
/** The prototypes of the shared classes, as they were before the first test file. */
function prototypes() {
  originals ??= Object.values(oncePerWorker)
    .flatMap((loader) => Object.values(loader()))
    .flatMap((value) => (typeof value === 'function' && value.prototype ? [value.prototype] : []))
    .map((prototype) => [prototype, Object.getOwnPropertyDescriptors(prototype)]);
  return originals;
}

/** Makes `instanceof Error` hold for errors of the shared packages, and `instanceof Set` in these for a test's sets. */
function joinRealms(/** @type {any} */ global) {
  const base = global.Error;
  const value = function (/** @type {unknown} */ error) {
    return this === base ? types.isNativeError(error) : Function.prototype[Symbol.hasInstance].call(this, error);
  };
  Object.defineProperty(base, Symbol.hasInstance, { value, writable: true, configurable: true });
  Object.assign(global, { Set, Map });
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

/** Jest's environment for Node, with what takes long to load prepared once per worker. */
export default class PreparedEnvironment extends TestEnvironment {
  /** Its context is an ordinary one: in those that Jest makes, reading a global such as `Math` takes twenty times as long. */
  constructor(/** @type {[any, any]} */ ...settings) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...settings);
    } finally {
      vm.createContext = createContext;
    }
    this.#testPath = settings[1].testPath;
  }

  #testPath = '';
  #log = new TestLog();
  #printLog = () => {};

  /** @override */
  async setup() {
    await super.setup();
    const { global } = this;
    current = global;
    joinRealms(global);
    selectEngine(global.process.env, this.#testPath);
    selectCalls(global.process.env, this.#testPath);
    const { process, setTimeout, clearTimeout } = global;
    const own = load(bundle.runInContext(this.getVmContext()), process, setTimeout, clearTimeout);
    Object.assign(global, {
      [Symbol.for(packagesKey)]: { ...own, ...shared, ...oncePerWorker },
      [Symbol.for(contractKey)]: violationsOf,
      [Symbol.for(logKey)]: this.#log,
    });
    this.#printLog = keepLog(process.stdout, this.#log);
    prototypes();
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
    restoreClasses();
    current = globalThis;
    await super.teardown();
  }
}
