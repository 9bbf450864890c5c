import { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { clientNetworkHeader } from '#src/identity/callers/request-head.ts';
import { problemBody } from '../constructs/api/gateway-errors.ts';

export interface FirewallProps {
  /** The paths of routes without a credential, with parameters in braces. */
  publicPaths: readonly string[];
  /** The maximum requests per minute to these paths from one client. */
  requestsPerMinute: number;
  /** The `Referer` values that prove a request came through CloudFront. */
  originSecrets: readonly string[];
}

/**
 * Rules of the common rule set that legitimate requests break: bodies and queries are long and contain markup and URLs,
 * DOIs contain nearly anything, and scripts may send no user agent. They are counted, not enforced.
 */
const countedRules = [
  'CrossSiteScripting_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'CrossSiteScripting_URIPATH',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
  'RestrictedExtensions_QUERYARGUMENTS',
  'RestrictedExtensions_URIPATH',
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
];

const tooManyBody = 'too-many';
/** WAF's limit for one expression. */
const longestExpression = 512;

/**
 * A web application firewall for the APIs' stages, in their region. It sees the requests that CloudFront does not
 * answer itself (docs/decisions/0140-edge.md).
 */
export class Firewall extends Construct {
  readonly arn: string;
  /** The name of its metrics over all rules. */
  readonly metricName: string;

  constructor(scope: Construct, id: string, { publicPaths, requestsPerMinute, originSecrets }: FirewallProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    const rule = (
      name: string,
      priority: number,
    ): Pick<CfnWebACL.RuleProperty, 'name' | 'priority' | 'visibilityConfig'> => ({
      name,
      priority,
      visibilityConfig: visibility(`${stackName}-${name}`),
    });
    const managed = (name: string, priority: number, counted: readonly string[]): CfnWebACL.RuleProperty => ({
      ...rule(name, priority),
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ruleActionOverrides: counted.map((counting) => ({ name: counting, actionToUse: { count: {} } })),
        },
      },
    });
    const acl = new CfnWebACL(this, 'Rules', {
      name: stackName,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(stackName),
      customResponseBodies: {
        [tooManyBody]: { contentType: 'APPLICATION_JSON', content: problemBody('rate_limited') },
      },
      rules: [
        {
          ...rule('requests-per-client', 0),
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: tooManyBody,
                responseHeaders: [
                  { name: 'Retry-After', value: '60' },
                  { name: 'Cache-Control', value: 'no-store' },
                  { name: 'Access-Control-Allow-Origin', value: '*' },
                  { name: 'Access-Control-Expose-Headers', value: 'Retry-After' },
                ],
              },
            },
          },
          statement: {
            rateBasedStatement: {
              limit: requestsPerMinute,
              evaluationWindowSec: 60,
              aggregateKeyType: 'FORWARDED_IP',
              forwardedIpConfig: { headerName: clientNetworkHeader, fallbackBehavior: 'NO_MATCH' },
              // Without the secret, anyone could use up the limit of another address.
              scopeDownStatement: {
                andStatement: {
                  statements: [anyOf(originSecrets.map(isReferer)), anyOf(expressionsOf(publicPaths).map(isPath))],
                },
              },
            },
          },
        },
        managed('AWSManagedRulesCommonRuleSet', 1, countedRules),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 2, []),
      ],
    });
    this.arn = acl.attrArn;
    this.metricName = stackName;
  }
}

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Samples would contain parts of requests, credentials included.
  sampledRequestsEnabled: false,
});

const unchanged = [{ priority: 0, type: 'NONE' }];

const isReferer = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'referer' } },
    positionalConstraint: 'EXACTLY',
    searchString,
    textTransformations: unchanged,
  },
});

const isPath = (regexString: string): CfnWebACL.StatementProperty => ({
  regexMatchStatement: { fieldToMatch: { uriPath: {} }, regexString, textTransformations: unchanged },
});

/** WAF's OrStatement needs at least two statements. */
function anyOf(statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  const [first, ...further] = statements;
  return first && further.length === 0 ? first : { orStatement: { statements } };
}

/** Expressions that match exactly these paths, with or without the stage. */
export function expressionsOf(paths: readonly string[]): string[] {
  const patterns = paths.map((path) =>
    path.replaceAll('.', '\\.').replace(/\{(\w+)(\+?)\}/g, (_, _name, isGreedy) => (isGreedy ? '.+' : '[^/]+')),
  );
  const whole = (alternatives: readonly string[]) => `^(/live)?(${alternatives.join('|')})/?$`;
  return [...new Set(patterns)]
    .reduce<string[][]>((groups, pattern) => {
      const last = groups.at(-1);
      if (last && whole([...last, pattern]).length <= longestExpression) last.push(pattern);
      else groups.push([pattern]);
      return groups;
    }, [])
    .map(whole);
}
