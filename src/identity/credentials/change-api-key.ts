import type { AuditAction, ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { changeApiKey, type StoredApiKey } from '../store/api-keys.ts';
import { affectsGateway, trySyncKey } from './sync-gateway.ts';

/**
 * Changes a key and syncs it with API Gateway if that is affected, or always with `alwaysSyncGateway`. The change takes
 * effect when it is written to the table, even if the sync fails. `read` and `change` are called again after a
 * concurrent change; throws Contention after too many.
 */
export async function changeKey(
  read: () => Promise<StoredApiKey>,
  change: (key: StoredApiKey) => StoredApiKey,
  action: AuditAction,
  context: ChangeContext,
  alwaysSyncGateway = false,
): Promise<{ before: StoredApiKey; after: StoredApiKey }> {
  return retryIfStale('An API key', async () => {
    const before = await read();
    const after = change(before);
    const affects = alwaysSyncGateway || affectsGateway(before, after);
    if (!(await changeApiKey({ before, after, affectsGateway: affects, action }, context))) return stale;
    if (affects) await trySyncKey(after.key_hash, context.now.getTime());
    return { before, after };
  });
}
