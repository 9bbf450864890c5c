import { join } from 'node:path';

/** The path of the reference's script in the sources. scripts/build-lambdas.ts copies it next to bundles that use it. */
export const apiReferenceFile = () =>
  join(import.meta.dirname, '../../node_modules/@scalar/api-reference/dist/browser/standalone.js');
