import { describe, expect, it } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import type { AnyRoute } from '#src/http/route.ts';
import type { DeclarationFile } from '../../lib/load-declarations.ts';
import { aRegistry, deployedTemplatesOf, real } from './support.ts';
import { resources, withLists } from './templates.ts';

const declared = await real();
const dashboard = declared.routes.filter(({ declaration }) => declaration.api === 'dashboard');

/**
 * The real routes of the dashboard, and copies of those below /api under other names up to this number: the same mix of
 * paths, methods, callers and grants. Each API has its documents and health check outside /api once.
 */
function dashboardRoutes(count: number): DeclarationFile<AnyRoute>[] {
  const patterns = dashboard.filter(({ declaration: { path } }) => path.startsWith('/api/'));
  const copies = Array.from({ length: count - dashboard.length }, (_, index): DeclarationFile<AnyRoute> => {
    const { file, declaration } = patterns[index % patterns.length] as DeclarationFile<AnyRoute>;
    const suffix = `-${2 + Math.floor(index / patterns.length)}`;
    const path = declaration.path.replace(/^\/api|\/([a-z-]+)/g, (segment, name) =>
      name ? segment + suffix : segment,
    );
    return {
      file,
      declaration: { ...declaration, id: declaration.id.replace('.', `${suffix}.`), path: path as AnyRoute['path'] },
    };
  });
  return [...dashboard, ...copies];
}

/** With lists in PostgreSQL, whose functions need more of other stacks. */
function dashboardStack(routes: DeclarationFile<AnyRoute>[]) {
  const others = declared.routes.filter(({ declaration }) => declaration.api !== 'dashboard');
  const config = withLists({ engine: 'postgres' });
  return aRegistry({ ...declared, config, routes: [...others, ...routes] }).apis.dashboard;
}

/** The number of resources of the stack and of each of its nested stacks. */
const resourceCounts = (templates: Template[]) =>
  templates.map((template) => Object.keys(template.toJSON().Resources).length);

const count = 200;

describe(`a dashboard of ${count} routes`, () => {
  const routes = dashboardRoutes(count);
  const templates = deployedTemplatesOf(dashboardStack(routes));
  const [, ...nested] = templates as [Template, Template, Template];
  const inNested = (type: string) => nested.flatMap((template) => resources(template, type));

  it('has a function for each route', () => {
    const paths = routes.map(({ declaration: { method, path } }) => `${method} ${path}`);
    expect(new Set(paths).size).toBe(count);
    // One more for the authorizer.
    expect(inNested('AWS::Lambda::Function')).toHaveLength(count + 1);
  });

  it('has fewer than 450 resources in each of its three stacks: CloudFormation takes 500', () => {
    const counts = resourceCounts(templates);
    expect(counts).toHaveLength(3);
    for (const resourceCount of counts) expect(resourceCount).toBeLessThan(450);
  });

  it('has fewer than 150 outputs and parameters of each nested stack: CloudFormation takes 200', () => {
    for (const { Outputs = {}, Parameters = {} } of nested.map((template) => template.toJSON())) {
      expect(Object.keys(Outputs).length).toBeLessThan(150);
      expect(Object.keys(Parameters).length).toBeLessThan(150);
    }
  });

  it('costs about five resources for each route more, with its share of paths and roles', () => {
    const total = (stack: Template[]) => resourceCounts(stack).reduce((sum, each) => sum + each);
    const today = total(deployedTemplatesOf(dashboardStack(dashboard)));
    expect((total(templates) - today) / (count - dashboard.length)).toBeLessThanOrEqual(5.2);
  });

  it('has templates well below the 1 MB that CloudFormation takes', () => {
    // A setting in cdk.json keeps the CDK from indenting them. It adds a fifth of metadata.
    for (const template of templates) {
      expect(1.2 * JSON.stringify(template.toJSON()).length).toBeLessThan(800_000);
    }
  });

  it('has invocation roles with policies below the 10,240 characters that IAM takes', () => {
    const longestArn = `arn:aws-us-gov:lambda:ap-southeast-99:123456789012:function:${'n'.repeat(64)}`;
    for (const [id, { Properties }] of inNested('AWS::IAM::Role').filter(([id]) => /^(Newer)?Gateway/.test(id))) {
      const policy = JSON.stringify(Properties.Policies[0].PolicyDocument).replace(
        /\{"Fn::GetAtt":\["\w+","Arn"\]\}/g,
        `"${longestArn}"`,
      );
      expect({ id, fits: policy.length < 10_240 }).toEqual({ id, fits: true });
    }
  });
});
