/** A caller's request in IAM's terms. */
export interface AccessRequest {
  /** Such as `dynamodb:GetItem`. */
  action: string;
  /** The ARN of the resource. */
  resource: string;
  /** The values of a condition key; undefined or empty if the request does not have it. */
  valuesOf?: (conditionKey: string) => readonly string[] | undefined;
}

/** The decision about a request. IAM denies everything that no statement allows. */
export type Decision = 'allow' | 'explicitDeny' | 'implicitDeny';

type Values = string | string[];

/** A statement of a role's or resource's policy, with CloudFormation's intrinsics resolved. */
export interface Statement {
  Sid?: string | undefined;
  Effect: string;
  /** Only in resource policies. */
  Principal?: unknown;
  Action: Values;
  Resource: Values;
  Condition?: Record<string, Record<string, Values | boolean>> | undefined;
}

/** An action that a statement allows on resources that match an ARN pattern. */
export interface Permission {
  action: string;
  resource: string;
}

type Test = (request: AccessRequest) => boolean;

interface CompiledStatement {
  isDeny: boolean;
  action: Test;
  resource: Test;
  conditions: readonly Test[];
}

/** The supported condition keys. For any other, the result would be a guess. */
const conditionKeys =
  /^(dynamodb:(LeadingKeys|Attributes|ReturnValues)|aws:(Referer|SourceVpce|TagKeys|(RequestTag|ResourceTag)\/[\w.:/=+@-]+))$/;

/**
 * The policies of one role, or the policy of a resource for everybody. Implements the part of IAM that the templates
 * use, and throws for anything else on creation. Rules:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export class Policy {
  readonly #statements: readonly CompiledStatement[];
  /** The allowed actions, ignoring conditions. */
  readonly allowed: readonly Permission[];
  readonly #byAction = new Map<string, readonly CompiledStatement[]>();

  /** `where` names the role in errors. */
  constructor(statements: readonly Statement[], where: string) {
    this.#statements = statements.map((statement) => compile(statement, where));
    this.allowed = statements.flatMap(({ Effect, Action, Resource }) =>
      Effect === 'Allow'
        ? [Action].flat().flatMap((action) => [Resource].flat().map((resource) => ({ action, resource })))
        : [],
    );
  }

  /** Denying statements take precedence over allowing ones. */
  decide(request: AccessRequest): Decision {
    const matching = this.#about(request.action).filter(
      ({ resource, conditions }) => resource(request) && conditions.every((holds) => holds(request)),
    );
    if (matching.length === 0) return 'implicitDeny';
    return matching.some(({ isDeny }) => isDeny) ? 'explicitDeny' : 'allow';
  }

  #about(action: string): readonly CompiledStatement[] {
    const known = this.#byAction.get(action);
    if (known) return known;
    const found = this.#statements.filter((statement) => statement.action({ action, resource: '' }));
    if (found.length > 0) this.#byAction.set(action, found);
    return found;
  }
}

function compile(statement: Statement, where: string): CompiledStatement {
  const { Sid, Effect, Principal, Action, Resource, Condition = {}, ...rest } = statement;
  const place = `${where}, statement ${Sid ?? JSON.stringify(Action)}`;
  const [unknown] = Object.keys(rest);
  if (unknown) throw new Error(`${place}: ${unknown} is not supported`);
  const isForAll = Principal === undefined || ['"*"', '{"AWS":"*"}'].includes(JSON.stringify(Principal));
  if (!isForAll) throw new Error(`${place}: the principal ${JSON.stringify(Principal)} is not supported`);
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new Error(`${place}: the effect ${Effect} is not supported`);
  const actions = textsOf(Action, `${place}: Action`);
  const resources = textsOf(Resource, `${place}: Resource`);
  // Actions match case-insensitively, ARNs do not.
  const isAction = anyOf(actions.map((action) => action.toLowerCase()));
  const isResource = anyOf(resources);
  return {
    isDeny: Effect === 'Deny',
    action: ({ action }) => isAction(action.toLowerCase()),
    resource: ({ resource }) => isResource(resource),
    conditions: Object.entries(Condition).flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => condition(operator, key, values, place)),
    ),
  };
}

const comparisons: Record<string, (values: readonly string[]) => (value: string) => boolean> = {
  StringEquals: (values) => (value) => values.includes(value),
  StringLike: anyOf,
  StringNotEquals: (values) => (value) => !values.includes(value),
};

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
function condition(operator: string, key: string, given: Values | boolean, place: string): Test {
  const where = `${place}: the condition ${operator} of ${key}`;
  if (!conditionKeys.test(key)) throw new Error(`${where} is not supported: no request has this key`);
  const valuesIn = ({ valuesOf }: AccessRequest) => valuesOf?.(key) ?? [];
  if (operator === 'Null') {
    const isNull = String(given);
    if (isNull !== 'true' && isNull !== 'false') throw new Error(`${where} must be true or false`);
    return (request) => String(valuesIn(request).length === 0) === isNull;
  }
  const [, set, name = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const comparison = comparisons[name];
  if (!comparison) throw new Error(`${where} is not supported`);
  const matchesOne = comparison(textsOf(given, where));
  return (request) => {
    const values = valuesIn(request);
    // True if there are no values: a policy that must not match then also has a Null condition.
    if (set === 'ForAllValues') return values.every(matchesOne);
    // A negated operator matches if the request lacks the key.
    if (values.length === 0) return ifExists !== undefined || name.startsWith('StringNot');
    return values.some(matchesOne);
  };
}

function textsOf(values: unknown, where: string): string[] {
  const texts = [values].flat();
  for (const text of texts) {
    if (typeof text !== 'string') throw new Error(`${where}: expected text, found ${JSON.stringify(text)}`);
    if (text.includes('${')) throw new Error(`${where}: policy variables are not supported: ${text}`);
  }
  return texts as string[];
}

/** Whether a text matches one of these patterns. */
function anyOf(patterns: readonly string[]): (text: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !/[*?]/.test(pattern)));
  const wild = patterns.filter((pattern) => !exact.has(pattern)).map(wildcard);
  return (text) => exact.has(text) || wild.some((pattern) => pattern.test(text));
}

/** IAM's wildcards: `*` matches any text, `?` any one character. */
function wildcard(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's');
}

/** Whether a text matches a pattern with IAM's wildcards. */
export function matches(pattern: string, text: string): boolean {
  return wildcard(pattern).test(text);
}
