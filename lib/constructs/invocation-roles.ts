import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * The roles with which API Gateway invokes the functions of one API, instead of one permission resource per function.
 * Two, because the ARNs of 90 functions exceed the size limit of one role's policies.
 */
export class InvocationRoles extends Construct {
  private readonly functions = new Map<InvocationKind, PolicyStatement>();
  private readonly roles = new Map<InvocationKind, IRole>();

  /** Allows the role of this kind to invoke a function. Returns it as the integration's `credentialsRole`. */
  allow(kind: InvocationKind, target: IFunction): IRole {
    const role = this.roles.get(kind) ?? this.makeRole(kind);
    this.functions.get(kind)?.addResources(target.functionArn);
    return role;
  }

  private makeRole(kind: InvocationKind): IRole {
    const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
    const role = new Role(this, kind, {
      description: `API Gateway invokes the functions that ${kind === 'Read' ? 'read or authorize' : 'write'}`,
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [statement] }) },
      // Otherwise CDK adds a policy resource for each authorizer, which the statement above already covers.
    }).withoutPolicyUpdates();
    this.functions.set(kind, statement);
    this.roles.set(kind, role);
    return role;
  }
}

/** Read: GET routes and authorizers. Write: all other routes. */
export type InvocationKind = 'Read' | 'Write';
