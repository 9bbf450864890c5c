import type { AuditAction, ChangeContext } from '../domain/audit.ts';
import { changeApiKey, type StoredApiKey } from '../storage/access/api-keys.ts';
import { alignIfPossible, concernsGateway } from './align-gateway.ts';

const maxTries = 10;

/**
 * Changes a key, and tells the gateway what concerns it, or `toldAnyhow`. The change holds as soon as it is written,
 * whatever the gateway says: every request is judged by the table. Somebody else may change the key at the same time; it
 * is read and changed again then.
 */
export async function changeKey(
  read: () => Promise<StoredApiKey>,
  change: (key: StoredApiKey) => StoredApiKey,
  action: AuditAction,
  by: ChangeContext,
  toldAnyhow = false,
): Promise<{ before: StoredApiKey; after: StoredApiKey }> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const before = await read();
    const after = change(before);
    const concerns = toldAnyhow || concernsGateway(before, after);
    if (!(await changeApiKey({ before, after, concernsGateway: concerns, action }, by))) continue;
    if (concerns) await alignIfPossible(after.key_hash, by.now.getTime());
    return { before, after };
  }
  throw new Error('An API key kept changing while it was being changed');
}
