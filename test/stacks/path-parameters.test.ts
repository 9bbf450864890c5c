import { expect, it } from '@jest/globals';
import { keptDeclarations } from './whole-registries.ts';

const { routes } = keptDeclarations();

/** The paths that have a parameter, with its name: `dashboard /api/installations` has `{id}`. */
function parameterNames(): Record<string, string> {
  const names = routes.flatMap(({ declaration: { api, path } }) => {
    const segments = path.split('/');
    return segments.flatMap((segment, index): [string, string][] =>
      segment.startsWith('{') ? [[`${api} ${segments.slice(0, index).join('/')}`, segment]] : [],
    );
  });
  return Object.fromEntries(names.sort(([one], [other]) => (one < other ? -1 : 1)));
}

it('path parameters keep the names they were deployed with', () => {
  expect(parameterNames()).toMatchSnapshot(
    'A line may be added or removed, never changed: CloudFormation creates the resource with the new name before it ' +
      'deletes the old one, and API Gateway refuses a second parameter beside the first, so that the deployment fails',
  );
});
