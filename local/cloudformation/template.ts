import { isSupportedType, type PropertiesOf, type ResourceType, readProperties } from './properties/supported.ts';

export type Properties = Record<string, unknown>;

/** A resource of a synthesized template, with unresolved properties. */
export interface TemplateResource {
  stack: string;
  logicalId: string;
  type: string;
  properties: Properties;
}

/** The parts of a CloudFormation template that the laptop reads. */
export interface Template {
  Resources?: Record<string, { Type: string; Properties?: Properties; Condition?: string }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Conditions?: Record<string, unknown>;
}

/** Resolves a reference to a resource: Ref if the attribute is absent, else Fn::GetAtt. */
export type ReferenceTo = (
  resource: TemplateResource,
  attribute: string | undefined,
  stacks: Stacks,
) => string | string[];

/** The account and region of everything local. fauxqs uses the same account for SQS. */
export const account = { id: '000000000000', region: 'us-east-1', partition: 'aws' } as const;

/**
 * The synthesized stacks. Resolves their intrinsic functions. Throws an Error that names the place of an intrinsic,
 * parameter or reference it cannot resolve, because a guess would silently differ from AWS.
 */
export class Stacks {
  readonly #templates: Map<string, Template>;
  readonly #assets: Map<string, string>;
  readonly #referenceTo: ReferenceTo;
  #declared: TemplateResource[] | undefined;
  #byType: Map<string, TemplateResource[]> | undefined;
  /** By the unresolved properties. Most resources are asked for several times. */
  #read = new WeakMap<Properties, ReturnType<typeof readProperties>>();
  #secretOf: (arn: string) => string | undefined = () => undefined;

  constructor(templates: Map<string, Template>, assets: Map<string, string>, referenceTo: ReferenceTo) {
    this.#templates = templates;
    this.#assets = assets;
    this.#referenceTo = referenceTo;
  }

  /** The value of a secret by ARN, for dynamic references; set once the secrets have been created. */
  set secretOf(secretOf: (arn: string) => string | undefined) {
    this.#secretOf = secretOf;
    this.#read = new WeakMap();
  }

  /** All resources whose condition is true, in template order. */
  declared(): readonly TemplateResource[] {
    this.#declared ??= [...this.#templates].flatMap(([stack, template]) =>
      Object.entries(template.Resources ?? {})
        .filter(([, { Condition }]) => Condition === undefined || this.#condition(Condition, stack))
        .map(([logicalId, { Type: type, Properties: properties = {} }]) => ({ stack, logicalId, type, properties })),
    );
    return this.#declared;
  }

  /** The resources of one type with resolved properties. Throws for an unsupported property. */
  all<Type extends ResourceType>(type: Type): { declared: TemplateResource; properties: PropertiesOf<Type> }[] {
    this.#byType ??= Map.groupBy(this.declared(), (resource) => resource.type);
    const found = this.#byType.get(type) ?? [];
    return found.map((declared) => ({ declared, properties: this.propertiesOf(type, declared) }));
  }

  propertiesOf<Type extends ResourceType>(type: Type, declared: TemplateResource): PropertiesOf<Type> {
    const { properties, faults } = this.#readOnce(type, declared);
    if (properties === undefined) throw new Error(faults.map((fault) => `${describe(declared)}: ${fault}`).join('\n'));
    return properties;
  }

  /** Throws an Error that lists every unsupported resource type, property and value. */
  rejectUnsupported(): void {
    const faults = this.declared().flatMap((declared) => {
      if (!isSupportedType(declared.type)) return [`${describe(declared)}: the type is not supported`];
      return this.#readNow(declared.type, declared).faults.map((fault) => `${describe(declared)}: ${fault}`);
    });
    if (faults.length === 0) return;
    throw new Error(
      `The laptop cloud would do otherwise than AWS. Play it, or say in local/cloudformation/properties why it may be ignored:\n${faults.join('\n')}`,
    );
  }

