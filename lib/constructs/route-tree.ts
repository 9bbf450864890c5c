import type { AnyRoute } from '../../src/http/route.ts';
import type { DeclarationFile } from '../load-declarations.ts';

/** A path and the routes that answer it, one a method. */
export interface PathRoutes {
  path: string;
  routes: DeclarationFile<AnyRoute>[];
}

/**
 * The routes by path. Throws where API Gateway would refuse the deployment, or worse accept it: CDK checks neither that
 * a greedy parameter ends its path nor that a place in the tree has one parameter only.
 */
export function byPath(routes: readonly DeclarationFile<AnyRoute>[]): PathRoutes[] {
  const paths = Map.groupBy(routes, ({ declaration }) => declaration.path);
  const variableBelow = new Map<string, { segment: string; file: string }>();
  for (const { file, declaration: route } of routes) {
    const segments = route.path.slice(1).split('/');
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      if (segment.endsWith('+}') && index < segments.length - 1) {
        throw new Error(`${file}: the greedy parameter ${segment} must end the path ${route.path}`);
      }
      const parent = segments.slice(0, index).join('/');
      const sibling = variableBelow.get(parent);
      if (sibling && sibling.segment !== segment) {
        throw new Error(`${file} has ${segment} below /${parent}, where ${sibling.file} has ${sibling.segment}`);
      }
      variableBelow.set(parent, { segment, file });
    }
  }
  return [...paths].map(([path, here]) => {
    const twice = here.find(({ declaration: { method } }, index) =>
      here.slice(0, index).some((other) => other.declaration.method === method),
    );
    if (twice) throw new Error(`${twice.file} answers ${twice.declaration.method} ${path} as another route does`);
    return { path, routes: here };
  });
}

/** The methods to deploy for a route: whoever answers GET answers HEAD. */
export function methodsOf({ method }: AnyRoute): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
