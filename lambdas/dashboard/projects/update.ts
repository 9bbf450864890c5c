import { changeProject } from '#src/curation/projects.ts';
import { requireVersion, versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { applyProjectState, ProjectState } from '#src/records/projects/input.ts';
import { applyProjectPatch, sourceOfIssue } from '#src/records/projects/patch.ts';
import type { ProjectRecord } from '#src/records/projects/project.ts';
import { CuratedProject, curatedProject, ProjectParams } from '#src/responses/curation/projects.ts';
import { type Issue, invalidField, invalidRequest } from '#src/runtime/errors.ts';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';

export const route = defineRoute({
  id: 'projects.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/projects/{id}',
  summary: 'Change a project, or hide, delete or restore it',
  description:
    'The body is a JSON Patch (RFC 6902) of the project as GET shows it, applied as a whole or not at all. `/visible` ' +
    'hides and shows it, `/deleted` deletes and restores it; a deleted project can only be changed by a patch that ' +
    'restores it. People are changed in `/member_orcids` and `/coordinator_orcids`. With `If-Match`, the answer is 412 ' +
    'if the project has changed since. Without it, concurrent patches of different fields are all kept.',
  auth: member('workspace_member'),
  params: ProjectParams,
  body: JsonPatch,
  bodyTypes: ['application/json-patch+json'],
  ifMatch: true,
  responses: { 200: CuratedProject },
  problems: ['not_found'],
  grants: ['projects:write', 'people:read', 'erasures:read', 'audit:put'],
  async handle({ params: { id }, body, caller, now, requestId, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const change = (stored: ProjectRecord) => {
      precondition(stored);
      return applyPatch(stored, body, now);
    };
    const context = changeContext({ caller, now, requestId });
    const record = await changeProject(id, change, context, (issue) => issueOfPatch(body, issue));
    const project = await curatedProject(record);
    const headers = { etag: versionTag(record, [project.members, project.coordinators]) };
    return { status: 200, body: project, headers };
  },
});

/** The record after a patch. Throws Problem `invalid_body`, naming the operation. */
function applyPatch(stored: ProjectRecord, patch: JsonPatch, now: Date): ProjectRecord {
  const patched = applyProjectPatch(stored, patch);
  if ('fault' in patched) {
    const { index, path, message } = patched.fault;
    throw invalidField('body', `${index}.path`, `${path} ${message}`);
  }
  const parsed = ProjectState.safeParse(patched.state, { error: plainMessage });
  if (parsed.success) return applyProjectState(stored, parsed.data, now);
  throw invalidRequest(
    'body',
    issuesOf(parsed.error).map((issue) => issueOfPatch(patch, issue)),
  );
}

function issueOfPatch(patch: JsonPatch, { path, message }: Issue): Issue {
  const { path: source, leavesOut } = sourceOfIssue(patch, path.split('.'));
  return { path: source, message: leavesOut || source === '' ? `makes ${path} invalid: it ${message}` : message };
}

export const handler = lambda(route);
