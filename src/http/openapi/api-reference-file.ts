import { join } from 'node:path';

/** The path of the reference's script, which scripts/functions/bundle.ts copies next to bundles that use it. */
export const apiReferenceFile = () =>
  join(import.meta.dirname, '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js');
