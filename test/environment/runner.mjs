import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import circus from 'jest-circus/runner';
import { frameworkFile, frameworkModule, packagesDir } from './package-list.mjs';

/**
 * Compiled once per worker. It has the name of the module that it stands for, since Jest leaves out lines of stack traces
 * by the paths of its own modules.
 */
const framework = new Script(
  `(function (module, exports, require, __dirname, process) {${readFileSync(join(packagesDir, frameworkFile), 'utf8')}\n})`,
  { filename: frameworkModule },
);
const require = createRequire(frameworkModule);

/** Jest's runner of a test file. Each file evaluates `expect` and all that it takes from one script, not from modules. */
export default function runPrepared(globalConfig, config, environment, runtime, ...more) {
  const { requireInternalModule } = runtime;
  runtime.requireInternalModule = (...wanted) => {
    if (wanted[0] !== frameworkModule || wanted.length > 1) return requireInternalModule.apply(runtime, wanted);
    const module = { exports: {} };
    const evaluate = framework.runInContext(environment.getVmContext());
    evaluate(module, module.exports, require, dirname(frameworkModule), environment.global.process);
    return module.exports;
  };
  return circus.default(globalConfig, config, environment, runtime, ...more);
}
