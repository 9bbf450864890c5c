import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import type { Caller } from './caller.ts';

/** The id of a caller in the activity log and the audit trail. Null for unauthenticated callers. */
export function actorOf(caller: Caller): string | null {
  switch (caller.kind) {
    case 'none':
      return null;
    case 'operator':
      return 'operator';
    case 'apiKey':
      return `api_key:${caller.keyHash}`;
    case 'installation':
      return `installation:${caller.installationId}`;
    case 'session':
    case 'member':
      return `user:${caller.email ?? caller.subject}`;
  }
}

/** Who requests an ingestion in a workspace. */
export const requesterOf = ({
  caller,
  requestId,
}: {
  caller: Extract<Caller, { kind: 'member' }>;
  requestId: string;
}) => ({
  requestedBy: actorOf(caller) ?? 'unknown',
  workspace: caller.workspace,
  requestId,
});

/** The context of a change made by this request. */
export const changeContext = (input: { caller: Caller; now: Date; requestId: string }): ChangeContext => ({
  actor: actorOf(input.caller),
  now: input.now,
  requestId: input.requestId,
});
