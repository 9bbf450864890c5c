import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { endsSoon, renewalTime } from './renewal-time.ts';
import { type Session, sessionQuery } from './session.ts';

const everyMs = 30_000;
const askedTimeoutMs = 20_000;

/** The current session; undefined if there is none or no response. */
export async function currentSession(): Promise<Session | undefined> {
  // When its session has ended, a load balancer redirects to the issuer.
  const request: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(askedTimeoutMs) };
  const response = await fetch('/api/session', request);
  return response.ok ? ((await response.json()) as Session) : undefined;
}

/**
 * Extends the session with the refresh token. Resolves to whether it was extended. Tabs take turns, and an extension
 * that another tab has just made counts.
 */
export function renewSession(): Promise<boolean> {
  return navigator.locks.request('registry.session', async () => {
    try {
      const before = await currentSession();
      if (before && !endsSoon(before.expires_at, Date.now())) return keep(before);
      const request = { method: 'POST', signal: AbortSignal.timeout(askedTimeoutMs) };
      const { ok } = await fetch('/api/auth/refresh', request);
      const after = ok ? await currentSession() : undefined;
      return after ? keep(after) : false;
    } catch {
      // No response: the next attempt may succeed.
      return false;
    }
  });
}

/** Extends the session five minutes before it ends, even if the computer was asleep. */
export function useRenewal(session: Session | undefined): void {
  useEffect(() => {
    const endsAt = session?.expires_at ?? null;
    if (endsAt === null) return;
    const dueAt = renewalTime(endsAt, Date.now());
    const renewIfNeeded = () => {
      if (dueAt <= Date.now() && Date.now() < endsAt) void renewSession();
    };
    const timer = setInterval(renewIfNeeded, everyMs);
    return () => clearInterval(timer);
  }, [session]);
}

function keep(session: Session): true {
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return true;
}
