import { BlockList, isIP, isIPv6 } from 'node:net';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import { matches } from '../iam/policy.ts';

/** A rule's sign-in action. */
export interface SignInAction {
  kind: 'sign-in';
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userInfoEndpoint: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  sessionSeconds: number;
  /** The action for users without a session. */
  otherwise: 'authenticate' | 'deny';
}

export type Action =
  | SignInAction
  /** Forwards the request to one of these addresses. */
  | { kind: 'forward'; addresses: readonly string[] }
  | { kind: 'answer'; status: number };

/** The parts of a request that rules examine. */
export interface Seen {
  path: string;
  method: string;
  sourceIp: string;
}

export interface Rule {
  matches: (seen: Seen) => boolean;
  actions: readonly Action[];
}

/** A load balancer of the templates with its listener. */
export interface LoadBalancerSettings {
  arn: string;
  domainName: string;
  /** In matching order; the last one matches everything. */
  rules: readonly Rule[];
}

/** The user pool of `authenticate-cognito` actions. */
export interface Pool {
  issuer: string;
  /** Undefined for a client without a secret. */
  secretOf: (clientId: string) => string | undefined;
}

type RuleProperties = PropertiesOf<'AWS::ElasticLoadBalancingV2::ListenerRule'>;
type ActionConfig = RuleProperties['Actions'][number];

/** The templates' load balancers. Throws an Error that names anything unsupported. */
export function readLoadBalancers(stacks: Stacks, pool: Pool): LoadBalancerSettings[] {
  const targets = readTargets(stacks);
  return stacks.all('AWS::ElasticLoadBalancingV2::LoadBalancer').map(({ declared }) => {
    const where = describe(declared);
    const resolved = (value: unknown) => String(stacks.resolve(value, declared.stack, where));
    const arn = resolved({ Ref: declared.logicalId });
    const own = stacks
      .all('AWS::ElasticLoadBalancingV2::Listener')
      .filter(({ properties }) => properties.LoadBalancerArn === arn);
    const [listener, ...more] = own;
    if (!listener || more.length > 0) throw new Error(`${where}: expected one listener, found ${own.length}`);
    const place = describe(listener.declared);
    const listenerArn = String(stacks.resolve({ Ref: listener.declared.logicalId }, listener.declared.stack, place));
    const read: ReadActions = (actions, at) => readActions(actions, targets, pool, at);
    const rules = readRules(stacks, listenerArn, read);
    const last: Rule = { matches: () => true, actions: read(listener.properties.DefaultActions, place) };
    return { arn, domainName: resolved({ 'Fn::GetAtt': [declared.logicalId, 'DNSName'] }), rules: [...rules, last] };
  });
}

type ReadActions = (actions: ActionConfig[], where: string) => Action[];

function readRules(stacks: Stacks, listenerArn: string, read: ReadActions): Rule[] {
  return stacks
    .all('AWS::ElasticLoadBalancingV2::ListenerRule')
    .filter(({ properties }) => properties.ListenerArn === listenerArn)
    .sort((a, b) => a.properties.Priority - b.properties.Priority)
    .map(({ declared, properties: { Conditions, Actions } }) => {
      const where = describe(declared);
      const conditions = Conditions.map((condition) => readCondition(condition, where));
      return { matches: (seen) => conditions.every((holds) => holds(seen)), actions: read(Actions, where) };
    });
}

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html */
function readCondition(condition: RuleProperties['Conditions'][number], where: string): (seen: Seen) => boolean {
  switch (condition.Field) {
    case 'path-pattern': {
      const patterns = condition.PathPatternConfig?.Values ?? [];
      return ({ path }) => patterns.some((pattern) => matches(pattern, path));
    }
    case 'http-request-method': {
      const methods = condition.HttpRequestMethodConfig?.Values ?? [];
      return ({ method }) => methods.includes(method);
    }
    case 'source-ip': {
      const networks = networksOf(condition.SourceIpConfig?.Values ?? [], where);
      return ({ sourceIp }) => networks.check(sourceIp, isIPv6(sourceIp) ? 'ipv6' : 'ipv4');
    }
  }
}

/** Networks in CIDR notation. For a client behind a proxy, the proxy's address counts. */
function networksOf(values: readonly string[], where: string): BlockList {
  const networks = new BlockList();
  for (const value of values) {
    const [address = '', prefix] = value.split('/');
    if (!isIP(address) || prefix === undefined || !/^\d+$/.test(prefix)) {
      throw new Error(`${where}: ${value} is not a network in CIDR notation`);
    }
    networks.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return networks;
}

function readActions(actions: ActionConfig[], targets: Map<string, string[]>, pool: Pool, where: string): Action[] {
  return actions
    .toSorted((a, b) => (a.Order ?? 0) - (b.Order ?? 0))
    .map((action): Action => {
      const { Type, TargetGroupArn, FixedResponseConfig, AuthenticateCognitoConfig, AuthenticateOidcConfig } = action;
      if (FixedResponseConfig) return { kind: 'answer', status: Number(FixedResponseConfig.StatusCode) };
      if (AuthenticateCognitoConfig) return cognitoAction(AuthenticateCognitoConfig, pool, where);
      if (AuthenticateOidcConfig) return oidcAction(AuthenticateOidcConfig);
      const addresses = Type === 'forward' ? targets.get(String(TargetGroupArn)) : undefined;
      if (!addresses) throw new Error(`${where}: no template declares the target group ${TargetGroupArn}`);
      return { kind: 'forward', addresses };
    });
}

function cognitoAction(
  config: NonNullable<ActionConfig['AuthenticateCognitoConfig']>,
  { issuer, secretOf }: Pool,
  where: string,
): SignInAction {
  const clientId = config.UserPoolClientId;
  const clientSecret = secretOf(clientId);
  if (clientSecret === undefined) throw new Error(`${where}: the client ${clientId} has no secret`);
  return {
    ...commonOf(config),
    issuer,
    authorizationEndpoint: `${issuer}/oauth2/authorize`,
    tokenEndpoint: `${issuer}/oauth2/token`,
    userInfoEndpoint: `${issuer}/oauth2/userInfo`,
    clientId,
    clientSecret,
  };
}

type OidcConfig = NonNullable<ActionConfig['AuthenticateOidcConfig']>;

function oidcAction(config: OidcConfig): SignInAction {
  return {
    ...commonOf(config),
    issuer: config.Issuer,
    authorizationEndpoint: config.AuthorizationEndpoint,
    tokenEndpoint: config.TokenEndpoint,
    userInfoEndpoint: config.UserInfoEndpoint,
    clientId: config.ClientId,
    clientSecret: config.ClientSecret,
  };
}

function commonOf({
  Scope: scope,
  SessionTimeout: sessionSeconds,
  OnUnauthenticatedRequest: otherwise,
}: Pick<OidcConfig, 'Scope' | 'SessionTimeout' | 'OnUnauthenticatedRequest'>) {
  return { kind: 'sign-in', scope, sessionSeconds, otherwise } as const;
}

function readTargets(stacks: Stacks): Map<string, string[]> {
  const groups = stacks.all('AWS::ElasticLoadBalancingV2::TargetGroup');
  return new Map(
    groups.map(({ declared, properties: { Targets } }) => {
      const arn = String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, describe(declared)));
      return [arn, Targets.map(({ Id }) => Id)];
    }),
  );
}
