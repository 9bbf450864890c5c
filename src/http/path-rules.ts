/** Why API Gateway rejects a path, and the path it collides with, if any. */
export interface PathFault {
  path: string;
  other: string | undefined;
  message: string;
}

/**
 * The first path fault that CDK accepts but API Gateway rejects at deployment: an empty segment, a greedy parameter that
 * is not last, or two different parameters below one resource.
 */
export function findPathFault(paths: readonly string[]): PathFault | undefined {
  const variables = new Map<string, { segment: string; path: string }>();
  for (const path of paths) {
    const segments = path.split('/').slice(1);
    if (path !== '/' && segments.includes('')) {
      return { path, other: undefined, message: 'a segment of it is empty' };
    }
    for (const [index, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue;
      if (segment.endsWith('+}') && index < segments.length - 1) {
        return { path, other: undefined, message: `the greedy parameter ${segment} must be the last segment` };
      }
      const parent = segments.slice(0, index).join('/');
      const sibling = variables.get(parent);
      if (sibling && sibling.segment !== segment) {
        return {
          path,
          other: sibling.path,
          message: `${segment} and ${sibling.segment} cannot both be below /${parent}`,
        };
      }
      variables.set(parent, { segment, path });
    }
  }
  return undefined;
}
