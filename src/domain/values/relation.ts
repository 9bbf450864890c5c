import * as z from 'zod';
import { parseDoi } from './doi.ts';

/** Each relation and the same one seen from the other publication. */
const inverses = {
  'is-preprint-of': 'has-preprint',
  'is-version-of': 'has-version',
  'is-identical-to': 'is-identical-to',
  'is-part-of': 'has-part',
  corrects: 'is-corrected-by',
  retracts: 'is-retracted-by',
  'is-supplement-to': 'is-supplemented-by',
  'is-review-of': 'has-review',
  'has-preprint': 'is-preprint-of',
  'has-version': 'is-version-of',
  'has-part': 'is-part-of',
  'is-corrected-by': 'corrects',
  'is-retracted-by': 'retracts',
  'is-supplemented-by': 'is-supplement-to',
  'has-review': 'is-review-of',
} as const;

const RelationType = z.enum(Object.keys(inverses) as [RelationType, ...RelationType[]]);
export type RelationType = keyof typeof inverses;

/** What a publication has to do with another one: "this one `type` the publication `doi`". */
export const Relation = z.object({ type: RelationType, doi: z.string() });
export type Relation = z.output<typeof Relation>;

/** Collections name thousands of parts. Those that come last are left out. */
const maxRelations = 50;

/** The relation as the other publication has it. */
export const inverseOf = (type: RelationType): RelationType => inverses[type];

/**
 * The relations that a source states of the publication `own`, each once, at most 50. Identifiers that are not DOIs, and
 * those of the publication itself, are left out. Parts come last, because there may be many.
 */
export function distinctRelations(
  own: string,
  stated: readonly { type: RelationType | undefined; identifier: string }[],
): Relation[] {
  const relations = new Map<string, Relation>();
  for (const { type, identifier } of stated) {
    const doi = type && parseDoi(identifier);
    if (type && doi && doi !== own) relations.set(`${type} ${doi}`, { type, doi });
  }
  const isPart = ({ type }: Relation) => Number(type === 'has-part');
  return [...relations.values()].sort((one, other) => isPart(one) - isPart(other)).slice(0, maxRelations);
}
