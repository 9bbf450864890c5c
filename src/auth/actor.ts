import type { ChangeContext } from '../domain/audit.ts';
import type { Caller } from './caller.ts';

/** Who did something, as the activity log and the records name them. */
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

/** Who makes a change in this request. */
export const changeContext = (input: { caller: Caller; now: Date; requestId: string }): ChangeContext => ({
  actor: actorOf(input.caller),
  now: input.now,
  requestId: input.requestId,
});
