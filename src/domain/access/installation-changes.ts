import {
  type CredentialRecord,
  credentialId,
  type Installation,
  type InstallationAction,
  type InstallationRecord,
  isFinal,
  nextInstallationStatus,
  nextOriginStatus,
  type OriginRecord,
  verifiedOrigins,
} from './installation.ts';

/** Why a change is not possible: the field of the request that asks for it, and a text that follows its name. */
export interface Refusal {
  field: string;
  refused: string;
}

/** What a change makes of an installation: the very same one when it changes nothing. Undefined: no such part of it. */
export type Change = (before: Installation) => Installation | Refusal | undefined;

/** Revoked ones do not count. More would be a mistake, and everything of an installation is read at once. */
export const mostOrigins = 20;
export const mostCredentials = 20;
/** Revoked ones count: the row in the list of installations holds them all, and no item may have more than 400 KB. */
export const mostOriginsKept = 200;

/** The statuses somebody can ask for, and what has to happen for each. */
export const wantedStatuses = {
  active: 'enable',
  disabled: 'disable',
  revoked: 'revoke',
  archived: 'archive',
} as const;
export type WantedStatus = keyof typeof wantedStatuses;

/** What an administrator says of an installation; what is undefined stays. */
export type Wanted = {
  [K in 'display_name' | 'description' | 'scopes']?: InstallationRecord[K] | undefined;
} & { status?: WantedStatus | undefined };

/** Changes what is said of an installation, and its status. */
export const withWanted =
  ({ status: wanted, ...said }: Wanted): Change =>
  (before) => {
    const { installation } = before;
    const changed = Object.entries(said).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(installation[name as keyof typeof said]) !== JSON.stringify(value),
    );
    if (changed.length > 0 && isFinal(installation.status)) {
      return { field: changed[0]?.[0] ?? '', refused: `cannot be changed: the installation is ${installation.status}` };
    }
    const status = wanted === undefined ? installation.status : moved(before, wantedStatuses[wanted]);
    if (typeof status !== 'string') return status;
    if (wanted === 'active' && verifiedOrigins(before.origins).length === 0) {
      return { field: 'status', refused: 'cannot become active: none of its origins is verified' };
    }
    if (changed.length === 0 && status === installation.status) return before;
    return { ...before, installation: { ...installation, ...Object.fromEntries(changed), status } };
  };

/** Adds a site, which has still to be proved. */
export const withOrigin =
  (added: OriginRecord): Change =>
  (before) => {
    const inUse = before.origins.filter(({ verification_status }) => verification_status !== 'revoked');
    if (inUse.some(({ origin }) => origin === added.origin)) {
      return { field: 'origin', refused: 'is an origin of this installation already' };
    }
    if (inUse.length >= mostOrigins) return { field: 'origin', refused: `is one too many: ${mostOrigins} are allowed` };
    if (before.origins.length >= mostOriginsKept) {
      const refused = `is one too many: an installation keeps ${mostOriginsKept}, also revoked ones. Make a new installation`;
      return { field: 'origin', refused };
    }
    const status = moved(before, 'add_origin', 'origin');
    if (typeof status !== 'string') return status;
    return {
      ...before,
      installation: { ...before.installation, status },
      origins: [...before.origins, added],
    };
  };

/**
 * What a verification came to: verified at this time, or the reason why not. An origin that was proved meanwhile stays
 * proved, and one that failed before is tried anew.
 */
export const withVerification =
  (originId: string, outcome: { verifiedAtMs: number } | { failure: string }): Change =>
  (before) => {
    const origin = before.origins.find(({ id }) => id === originId);
    if (!origin) return undefined;
    if (origin.verification_status === 'verified') return before;
    const tried = nextOriginStatus(origin.verification_status, 'retry');
    if (!tried) return { field: 'origin', refused: 'was revoked' };
    const status = moved(before, 'verify_origin', 'origin');
    if (typeof status !== 'string') return status;
    const isProved = 'verifiedAtMs' in outcome;
    const verification_status = nextOriginStatus(tried, isProved ? 'succeed' : 'fail') ?? tried;
    const verified: OriginRecord = {
      ...origin,
      verification_status,
      verified_at: isProved ? outcome.verifiedAtMs : null,
      last_verification_error: isProved ? null : outcome.failure,
    };
    return {
      ...before,
      installation: isProved ? { ...before.installation, status } : before.installation,
      origins: before.origins.map((each) => (each === origin ? verified : each)),
    };
  };

/** Takes a site away for good; its token goes with it. */
export const withoutOrigin =
  (originId: string): Change =>
  (before) => {
    const origin = before.origins.find(({ id }) => id === originId);
    if (!origin) return undefined;
    const verification_status = nextOriginStatus(origin.verification_status, 'revoke');
    if (!verification_status || verification_status === origin.verification_status) return before;
    const origins = before.origins.map((each) =>
      each === origin ? { ...origin, verification_status, verification_token: null } : each,
    );
    const wasLast = verifiedOrigins(before.origins).length > 0 && verifiedOrigins(origins).length === 0;
    const status = wasLast ? moved(before, 'lose_last_verified_origin') : before.installation.status;
    if (typeof status !== 'string') return status;
    return { ...before, origins, installation: { ...before.installation, status } };
  };

/** Adds a credential. */
export const withCredential =
  (added: CredentialRecord): Change =>
  (before) => {
    const { status } = before.installation;
    if (isFinal(status)) return { field: 'status', refused: `is ${status}: there are no more credentials` };
    if (before.credentials.filter(({ active }) => active).length >= mostCredentials) {
      return { field: 'credentials', refused: `are too many: ${mostCredentials} may be in use. Revoke one first` };
    }
    return { ...before, credentials: [...before.credentials, added] };
  };

/** Adds a credential in the place of another, which goes on for as long as it is not revoked. */
export const withRotated =
  (oldId: string, added: CredentialRecord, revokeOld: boolean, nowMs: number): Change =>
  (before) => {
    const old = before.credentials.find((each) => credentialId(each) === oldId);
    if (!old) return undefined;
    if (!old.active) return { field: 'credential', refused: 'was revoked; make a new one instead' };
    // Otherwise a credential that was to end would go on for good by being rotated.
    const expires_at = added.expires_at ?? old.expires_at;
    if (expires_at !== null && expires_at <= nowMs) {
      return { field: 'expires_at', refused: 'is required, since the old credential has expired' };
    }
    const base = revokeOld ? withoutCredential(oldId, nowMs)(before) : before;
    return base && 'installation' in base ? withCredential({ ...added, expires_at, rotated_from: oldId })(base) : base;
  };

/** Ends a credential for good. */
export const withoutCredential =
  (id: string, nowMs: number): Change =>
  (before) => {
    const credential = before.credentials.find((each) => credentialId(each) === id);
    if (!credential) return undefined;
    if (!credential.active) return before;
    const revoked = { ...credential, active: false, revoked_at: nowMs };
    return { ...before, credentials: before.credentials.map((each) => (each === credential ? revoked : each)) };
  };

function moved({ installation: { status } }: Installation, action: InstallationAction, field = 'status') {
  const next = nextInstallationStatus(status, action);
  if (next) return next;
  const why = isFinal(status) ? ', which is final' : '';
  return { field, refused: `${refusals[action]}: the installation is ${status}${why}` };
}

const refusals: Record<InstallationAction, string> = {
  add_origin: 'cannot be added',
  verify_origin: 'cannot be verified',
  lose_last_verified_origin: 'cannot be changed',
  enable: 'cannot become active',
  disable: 'cannot become disabled',
  revoke: 'cannot become revoked',
  archive: 'cannot become archived',
};
