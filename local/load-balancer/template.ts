import { BlockList, isIP, isIPv6 } from 'node:net';
import { describe, type Stacks } from '../cloudformation/template.ts';
import { take } from '../edge/template.ts';
import { matches } from '../iam/policy.ts';

/** How people sign in, as an action of a rule says. */
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
  /** What is done with somebody who has no session. */
  otherwise: 'authenticate' | 'deny';
}

export type Action =
  | SignInAction
  /** Passes the request on to one of these addresses. */
  | { kind: 'forward'; addresses: readonly string[] }
  | { kind: 'answer'; status: number };

/** What a rule looks at in a request. */
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
  /** In the order in which they are tried; the last one matches everything. */
  rules: readonly Rule[];
}

/** The user pool that actions of the kind `authenticate-cognito` mean. */
export interface Pool {
  issuer: string;
  /** Undefined for a client that has none. */
  secretOf: (clientId: string) => string | undefined;
}

type Config = Record<string, unknown>;

/** Every load balancer of the templates. Throws an Error that names what the laptop cannot honour. */
export function readLoadBalancers(stacks: Stacks, pool: Pool): LoadBalancerSettings[] {
  const targets = readTargets(stacks);
  return stacks.all<Config>('AWS::ElasticLoadBalancingV2::LoadBalancer').map(({ declared }) => {
    const where = describe(declared);
    const resolved = (value: unknown) => String(stacks.resolve(value, declared.stack, where));
    const arn = resolved({ Ref: declared.logicalId });
    const own = stacks
      .all<Config>('AWS::ElasticLoadBalancingV2::Listener')
      .filter(({ properties }) => properties.LoadBalancerArn === arn);
    const [listener, ...more] = own;
    if (!listener || more.length > 0) throw new Error(`${where}: expected one listener, found ${own.length}`);
    const place = describe(listener.declared);
    const { DefaultActions, Protocol } = take(
      listener.properties,
      ['DefaultActions', 'Protocol', 'LoadBalancerArn'],
      place,
      // Everything here is on one port, without TLS.
      ['Certificates', 'Port', 'SslPolicy'],
    );
    if (Protocol !== 'HTTPS') throw new Error(`${place}: people sign in at HTTPS listeners only`);
    const listenerArn = String(stacks.resolve({ Ref: listener.declared.logicalId }, listener.declared.stack, place));
    const read = (actions: unknown, at: string) => readActions(actions as Config[], targets, pool, at);
    const rules = readRules(stacks, listenerArn, read);
    const last: Rule = { matches: () => true, actions: read(DefaultActions, place) };
    return { arn, domainName: resolved({ 'Fn::GetAtt': [declared.logicalId, 'DNSName'] }), rules: [...rules, last] };
  });
}

function readRules(stacks: Stacks, listenerArn: string, read: (actions: unknown, where: string) => Action[]): Rule[] {
  return stacks
    .all<Config>('AWS::ElasticLoadBalancingV2::ListenerRule')
    .filter(({ properties }) => properties.ListenerArn === listenerArn)
    .sort((a, b) => Number(a.properties.Priority) - Number(b.properties.Priority))
    .map(({ declared, properties }) => {
      const where = describe(declared);
      const { Conditions, Actions } = take(properties, ['Conditions', 'Actions', 'ListenerArn', 'Priority'], where);
      const conditions = (Conditions as Config[]).map((condition) => readCondition(condition, where));
      return { matches: (seen) => conditions.every((holds) => holds(seen)), actions: read(Actions, where) };
    });
}

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/rule-condition-types.html */
function readCondition(condition: Config, where: string): (seen: Seen) => boolean {
  const { Field, PathPatternConfig, HttpRequestMethodConfig, SourceIpConfig } = take(
    condition,
    ['Field', 'PathPatternConfig', 'HttpRequestMethodConfig', 'SourceIpConfig'],
    where,
  );
  const valuesOf = (config: unknown) => (config as { Values: string[] }).Values;
  if (Field === 'path-pattern') {
    const patterns = valuesOf(PathPatternConfig);
    return ({ path }) => patterns.some((pattern) => matches(pattern, path));
  }
  if (Field === 'http-request-method') {
    const methods = valuesOf(HttpRequestMethodConfig);
    return ({ method }) => methods.includes(method);
  }
  if (Field === 'source-ip') {
    const networks = networksOf(valuesOf(SourceIpConfig), where);
    return ({ sourceIp }) => networks.check(sourceIp, isIPv6(sourceIp) ? 'ipv6' : 'ipv4');
  }
  throw new Error(`${where}: conditions on ${Field} are not supported`);
}

