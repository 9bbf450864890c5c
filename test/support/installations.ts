import type { InstallationRecord, OriginRecord } from '#src/identity/domain/installation.ts';
import { createInstallation } from '#src/identity/store/installations.ts';

/** Stores an installation with this id, the origin `<id>-origin` and the credential hash `<id>-hash`. */
export async function storeInstallation(
  id: string,
  installation: Partial<InstallationRecord> = {},
  origin: Partial<OriginRecord> = {},
): Promise<void> {
  await createInstallation(
    {
      id,
      workspace_id: 'primary_entity',
      platform: 'drupal',
      status: 'active',
      display_name: 'Our site',
      description: null,
      scopes: ['people.read', 'works.read'],
      created_at: 1,
      updated_at: 2,
      ...installation,
    },
    {
      id: `${id}-origin`,
      installation_id: id,
      origin: 'https://plugin.example',
      verification_status: 'pending',
      verification_token: 'token-of-it',
      verified_at: null,
      last_verification_error: null,
      ...origin,
    },
    { hash: `${id}-hash`, installation_id: id, last4: 'abcd', active: true, created_at: 1, expires_at: null },
  );
}
