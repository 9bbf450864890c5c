import { AwsError } from '../iam/aws-error.ts';
import type { AccessRequest } from '../iam/policy.ts';
import { functionArn } from '../lambda/functions.ts';

/** The functions that other functions may invoke. */
export interface InvokedFunctions {
  byName(name: string): { invoke(event: unknown): Promise<unknown> };
}

const pathPattern = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;

/** Whether a call is one of Lambda's Invoke. */
export const isInvocation = (path: string): boolean => pathPattern.test(path);

const functionNameOf = (path: string) => pathPattern.exec(path)?.[1] ?? '';

/** The permissions that an invocation needs. */
export const invocationRequests = (path: string): AccessRequest[] => [
  { action: 'lambda:InvokeFunction', resource: functionArn(functionNameOf(path)) },
];

/** Accepts an event and invokes the function, for which nobody waits. Its failures are in its log. */
export function answerInvocation(
  path: string,
  type: unknown,
  event: Record<string, unknown>,
  functions: InvokedFunctions,
): void {
  if (type !== 'Event') throw new AwsError('InvalidParameterValueException', 'Only events are supported');
  functions
    .byName(functionNameOf(path))
    .invoke(event)
    .catch(() => {});
}
