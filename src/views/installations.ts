import * as z from 'zod';
import {
  CredentialRecord,
  credentialId,
  type Installation,
  InstallationRecord,
  OriginRecord,
  verificationUrls,
} from '../domain/access/installation.ts';
import type { Refusal } from '../domain/access/installation-changes.ts';
import { invalidField, Problem } from '../errors.ts';
import type { Changed } from '../storage/access/installations.ts';

const opaqueId = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
    .meta({ description: `The id of ${what}` });

export const InstallationParams = z.object({ id: opaqueId('an installation') });
export const OriginParams = InstallationParams.extend({ originId: opaqueId('an origin') });
export const CredentialParams = InstallationParams.extend({ credentialId: opaqueId('a credential') });

/** What the dashboard shows of an origin: also how it is verified. */
export const DashboardOrigin = OriginRecord.omit({ installation_id: true, verification_token: true })
  .extend({
    verification: z
      .object({
        token: z.string().meta({ description: 'What one of the addresses has to answer, as text/plain' }),
        urls: z.array(z.string()).meta({ description: 'The addresses that are asked, one after the other' }),
      })
      .nullable()
      .meta({ description: 'How the origin is verified; null where it is not, or no longer' }),
  })
  .meta({ id: 'DashboardOrigin' });

export const DashboardInstallation = InstallationRecord.omit({ version: true })
  .extend({ origins: z.array(DashboardOrigin) })
  .meta({ id: 'DashboardInstallation' });

/** A credential without anything that opens something. */
export const Credential = CredentialRecord.omit({ id: true, hash: true, installation_id: true })
  .extend({ id: z.string() })
  .meta({ id: 'InstallationCredential' });

/** A new credential and, this one time, its secret. */
export const NewCredential = z.object({
  credential: Credential,
  secret: z
    .string()
    .meta({ description: 'The credential itself, for X-API-Key. It is not kept and never shown again' }),
});

export const expiresAt = z
  .int()
  .min(1)
  .nullable()
  .optional()
  .meta({ description: 'When it ends, in milliseconds since 1970-01-01T00:00:00Z; never where null or missing' });

export function shownInstallation({ installation, origins }: Omit<Installation, 'credentials'>) {
  return { ...installation, origins: origins.map((origin) => shownOrigin(origin, installation)) };
}

/** One origin, as it is in this installation. */
export function shownOrigin(origin: OriginRecord, { platform }: InstallationRecord) {
  const { verification_token: token } = origin;
  return {
    ...origin,
    verification: token === null ? null : { token, urls: verificationUrls(origin.origin, platform) },
  };
}

export const shownCredential = (credential: CredentialRecord) => ({ ...credential, id: credentialId(credential) });

/** Of a list the one with this id, which a change that succeeded has left there. */
export function withId<T extends { id?: string | undefined }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is gone right after it was written`);
  return found;
}

/** What a change has made of an installation, or the Problem why it has made nothing. */
export function changedOr404(changed: Changed | undefined): Installation {
  if (!changed) throw new Problem('not_found', 'This workspace has nothing with this id');
  if (changed === 'site taken') throw new Error('Only a verification can find that a site is taken');
  if ('refused' in changed) throw refusal(changed);
  return changed;
}

/** A request that is well-formed and that the state of things does not allow. */
function refusal({ field, refused }: Refusal): Problem {
  return invalidField('body', field, refused);
}

/** The answer that shows a new credential, this one time with its secret. */
export const shownNewCredential = ({ credentials }: Installation, id: string, secret: string) => ({
  credential: shownCredential(withId(credentials, id)),
  secret,
});
