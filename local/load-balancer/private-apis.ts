import { addressOf, interfacesOf } from '../cloudformation/network.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Answer } from '../gateway/gateway-responses.ts';
import type { RawRequest } from '../gateway/proxy.ts';
import { Policy } from '../iam/policy.ts';

interface DomainName {
  host: string;
  policy: Policy | undefined;
  /** The associated endpoints. */
  endpoints: Set<string>;
  gateway: Gateway;
}

/** Calls an address of a VPC endpoint; undefined if no endpoint has it. */
export type AskAddress = (address: string, request: RawRequest) => Promise<Answer> | undefined;

type AskGateway = (gateway: Gateway, request: RawRequest) => Promise<Answer>;

const forbidden: Answer = {
  status: 403,
  headers: [['Content-Type', 'application/json']],
  body: '{"message":"Forbidden"}',
};

/**
 * The private APIs behind the VPC endpoints of the templates. An endpoint finds an API by the request's host name,
 * which is an associated private custom domain name
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-custom-domains.html).
 */
export function privateApisOf(stacks: Stacks, gateways: readonly Gateway[], ask: AskGateway): AskAddress {
  const domainNames = readDomainNames(stacks, gateways);
  const endpoints = new Map(
    stacks.all('AWS::EC2::VPCEndpoint').flatMap(({ declared, properties }) => {
      const name = physicalName(declared, stacks);
      return interfacesOf(name, properties.SubnetIds.length).map((id): [string, string] => [addressOf(id), name]);
    }),
  );
  return (address, request) => {
    const endpoint = endpoints.get(address);
    return endpoint === undefined ? undefined : answerAt(endpoint, request, domainNames, ask);
  };
}

async function answerAt(
  endpoint: string,
  request: RawRequest,
  domainNames: readonly DomainName[],
  ask: AskGateway,
): Promise<Answer> {
  const host = request.headers.find(([name]) => name.toLowerCase() === 'host')?.[1].replace(/:\d+$/, '');
  const found = domainNames.find((one) => one.host === host && one.endpoints.has(endpoint));
  const isAdmitted = found?.policy?.decide({
    action: 'execute-api:Invoke',
    resource: 'execute-api:/',
    valuesOf: (key) => (key === 'aws:SourceVpce' ? [endpoint] : undefined),
  });
  if (!found || isAdmitted !== 'allow') return forbidden;
  return ask(found.gateway, { ...request, endpointId: endpoint });
}

function readDomainNames(stacks: Stacks, gateways: readonly Gateway[]): DomainName[] {
  const associations = stacks.all('AWS::ApiGateway::DomainNameAccessAssociation');
  const mappings = stacks.all('AWS::ApiGateway::BasePathMappingV2');
  return stacks.all('AWS::ApiGateway::DomainNameV2').map(({ declared, properties }) => {
    const where = describe(declared);
    const arn = stacks.resolve({ 'Fn::GetAtt': [declared.logicalId, 'DomainNameArn'] }, declared.stack, where);
    const [mapping, ...more] = mappings.filter((one) => one.properties.DomainNameArn === arn);
    if (!mapping || more.length > 0) throw new Error(`${where}: expected one mapping, found ${mapping ? 2 : 0}`);
    const { RestApiId, Stage } = mapping.properties;
    const gateway = gateways.find(({ api }) => api.id === RestApiId && api.stage === Stage);
    if (!gateway) throw new Error(`${where}: no template declares the stage it leads to`);
    const own = associations.filter((one) => one.properties.DomainNameArn === arn);
    return {
      host: properties.DomainName,
      policy: properties.Policy && new Policy(properties.Policy.Statement, where),
      endpoints: new Set(own.map((one) => one.properties.AccessAssociationSource)),
      gateway,
    };
  });
}