  #readOnce<Type extends ResourceType>(type: Type, declared: TemplateResource) {
    const known = this.#read.get(declared.properties) as ReturnType<typeof readProperties<Type>> | undefined;
    return known ?? this.#readNow(type, declared);
  }

  #readNow<Type extends ResourceType>(type: Type, declared: TemplateResource) {
    const { properties, stack } = declared;
    const read = readProperties(type, this.resolve(properties, stack, describe(declared)));
    this.#read.set(properties, read);
    return read;
  }

  /** The unpacked folder or file of an asset, by the object key in a Code property. */
  asset(objectKey: string, where: string): string {
    const path = this.#assets.get(objectKey);
    if (!path) throw new Error(`${where}: the assembly has no asset ${objectKey}`);
    return path;
  }

  resolve(value: unknown, stack: string, where: string): unknown {
    if (typeof value === 'string') return this.#withSecrets(value, where);
    if (Array.isArray(value)) return this.#present(value.map((item) => this.resolve(item, stack, where)));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name, argument] = entries[0] ?? [];
    const isIntrinsic = entries.length === 1 && name !== undefined && (name === 'Ref' || name.startsWith('Fn::'));
    if (isIntrinsic) return this.#intrinsic(name, argument, stack, where);
    const resolved = entries.map(([key, item]) => [key, this.resolve(item, stack, where)] as const);
    return Object.fromEntries(resolved.filter(([, item]) => item !== noValue));
  }

  /** Replaces dynamic references to secrets. Partial ones, completed by an Fn::Join, stay unchanged. */
  #withSecrets(text: string, where: string): string {
    return text.replace(/\{\{resolve:([^}]*)\}\}/g, (reference, name: string) => {
      const [, arn] = /^secretsmanager:(.+):SecretString:::$/.exec(name) ?? [];
      if (!arn) throw new Error(`${where}: the dynamic reference ${reference} is not supported`);
      const value = this.#secretOf(arn);
      if (value === undefined) throw new Error(`${where}: there is no secret ${arn}`);
      return value;
    });
  }

  #present(values: unknown[]): unknown[] {
    return values.filter((value) => value !== noValue);
  }

  #intrinsic(name: string, argument: unknown, stack: string, where: string): unknown {
    const resolved = (value: unknown) => this.resolve(value, stack, where);
    const text = (value: unknown) => asText(resolved(value), `${where}: ${name}`);
    const parts = (count: number): unknown[] => {
      if (Array.isArray(argument) && argument.length === count) return argument;
      throw new Error(`${where}: ${name} takes ${count} arguments`);
    };
    switch (name) {
      case 'Ref':
        return this.#ref(text(argument), stack, where);
      case 'Fn::GetAtt': {
        const [id, attribute] = Array.isArray(argument) ? argument.map(text) : split(text(argument), where);
        return this.#referenceTo(this.#find(String(id), stack, where), String(attribute), this);
      }
      case 'Fn::Join': {
        const [separator, list] = parts(2);
        const joined = asList(resolved(list), `${where}: ${name}`)
          .map((item) => asText(item, `${where}: ${name}`))
          .join(text(separator));
        return this.#withSecrets(joined, where);
      }
      case 'Fn::Select': {
        const [index, list] = parts(2);
        const chosen = asList(resolved(list), `${where}: ${name}`)[Number(text(index))];
        if (chosen === undefined) throw new Error(`${where}: ${name} selects nothing`);
        return chosen;
      }
      case 'Fn::Split': {
        const [separator, value] = parts(2);
        return text(value).split(text(separator));
      }
      case 'Fn::Sub':
        return this.#sub(argument, stack, where);
      case 'Fn::ImportValue':
        return this.#export(text(argument), where);
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName, Region = account.region, RoleArn } = argument as Record<string, unknown>;
        if (RoleArn || text(Region) !== account.region)
          throw new Error(`${where}: ${name} of another account or region is not supported`);
        return this.#output(text(StackName), text(OutputName), where);
      }
      case 'Fn::GetAZs':
        return ['a', 'b', 'c'].map((zone) => `${account.region}${zone}`);
      case 'Fn::If': {
        const [condition, yes, no] = parts(3);
        return resolved(this.#condition(text(condition), stack) ? yes : no);
      }
      default:
        throw new Error(`${where}: the intrinsic ${name} is not supported`);
    }
  }

  #sub(argument: unknown, stack: string, where: string): string {
    const [pattern, given] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = given as Record<string, unknown>;
    return asText(pattern, where).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(variables, name)) return asText(this.resolve(variables[name], stack, where), where);
      const [id, attribute] = name.split(/\.(.*)/s);
      return attribute === undefined
        ? asText(this.#ref(name, stack, where), where)
        : asText(this.#referenceTo(this.#find(String(id), stack, where), attribute, this), where);
    });
  }

  #ref(id: string, stack: string, where: string): unknown {
    switch (id) {
      case 'AWS::AccountId':
        return account.id;
      case 'AWS::Region':
        return account.region;
      case 'AWS::Partition':
        return account.partition;
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::StackName':
        return stack;
      case 'AWS::StackId':
        return `arn:aws:cloudformation:${account.region}:${account.id}:stack/${stack}/local`;
      case 'AWS::NoValue':
        return noValue;
    }
    const parameter = this.#templates.get(stack)?.Parameters?.[id];
    if (!parameter) return this.#referenceTo(this.#find(id, stack, where), undefined, this);
    if (parameter.Type.startsWith('AWS::SSM::') || parameter.Default === undefined) {
      throw new Error(`${where}: the parameter ${id} has no default value`);
    }
    return parameter.Default;
  }

  #find(logicalId: string, stack: string, where: string): TemplateResource {
    const resource = this.#templates.get(stack)?.Resources?.[logicalId];
    if (!resource) throw new Error(`${where}: refers to ${logicalId}, which ${stack} does not declare`);
    return { stack, logicalId, type: resource.Type, properties: resource.Properties ?? {} };
  }

  #export(name: string, where: string): unknown {
    for (const [stack, template] of this.#templates) {
      for (const [output, { Value, Export }] of Object.entries(template.Outputs ?? {})) {
        const place = `output ${output} of ${stack}`;
        if (Export && this.resolve(Export.Name, stack, place) === name) return this.resolve(Value, stack, place);
      }
    }
    throw new Error(`${where}: no stack exports ${name}`);
  }

  #output(stack: string, output: string, where: string): unknown {
    const found = this.#templates.get(stack)?.Outputs?.[output];
    if (!found) throw new Error(`${where}: the stack ${stack} has no output ${output}`);
    return this.resolve(found.Value, stack, `output ${output} of ${stack}`);
  }

  #condition(name: string, stack: string): boolean {
    const where = `condition ${name} of ${stack}`;
    const holds = (condition: unknown): boolean => {
      const [operator, argument] = Object.entries(condition as object)[0] ?? [];
      if (operator === 'Condition') return this.#condition(String(argument), stack);
      const operands = Array.isArray(argument) ? argument : [];
      if (operator === 'Fn::Equals') {
        return this.resolve(operands[0], stack, where) === this.resolve(operands[1], stack, where);
      }
      if (operator === 'Fn::And') return operands.every(holds);
      if (operator === 'Fn::Or') return operands.some(holds);
      if (operator === 'Fn::Not') return !holds(operands[0]);
      throw new Error(`${where}: ${operator} is not supported`);
    };
    const condition = this.#templates.get(stack)?.Conditions?.[name];
    if (condition === undefined) throw new Error(`${where} is not declared`);
    return holds(condition);
  }
}

/** The name of a resource in messages. */
export function describe({ type, logicalId, stack }: TemplateResource): string {
  return `${type} ${logicalId} of ${stack}`;
}

/** AWS::NoValue: removes the property or list item. */
const noValue = Symbol('AWS::NoValue');

function split(reference: string, where: string): [string, string] {
  const dot = reference.indexOf('.');
  if (dot < 1) throw new Error(`${where}: Fn::GetAtt of ${reference} names no attribute`);
  return [reference.slice(0, dot), reference.slice(dot + 1)];
}

function asText(value: unknown, where: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`${where}: expected text, found ${JSON.stringify(value) ?? 'nothing'}`);
}

function asList(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${where}: expected a list`);
}
