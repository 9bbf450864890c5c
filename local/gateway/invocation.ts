import { physicalName } from '../cloudformation/resources.ts';
import type { Stacks } from '../cloudformation/template.ts';
import { Policy, type Statement } from '../iam/policy.ts';

interface TrustStatement {
  Effect: string;
  Action: string | string[];
  Principal?: { Service?: string | string[] };
  Condition?: unknown;
}

interface RoleProperties {
  AssumeRolePolicyDocument: { Statement: TrustStatement[] };
  Policies?: { PolicyDocument: { Statement: Statement[] } }[];
}

/** The function's ARN in the URI of an integration or authorizer. */
export function functionArnIn(uri: string): string {
  const [, functionArn] = /\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (!functionArn) throw new Error(`${uri} names no function`);
  return functionArn;
}

/**
 * Whether API Gateway may assume this role and invoke the URI's function with it. Throws for an invocation without a
 * role and for what a policy may contain but the laptop cloud does not support.
 */
export function gatewayMayInvoke(stacks: Stacks, uri: string, roleArn: string | undefined, where: string): boolean {
  if (!roleArn) throw new Error(`${where}: the invocation of a function without credentials is not supported`);
  const role = stacks
    .declared()
    .find((one) => one.type === 'AWS::IAM::Role' && roleArn.endsWith(`:role/${physicalName(one, stacks)}`));
  if (!role) throw new Error(`${where}: its role ${roleArn} is not declared`);
  // Only this role: to resolve all of them for each method took most of the start.
  const { AssumeRolePolicyDocument: trust, Policies = [] } = stacks.propertiesOf<RoleProperties>(role);
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const policy = new Policy(statements, `${where}: its role ${roleArn}`);
  const decision = policy.decide({ action: 'lambda:InvokeFunction', resource: functionArnIn(uri) });
  return decision === 'allow' && trustsGateway(trust.Statement);
}

function trustsGateway(statements: TrustStatement[]): boolean {
  const about = statements.filter(
    ({ Action, Principal }) =>
      [Action].flat().includes('sts:AssumeRole') &&
      [Principal?.Service ?? []].flat().includes('apigateway.amazonaws.com'),
  );
  if (about.some(({ Condition }) => Condition)) throw new Error('A condition on sts:AssumeRole is not supported');
  return about.some(({ Effect }) => Effect === 'Allow') && about.every(({ Effect }) => Effect === 'Allow');
}
