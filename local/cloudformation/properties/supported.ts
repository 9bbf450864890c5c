import type * as z from 'zod';
import { apiGatewayProperties } from './api-gateway.ts';
import { cloudFrontProperties } from './cloudfront.ts';
import { cognitoProperties } from './cognito.ts';
import { databaseProperties } from './databases.ts';
import { iamProperties } from './iam.ts';
import { lambdaProperties } from './lambda.ts';
import { loadBalancingProperties } from './load-balancing.ts';
import { monitoringProperties } from './monitoring.ts';
import { storageProperties } from './storage.ts';

/** All resource types that the stacks may use, with the properties and values that the laptop supports or ignores. */
const supported = {
  ...apiGatewayProperties,
  ...cloudFrontProperties,
  ...cognitoProperties,
  ...databaseProperties,
  ...iamProperties,
  ...lambdaProperties,
  ...loadBalancingProperties,
  ...monitoringProperties,
  ...storageProperties,
} as const;

export type ResourceType = keyof typeof supported;

/** The properties of a resource of this type, as parsed for the laptop. */
export type PropertiesOf<Type extends ResourceType> = z.output<(typeof supported)[Type]>;

export const isSupportedType = (type: string): type is ResourceType => Object.hasOwn(supported, type);

/** Parses resolved properties for the laptop, or returns the differences from AWS that they would cause. */
export function readProperties<Type extends ResourceType>(
  type: Type,
  properties: unknown,
): { properties: PropertiesOf<Type>; faults: [] } | { properties: undefined; faults: string[] } {
  const read = supported[type].safeParse(properties);
  if (read.success) return { properties: read.data as PropertiesOf<Type>, faults: [] };
  return { properties: undefined, faults: read.error.issues.flatMap((issue) => faultsOf(issue, properties)) };
}

function faultsOf(issue: z.core.$ZodIssue, properties: unknown): string[] {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `the property ${[...issue.path, key].join('.')} is not supported`);
  }
  const value = issue.path.reduce<unknown>(
    (all, key) => (all as Record<PropertyKey, unknown> | undefined)?.[key],
    properties,
  );
  if (value === undefined) return [`the property ${name} is missing`];
  return [`${name}: ${JSON.stringify(value)} is not supported`];
}
