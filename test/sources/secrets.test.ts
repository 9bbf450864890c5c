import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { readEnrichment } from '#src/sources/openalex/record.ts';
import { startSource } from './source-server.ts';

const manager = mockClient(SecretsManagerClient);
beforeEach(() => void manager.reset());

const calls = () => manager.commandCalls(GetSecretValueCommand).length;

test('a secret is read once in five minutes, also by readers at the same time', async () => {
  manager.on(GetSecretValueCommand, { SecretId: 'arn:one' }).resolves({ SecretString: 'sesame' });
  expect(await Promise.all([readSecret('arn:one', 0), readSecret('arn:one', 0)])).toEqual(['sesame', 'sesame']);
  expect(await readSecret('arn:one', 299_999)).toBe('sesame');
  expect(calls()).toBe(1);
  await readSecret('arn:one', 300_000);
  expect(calls()).toBe(2);
});

test('a failed read is tried again, and an empty secret is an error that does not name it', async () => {
  manager
    .on(GetSecretValueCommand)
    .rejectsOnce(new Error('throttled'))
    .resolvesOnce({})
    .resolves({ SecretString: 'x' });
  await expect(readSecret('arn:two')).rejects.toThrow('throttled');
  await expect(readSecret('arn:two')).rejects.toThrow(/^(?!.*arn:two).*is empty$/);
  expect(await readSecret('arn:two')).toBe('x');
});

test('the key of OpenAlex is sent as they ask, and only when there is one', async () => {
  const source = await startSource();
  const json = { id: 'https://openalex.org/W1', doi: 'https://doi.org/10.5555/a' };
  source.script({ json });
  await readEnrichment('10.5555/a');
  expect(source.requests[0]?.headers).not.toHaveProperty('authorization');
  manager.on(GetSecretValueCommand).resolves({ SecretString: 'sesame\n' });
  process.env.OPENALEX_CREDENTIALS_SECRET_ARN = 'arn:three';
  await readEnrichment('10.5555/a');
  expect(source.requests[1]?.headers.authorization).toBe('Bearer sesame');
  expect([...(source.requests[1]?.query.keys() ?? [])]).toEqual([]);
  delete process.env.OPENALEX_CREDENTIALS_SECRET_ARN;
  await source.close();
});
