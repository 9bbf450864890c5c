import * as z from 'zod';
import { InstallationScope } from '../domain/access/installation.ts';

const text = (most: number) => z.string().trim().min(1).max(most);

/** What an administrator says of an installation. */
export const InstallationFields = z.strictObject({
  display_name: text(200).meta({ description: 'What people call it' }),
  description: z
    .string()
    .trim()
    .max(2000)
    .transform((description) => description || null)
    .nullable(),
  scopes: z
    .array(InstallationScope)
    .max(100)
    .transform((scopes) => InstallationScope.options.filter((scope) => scopes.includes(scope)))
    .meta({ description: 'What its credentials may read' }),
});
