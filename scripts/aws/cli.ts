import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);
// Long enough for a kept deployment of 26 MB on a slow line.
const timeoutMs = 300_000;
const maxBytes = 256 * 1024 * 1024;

/** The AWS CLI failed. */
export class AwsError extends Error {
  override name = 'AwsError';
  /** The service's error code, such as ResourceNotFoundException; undefined for other errors. */
  readonly code: string | undefined;
  /** CloudFormation has no code of its own for that. */
  readonly isMissingStack: boolean;

  constructor(command: readonly string[], stderr: string) {
    super(`${command.join(' ')} failed: ${adviceOn(stderr) ?? stderr.trim()}`);
    this.code = /An error occurred \((\w+)\)/.exec(stderr)?.[1];
    this.isMissingStack = this.code === 'ValidationError' && /Stack with id \S+ does not exist/.test(stderr);
  }
}

/** Advice if the AWS CLI is missing or too old for the command. */
const adviceOn = (stderr: string): string | undefined =>
  /ENOENT|invalid choice/i.test(stderr) ? 'install a current version 2 of the AWS CLI' : undefined;

/** Runs an AWS CLI command and returns its output. */
async function aws(command: readonly string[]): Promise<string> {
  const [program = 'aws', ...args] = command;
  try {
    return (await run(program, args, { timeout: timeoutMs, maxBuffer: maxBytes })).stdout;
  } catch (error) {
    throw new AwsError(command, (error as { stderr?: string }).stderr || String(error));
  }
}

/** The parsed JSON output of a command; undefined if the requested resource does not exist. */
export async function awsJson<S extends z.ZodType>(command: readonly string[], schema: S) {
  let printed: string;
  try {
    printed = await aws([...command, '--output', 'json']);
  } catch (error) {
    if (error instanceof AwsError && (/NotFound/.test(error.code ?? '') || error.isMissingStack)) return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(printed || '{}')) as z.output<S>;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${command.join(' ')} printed what was not expected: ${reason}`, { cause: error });
  }
}

const Credentials = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  SessionToken: z.string().optional(),
});

/** Sets the AWS CLI's credentials in the environment, for service functions that this process calls. */
export async function useCredentials(region: string): Promise<void> {
  const found = Credentials.parse(
    JSON.parse(await aws(['aws', 'configure', 'export-credentials', '--format', 'process'])),
  );
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: found.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: found.SecretAccessKey,
    ...(found.SessionToken && { AWS_SESSION_TOKEN: found.SessionToken }),
  });
}
