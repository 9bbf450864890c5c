import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ProblemCode } from '#src/runtime/errors.ts';

/** The result of an authorizer. It covers the whole stage, because API Gateway may reuse it for other routes. */
export function policy(
  Effect: 'Allow' | 'Deny',
  principalId: string,
  { methodArn }: Pick<APIGatewayRequestAuthorizerEvent, 'methodArn'>,
) {
  const statement = { Effect, Action: 'execute-api:Invoke', Resource: wholeStage(methodArn) };
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [statement] } };
}

/** The context of a denial. The gateway response of the Dashboard API returns both fields. */
export type RefusalContext = { code: ProblemCode; error: string };

/** `arn:…:<api>/<stage>/GET/v1/…` becomes `arn:…:<api>/<stage>/*`. */
const wholeStage = (methodArn: string) => `${methodArn.split('/').slice(0, 2).join('/')}/*`;
