import * as z from 'zod';
import { Doi } from '#src/vocabulary/identifiers/doi.ts';

export const AliasParams = z.object({
  doi: Doi.meta({ description: 'The alias: `10.1234/abc`, in upper case, percent-encoded, or as a URL.' }),
});

export const Alias = z
  .object({
    doi: z.string(),
    publication: z
      .string()
      .nullable()
      .meta({ description: 'The DOI of the publication that it leads to, possibly itself; null if it leads nowhere' }),
    basis: z.enum(['source', 'merge', 'curator']).nullable().meta({
      description:
        'Why it is an alias: sources say so, publications were merged, or a curator attached it. Null if it is none',
    }),
  })
  .meta({ id: 'Alias' });
