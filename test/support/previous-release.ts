import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '#src/http/route.ts';
import { release } from '#src/runtime/release.ts';
import { readAssembly } from '../../local/cloudformation/read-assembly.ts';
import { physicalName, referencesWith } from '../../local/cloudformation/resources.ts';
import type { Stacks } from '../../local/cloudformation/template.ts';
import { functionArnIn } from '../../local/gateway/invocation.ts';
import { Functions } from '../../local/lambda/functions.ts';
import { unpackRelease } from '../../scripts/release/archive.ts';
import { gatewayEvent, type TestRequest } from './event.ts';

const folder = join(import.meta.dirname, '../fixtures/releases');

/** The previous release: the newest older one in test/fixtures/releases; see the README there. */
export const previousVersion: string =
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((version) => version.localeCompare(release, 'en', { numeric: true }) < 0)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1) ?? '';

/** A file of the previous release's folder. */
export const previousFile = (name: string): string => join(folder, previousVersion, name);

/** A route as the templates of a release declare it. */
export interface DeployedRoute {
  api: Api;
  method: string;
  path: string;
  /** The name of its authorizer; undefined if there is none. */
  authorizer: string | undefined;
  functionArn: string;
}

export interface PreviousRelease {
  routes: readonly DeployedRoute[];
  /** The folder with its OpenAPI documents. */
  documents: string;
  /** The errors that its functions logged. */
  errors: string[];
  call(
    route: DeployedRoute,
    request: TestRequest,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  ): Promise<{ status: number; body: any }>;
  /** Invokes the function of a file below lambdas/, such as `background/ingest-work`. Rejects if it fails. */
  invoke(file: string, event: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** The variables that tests set for this release and share with the previous one. */
const shared =
  /^(TABLE_NAME|BUCKET_NAME|LIST_STALENESS_MS|PUBLIC_BASE_URL|SIGN_IN_\w+|USER_POOL_\w+|TRUSTED_ORIGINS|RESET_ALLOWED_EMAILS|\w+_SECRET_ARN|\w+_QUEUE_URL|(ORCID|CROSSREF|DATACITE|OPENALEX)_\w+|SOURCES_CONTACT_EMAIL|AWS_(REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|ENDPOINT_URL\w*))$/;

/**
 * Starts the functions of the previous release as they were built, in the environment of this test file: with its
 * table, bucket, queues, secrets and sources. Everything else comes from the templates of that release.
 */
export function startPreviousRelease(): PreviousRelease {
  const unpacked = mkdtempSync(join(tmpdir(), 'previous-release-'));
  unpackRelease(previousFile('release.tar.zst'), unpacked);
  const references = referencesWith({ queuesUrl: 'http://queues.invalid', issuer: 'http://issuer.invalid' });
  const stacks = readAssembly(join(unpacked, 'assembly'), references, (text) => text);
  const variables = Object.entries(process.env).filter(([name]) => shared.test(name)) as [string, string][];
  const errors: string[] = [];
  // A busy machine: search answers all the same.
  const isSlow = (line: string) => line.includes('The table did not answer within 500 ms');
  const keep = (name: string, line: string) =>
    /"level":"error"/.test(line) && !isSlow(line) && errors.push(`${name} ${line}`);
  const functions = new Functions(stacks, Object.fromEntries(variables), keep, { mostIdle: 8 });
  const run = async (name: string, event: object) => {
    const outcome = await functions.byArn(name).invoke(event);
    if (!outcome.ok) throw new Error(`${name}: ${outcome.error.errorType} ${outcome.error.errorMessage}`);
    return outcome.value;
  };

  return {
    routes: routesOf(stacks),
    documents: join(unpacked, 'openapi'),
    errors,
    async call(route, request) {
      const { statusCode, body } = (await run(route.functionArn, gatewayEvent(route, request))) as {
        statusCode: number;
        body: string;
      };
      return { status: statusCode, body: parsed(body) };
    },
    async invoke(file, event) {
      const [part = ''] = file.split('/').slice(-1);
      const start = part.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
      const name = functions.names().find((each) => each.includes(`-${start}Worker`) || each.includes(`-${start}`));
      if (!name) throw new Error(`The release ${previousVersion} has no function ${file}: ${functions.names()}`);
      return run(name, event);
    },
    async stop() {
      await functions.stop();
      rmSync(unpacked, { recursive: true, force: true });
    },
  };
}

/** The routes of all methods with a function. API Gateway's permission to invoke it differs between releases. */
function routesOf(stacks: Stacks): DeployedRoute[] {
  const resources = stacks.all('AWS::ApiGateway::Resource');
  const parents = new Map(resources.map(({ declared, properties }) => [physicalName(declared, stacks), properties]));
  const pathOf = (id: string): string => {
    const resource = parents.get(id);
    return resource ? `${pathOf(resource.ParentId)}/${resource.PathPart}` : '';
  };
  const authorizers = stacks.all('AWS::ApiGateway::Authorizer');
  const names = new Map(
    authorizers.map(({ declared, properties }) => [physicalName(declared, stacks), properties.Name]),
  );
  return stacks.all('AWS::ApiGateway::Method').flatMap(({ declared, properties }) => {
    const { HttpMethod: method, ResourceId, AuthorizerId, Integration } = properties;
    if (Integration.Type === 'MOCK') return [];
    const functionArn = functionArnIn(Integration.Uri ?? '');
    const authorizer = AuthorizerId === undefined ? undefined : names.get(AuthorizerId);
    return [{ api: apiOf(declared.stack), method, path: pathOf(ResourceId), authorizer, functionArn }];
  });
}

function apiOf(stack: string): Api {
  const found = (['consumer', 'integrations', 'dashboard'] as const).find((api) => stack.endsWith(api));
  if (!found) throw new Error(`${stack} is the stack of none of the three APIs`);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
