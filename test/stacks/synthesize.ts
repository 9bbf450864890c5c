import { writeFileSync } from 'node:fs';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, deployedTemplatesOf, real, stacksOf, templatesOf } from './support.ts';
import { keptFile, wholeRegistries } from './whole-registries.ts';

/** Writes the templates of the whole registries, and the declarations that they are made of, to the run's folder. */

const keep = (name: string, content: unknown) => writeFileSync(keptFile(name), JSON.stringify(content));
const declared = await real();
/** Schemas are large, and nothing in a template depends on them. */
const schemas = ['params', 'query', 'body', 'arguments', 'responses'];
const declarations = Object.entries(declared).map(([kind, files]) => [
  kind,
  files.map(({ file, declaration }) => {
    const fields = Object.entries(declaration).filter(([field]) => !schemas.includes(field));
    return { file, declaration: Object.fromEntries(fields) };
  }),
]);
keep('declarations', Object.fromEntries(declarations));

for (const [name, settings] of Object.entries(wholeRegistries)) {
  const registry = aRegistry({ ...declared, config: readConfig(settings) });
  const templates = templatesOf(registry);
  const stacks = Object.entries(stacksOf(registry)).map(([stack, construct]) => [
    stack,
    {
      template: templates[stack as keyof typeof templates].toJSON(),
      resourceCounts: deployedTemplatesOf(construct).map((each) => Object.keys(each.toJSON().Resources).length),
    },
  ]);
  keep(name, Object.fromEntries(stacks));
}
