import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { postEvent } from '#src/webhooks/post.ts';
import { createClient, RegistryError } from '../../clients/typescript/src/client.ts';
import { type RedirectingRegistry, startRedirectingRegistry } from '../support/redirecting-registry.ts';
import { areToolsRequired } from '../support/required-tools.ts';

/** A host that redirects to another one, which must not get what was sent to the first. */

const credential = 'pri_secret-of-this-test';
const isPhpInstalled = spawnSync('which', ['php']).status === 0;
const withPhp = isPhpInstalled || areToolsRequired ? test : test.skip;
let registry: RedirectingRegistry;
beforeEach(async () => {
  registry = await startRedirectingRegistry();
});
afterEach(() => registry.stop());

/** The first host alone has seen the credential, and the user reads what to do. */
function expectRefusal(message: string): void {
  expect(registry.credentials()).toEqual({ registry: [credential], other: [] });
  expect(message).toContain(`redirects to ${registry.location}`);
  expect(message).toMatch(/follows no redirects, because another host would get the credential/);
  expect(message).toMatch(/If the registry has moved, set .+ new address/);
}

test.each([301, 302, 303, 307, 308])('the TypeScript client refuses a redirect with %s', async (sent) => {
  registry.status = sent;
  const client = createClient({ baseUrl: registry.url, credential });
  const failure = await client
    .changes('publications')
    .next()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RegistryError);
  expect(failure).toMatchObject({ status: sent, code: undefined });
  expectRefusal((failure as Error).message);
});

test('the TypeScript client refuses a redirect of any operation, even if the caller asks for it', async () => {
  registry.status = 307;
  const client = createClient({ baseUrl: registry.url, credential });
  const sent = client.api.POST('/integrations/v1/webhooks', { body: { url: 'https://a.example' }, redirect: 'follow' });
  expectRefusal(((await sent.catch((error: unknown) => error)) as Error).message);
});

test('the TypeScript client refuses what a browser shows of a redirect, which has neither status nor target', async () => {
  const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  const client = createClient({ baseUrl: registry.url, credential, fetch: async () => opaque, retryBudgetMs: 0 });
  await expect(client.api.GET('/integrations/v1/installation')).rejects.toThrow('The base URL redirects. The client');
});

test('the sender of webhooks follows no redirect', async () => {
  const request = { headers: { 'webhook-signature': 'v1,x' }, body: '{}', nowMs: 0 };
  const answer = await postEvent(registry.url, request, { allowedHosts: ['127.0.0.1', '127.0.0.2'] });
  expect(answer).toMatchObject({ status: 307, error: 'answered with a redirect, which is not followed' });
  expect(registry.credentials()).toEqual({ registry: [null], other: [] });
});

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** The output of a program in PHP that knows the address and the credential. */
const php = async (code: string) => {
  const program = `[, $url, $credential] = $argv; ${code}`;
  return (await run('php', ['-r', program, '--', registry.url, credential], { cwd: root })).stdout;
};

withPhp.each([301, 302, 303, 307, 308])('the PHP client refuses a redirect with %s', async (sent) => {
  registry.status = sent;
  const message = await php(`
    require 'clients/php/autoload.php';
    try { (new PublicationRegistry\\Client($url, $credential))->installation(); }
    catch (PublicationRegistry\\RegistryException $failure) { echo $failure->status, ': ', $failure->getMessage(); }`);
  expect(message).toMatch(new RegExp(`^${sent}: `));
  expectRefusal(message);
});

withPhp('the Drupal module refuses a redirect and notes why', async () => {
  const message = await php(`
    require 'plugins/drupal/publication_registry/tests/stand_ins.php';
    use Drupal\\publication_registry as D;
    $state = new class implements Drupal\\Core\\State\\StateInterface {
      public array $values = [];
      public function get(string $key, $default = null) { return $this->values[$key] ?? $default; }
      public function set(string $key, $value): void { $this->values[$key] = $value; }
    };
    $lock = new class implements Drupal\\Core\\Lock\\LockBackendInterface {
      public function acquire() { return true; }
      public function release() {}
    };
    $tags = new class implements Drupal\\Core\\Cache\\CacheTagsInvalidatorInterface {
      public function invalidateTags(array $tags) {}
    };
    $state->values = ['publication_registry.url' => $url, 'publication_registry.credential' => $credential];
    $copy = new D\\DatabaseCopy(new Drupal\\Core\\Database\\Connection());
    $synchronization = new D\\Synchronization($state, $lock, $copy, $tags);
    $synchronization->run();
    echo $synchronization->get('error');`);
  expectRefusal(message);
});
