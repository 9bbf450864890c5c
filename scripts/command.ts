/** Invalid options; the message says why. */
export class UsageError extends Error {}

/**
 * Runs a command, which returns its exit code, 0 unless it says otherwise; prints the usage for `--help`, and why it
 * failed. Exit codes of failures: 1 failed, 2 wrong options.
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
