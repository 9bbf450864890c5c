import { physicalName } from '../cloudformation/resources.ts';
import type { Stacks } from '../cloudformation/template.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: string | string[];
  Principal?: { Service?: string | string[] };
  Condition?: unknown;
}

interface RoleProperties {
  AssumeRolePolicyDocument: { Statement: Statement[] };
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
 * role and for statements with conditions, which are not supported.
 */
export function gatewayMayInvoke(stacks: Stacks, uri: string, roleArn: string | undefined, where: string): boolean {
  if (!roleArn) throw new Error(`${where}: the invocation of a function without credentials is not supported`);
  const role = stacks
    .declared()
    .find((one) => one.type === 'AWS::IAM::Role' && roleArn.endsWith(`:role/${physicalName(one, stacks)}`));
  if (!role) throw new Error(`${where}: its role ${roleArn} is not declared`);
  // Only this role: to resolve all of them for each method took most of the start.
  const { AssumeRolePolicyDocument: trust, Policies = [] } = stacks.propertiesOf<RoleProperties>(role);
  const service = 'apigateway.amazonaws.com';
  const mayAssume = allows(trust.Statement, 'sts:AssumeRole', ({ Principal }) =>
    [Principal?.Service ?? []].flat().includes(service),
  );
  const functionArn = functionArnIn(uri);
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const mayInvoke = allows(statements, 'lambda:InvokeFunction', ({ Resource }) =>
    [Resource ?? []].flat().some((pattern) => matches(pattern, functionArn)),
  );
  return mayAssume && mayInvoke;
}

function allows(statements: Statement[], action: string, isAbout: (statement: Statement) => boolean): boolean {
  const matching = statements.filter(
    (statement) => [statement.Action].flat().some((pattern) => matches(pattern, action)) && isAbout(statement),
  );
  if (matching.some(({ Condition }) => Condition)) throw new Error(`A condition on ${action} is not supported`);
  return matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny');
}

/** Matches IAM wildcards: `*` is any text, `?` any one character. */
export function matches(pattern: string, text: string): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(text);
}
