import type { ApiKeyScope } from '../../src/domain/access/api-key.ts';
import type { InstallationScope } from '../../src/domain/access/installation.ts';

/** The least that lets somebody call a route. */
export type Right =
  | 'anybody'
  | ApiKeyScope
  | 'any key'
  | InstallationScope
  | 'any installation'
  | 'signed in'
  | 'member'
  | 'admin'
  | 'superadmin'
  | 'operator';

/**
 * Who may call what, stated once more beside the routes' own declarations, so that a wrong declaration is noticed.
 * `npm run check` names a missing line; access.test.ts asks every route as every kind of caller.
 */
export const mayCall: Record<string, Right> = {
  'consumer health.get': 'anybody',
  'consumer docs.page': 'anybody',
  'consumer docs.asset': 'anybody',
  'consumer openapi.consumer-api': 'anybody',
  'consumer openapi.integrations-api': 'anybody',
  'consumer publications.list': 'anybody',
  'consumer publications.get': 'anybody',
  'consumer projects.list': 'anybody',
  'consumer projects.get': 'anybody',
  'consumer key.get': 'any key',
  'consumer ingest.create': 'ingest',
  'consumer membership.update': 'membership.update',
  'consumer people.list': 'people.read',
  'consumer people.get': 'people.read',
  'consumer people.publications': 'people.read',

  'integrations health.get': 'anybody',
  'integrations verify.get': 'anybody',
  'integrations verify.empty': 'anybody',
  'integrations installation.get': 'any installation',
  'integrations changes.list': 'any installation',
  'integrations publications.list': 'publications.read',
  'integrations works.list': 'works.read',
  'integrations projects.list': 'projects.read',
  'integrations people.list': 'people.read',

  'dashboard health.get': 'anybody',
  'dashboard docs.page': 'anybody',
  'dashboard docs.asset': 'anybody',
  'dashboard openapi.dashboard-api': 'anybody',
  'dashboard debug-auth.get': 'anybody',
  'dashboard password-reset.request': 'anybody',
  'dashboard me.get': 'signed in',
  'dashboard rollout.get': 'signed in',
  'dashboard rollout.metrics': 'signed in',
  'dashboard rollout.update': 'signed in',
  'dashboard invitations.list': 'signed in',
  'dashboard invitations.accept': 'signed in',
  'dashboard invitations.create': 'admin',
  'dashboard invitations.cancel': 'admin',
  'dashboard members.list': 'admin',
  'dashboard members.update': 'admin',
  'dashboard members.remove': 'admin',
  'dashboard activity.list': 'member',
  'dashboard activity.cleanup': 'admin',
  'dashboard installations.list': 'admin',
  'dashboard installations.create': 'admin',
  'dashboard installations.get': 'admin',
  'dashboard installations.update': 'admin',
  'dashboard installation-origins.create': 'admin',
  'dashboard installation-origins.verify': 'admin',
  'dashboard installation-origins.delete': 'admin',
  'dashboard installation-credentials.list': 'admin',
  'dashboard installation-credentials.create': 'admin',
  'dashboard installation-credentials.rotate': 'admin',
  'dashboard installation-credentials.delete': 'admin',
  'dashboard api-keys.list': 'superadmin',
  'dashboard api-keys.create': 'superadmin',
  'dashboard api-keys.update': 'superadmin',
  'dashboard api-keys.delete': 'superadmin',
  'dashboard api-keys.rotate': 'superadmin',
  'dashboard users.list': 'operator',
  'dashboard users.create': 'operator',
  'dashboard users.update': 'operator',
  'dashboard users.delete': 'operator',
};
