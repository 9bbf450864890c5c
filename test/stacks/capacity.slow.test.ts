import { describe, expect, it } from '@jest/globals';
import type { DeclarationFile } from '../../lib/load-declarations.ts';
import type { AnyRoute } from '../../src/http/route.ts';
import { aRegistry, real, resources, templatesOf } from './support.ts';

const declared = await real();
const dashboard = declared.routes.filter(({ declaration }) => declaration.api === 'dashboard');

/**
 * The real routes of the dashboard and, until there are so many, copies of those below /api under other names: paths,
 * methods, callers and grants in the same mix. What stands outside of /api (documents, health) every API has once.
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

function dashboardTemplate(routes: DeclarationFile<AnyRoute>[]) {
  const others = declared.routes.filter(({ declaration }) => declaration.api !== 'dashboard');
  return templatesOf(aRegistry({ ...declared, routes: [...others, ...routes] })).Dashboard;
}

const resourceCount = (template: ReturnType<typeof dashboardTemplate>) =>
  Object.keys(template.toJSON().Resources).length;

describe('a dashboard of ninety routes', () => {
  const routes = dashboardRoutes(90);
  const template = dashboardTemplate(routes);

  it('has a function for each route', () => {
    const paths = routes.map(({ declaration: { method, path } }) => `${method} ${path}`);
    expect(new Set(paths).size).toBe(90);
    // One more for the authorizer.
    expect(resources(template, 'AWS::Lambda::Function')).toHaveLength(91);
  });

  it('has fewer than 450 resources: CloudFormation takes 500', () => {
    expect(resourceCount(template)).toBeLessThan(450);
  });

  it('costs at most five resources for each route more', () => {
    const today = resourceCount(dashboardTemplate(dashboard));
    expect((resourceCount(template) - today) / (90 - dashboard.length)).toBeLessThanOrEqual(5);
  });

  it('has a template well below the 1 MB that CloudFormation takes', () => {
    // The CDK writes it indented by one space, and adds a fifth of metadata.
    expect(1.2 * JSON.stringify(template.toJSON(), null, 1).length).toBeLessThan(800_000);
  });

  it('has invocation roles with policies below the 10,240 characters that IAM takes', () => {
    const longestArn = `arn:aws-us-gov:lambda:ap-southeast-99:123456789012:function:${'n'.repeat(64)}`;
    for (const [id, { Properties }] of resources(template, 'AWS::IAM::Role').filter(([id]) =>
      id.startsWith('Gateway'),
    )) {
      const policy = JSON.stringify(Properties.Policies[0].PolicyDocument).replace(
        /\{"Fn::GetAtt":\["\w+","Arn"\]\}/g,
        `"${longestArn}"`,
      );
      expect({ id, fits: policy.length < 10_240 }).toEqual({ id, fits: true });
    }
  });
});
