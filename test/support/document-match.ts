import type { Api } from '#src/http/route.ts';
import { contractKey } from '../environment/global-symbols.mjs';
import type { Received, violationsOf } from './contract.ts';

/** From the test environment, which reads and compiles the documents once per worker, not once per file. */
const violations = Reflect.get(globalThis, Symbol.for(contractKey)) as typeof violationsOf;

/** Throws an Error that lists how a response differs from the OpenAPI document. */
export function assertMatchesDocument(api: Api, received: Received): void {
  const found = violations(api, received);
  if (found.length === 0) return;
  const { method, path, status, body } = received;
  const mismatch = `${method} ${path} answered ${status}, which openapi/${api}-api.json does not describe:`;
  const listed = found.slice(0, 10).map((each) => `  ${each}`);
  throw new Error([mismatch, ...listed, `  ${body.slice(0, 300)}`].join('\n'));
}
