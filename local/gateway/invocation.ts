import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
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
  const role = rolesOf(stacks).get(roleArn);
  if (!role) throw new Error(`${where}: its role ${roleArn} is not declared`);
  const { declared, properties } = role;
  const { AssumeRolePolicyDocument: trust, Policies = [] } = properties;
  // Many methods have one role.
  role.policy ??= new Policy(
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    describe(declared),
  );
  const decision = role.policy.decide({ action: 'lambda:InvokeFunction', resource: functionArnIn(uri) });
  return decision === 'allow' && trustsGateway(trust?.Statement ?? []);
}

type Role = ReturnType<typeof readRoles>[number] & { policy?: Policy };

const readRoles = (stacks: Stacks) => stacks.all('AWS::IAM::Role');
const roles = new WeakMap<Stacks, Map<string, Role>>();

/** By ARN. */
function rolesOf(stacks: Stacks): Map<string, Role> {
  const known = roles.get(stacks);
  if (known) return known;
  const read = new Map(
    readRoles(stacks).map((role): [string, Role] => [`${arnStart}${physicalName(role.declared, stacks)}`, role]),
  );
  roles.set(stacks, read);
  return read;
}

const arnStart = `arn:aws:iam::${account.id}:role/`;

function trustsGateway(statements: Trust['Statement']): boolean {
  const forGateway = statements.filter(
    ({ Action, Principal }) =>
      [Action].flat().includes('sts:AssumeRole') && [Principal.Service].flat().includes('apigateway.amazonaws.com'),
  );
  if (forGateway.some(({ Condition }) => Condition)) throw new Error('A condition on sts:AssumeRole is not supported');
  return forGateway.some(({ Effect }) => Effect === 'Allow') && forGateway.every(({ Effect }) => Effect === 'Allow');
}
