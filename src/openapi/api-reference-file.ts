import { join } from 'node:path';

/** Where the reference lies in the sources; scripts/build-lambdas.ts lays it beside each bundle that asks for it. */
export const apiReferenceFile = () =>
  join(import.meta.dirname, '../../node_modules/@scalar/api-reference/dist/browser/standalone.js');
