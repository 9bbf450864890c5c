import { NestedStack } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Grant } from '#src/table/grants.ts';
import type { CodeProvider } from '../../bundles.ts';
import type { Resources } from '../../grants.ts';
import { ExecutionRoles } from '../execution-roles.ts';
import { type InvocationKind, InvocationRoles } from '../invocation-roles.ts';
import { ServiceFunction, type ServiceFunctionProps } from '../service-function.ts';

type FunctionProps = Pick<
  ServiceFunctionProps,
  'file' | 'summary' | 'memoryMb' | 'timeoutSeconds' | 'variables' | 'provisioned'
> & {
  grants: readonly Grant[];
  kind: InvocationKind;
};

interface ApiFunctionsProps {
  code: CodeProvider;
  resources: Resources;
  /** The functions of the same API in its first nested stack, if this is another one. */
  first?: ApiFunctions;
}

/**
 * The functions of one API and their roles, in a nested stack: CloudFormation allows 500 resources per stack, and a
 * nested stack needs no exports, so removing a route takes one deployment.
 */
export class ApiFunctions extends NestedStack {
  private readonly props: { code: CodeProvider; resources: Resources };
  private readonly executionRoles: ExecutionRoles;
  private readonly invocationRoles: InvocationRoles;

  constructor(scope: Construct, id: string, { code, resources, first }: ApiFunctionsProps) {
    super(scope, id);
    this.props = { code, resources };
    // The laptop reads both nested stacks as one template, so no logical id may be in both.
    const prefix = first ? id : '';
    this.executionRoles = new ExecutionRoles(this, `${prefix}Functions`, resources, first?.logGroup);
    this.invocationRoles = new InvocationRoles(this, `${prefix}Gateway`);
  }

  /** The log group that all functions of the API share. */
  get logGroup(): ILogGroup {
    return this.executionRoles.logGroup;
  }

  /** Adds a function. Returns it with the role for its invocation by API Gateway. */
  add(id: string, { kind, ...props }: FunctionProps): { target: IFunction; invocationRole: IRole } {
    const { target } = new ServiceFunction(this, id, {
      ...this.props,
      ...props,
      shared: this.executionRoles,
    });
    return { target, invocationRole: this.invocationRoles.allow(kind, target) };
  }
}
