import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Grant } from '#src/table/grants.ts';
import type { Config } from '../config.ts';
import { accessFor, allow, type Resources } from '../grants.ts';
import { constructId } from './construct-id.ts';

/**
 * The log group shared by the functions of one API, and one role for each distinct set of grants. Functions share a
 * role only if their grants are equal, so least privilege holds.
 */
export class ExecutionRoles extends Construct {
  readonly logGroup: ILogGroup;
  private readonly resources: Resources;
  private readonly roles = new Map<string, Role>();

  constructor(scope: Construct, id: string, resources: Resources, logGroup?: ILogGroup) {
    super(scope, id);
    this.resources = resources;
    this.logGroup = logGroup ?? makeLogGroup(this, 'Logs', resources.config);
  }

  /** A role that allows exactly these grants. */
  roleFor(grants: readonly Grant[]): Role {
    // Grants that only set environment variables do not affect a role.
    const allowing = [...new Set(grants)].filter((grant) => accessFor([grant], this.resources).statements.length > 0);
    const id = allowing.sort().map(constructId).join('') || 'NoGrants';
    const role =
      this.roles.get(id) ?? makeRole(this, id, this.logGroup, accessFor(allowing, this.resources).statements);
    this.roles.set(id, role);
    return role;
  }
}

/** A log group with the retention of the settings. */
export function makeLogGroup(scope: Construct, id: string, { logRetentionDays: retention }: Config): LogGroup {
  return new LogGroup(scope, id, { retention, removalPolicy: RemovalPolicy.DESTROY });
}

/** A function role with these statements that may write to this log group. Needs no policy resource. */
export function makeRole(scope: Construct, id: string, logGroup: ILogGroup, statements: PolicyStatement[]): Role {
  const logs = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { grants: new PolicyDocument({ statements: [logs, ...statements] }) },
  });
}
