import * as z from 'zod';
import { planProjects, upsertProjects } from '#src/curation/projects.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ProjectInput } from '#src/records/projects/input.ts';

const Projects = z
  .array(ProjectInput)
  .max(500)
  .superRefine((projects, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of projects.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is given twice' });
      seen.add(id);
    }
  });

export const route = defineRoute({
  id: 'projects.bulk',
  api: 'dashboard',
  method: 'POST',
  path: '/api/projects/bulk',
  summary: 'Import up to 500 projects by their ids',
  description:
    'A project with a new id is created; all fields of one with a known id are replaced, and missing ones ' +
    'become empty. Only a missing `visible` stays as it is, and a deleted project stays deleted. If any ' +
    'project is invalid, nothing is written, and the answer lists every fault. Each project is written ' +
    'separately: after a 503 or a broken connection, send the same request again; projects already written ' +
    'are then `unchanged`. With `dry_run`, nothing is written, and the answer has the outcome that each ' +
    'project would have now.',
  auth: member('workspace_member'),
  body: z.strictObject({ projects: Projects, dry_run: z.boolean().optional() }),
  responses: {
    200: z.object({
      projects: z
        .array(
          z.object({
            id: z.string(),
            outcome: z.enum(['created', 'updated', 'unchanged']),
            visible: z.boolean(),
            deleted: z.boolean(),
            version: z.int(),
          }),
        )
        .meta({ description: 'In the order of the request' }),
    }),
  },
  problems: [],
  grants: ['projects:write', 'erasures:read', 'audit:put'],
  memoryMb: 512,
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const results = body.dry_run
      ? await planProjects(body.projects, now)
      : await upsertProjects(body.projects, changeContext({ caller, now, requestId }));
    const projects = results.map(({ record: { id, visible, deleted_at, version }, outcome }) => ({
      id,
      outcome,
      visible,
      deleted: deleted_at !== null,
      version,
    }));
    return { status: 200, body: { projects } };
  },
});

export const handler = lambda(route);
