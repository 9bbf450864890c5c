import { createHash } from 'node:crypto';
import { physicalName } from '../cloudformation/resources.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import { AwsError } from '../control-plane/aws-error.ts';
import { type AccessRequest, type Permission, Policy, type Statement } from './policy.ts';
import type { PartitionKeys } from './table-requests.ts';

/** The credentials of the laptop's owner, who may do anything: for seeds, scripts and the AWS CLI. */
export const ownerCredentials = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** The environment of an AWS client that is the owner's. */
export const ownerEnvironment = {
  AWS_REGION: account.region,
  AWS_ACCESS_KEY_ID: ownerCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: ownerCredentials.secretAccessKey,
};

/** Who is told of decisions. */
export interface AccessObserver {
  /** With the text of every refusal. */
  refused?: (functionName: string, text: string) => void;
  /** With everything that a role was needed for, and allowed. */
  allowed?: (roleName: string, request: AccessRequest) => void;
}

/** What the role of a function allows: an action on what matches a pattern of ARNs. */
export interface RolePermission extends Permission {
  roleName: string;
}

interface FunctionIdentity {
  functionName: string;
  roleName: string;
  policy: Policy;
}

interface PolicyProperties {
  Policies?: { PolicyDocument: { Statement: Statement | Statement[] } }[];
  ManagedPolicyArns?: unknown[];
  PermissionsBoundary?: unknown;
}

/**
 * Who calls the local services, by the access key of the request, and whether their role allows it. Signatures are not
 * verified: no other program knows the keys.
 */
export class Access {
  readonly #functions = new Map<string, FunctionIdentity>();
  readonly #partitionKeys = new Map<string, string>();
  readonly #observer: AccessObserver;

  constructor(observer: AccessObserver = {}) {
    this.#observer = observer;
  }

  /** Reads the roles of all functions. Throws an Error that names whatever part of a policy is not supported. */
  read(stacks: Stacks): void {
    const roles = stacks.all<PolicyProperties>('AWS::IAM::Role');
    const policies = new Map<string, Policy>();
    for (const { declared, properties } of stacks.all<{ Role: string }>('AWS::Lambda::Function')) {
      const functionName = physicalName(declared, stacks);
      const roleName = properties.Role.split(':role/').at(-1) ?? '';
      const role = roles.find((each) => physicalName(each.declared, stacks) === roleName);
      if (!role) throw new Error(`${describe(declared)}: its role ${properties.Role} is not declared`);
      rejectOtherPolicies(roleName, stacks);
      const policy = policies.get(roleName) ?? policyOf(role.properties, describe(role.declared));
      policies.set(roleName, policy);
      this.#functions.set(accessKeyOf(functionName), { functionName, roleName, policy });
    }
    for (const { declared, properties } of stacks.all<TableKeys>('AWS::DynamoDB::Table')) {
      const name = physicalName(declared, stacks);
      for (const { IndexName, KeySchema } of [properties, ...indexesOf(properties)]) {
        const key = KeySchema.find(({ KeyType }) => KeyType === 'HASH');
        this.#partitionKeys.set(placeOf(name, IndexName), key?.AttributeName ?? '');
      }
    }
  }

  /** What the roles of all functions allow. */
  permissions(): RolePermission[] {
    const policies = new Map([...this.#functions.values()].map(({ roleName, policy }) => [roleName, policy]));
    return [...policies].flatMap(([roleName, policy]) => policy.allowed.map((each) => ({ roleName, ...each })));
  }

  /** The partition key of a table or index of the templates; of others there is none. */
  readonly partitionKeys: PartitionKeys = (table, index) => this.#partitionKeys.get(placeOf(table, index)) ?? '';

  /** Throws an AwsError unless the sender of a request with this Authorization header is allowed all of it. */
  authorize(authorization: string | undefined, requests: readonly AccessRequest[]): void {
    if (requests.length === 0) return;
    const caller = this.#identify(authorization);
    if (caller === 'owner') return;
    for (const request of requests) this.#authorize(caller, request);
  }

  /** Throws an Error unless the role of a function allows this: for what Lambda does in its name. */
  require(functionName: string, request: AccessRequest): void {
    const caller = this.#functions.get(accessKeyOf(functionName));
    if (!caller) throw new Error(`There is no function ${functionName}`);
    this.#authorize(caller, request);
  }

  #identify(authorization: string | undefined): FunctionIdentity | 'owner' {
    const [, key = ''] = /Credential=([^/,\s]+)\//.exec(authorization ?? '') ?? [];
    if (key === ownerCredentials.accessKeyId) return 'owner';
    const found = this.#functions.get(key);
    if (!found)
      throw new AwsError('UnrecognizedClientException', 'The security token included in the request is invalid.');
    return found;
  }

  #authorize({ functionName, roleName, policy }: FunctionIdentity, request: AccessRequest): void {
    const { action, resource } = request;
    const decision = policy.decide(request);
    if (decision === 'allow') {
      this.#observer.allowed?.(roleName, request);
      return;
    }
    const user = `arn:${account.partition}:sts::${account.id}:assumed-role/${roleName}/${functionName}`;
    const reason =
      decision === 'explicitDeny'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${action} action`;
    const text = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    this.#observer.refused?.(functionName, text);
    throw new AwsError('AccessDeniedException', text);
  }
}

/** The access key of a function: alphanumeric, as DynamoDB Local requires. */
export function accessKeyOf(functionName: string): string {
  return `ASIA${createHash('sha256').update(functionName).digest('hex').slice(0, 16).toUpperCase()}`;
}

function policyOf(
  { Policies = [], ManagedPolicyArns = [], PermissionsBoundary }: PolicyProperties,
  where: string,
): Policy {
  if (ManagedPolicyArns.length > 0) throw new Error(`${where}: managed policies are not supported`);
  if (PermissionsBoundary) throw new Error(`${where}: a permissions boundary is not supported`);
  return new Policy(
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    where,
  );
}

function rejectOtherPolicies(roleName: string, stacks: Stacks): void {
  for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']) {
    const attached = stacks
      .all<{ Roles?: string[] }>(type)
      .find(({ properties: { Roles = [] } }) => Roles.includes(roleName));
    if (attached)
      throw new Error(`${describe(attached.declared)}: only policies inside the role of a function are supported`);
  }
}

interface KeySchema {
  IndexName?: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
}

interface TableKeys extends KeySchema {
  LocalSecondaryIndexes?: KeySchema[];
  GlobalSecondaryIndexes?: KeySchema[];
}

const indexesOf = ({ LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] }: TableKeys) => [
  ...LocalSecondaryIndexes,
  ...GlobalSecondaryIndexes,
];

const placeOf = (table: string, index: string | undefined) => (index ? `${table}/index/${index}` : table);
