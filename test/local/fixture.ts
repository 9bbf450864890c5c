import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referencesWith } from '../../local/cloudformation/resources.ts';
import { Stacks } from '../../local/cloudformation/template.ts';
import { Functions } from '../../local/lambda/functions.ts';

type Resource = { Type: string; Properties?: Record<string, unknown>; Condition?: string };
export type Resources = Record<string, Resource>;

/** Templates as text in memory. Assets are written to a temporary folder that `dispose` removes. */
export class Fixture {
  readonly folder = mkdtempSync(join(tmpdir(), 'registry-test-'));
  readonly lines: { function: string; line: string }[] = [];
  readonly #assets = new Map<string, string>();
  readonly #functions: Functions[] = [];

  /** A function resource whose module is this text. */
  lambda(name: string, code: string, properties: Record<string, unknown> = {}, extension = 'mjs'): Resource {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `index.${extension}`), code);
    this.#assets.set(`${name}.zip`, path);
    const Properties = { FunctionName: name, Runtime: 'nodejs24.x', Handler: 'index.handler', Timeout: 10 };
    return {
      Type: 'AWS::Lambda::Function',
      Properties: { ...Properties, Code: { S3Key: `${name}.zip` }, ...properties },
    };
  }

  /** The folder of an asset `<name>.zip`, filled by a test. */
  folderOf(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    this.#assets.set(`${name}.zip`, path);
    return path;
  }

  /** Lets templates name a folder as an asset. */
  place(objectKey: string, folder: string): void {
    this.#assets.set(objectKey, folder);
  }

  stacks(Resources: Resources, more: Record<string, unknown> = {}): Stacks {
    return this.several({ app: { Resources, ...more } });
  }

  several(templates: Record<string, unknown>): Stacks {
    const parsed = JSON.parse(JSON.stringify(templates)) as Record<string, object>;
    const references = referencesWith({ queuesUrl: 'http://127.0.0.1:1', issuer: 'http://127.0.0.1:2' });
    return new Stacks(new Map(Object.entries(parsed)), this.#assets, references);
  }

  functions(
    stacks: Stacks,
    endpoints: Record<string, string> = {},
    options: ConstructorParameters<typeof Functions>[3] = {},
  ): Functions {
    const made = new Functions(stacks, endpoints, (name, line) => this.lines.push({ function: name, line }), options);
    this.#functions.push(made);
    return made;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#functions.map((functions) => functions.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
