import type { AuditAction, ChangeContext } from '../domain/audit.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { changeApiKey, type StoredApiKey } from '../storage/access/api-keys.ts';
import { alignIfPossible, concernsGateway } from './align-gateway.ts';

/**
 * Changes a key, and tells the gateway what concerns it; `alwaysTellGateway` also what does not. The change holds as
 * soon as it is written, whatever the gateway says: every request is judged by the table. `read` and `change` are called
 * again when somebody else has changed the key in between; throws Contention when that does not end.
 */
export async function changeKey(
  read: () => Promise<StoredApiKey>,
  change: (key: StoredApiKey) => StoredApiKey,
  action: AuditAction,
  by: ChangeContext,
  alwaysTellGateway = false,
): Promise<{ before: StoredApiKey; after: StoredApiKey }> {
  return retryIfStale('An API key', async () => {
    const before = await read();
    const after = change(before);
    const concerns = alwaysTellGateway || concernsGateway(before, after);
    if (!(await changeApiKey({ before, after, concernsGateway: concerns, action }, by))) return stale;
    if (concerns) await alignIfPossible(after.key_hash, by.now.getTime());
    return { before, after };
  });
}
