import * as z from 'zod';
import { changeContext } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import {
  CredentialRecord,
  credentialId,
  type Installation,
  InstallationRecord,
  OriginRecord,
  verificationUrls,
} from '#src/identity/domain/installation.ts';
import type { RefusedChange } from '#src/identity/domain/installation-changes.ts';
import { changeInstallation, type InstallationResult } from '#src/identity/store/installations.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';

const opaqueId = (subject: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
    .meta({ description: `The id of ${subject}` });

export const InstallationParams = z.object({ id: opaqueId('an installation') });
export const OriginParams = InstallationParams.extend({ originId: opaqueId('an origin') });
export const CredentialParams = InstallationParams.extend({ credentialId: opaqueId('a credential') });

/** An origin in the dashboard, including how to verify it. */
export const DashboardOrigin = OriginRecord.omit({ installation_id: true, verification_token: true })
  .extend({
    verification: z
      .object({
        token: z.string().meta({ description: 'The token that one of the URLs must return, as text/plain' }),
        urls: z.array(z.string()).meta({ description: 'The URLs that are requested, in this order' }),
      })
      .nullable()
      .meta({ description: 'How to verify the origin; null if it has no token' }),
  })
  .meta({ id: 'DashboardOrigin' });

export const DashboardInstallation = InstallationRecord.omit({ version: true })
  .extend({ origins: z.array(DashboardOrigin) })
  .meta({ id: 'DashboardInstallation' });

/** A credential without its hash. */
export const Credential = CredentialRecord.omit({ id: true, hash: true, installation_id: true })
  .extend({ id: z.string() })
  .meta({ id: 'InstallationCredential' });

/** A new credential with its secret, which is never shown again. */
export const NewCredential = z.object({
  credential: Credential,
  secret: z
    .string()
    .meta({ description: 'The value for the `X-API-Key` header. It is not stored and cannot be read again.' }),
});

export const expiresAt = z.int().min(1).nullable().optional().meta({
  description: 'The expiry, in milliseconds since 1970-01-01T00:00:00Z. If null or missing, it does not expire.',
});

export function installationView({ installation, origins }: Omit<Installation, 'credentials'>) {
  return { ...installation, origins: origins.map((origin) => originView(origin, installation)) };
}

/** An origin with the URLs for its installation's platform. */
export function originView(origin: OriginRecord, { platform }: InstallationRecord) {
  const { verification_token: token } = origin;
  return {
    ...origin,
    verification: token === null ? null : { token, urls: verificationUrls(origin.origin, platform) },
  };
}

export const credentialView = (credential: CredentialRecord) => ({ ...credential, id: credentialId(credential) });

/** The item with this id, which must exist after a successful change. */
export function withId<T extends { id?: string | undefined }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is missing right after it was written`);
  return found;
}

interface InstallationRequest {
  params: z.output<typeof InstallationParams>;
  caller: MemberCaller;
  now: Date;
  requestId: string;
}

/** Changes the installation of a request and records `action`. Throws Problem `not_found` or `invalid_body`. */
export async function changeRequested(
  request: InstallationRequest,
  change: Parameters<typeof changeInstallation>[2],
  action: Parameters<typeof changeInstallation>[3],
): Promise<Installation> {
  const { params, caller } = request;
  return installationOr404(
    await changeInstallation(caller.workspace, params.id, change, action, changeContext(request)),
  );
}

/** The installation after a change. Throws Problem `not_found` or `invalid_body` if the change was not made. */
export function installationOr404(changed: InstallationResult | undefined): Installation {
  if (!changed) throw new Problem('not_found', 'There is nothing with this id in this workspace');
  if (changed === 'site taken') throw new Error('Only a verification can find that a site is taken');
  if ('refused' in changed) throw refusal(changed);
  return changed;
}

/** The error for a well-formed request that the installation's state does not allow. */
function refusal({ field, refused }: RefusedChange): Problem {
  return invalidField('body', field, refused);
}

export const newCredentialView = ({ credentials }: Installation, id: string, secret: string) => ({
  credential: credentialView(withId(credentials, id)),
  secret,
});
