import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { violationsOf } from '../support/contract.ts';
import { bundleFile, contractKey, packagesDir, packagesKey, sharedPackages } from './package-list.mjs';

const require = createRequire(import.meta.url);

/** @type {Script | undefined} */
let bundle;

/** The bundle, compiled once per worker; each test file evaluates what it imports of it in a context of its own. */
function bundleScript() {
  const filename = join(packagesDir, bundleFile);
  bundle ??= new Script(`(function (module, require) {${readFileSync(filename, 'utf8')}\n})`, { filename });
  return bundle;
}

const shared = Object.fromEntries(
  sharedPackages.map((name) => [name, () => ({ ...require(name), default: require(name) })]),
);

/** Jest's environment for Node, with what takes long to load prepared once per worker. */
export default class PreparedEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    const module = { exports: {} };
    bundleScript().runInContext(this.getVmContext())(module, require);
    Object.assign(this.global, {
      [Symbol.for(packagesKey)]: { ...module.exports, ...shared },
      [Symbol.for(contractKey)]: violationsOf,
    });
  }
}
