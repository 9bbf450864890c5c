import { randomInt } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readJson, writePrivateJson } from './files.ts';
import { physicalName, secretArn } from './resources.ts';
import { describe, type Stacks } from './template.ts';

interface SecretProperties {
  SecretString?: string;
  GenerateSecretString?: {
    PasswordLength?: number;
    ExcludeCharacters?: string;
    ExcludeLowercase?: boolean;
    ExcludeNumbers?: boolean;
    ExcludePunctuation?: boolean;
    ExcludeUppercase?: boolean;
    SecretStringTemplate?: string;
    GenerateStringKey?: string;
  };
}

/** Values of secrets by name. A generated one is made once and then kept, as in an account. */
export class Secrets {
  readonly #values: Record<string, string>;
  readonly #file: string | undefined;

  /** Values are kept in `file`, readable by its owner only, or in memory without it. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#values = (file && readJson<Record<string, string>>(file)) || {};
  }

  /** Makes the secrets of the templates that have no value yet. */
  create(stacks: Stacks): void {
    for (const { declared, properties } of stacks.all<SecretProperties>('AWS::SecretsManager::Secret')) {
      const name = physicalName(declared, stacks);
      this.keep(name, () => properties.SecretString ?? generate(properties, describe(declared)));
    }
  }

  /** The value under a name, made by `make` the first time. */
  keep(name: string, make: () => string): string {
    const existing = this.#values[name];
    if (existing !== undefined) return existing;
    const made = make();
    this.#values[name] = made;
    if (this.#file) writePrivateJson(this.#file, this.#values);
    return made;
  }

  /** By name or ARN. */
  find(id: string): { name: string; value: string } | undefined {
    const found = Object.entries(this.#values).find(([name]) => id === name || id === secretArn(name));
    return found && { name: found[0], value: found[1] };
  }
}

const characters = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

function generate({ GenerateSecretString: how }: SecretProperties, where: string): string {
  if (!how) throw new Error(`${where}: a secret without a value is not supported`);
  const kinds = Object.entries(characters).filter(([name]) => !how[name as keyof typeof characters]);
  const allowed = [...kinds.map(([, all]) => all).join('')].filter((one) => !how.ExcludeCharacters?.includes(one));
  const password = Array.from({ length: how.PasswordLength ?? 32 }, () => allowed[randomInt(allowed.length)]).join('');
  if (!how.SecretStringTemplate || !how.GenerateStringKey) return password;
  return JSON.stringify({ ...JSON.parse(how.SecretStringTemplate), [how.GenerateStringKey]: password });
}

/**
 * Answers the calls of AWS clients that no engine here answers: GetSecretValue. Every other call gets an error that
 * names it, and so never leaves the laptop.
 */
export async function startControlPlane(secrets: Secrets): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(request, secrets).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, secrets: Secrets): Promise<{ status: number; body: unknown }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const action = request.headers['x-amz-target'] ?? `${request.method} ${request.url}`;
  if (action !== 'secretsmanager.GetSecretValue') {
    return refusal('UnknownOperationException', `The laptop cloud does not answer ${action}`);
  }
  const { SecretId } = JSON.parse(Buffer.concat(chunks).toString()) as { SecretId: string };
  const found = secrets.find(SecretId);
  if (!found) {
    return refusal('ResourceNotFoundException', `Secrets Manager can't find the specified secret: ${SecretId}`);
  }
  const { name, value } = found;
  return {
    status: 200,
    body: { ARN: secretArn(name), Name: name, SecretString: value, VersionStages: ['AWSCURRENT'] },
  };
}

function refusal(type: string, message: string) {
  return { status: 400, body: { __type: type, message } };
}
