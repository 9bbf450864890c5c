import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { ProblemCode } from '../errors.ts';

/** What an authorizer answers: for the whole stage, as the gateway may reuse it for other routes. */
export function policy(
  Effect: 'Allow' | 'Deny',
  principalId: string,
  { methodArn }: Pick<APIGatewayRequestAuthorizerEvent, 'methodArn'>,
) {
  const statement = { Effect, Action: 'execute-api:Invoke', Resource: wholeStage(methodArn) };
  return { principalId, policyDocument: { Version: '2012-10-17', Statement: [statement] } };
}

/** What a refusal may say of itself: the gateway response of the dashboard's API shows both. */
export type RefusalContext = { code: ProblemCode; error: string };

/** `arn:…:<api>/<stage>/GET/v1/…` becomes `arn:…:<api>/<stage>/*`. */
const wholeStage = (methodArn: string) => `${methodArn.split('/').slice(0, 2).join('/')}/*`;
