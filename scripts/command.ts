import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Invalid options; the message says why. */
export class UsageError extends Error {}

/** The words after a command that has these options. Throws a UsageError if there are others. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Runs a command and prints the usage for `--help`, or why it failed. The command may return an exit code, default 0.
 * Failures exit with 1, wrong options with 2.
 */
export async function runCommand(usage: string, main: () => Promise<number | undefined>): Promise<void> {
  try {
    if (process.argv.some((word) => word === '--help' || word === '-h')) console.log(usage);
    else process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    if (error instanceof UsageError) console.error(`\n${usage}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
