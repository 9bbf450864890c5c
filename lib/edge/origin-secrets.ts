import { RemovalPolicy } from 'aws-cdk-lib';
import type { Conditions } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * The secret that CloudFront sends to the APIs as `Referer`, the only header that API Gateway policies can compare
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies-aws-condition-keys.html).
 * The APIs also accept the next secret, so that CloudFront can change first.
 */
export class OriginSecrets extends Construct {
  private readonly current: Secret;
  private readonly next: Secret;

  /** `generation` is the number of the current secret. */
  constructor(scope: Construct, id: string, generation: number) {
    super(scope, id);
    [this.current, this.next] = [this.makeSecret(generation), this.makeSecret(generation + 1)];
  }

  /** The header that CloudFront adds to every request. */
  header(): Record<string, string> {
    return { Referer: referenceTo(this.current) };
  }

  /** The conditions under which the APIs deny a request: it does not come through CloudFront. */
  denial(): Conditions {
    return { StringNotEquals: { 'aws:Referer': this.accepted() } };
  }

  accepted(): string[] {
    return [this.current, this.next].map(referenceTo);
  }

  private makeSecret(generation: number): Secret {
    return new Secret(this, `Generation${generation}`, {
      description: 'Proves to the APIs that a request came through CloudFront',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** A reference that CloudFormation resolves, so that the template does not contain the value. */
const referenceTo = (secret: Secret) => secret.secretValue.unsafeUnwrap();
