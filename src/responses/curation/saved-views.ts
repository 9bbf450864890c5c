import * as z from 'zod';
import { maxNameLength, maxSearchBytes, ViewSearch, viewLists } from '#src/curation/domain/saved-view.ts';
import type { PlacedView, ViewOwner } from '#src/curation/saved-views.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { roleIncludes } from '#src/vocabulary/workspace.ts';

const time = z.int().meta({ description: 'Milliseconds since the epoch' });

export const DashboardSavedView = z
  .object({
    id: z.string(),
    list: z.enum(viewLists),
    name: z.string(),
    search: ViewSearch.meta({ description: 'The parameters of the address of the list' }),
    shared: z.boolean().meta({ description: 'Whether everybody in the workspace has it' }),
    is_own: z.boolean().meta({ description: 'Whether the caller has made it' }),
    created_by: z.string().meta({ description: 'The e-mail address of who made it' }),
    updated_at: time,
    version: z.int().meta({ description: 'For If-Match' }),
  })
  .meta({ id: 'SavedView' });

const encoder = new TextEncoder();

/** The fields of a view that callers set. */
export const SavedViewFields = z.strictObject({
  list: z.enum(viewLists),
  name: z.string().trim().min(1).max(maxNameLength),
  search: ViewSearch.refine((search) => encoder.encode(JSON.stringify(search)).length <= maxSearchBytes, {
    error: `must have at most ${maxSearchBytes} bytes as JSON`,
  }),
  shared: z.boolean().meta({ description: 'Whether everybody in the workspace has it' }),
});

/** The caller as the owner of views. */
export const viewOwner = ({ caller, now }: { caller: MemberCaller; now: Date }): ViewOwner => ({
  workspace: caller.workspace,
  email: caller.email ?? caller.subject,
  isAdmin: roleIncludes(caller.role, 'workspace_admin'),
  now,
});

/** A view as the API shows it to its caller. */
export const savedViewFor = (view: PlacedView, { email }: ViewOwner): z.input<typeof DashboardSavedView> => ({
  ...view,
  is_own: view.created_by === email,
});

/** The answer with a view, and its ETag. */
export const changedView = (view: PlacedView, owner: ViewOwner) => ({
  body: savedViewFor(view, owner),
  headers: { etag: versionTag(view, view) },
});
