import * as z from 'zod';

export interface ChangeContext {
  /** In the form of `actorOf` in src/identity. */
  actor: string | null;
  now: Date;
  requestId: string;
}

/** The recorded fields by kind of resource. Unlisted fields are never recorded, so new secrets do not leak. */
export const auditedFields = {
  api_key: [
    'client_name',
    'scopes',
    'rate_limit_per_minute',
    'active',
    'expires_at',
    'rotated_from',
    'rotated_to',
    'revoked_at',
    'deleted_at',
  ],
  installation: ['platform', 'display_name', 'description', 'scopes', 'status'],
  user: ['email', 'display_name', 'is_superadmin'],
  activity: ['mode', 'delete_before'],
  person: ['name', 'biography', 'photo_url', 'people_type', 'category_ids', 'affiliation', 'erased'],
  project: [
    'programme',
    'title',
    'abstract',
    'start_date',
    'end_date',
    'cesam_funding_amount',
    'cesam_funding_currency',
    'total_funding_amount',
    'total_funding_currency',
    'funding_entities',
    'proponent_institution',
    'project_logo',
    'funding_partner_images',
    'page_url',
    'member_orcids',
    'coordinator_orcids',
    'data',
    'publication_dois',
    'work_ids',
    'visible',
    'deleted_at',
  ],
  group: [
    'name',
    'kind',
    'parents',
    'taken_over_by',
    'ror',
    'homepage',
    'external_id',
    'printed_names',
    'visible',
    'stewards',
    'starts_at',
    'ends_at',
    'deleted_at',
    'members',
    'import',
  ],
  job: ['status', 'error_message'],
  site_data: ['clear_ingestion_jobs', 'publications', 'works', 'people', 'jobs', 'complete'],
  author_links: ['author_match_state', 'researchers'],
  publication: [
    'title',
    'publication_date',
    'source',
    'aliases',
    'researchers',
    'fields',
    'groups_added',
    'groups_excluded',
  ],
  work: ['groups_added', 'groups_excluded'],
  rollout: ['stage', 'enabled', 'auto_disabled', 'disabled_at', 'disabled_reason', 'updated_at', 'reason'],
} as const;

/** All audited actions. docs/decisions/0085-activity-and-audit.md says what belongs here. */
export const auditActions = [
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.deleted',
  'installation.created',
  'installation.updated',
  'installation.origin_added',
  'installation.origin_verified',
  'installation.origin_revoked',
  'installation.credential_issued',
  'installation.credential_rotated',
  'installation.credential_revoked',
  'user.created',
  'user.updated',
  'user.deleted',
  'activity.cleared',
  'person.updated',
  'person.affiliation_changed',
  'person.erasure_started',
  'person.erased',
  'person.erasure_lifted',
  'project.created',
  'project.updated',
  'project.deleted',
  'project.restored',
  'group.created',
  'group.updated',
  'group.deleted',
  'group.members_changed',
  'job.failed',
  'site_data.reset_started',
  'site_data.reset',
  'author_links.repaired',
  'publication.imported',
  'publication.rederived',
  'publication.groups_changed',
  'work.groups_changed',
  'rollout.updated',
  'rollout.auto_disabled',
] as const;
export type AuditAction = (typeof auditActions)[number];

export type AuditKind = keyof typeof auditedFields;
export const auditKinds = Object.keys(auditedFields) as [AuditKind, ...AuditKind[]];

/** The audited fields of an installation's parts, recorded as `origin:<id>`, `credential:<id>` or `webhook:<id>`. */
export const auditedParts = {
  origin: ['origin', 'verification_status', 'last_verification_error'],
  credential: ['last4', 'active', 'expires_at', 'revoked_at', 'rotated_from'],
  webhook: ['url', 'events', 'status', 'disabled_reason', 'secret_generation'],
} as const;

/** A change by an administrator that is not an activity event. */
export const AuditRecord = z
  .object({
    id: z.string(),
    /** Milliseconds since the epoch. */
    occurred_at: z.int(),
    /** One of `auditActions`, or of a later release, from which one has gone back. */
    action: z.string().meta({ openapi: { type: 'string', enum: [...auditActions] } }),
    actor_id: z.string().nullable(),
    /** Null for resources of the whole deployment. */
    workspace_id: z.string().nullable(),
    /** A key's hash, DOI, user's address, person's iD (or pseudonym if erased), feature name, or other id. */
    resource_id: z.string().nullable(),
    request_id: z.string(),
    /** The changed fields; null if the resource was created. */
    before: z.record(z.string(), z.unknown()).nullable(),
    /** Null if the resource was deleted. */
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecord = z.output<typeof AuditRecord>;

type Fields = Record<string, unknown>;

/** A change to record. A created resource has no `before`, a deleted one no `after`. */
export interface AuditedChange {
  action: AuditAction;
  workspace: string | null;
  resource: string | null;
  before?: object | undefined;
  after?: object | undefined;
  parts?: { kind: keyof typeof auditedParts; id: string; before?: object | undefined; after?: object | undefined }[];
}

/** The audit record of a change; undefined if no audited field has changed. */
export function auditRecord(change: AuditedChange, id: string, { actor, now, requestId }: ChangeContext) {
  const kind = change.action.split('.')[0] as AuditKind;
  const before = pick(change.before, auditedFields[kind]);
  const after = pick(change.after, auditedFields[kind]);
  for (const part of change.parts ?? []) {
    const name = `${part.kind}:${part.id}`;
    if (before && part.before) before[name] = pick(part.before, auditedParts[part.kind]);
    if (after && part.after) after[name] = pick(part.after, auditedParts[part.kind]);
  }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
  if (changed.length === 0) return undefined;
  const record: AuditRecord = {
    id,
    occurred_at: now.getTime(),
    action: change.action,
    actor_id: actor,
    workspace_id: change.workspace,
    resource_id: change.resource,
    request_id: requestId,
    before: bounded(pick(before, changed)),
    after: bounded(pick(after, changed)),
  };
  return record;
}

/** Larger values (as JSON) are recorded as their size and beginning. */
const maxValueCharacters = 2_000;
const keptCharacters = 200;

/** The fields with large values cut, which keeps records small; null if there are none. */
function bounded(fields: Fields | undefined): Fields | null {
  if (!fields) return null;
  const entries = Object.entries(fields).map(([name, value]) => {
    const json = JSON.stringify(value) ?? '';
    const isLarge = json.length > maxValueCharacters;
    return [name, isLarge ? { characters: json.length, begins: json.slice(0, keptCharacters).toWellFormed() } : value];
  });
  return Object.fromEntries(entries);
}

function pick(of: object | undefined, names: readonly string[]): Fields | undefined {
  return of && Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
}
