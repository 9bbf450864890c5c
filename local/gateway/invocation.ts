import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import type { Stacks } from '../cloudformation/template.ts';
import { Policy } from '../iam/policy.ts';

type Trust = NonNullable<PropertiesOf<'AWS::IAM::Role'>['AssumeRolePolicyDocument']>;

/** The function's ARN in the URI of an integration or authorizer. */
export function functionArnIn(uri: string): string {
  const [, functionArn] = /\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (!functionArn) throw new Error(`${uri} names no function`);
  return functionArn;
}

/**
 * Whether API Gateway may assume this role and invoke the URI's function with it. Throws if the role is missing or its
 * policy has parts that the laptop does not support.
 */
export function gatewayMayInvoke(stacks: Stacks, uri: string, roleArn: string | undefined, where: string): boolean {
  if (!roleArn) throw new Error(`${where}: the invocation of a function without credentials is not supported`);
  const role = stacks
    .declared()
    .find((one) => one.type === 'AWS::IAM::Role' && roleArn.endsWith(`:role/${physicalName(one, stacks)}`));
  if (!role) throw new Error(`${where}: its role ${roleArn} is not declared`);
  // Only this role: resolving all roles for each method took most of the start.
  const { AssumeRolePolicyDocument: trust, Policies = [] } = stacks.propertiesOf('AWS::IAM::Role', role);
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const policy = new Policy(statements, `${where}: its role ${roleArn}`);
  const decision = policy.decide({ action: 'lambda:InvokeFunction', resource: functionArnIn(uri) });
  return decision === 'allow' && trustsGateway(trust?.Statement ?? []);
}

function trustsGateway(statements: Trust['Statement']): boolean {
  const forGateway = statements.filter(
    ({ Action, Principal }) =>
      [Action].flat().includes('sts:AssumeRole') && [Principal.Service].flat().includes('apigateway.amazonaws.com'),
  );
  if (forGateway.some(({ Condition }) => Condition)) throw new Error('A condition on sts:AssumeRole is not supported');
  return forGateway.some(({ Effect }) => Effect === 'Allow') && forGateway.every(({ Effect }) => Effect === 'Allow');
}
