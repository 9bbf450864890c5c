import {
  type CfnRestApi,
  EndpointType,
  type IResource,
  type IRestApi,
  Resource,
  RestApiBase,
  type RestApiBaseProps,
} from 'aws-cdk-lib/aws-apigateway';
import type { AddToResourcePolicyResult } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * The resources, methods and deployment of a REST API that another stack created (lib/edge-stack.ts). CDK's own class
 * for imported APIs has no deployment that follows the methods.
 */
export class DeployedRestApi extends RestApiBase {
  readonly restApiId: string;
  readonly restApiRootResourceId: string;
  readonly root: IResource;

  constructor(scope: Construct, id: string, { restApi, ...props }: RestApiBaseProps & { restApi: CfnRestApi }) {
    super(scope, id, props);
    this.restApiId = restApi.ref;
    this.restApiRootResourceId = restApi.attrRootResourceId;
    this.root = Resource.fromResourceAttributes(this, 'Default', {
      restApi: this as IRestApi,
      resourceId: this.restApiRootResourceId,
      path: '/',
    });
    this._configureDeployment(props);
    // CDK's own address output. cfn-lint warns about outputs that only repeat an import, and we have `Url`.
    this.node.tryRemoveChild('Endpoint');
    // A changed policy takes effect only with a new deployment, and a private API must be deployed as private.
    const { policy, minimumCompressionSize: compression, binaryMediaTypes, endpointConfiguration } = restApi;
    const isPrivate = JSON.stringify(endpointConfiguration ?? {}).includes(EndpointType.PRIVATE);
    this.latestDeployment?.addToLogicalId({
      policy,
      compression,
      binaryMediaTypes,
      ...(isPrivate && { endpointConfiguration }),
    });
  }

  /** The policy belongs to the REST API itself. */
  addToResourcePolicy(): AddToResourcePolicyResult {
    return { statementAdded: false };
  }
}
