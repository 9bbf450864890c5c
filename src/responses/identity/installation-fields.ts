import * as z from 'zod';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { nameText } from '#src/vocabulary/name.ts';

export const InstallationFields = z.strictObject({
  display_name: nameText(200).meta({ description: 'The display name' }),
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
    .meta({ description: 'The scopes of its credentials' }),
});
