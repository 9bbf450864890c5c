import { createHmac, randomBytes } from 'node:crypto';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { account, describe, type Stacks } from '../cloudformation/template.ts';
import { AwsError } from './aws-error.ts';
import { type AccessRequest, type Permission, Policy } from './policy.ts';
import type { PartitionKeys } from './table-requests.ts';

/**
 * The unrestricted credentials of this process, for seeds and scripts. The local services know callers by access key, so
 * it is random: other users of the computer can reach their ports, but not use them.
 */
export const ownerCredentials = {
  accessKeyId: `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`,
  secretAccessKey: 'local',
};

/** The environment of an AWS client with the owner's credentials. */
export const ownerEnvironment = {
  AWS_REGION: account.region,
  AWS_ACCESS_KEY_ID: ownerCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: ownerCredentials.secretAccessKey,
};

/** Observes decisions. */
export interface AccessObserver {
  /** Called with the text of every refusal. */
  refused?: (functionName: string, text: string) => void;
  /** Called with every allowed access. */
  allowed?: (roleName: string, request: AccessRequest) => void;
}

/** A permission in a function's role: an action on resources that match an ARN pattern. */
export interface RolePermission extends Permission {
  roleName: string;
}

interface FunctionIdentity {
  functionName: string;
  roleName: string;
  policy: Policy;
}

/**
 * Identifies callers of the local services by access key and checks their roles. Signatures are not verified, because
 * no other program knows the keys.
 */
export class Access {
  readonly #functions = new Map<string, FunctionIdentity>();
  readonly #partitionKeys = new Map<string, string>();
  readonly #observer: AccessObserver;

  constructor(observer: AccessObserver = {}) {
    this.#observer = observer;
  }

  /** Reads the roles of all functions. Throws an Error that names any unsupported part of a policy. */
  read(stacks: Stacks): void {
    const roles = stacks.all('AWS::IAM::Role');
    const policies = new Map<string, Policy>();
    for (const { declared, properties } of stacks.all('AWS::Lambda::Function')) {
      const functionName = physicalName(declared, stacks);
      const roleName = properties.Role?.split(':role/').at(-1) ?? '';
      const role = roles.find((each) => physicalName(each.declared, stacks) === roleName);
      if (!role) throw new Error(`${describe(declared)}: its role ${properties.Role} is not declared`);
      const policy = policies.get(roleName) ?? policyOf(role.properties, describe(role.declared));
      policies.set(roleName, policy);
      this.#functions.set(accessKeyOf(functionName), { functionName, roleName, policy });
    }
    for (const { declared, properties } of stacks.all('AWS::DynamoDB::Table')) {
      const name = physicalName(declared, stacks);
      const { KeySchema, LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = properties;
      const indexes = [...LocalSecondaryIndexes, ...GlobalSecondaryIndexes];
      for (const { IndexName, KeySchema: keys } of [{ IndexName: undefined, KeySchema }, ...indexes]) {
        const key = keys.find(({ KeyType }) => KeyType === 'HASH');
        this.#partitionKeys.set(placeOf(name, IndexName), key?.AttributeName ?? '');
      }
    }
  }

  /** The permissions of all functions' roles. */
  permissions(): RolePermission[] {
    const policies = new Map([...this.#functions.values()].map(({ roleName, policy }) => [roleName, policy]));
    return [...policies].flatMap(([roleName, policy]) => policy.allowed.map((each) => ({ roleName, ...each })));
  }

  /** The partition key of a table or index of the templates; unknown ones have none. */
  readonly partitionKeys: PartitionKeys = (table, index) => this.#partitionKeys.get(placeOf(table, index)) ?? '';

  /** Throws an AwsError unless the sender, named in the Authorization header, is allowed all of the request. */
  authorize(authorization: string | undefined, requests: readonly AccessRequest[]): void {
    if (requests.length === 0) return;
    const caller = this.#identify(authorization);
    if (caller === 'owner') return;
    for (const request of requests) this.#authorize(caller, request);
  }

  /** Throws an Error unless a function's role allows this: for calls that Lambda makes with that role. */
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

/** A function's access key, which nobody can guess: alphanumeric, as DynamoDB Local requires. */
export function accessKeyOf(functionName: string): string {
  return `ASIA${createHmac('sha256', ownerCredentials.accessKeyId).update(functionName).digest('hex').slice(0, 32).toUpperCase()}`;
}

function policyOf(
  { Policies = [], ManagedPolicyArns = [], PermissionsBoundary }: PropertiesOf<'AWS::IAM::Role'>,
  where: string,
): Policy {
  if (ManagedPolicyArns.length > 0) throw new Error(`${where}: managed policies are not supported`);
  if (PermissionsBoundary) throw new Error(`${where}: a permissions boundary is not supported`);
  return new Policy(
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    where,
  );
}

const placeOf = (table: string, index: string | undefined) => (index ? `${table}/index/${index}` : table);
