import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { AnyRoute, Api } from '#src/http/route.ts';
import type { PoolTrigger } from '#src/identity/accounts/pool-trigger.ts';
import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import type { AnyJob } from '#src/table/queues/job.ts';

const root = join(import.meta.dirname, '../lambdas');

/** A declaration and its file, relative to the repository root: `lambdas/consumer/health/get.ts`. */
export interface DeclarationFile<T> {
  file: string;
  declaration: T;
}

/**
 * All routes under lambdas/, in file order. Stacks, documents and tests find routes only here. The exception is
 * test/e2e/access-table.ts, whose missing entries `npm run check` names.
 */
export async function loadRoutes(): Promise<DeclarationFile<AnyRoute>[]> {
  const apis: Api[] = ['consumer', 'dashboard', 'integrations'];
  const loaded = await Promise.all(apis.map((api) => load<AnyRoute>(api, 'route')));
  for (const { file, declaration: route } of loaded.flat()) {
    const [, api, ...noun] = file.replace(/\.ts$/, '').split('/');
    const expected = noun.join('.');
    if (route.api !== api) throw new Error(`${file} declares a route of the ${route.api} API`);
    if (route.id !== expected) throw new Error(`${file} declares the id ${route.id}; its path requires ${expected}`);
  }
  return loaded.flat();
}

/** All background jobs, sorted by file. */
export async function loadJobs(): Promise<DeclarationFile<AnyJob>[]> {
  return load<AnyJob>('background', 'job');
}

export async function loadAuthorizers(): Promise<DeclarationFile<Authorizer>[]> {
  return load<Authorizer>('authorizers', 'authorizer');
}

export async function loadPoolTriggers(): Promise<DeclarationFile<PoolTrigger>[]> {
  return load<PoolTrigger>('triggers', 'trigger');
}

async function load<T>(folder: string, exportName: string): Promise<DeclarationFile<T>[]> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  return Promise.all(
    files.map(async (name) => {
      const path = join(root, folder, name);
      const file = relative(join(root, '..'), path).split(sep).join('/');
      const module = (await import(path).catch((cause: Error) => {
        throw new Error(`${file} cannot be loaded: ${cause.message}`, { cause });
      })) as Record<string, T | undefined>;
      const declaration = module[exportName];
      if (!declaration) throw new Error(`${file} exports no ${exportName}`);
      return { file, declaration };
    }),
  );
}
