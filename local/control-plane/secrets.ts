import { randomInt } from 'node:crypto';
import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName, secretArn } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import { AwsError, unknownAction } from '../iam/aws-error.ts';

type SecretProperties = PropertiesOf<'AWS::SecretsManager::Secret'>;

/** The values of secrets by name. Generated values are created once and kept, as in AWS. */
export class Secrets {
  readonly #values: Record<string, string>;
  readonly #given = new Map<string, string>();
  readonly #file: string | undefined;

  /** Stores values in `file`, readable only by its owner, or in memory if undefined. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#values = (file && readJson<Record<string, string>>(file)) || {};
  }

  /** Creates the missing secrets of the templates. */
  create(stacks: Stacks): void {
    for (const { declared, properties } of stacks.all('AWS::SecretsManager::Secret')) {
      const name = physicalName(declared, stacks);
      this.keep(name, () => properties.SecretString ?? generate(properties, describe(declared)));
    }
  }

  /** The value of a name, created by `make` on the first call. */
  keep(name: string, make: () => string): string {
    const existing = this.#values[name];
    if (existing !== undefined) return existing;
    const made = make();
    this.#values[name] = made;
    if (this.#file) writePrivateJson(this.#file, this.#values);
    return made;
  }

  /** Sets a value for this start only. */
  give(name: string, value: string): void {
    this.#given.set(name, value);
  }

  /** Finds a secret by name or ARN. */
  find(id: string): { name: string; value: string } | undefined {
    const found = [...this.#given, ...Object.entries(this.#values)].find(
      ([name]) => id === name || id === secretArn(name),
    );
    return found && { name: found[0], value: found[1] };
  }
}

const characters = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

function generate({ GenerateSecretString: generator }: SecretProperties, where: string): string {
  if (!generator) throw new Error(`${where}: a secret without a value is not supported`);
  const kinds = Object.entries(characters).filter(([name]) => !generator[name as keyof typeof characters]);
  const allowed = [...kinds.map(([, all]) => all).join('')].filter(
    (one) => !generator.ExcludeCharacters?.includes(one),
  );
  const password = Array.from(
    { length: generator.PasswordLength ?? 32 },
    () => allowed[randomInt(allowed.length)],
  ).join('');
  if (!generator.SecretStringTemplate || !generator.GenerateStringKey) return password;
  return JSON.stringify({ ...JSON.parse(generator.SecretStringTemplate), [generator.GenerateStringKey]: password });
}

/** Answers a Secrets Manager action. Throws an AwsError for an unknown secret or action. */
export function answerSecrets(action: string, input: Record<string, unknown>, secrets: Secrets): unknown {
  if (action !== 'GetSecretValue') throw unknownAction(`secretsmanager.${action}`);
  const id = String(input.SecretId);
  const found = secrets.find(id);
  if (!found) {
    throw new AwsError('ResourceNotFoundException', `Secrets Manager can't find the specified secret: ${id}`);
  }
  const { name, value } = found;
  return { ARN: secretArn(name), Name: name, SecretString: value, VersionStages: ['AWSCURRENT'] };
}

/** The value of a declared secret, which the functions also use. */
export function secretValue(name: string, stacks: Stacks, secrets: Secrets): string {
  const declared = stacks
    .declared()
    .find(({ type, logicalId }) => type === 'AWS::SecretsManager::Secret' && logicalId.startsWith(name));
  const found = declared && secrets.find(secretArn(physicalName(declared, stacks)));
  if (!found) throw new Error(`No template declares the secret ${name}`);
  return found.value;
}
