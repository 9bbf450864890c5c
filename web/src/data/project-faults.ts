import type * as z from 'zod';

/** The faults of a field of a project. */
export type ProjectFault =
  | 'required'
  | 'language'
  | 'size'
  | 'date'
  | 'order'
  | 'amount'
  | 'currency'
  | 'orcids'
  | 'address'
  | 'id'
  | 'boolean'
  | 'other';

const faultOfField: Readonly<Record<string, ProjectFault>> = {
  id: 'id',
  programme: 'size',
  title: 'size',
  abstract: 'size',
  start_date: 'date',
  end_date: 'date',
  cesam_funding_amount: 'amount',
  cesam_funding_currency: 'currency',
  total_funding_amount: 'amount',
  total_funding_currency: 'currency',
  proponent_institution: 'size',
  page_url: 'address',
  member_orcids: 'orcids',
  coordinator_orcids: 'orcids',
  visible: 'boolean',
};

/** The faults that the schema of the API finds in a project: one a field, in the order of the schema. */
export function projectFaults(schema: z.ZodType, project: unknown): Map<string, ProjectFault> {
  const faults = new Map<string, ProjectFault>();
  for (const { path, ...issue } of schema.safeParse(project).error?.issues ?? []) {
    const [name, ...within] = path.map(String);
    if (name !== undefined && !faults.has(name)) faults.set(name, faultOf(name, within, issue));
  }
  // Days that are none have no order.
  if (faults.get('end_date') === 'order' && faults.has('start_date')) faults.delete('end_date');
  return faults;
}

function faultOf(name: string, within: readonly string[], issue: object): ProjectFault {
  const { fault } = ('params' in issue ? issue.params : {}) as { fault?: ProjectFault };
  const general = faultOfField[name] ?? 'other';
  // Texts in languages are the only ones of these fields with something inside.
  return fault ?? (general === 'size' && within.length > 0 ? 'language' : general);
}
