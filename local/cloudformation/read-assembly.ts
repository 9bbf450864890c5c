import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenNestedStacks } from './nested-stacks.ts';
import { type ReferenceTo, Stacks, type Template } from './template.ts';

interface Manifest {
  artifacts: Record<
    string,
    { type: string; properties?: { templateFile?: string; stackName?: string; file?: string; directoryName?: string } }
  >;
}

/**
 * Reads a CDK assembly. `rewrite` is applied to each template's text to replace reserved host names with the addresses
 * of this start, so that one assembly can be reused. `assets` are those that the assembly does not have.
 */
export function readAssembly(
  folder: string,
  referenceTo: ReferenceTo,
  rewrite: (text: string) => string,
  assets = new Map<string, string>(),
): Stacks {
  const templates = new Map<string, Template>();
  const readTemplate = (path: string) => JSON.parse(rewrite(readFileSync(path, 'utf8'))) as Template;
  const read = (directory: string) => {
    const manifest = readJson<Manifest>(join(directory, 'manifest.json'));
    for (const [id, { type, properties = {} }] of Object.entries(manifest.artifacts)) {
      if (type === 'aws:cloudformation:stack') {
        templates.set(properties.stackName ?? id, readTemplate(join(directory, String(properties.templateFile))));
      } else if (type === 'cdk:asset-manifest') {
        readAssets(directory, String(properties.file), assets);
      } else if (type === 'cdk:cloud-assembly') {
        read(join(directory, String(properties.directoryName)));
      }
    }
  };
  read(folder);
  if (templates.size === 0) throw new Error(`The CDK assembly ${folder} contains no stacks`);
  for (const [stack, template] of templates) {
    templates.set(
      stack,
      flattenNestedStacks(template, (id, { Properties }) => {
        const [objectKey] = /[^/"]+\.json/.exec(JSON.stringify(Properties?.TemplateURL)) ?? [];
        const file = objectKey && assets.get(objectKey);
        if (!file) throw new Error(`${stack}: the assembly has no template of the nested stack ${id}`);
        return readTemplate(file);
      }),
    );
  }
  return new Stacks(templates, assets, referenceTo);
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
}

function readAssets(directory: string, file: string, assets: Map<string, string>): void {
  for (const { source, destinations } of Object.values(readJson<AssetManifest>(join(directory, file)).files ?? {})) {
    const path = source.path && join(directory, source.path);
    if (!path || !existsSync(path)) continue;
    for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, path);
  }
}

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
