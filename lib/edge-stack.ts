import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Api } from '#src/http/route.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import type { PagesProvider } from './bundles.ts';
import type { Config } from './config.ts';
import { AccessProxy } from './edge/access-proxy.ts';
import { Distributions } from './edge/distributions.ts';
import { Firewall } from './edge/firewall.ts';
import { invokePolicy } from './edge/invoke-policy.ts';
import { OriginSecrets } from './edge/origin-secrets.ts';
import { PageFiles } from './edge/page-files.ts';

export interface EdgeStackProps extends StackProps {
  config: Config;
  /** The paths of all routes without a credential. */
  publicPaths: readonly string[];
  nameOf: (api: Api) => string;
  /** The files of the web dashboard. If undefined, the bucket of pages stays empty. */
  pages: PagesProvider | undefined;
}

/** The stage name of every API. */
export const stageName = 'live';

const apis = ['consumer', 'integrations', 'dashboard'] as const satisfies readonly Api[];

/**
 * CloudFront and the REST APIs behind it, without methods. Deployed before the APIs, because their functions need the
 * addresses of the distributions and the distributions need the APIs (docs/decisions/0140-edge.md).
 */
export class EdgeStack extends Stack {
  readonly restApis: Record<Api, CfnRestApi>;
  readonly addresses: Addresses;
  /** Undefined without CloudFront. */
  readonly distributions: Distributions | undefined;
  /** The load balancer in front of the Dashboard API, if any. */
  readonly accessProxy: AccessProxy | undefined;
  /** The firewall of the API stages, if any. */
  readonly firewall: Firewall | undefined;

  constructor(scope: Construct, id: string, { config, nameOf, publicPaths, pages: files, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const secrets = config.edge.enabled ? new OriginSecrets(this, 'OriginSecret', config.edge.originSecret) : undefined;
    const { alb } = config.signIn;
    this.accessProxy = alb && new AccessProxy(this, 'AccessProxy', { config, settings: alb });
    if (this.accessProxy)
      new CfnOutput(this, 'LoadBalancer', { value: this.accessProxy.loadBalancer.loadBalancerDnsName });
    const make = (api: Api) => [api, this.makeRestApi(api, nameOf(api), secrets)];
    this.restApis = Object.fromEntries(apis.map(make)) as Record<Api, CfnRestApi>;
    if (!secrets) {
      this.addresses = addressesOf(config, undefined);
      return;
    }
    const { firewall: hasFirewall = config.retainData, publicRequestsPerMinute } = config.edge;
    if (hasFirewall) {
      this.firewall = new Firewall(this, 'Firewall', {
        publicPaths,
        requestsPerMinute: publicRequestsPerMinute,
        originSecrets: secrets.accepted(),
      });
    }
    this.distributions = new Distributions(this, 'CloudFront', {
      config,
      restApis: this.restApis,
      stageName,
      secrets,
      accessProxy: this.accessProxy,
    });
    const urlOf = ({ domainName }: { domainName: string }) => `https://${domainName}`;
    const { base, dashboard, pages } = this.distributions;
    if (files) new PageFiles(this, 'PageFiles', { config, bucket: pages, files });
    const [publicBaseUrl, dashboardUrl] = [urlOf(base), urlOf(dashboard)];
    this.addresses = addressesOf(config, { publicBaseUrl, dashboardUrl });
    new CfnOutput(this, 'BaseDistribution', { value: publicBaseUrl });
    new CfnOutput(this, 'DashboardDistribution', { value: dashboardUrl });
    new CfnOutput(this, 'PagesBucket', { value: pages.bucketName });
  }

  private makeRestApi(api: Api, name: string, secrets: OriginSecrets | undefined): CfnRestApi {
    const proxy = api === 'dashboard' ? this.accessProxy : undefined;
    const denials = [secrets?.denial(), proxy?.denial()].filter((denial) => denial !== undefined);
    return new CfnRestApi(this, `${api[0]?.toUpperCase()}${api.slice(1)}Api`, {
      name,
      endpointConfiguration: proxy?.privateEndpoint() ?? { types: [EndpointType.REGIONAL] },
      // The authorizer returns the usage key, so client secrets are never stored as API keys in API Gateway.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Gzip shrinks JSON lists to a fifth. Smaller bodies are not worth the time.
      minimumCompressionSize: 1024,
      // Functions answer some files as bytes. The gateway goes by the first type that a client accepts, which a link in a
      // page does not choose, so it is every type.
      binaryMediaTypes: ['*/*'],
      // If absent, a regional API accepts TLS 1.0.
      securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
      // STRICT also checks the host name of the TLS connection, which a reverse proxy may rewrite.
      endpointAccessMode: EndpointAccessMode.BASIC,
      ...(denials.length > 0 && { policy: invokePolicy(denials) }),
    });
  }
}
