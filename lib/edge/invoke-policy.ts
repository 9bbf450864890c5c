import { AnyPrincipal, type Conditions, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Allows everybody to call an API or a domain name, unless a condition holds. Evaluated before the authorizers. */
export function invokePolicy(denials: readonly Conditions[]): PolicyDocument {
  const statement = (effect: Effect, conditions: Conditions = {}) =>
    new PolicyStatement({
      effect,
      principals: [new AnyPrincipal()],
      actions: ['execute-api:Invoke'],
      resources: ['execute-api:/*'],
      conditions,
    });
  return new PolicyDocument({
    statements: [statement(Effect.ALLOW), ...denials.map((conditions) => statement(Effect.DENY, conditions))],
  });
}
