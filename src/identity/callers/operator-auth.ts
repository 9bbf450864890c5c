import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { readSecret, SecretNotFound } from '#src/runtime/requests/secrets.ts';
import { isSameSecret } from '#src/runtime/same-text.ts';
import type { OperatorAuth } from './caller.ts';
import { headerOf } from './request-head.ts';

/** Requires the operator secret as a bearer token. Without a configured secret, all requests are rejected. */
export const operator: OperatorAuth = {
  kind: 'operator',
  async authenticate(head) {
    const secret = await configuredSecret();
    if (secret === undefined) throw new Problem('not_configured', 'No secret is configured for the operator routes');
    const header = headerOf(head, 'authorization');
    if (header === undefined) {
      throw new Problem('missing_credential', 'This route requires the header Authorization: Bearer <secret>');
    }
    const sent = /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
    if (!isSameSecret(sent, secret)) throw new Problem('invalid_credential', 'The operator secret is wrong');
    return { kind: 'operator' };
  },
};

async function configuredSecret(): Promise<string | undefined> {
  const arn = env('ADMIN_CLI_SECRET_ARN');
  if (arn === undefined) return undefined;
  return readSecret(arn).catch((error: unknown) => {
    if (error instanceof SecretNotFound) return undefined;
    throw error;
  });
}
