import type { Template } from 'aws-cdk-lib/assertions';
import { type Config, readConfig } from '../../lib/config.ts';

export const stackNames = ['Data', 'Edge', 'SignIn', 'Background', 'Consumer', 'Integrations', 'Dashboard'] as const;
export type StackName = (typeof stackNames)[number];

export interface TemplateResource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template holds anything that CloudFormation allows
  Properties: any;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** A template that the CDK has just made, or one that the run keeps. */
export type Readable = Pick<Template, 'findResources' | 'toJSON'>;

/** Settings with these ones of lists. */
export const withLists = (lists: object, others: object = {}): Config => readConfig({ ...others, lists });

/** The resources of one type, by their logical ids. */
export function resources(template: Readable, type: string): [string, TemplateResource][] {
  return Object.entries(template.findResources(type)) as [string, TemplateResource][];
}

/** The one resource of a type whose logical id starts like this. */
export function resource(template: Readable, type: string, beginning: string): TemplateResource {
  const found = resources(template, type).filter(([id]) => id.startsWith(beginning));
  if (found.length !== 1) throw new Error(`${found.length} resources ${beginning} of the type ${type}`);
  return (found[0] as [string, TemplateResource])[1];
}

/** The role of the one function whose logical id starts like this. */
export function roleOf(template: Readable, beginning: string): TemplateResource {
  const [id] = resource(template, 'AWS::Lambda::Function', beginning).Properties.Role['Fn::GetAtt'];
  return template.findResources('AWS::IAM::Role')[id] as TemplateResource;
}
