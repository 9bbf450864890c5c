import * as z from 'zod';

/** The Contributor Role Taxonomy (ANSI/NISO Z39.104-2022): the last parts of its URIs, and its English names. */
export const creditRoleNames = {
  conceptualization: 'Conceptualization',
  'data-curation': 'Data curation',
  'formal-analysis': 'Formal analysis',
  'funding-acquisition': 'Funding acquisition',
  investigation: 'Investigation',
  methodology: 'Methodology',
  'project-administration': 'Project administration',
  resources: 'Resources',
  software: 'Software',
  supervision: 'Supervision',
  validation: 'Validation',
  visualization: 'Visualization',
  'writing-original-draft': 'Writing – original draft',
  'writing-review-editing': 'Writing – review & editing',
} as const;
export type CreditRole = keyof typeof creditRoleNames;

const creditRoles = Object.keys(creditRoleNames) as CreditRole[];
export const CreditRole = z.enum(creditRoles);

/** A role by its URI, at NISO or CASRAI, or its name in any spelling: `writing-review-editing`. */
export function parseCreditRole(written: string): CreditRole | undefined {
  const [last = ''] = written.slice(0, 200).trim().replace(/\/+$/, '').split('/').slice(-1);
  const words = (
    last
      .toLowerCase()
      .replace(/isation\b/g, 'ization')
      .match(/[a-z]+/g) ?? []
  ).filter((word) => word !== 'and');
  const role = words.join('-').replace(/^contributor-roles-/, '');
  return creditRoles.find((known) => known === role);
}

/** The URI of a role: https://credit.niso.org. */
export const creditRoleUri = (role: CreditRole): string => `https://credit.niso.org/contributor-roles/${role}/`;