/** Networks in CIDR notation. Of a client behind a proxy, the address of the proxy counts. */
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

function readActions(actions: Config[], targets: Map<string, string[]>, pool: Pool, where: string): Action[] {
  const order = ({ Order = 0 }: Config) => Number(Order);
  return [...actions]
    .sort((a, b) => order(a) - order(b))
    .map((action): Action => {
      const { Type, TargetGroupArn, FixedResponseConfig, AuthenticateCognitoConfig, AuthenticateOidcConfig } = take(
        action,
        [
          'Type',
          'Order',
          'TargetGroupArn',
          'FixedResponseConfig',
          'AuthenticateCognitoConfig',
          'AuthenticateOidcConfig',
        ],
        where,
      );
      if (Type === 'forward') {
        const addresses = targets.get(String(TargetGroupArn));
        if (!addresses) throw new Error(`${where}: no template declares the target group ${TargetGroupArn}`);
        return { kind: 'forward', addresses };
      }
      if (Type === 'fixed-response')
        return { kind: 'answer', status: Number((FixedResponseConfig as Config).StatusCode) };
      if (Type === 'authenticate-cognito') return cognitoAction(AuthenticateCognitoConfig as Config, pool, where);
      if (Type === 'authenticate-oidc') return oidcAction(AuthenticateOidcConfig as Config, where);
      throw new Error(`${where}: the action ${Type} is not supported`);
    });
}

const common = ['Scope', 'SessionTimeout', 'OnUnauthenticatedRequest'] as const;

function cognitoAction(config: Config, { issuer, secretOf }: Pool, where: string): SignInAction {
  const taken = take(config, [...common, 'UserPoolClientId'], where, ['UserPoolArn', 'UserPoolDomain']);
  const clientId = String(taken.UserPoolClientId);
  const clientSecret = secretOf(clientId);
  if (clientSecret === undefined) throw new Error(`${where}: the client ${clientId} has no secret`);
  return {
    ...commonOf(taken, where),
    issuer,
    authorizationEndpoint: `${issuer}/oauth2/authorize`,
    tokenEndpoint: `${issuer}/oauth2/token`,
    userInfoEndpoint: `${issuer}/oauth2/userInfo`,
    clientId,
    clientSecret,
  };
}

function oidcAction(config: Config, where: string): SignInAction {
  const taken = take(
    config,
    [...common, 'Issuer', 'AuthorizationEndpoint', 'TokenEndpoint', 'UserInfoEndpoint', 'ClientId', 'ClientSecret'],
    where,
  );
  return {
    ...commonOf(taken, where),
    issuer: String(taken.Issuer),
    authorizationEndpoint: String(taken.AuthorizationEndpoint),
    tokenEndpoint: String(taken.TokenEndpoint),
    userInfoEndpoint: String(taken.UserInfoEndpoint),
    clientId: String(taken.ClientId),
    clientSecret: String(taken.ClientSecret),
  };
}

function commonOf(
  { Scope, SessionTimeout, OnUnauthenticatedRequest: otherwise }: Config,
  where: string,
): Pick<SignInAction, 'kind' | 'scope' | 'sessionSeconds' | 'otherwise'> {
  if (otherwise !== 'authenticate' && otherwise !== 'deny')
    throw new Error(`${where}: OnUnauthenticatedRequest ${otherwise} is not supported`);
  return { kind: 'sign-in', scope: String(Scope), sessionSeconds: Number(SessionTimeout), otherwise };
}

function readTargets(stacks: Stacks): Map<string, string[]> {
  const groups = stacks.all<Config>('AWS::ElasticLoadBalancingV2::TargetGroup');
  return new Map(
    groups.map(({ declared, properties }) => {
      const where = describe(declared);
      const { TargetType, Targets } = take(
        properties,
        ['TargetType', 'Targets'],
        where,
        // There is no TLS and no port, and what is on one machine is always there.
        ['HealthCheckPath', 'HealthCheckProtocol', 'Matcher', 'Port', 'Protocol', 'VpcId'],
      );
      if (TargetType !== 'ip') throw new Error(`${where}: targets of the type ${TargetType} are not supported`);
      const arn = String(stacks.resolve({ Ref: declared.logicalId }, declared.stack, where));
      return [arn, (Targets as { Id: string }[]).map(({ Id }) => Id)];
    }),
  );
}
