/**
 * Runs all checks in parallel: types, format and lint, dead code, and the rules of this repository. Prints every
 * finding and the command that fixes it. `--fix` first applies the automatic fixes.
 */
import { join } from 'node:path';
import { checkRepository } from './check/repository.ts';
import { isColored, runTool } from './check/tool.ts';
import { checkTypes } from './check/types.ts';
import { parseOptions, runCommand } from './command.ts';
import { makeDashboardTypes } from './generate/dashboard-types.ts';

const root = join(import.meta.dirname, '..');
const usage = `Usage: npm run check
       npm run fix

check   runs all checks and prints every finding; it writes nothing but the types of the web dashboard.
fix     formats, applies the safe corrections of the linter, writes the generated files, and then checks.`;

/** One kind of check. `run` returns its findings as text, empty if there are none. */
export interface Check {
  title: string;
  run(): Promise<string>;
  /** How to fix findings of this kind. */
  remedy: string;
}

const checks: Check[] = [
  {
    title: 'Types',
    run: async () => {
      const findings = ['tsconfig.json', 'web/tsconfig.json'].map((project) => checkTypes(root, project));
      return (await Promise.all(findings)).filter(Boolean).join('\n');
    },
    remedy: 'Correct the lines named; no command does it.',
  },
  {
    title: 'Format and lint',
    run: () => runTool('biome', ['ci', '.', '--max-diagnostics=none', `--colors=${isColored ? 'force' : 'off'}`]),
    remedy: 'npm run fix formats and corrects what is safe to correct. Edit what it leaves.',
  },
  {
    title: 'Dead code',
    run: () => runTool('knip', ['--no-progress']),
    remedy: 'Use what is named or delete it. "export" alone is removed by: npx knip --fix --fix-type exports,types',
  },
  {
    title: 'Rules of the repository',
    run: async () =>
      (await checkRepository()).map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'),
    remedy: 'npm run fix writes generated files. Edit the lines named for the rest.',
  },
];

/** Runs the checks in parallel and reports them in order. Returns whether all passed. */
export async function runChecks(checks: readonly Check[], print: (text: string) => void): Promise<boolean> {
  const results = checks.map(async (check) => ({
    ...check,
    findings: (await check.run().catch((error: Error) => `The check itself failed: ${error.message}`)).trimEnd(),
  }));
  let passed = true;
  for (const result of results) {
    const { title, findings, remedy } = await result;
    print(findings === '' ? `${title}: passed` : `\n${title}: failed\n\n${findings}\n\nTo correct: ${remedy}\n`);
    passed &&= findings === '';
  }
  return passed;
}

async function fix(): Promise<void> {
  // The checks report the rest.
  await runTool('biome', ['check', '--write', '.']);
  await runTool('node', ['--no-warnings', 'scripts/generate.ts']);
}

if (import.meta.main) {
  await runCommand(usage, async () => {
    if (parseOptions({ fix: { type: 'boolean' } }).fix) await fix();
    // Read by the checks of types and of dead code.
    makeDashboardTypes();
    return (await runChecks(checks, console.log)) ? 0 : 1;
  });
}
