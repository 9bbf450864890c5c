import {
  attributes,
  type Entity,
  entities,
  type Grant,
  grantSets,
  indexed,
  type Verb,
  verbs,
} from '#src/table/grants.ts';
import { keys, type Partition, type PassName, partitions } from '#src/table/keys.ts';

/** One action on items of the partitions that match one pattern. */
export interface TablePermission {
  action: string;
  /** IAM's pattern of leading keys. */
  pattern: string;
  index: string | undefined;
  attributes: readonly string[] | undefined;
}

/** The combined permissions of these grants on the table, without duplicates. */
export function tablePermissions(grants: readonly Grant[]): TablePermission[] {
  const all = grants.flatMap(partsOf).flatMap(([entity, verb]) => permissionsOf(entity, verb));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** The entities and verbs of a grant; none if it is not on the table. */
function partsOf(grant: Grant): [Entity, Verb][] {
  if (grant in grantSets) {
    const sets = grantSets[grant as keyof typeof grantSets].map((set) => Object.entries(set) as [Entity, Verb[]][]);
    return sets.flat().flatMap(([entity, all]) => all.map((verb): [Entity, Verb] => [entity, verb]));
  }
  const [entity, verb] = grant.split(':') as [Entity, Verb];
  return verb in verbs ? [[entity, verb]] : [];
}

function permissionsOf(entity: Entity, verb: Verb): TablePermission[] {
  const { index, records, rows } = placesOf(entity);
  const to = (actions: readonly string[], partition: string | undefined) =>
    partition === undefined
      ? []
      : actions.map((action) => ({
          action: `dynamodb:${action}`,
          pattern: /[#:]$/.test(partition) ? `${partition}*` : partition,
          index,
          attributes: (attributes as Partial<Record<Entity, readonly string[]>>)[entity],
        }));
  const all = [...to(verbs[verb].records, records), ...to(verbs[verb].rows, rows)];
  if (all.length === 0) throw new Error(`The grant ${entity}:${verb} allows nothing: ${entity} has no rows`);
  return all;
}

/** The partitions of an entity. */
function placesOf(entity: Entity): { index: string | undefined; records: string; rows: string | undefined } {
  for (const [index, names] of Object.entries<Record<string, string>>(indexed)) {
    const records = names[entity];
    if (records) return { index, records, rows: undefined };
  }
  const [records, rows] = (entities as Partial<Record<Entity, readonly string[]>>)[entity] ?? [
    entity.startsWith('pass-')
      ? keys.passPartition(entity.slice('pass-'.length) as PassName)
      : partitions[entity as Partition],
  ];
  if (!records) throw new Error(`There is no entity ${entity} to grant`);
  return { index: undefined, records, rows };
}

/** A statement in IAM's JSON form. */
export interface TableStatement {
  Action: string[];
  Resource: string[];
  Condition: Record<string, Record<string, string | string[]>>;
}

/**
 * The statements for these grants. All partitions that an action may reach are in one statement, because all keys of a
 * batch must match one statement. Actions, tables and indexes with equal conditions share a statement, to keep policies
 * small.
 */
export function tableStatements(grants: readonly Grant[], tableArn: string): TableStatement[] {
  const byAction = Map.groupBy(tablePermissions(grants), ({ action, index, attributes }) =>
    JSON.stringify([action, index, attributes]),
  );
  const sameAccess = Map.groupBy([...byAction.values()], (permissions) =>
    JSON.stringify([
      permissions.map(({ pattern }) => pattern).sort(),
      permissions[0]?.index,
      permissions[0]?.attributes,
    ]),
  );
  const statements = [...sameAccess.values()].map((group) => {
    const actions = group.flatMap(([first]) => (first ? [first.action] : []));
    const { index, attributes } = group[0]?.[0] ?? {};
    const patterns = group[0]?.map(({ pattern }) => pattern) ?? [];
    return {
      Action: actions,
      Resource: [index ? `${tableArn}/index/${index}` : tableArn],
      Condition: conditionOf(patterns, attributes),
    };
  });
  // Merges equal statements for the table and an index: list rows are queried in both.
  const alike = Map.groupBy(statements, ({ Action, Condition }) => JSON.stringify([Action, Condition]));
  return [...alike.values()].flatMap(([first, ...further]) =>
    first ? [{ ...first, Resource: [first, ...further].flatMap(({ Resource }) => Resource) }] : [],
  );
}

/** `ForAllValues` is true if there are no values, such as the leading keys of a scan; hence the `Null` conditions. */
function conditionOf(patterns: string[], attributes: readonly string[] | undefined): TableStatement['Condition'] {
  const leading = { 'dynamodb:LeadingKeys': patterns.sort() };
  if (!attributes) return { 'ForAllValues:StringLike': leading, Null: { 'dynamodb:LeadingKeys': 'false' } };
  return {
    'ForAllValues:StringLike': leading,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
    Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
  };
}
