import type { Template } from './template.ts';

type Resource = NonNullable<Template['Resources']>[string];

const nestedStackType = 'AWS::CloudFormation::Stack';

/**
 * Inlines the resources of nested stacks into their parent, so that no other code has to handle nesting. Parameters
 * become the parent's values, and attributes of nested stacks become their outputs. Throws an Error if impossible: a
 * logical id used by two templates, or a missing output.
 */
export function flattenNestedStacks(
  template: Template,
  readNested: (logicalId: string, resource: Resource) => Template,
): Template {
  const outputs = new Map<string, Template['Outputs']>();
  const { Resources = {}, ...rest } = template;
  const resources = new Map<string, Resource>();
  const conditions = { ...rest.Conditions };
  const add = (id: string, resource: Resource) => {
    if (resources.has(id))
      throw new Error(`Two resources of one stack and its nested stacks have the logical id ${id}`);
    resources.set(id, resource);
  };
  for (const [id, resource] of Object.entries(Resources)) {
    if (resource.Type !== nestedStackType) add(id, resource);
    else {
      const nested = flattenNestedStacks(readNested(id, resource), readNested);
      const given = (resource.Properties?.Parameters ?? {}) as Record<string, unknown>;
      const inParent = replace(nested, (object) => parameterIn(object, given)) as Template;
      outputs.set(id, inParent.Outputs);
      Object.assign(conditions, inParent.Conditions);
      for (const entry of Object.entries(inParent.Resources ?? {})) add(...entry);
    }
  }
  if (outputs.size === 0) return template;
  const flat = {
    ...rest,
    ...(rest.Conditions && { Conditions: conditions }),
    Resources: Object.fromEntries(resources),
  };
  return replace(flat, ({ 'Fn::GetAtt': attribute }) => outputOf(attribute, outputs)) as Template;
}

/** The value of a Ref to a parameter, or of an Fn::Sub that names one. */
function parameterIn(object: Record<string, unknown>, given: Record<string, unknown>): unknown {
  const { Ref, 'Fn::Sub': sub } = object;
  if (typeof Ref === 'string') return given[Ref];
  return typeof sub === 'string' ? { 'Fn::Sub': [sub, given] } : undefined;
}

/** The value behind `[<nested stack>, 'Outputs.<name>']`; undefined for attributes of other resources. */
function outputOf(attribute: unknown, outputs: ReadonlyMap<string, Template['Outputs']>): unknown {
  const [id, name] = Array.isArray(attribute) ? attribute : [];
  const ofStack = outputs.get(id);
  if (!ofStack) return undefined;
  const output = ofStack[String(name).replace(/^Outputs\./, '')];
  if (!output) throw new Error(`The nested stack ${id} does not return ${name}`);
  return output.Value;
}

/** A value with each object replaced for which `replacement` returns a value. What has none is shared, not copied. */
function replace(value: unknown, replacement: (object: Record<string, unknown>) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const replaced = Array.isArray(value) ? undefined : replacement(value as Record<string, unknown>);
  if (replaced !== undefined) return replaced;
  let copy: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const changed = replace(item, replacement);
    if (changed === item) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[key] = changed;
  }
  return copy ?? value;
}
