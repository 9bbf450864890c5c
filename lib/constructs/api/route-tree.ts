import { findPathFault } from '#src/http/path-rules.ts';
import type { AnyRoute } from '#src/http/route.ts';
import type { DeclarationFile } from '../../load-declarations.ts';

/** A path and its routes, one per method. */
export interface PathRoutes {
  path: string;
  routes: DeclarationFile<AnyRoute>[];
}

/** Groups routes by path. Throws if API Gateway would reject a path, or if two routes have the same method and path. */
export function groupByPath(routes: readonly DeclarationFile<AnyRoute>[]): PathRoutes[] {
  const paths = Map.groupBy(routes, ({ declaration }) => declaration.path);
  const fault = findPathFault([...paths.keys()]);
  if (fault) {
    const [file, other] = [fault.path, fault.other].map((path) => paths.get(path as AnyRoute['path'])?.[0]?.file);
    throw new Error(`${file}: ${fault.message} (${fault.path}${other ? `; see ${other}` : ''})`);
  }
  return [...paths].map(([path, sameRoutes]) => {
    const twice = sameRoutes.find(({ declaration: { method } }, index) =>
      sameRoutes.slice(0, index).some((other) => other.declaration.method === method),
    );
    if (twice) throw new Error(`${twice.file} answers ${twice.declaration.method} ${path} as another route does`);
    return { path, routes: sameRoutes };
  });
}

/** The deployed methods of a route: GET routes also answer HEAD. */
export function methodsOf({ method }: Pick<AnyRoute, 'method'>): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
