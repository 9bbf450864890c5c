import type { ApiKeyScope } from '../../src/identity/domain/api-key.ts';
import type { InstallationScope } from '../../src/identity/domain/installation.ts';

/** The least credential that may call a route. */
export type Right =
  | 'anybody'
  | ApiKeyScope
  | 'any key'
  | InstallationScope
  | 'any installation'
  | 'signed in'
  | 'any member'
  | 'member'
  | 'admin'
  | 'superadmin'
  | 'operator';

/**
 * The callers of each route, stated independently of the routes' own declarations, to detect wrong ones.
 * `npm run check` names missing lines; test/apis/access.ts calls every route as every kind of caller.
 */
export const mayCall: Record<string, Right> = {
  'consumer health.get': 'anybody',
  'consumer docs.open': 'anybody',
  'consumer docs.page': 'anybody',
  'consumer docs.asset': 'anybody',
  'consumer openapi.consumer-api': 'anybody',
  'consumer openapi.integrations-api': 'anybody',
  'consumer publications.list': 'anybody',
  'consumer publications.get': 'anybody',
  'consumer projects.list': 'anybody',
  'consumer projects.get': 'anybody',
  'consumer search.list': 'anybody',
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
  'integrations search.list': 'publications.read',

  'dashboard health.get': 'anybody',
  'dashboard docs.page': 'anybody',
  'dashboard docs.asset': 'anybody',
  'dashboard openapi.dashboard-api': 'anybody',
  'dashboard debug-auth.get': 'anybody',
  'dashboard password-reset.confirm': 'anybody',
  'dashboard password-reset.request': 'anybody',
  'dashboard auth.login': 'anybody',
  'dashboard auth.callback': 'anybody',
  'dashboard auth.refresh': 'anybody',
  'dashboard auth.logout': 'anybody',
  'dashboard me.get': 'signed in',
  'dashboard session.get': 'signed in',
  'dashboard rollout.get': 'any member',
  'dashboard rollout.metrics': 'any member',
  'dashboard rollout.update': 'any member',
  'dashboard invitations.list': 'signed in',
  'dashboard invitations.accept': 'signed in',
  'dashboard invitations.create': 'admin',
  'dashboard invitations.cancel': 'admin',
  'dashboard members.list': 'admin',
  'dashboard members.update': 'admin',
  'dashboard members.remove': 'admin',
  'dashboard publications.list': 'member',
  'dashboard publications.stats': 'member',
  'dashboard publications.timeseries': 'member',
  'dashboard researchers.publications': 'member',
  'dashboard people.list': 'member',
  'dashboard people.categories': 'member',
  'dashboard people.get': 'member',
  'dashboard people.export': 'superadmin',
  'dashboard people.erase': 'superadmin',
  'dashboard people.update': 'member',
  'dashboard people.affiliation': 'member',
  'dashboard people.restore': 'superadmin',
  'dashboard researchers.list': 'member',
  'dashboard researchers.get': 'member',
  'dashboard researchers.update': 'member',
  'dashboard researchers.affiliation': 'member',
  'dashboard publications.get': 'member',
  'dashboard publications.update': 'member',
  'dashboard publications.delete': 'member',
  'dashboard publications.delete-empty': 'member',
  'dashboard publications.update-empty': 'member',
  'dashboard publications.bulk': 'member',
  'dashboard publications.bulk-edit': 'member',
  'dashboard publication-matches.list': 'member',
  'dashboard publication-matches.get': 'member',
  'dashboard publication-matches.decide': 'member',
  'dashboard publication-edits.list': 'member',
  'dashboard publication-edits.revert': 'member',
  'dashboard activity.list': 'member',
  'dashboard audit.list': 'superadmin',
  'dashboard import.orcid': 'member',
  'dashboard import.doi': 'member',
  'dashboard ingest.create': 'member',
  'dashboard ingest.status': 'member',
  'dashboard ingest.stuck': 'member',
  'dashboard ingest.force-fail': 'member',
  'dashboard ingest-jobs.list': 'member',
  'dashboard ingest-jobs.get': 'member',
  'dashboard ingest-jobs.retry': 'member',
  'dashboard activity.cleanup': 'admin',
  'dashboard projects.list': 'member',
  'dashboard projects.create': 'member',
  'dashboard projects.bulk': 'member',
  'dashboard projects.get': 'member',
  'dashboard projects.update': 'member',
  'dashboard projects.delete': 'member',
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
  'dashboard site-tools.reset-data': 'superadmin',
  'dashboard site-tools.reset-scope': 'superadmin',
  'dashboard site-tools.clear-stuck-jobs': 'superadmin',
  'dashboard site-tools.repair-author-links': 'superadmin',
  'dashboard site-tools.repair-author-links-bulk': 'superadmin',
  'dashboard site-tools.refresh': 'superadmin',
  'dashboard site-tools.rederive': 'superadmin',
  'dashboard users.list': 'operator',
  'dashboard users.create': 'operator',
  'dashboard users.update': 'operator',
  'dashboard users.delete': 'operator',
  'dashboard proposals.list': 'member',
  'dashboard proposals.decide': 'member',
  'dashboard duplicates.decide': 'member',
  'dashboard duplicates.get': 'member',
  'dashboard duplicates.list': 'member',
  'dashboard bulk-edits.get': 'member',
};

/**
 * Public routes that act on a browser's cookies and therefore only for pages of the dashboard, with their status for a
 * page that has no refresh token. Everyone else gets 403.
 */
export const onlyFromOwnPages: Readonly<Record<string, 'in' | 401>> = {
  'dashboard auth.logout': 'in',
  'dashboard auth.refresh': 401,
};
