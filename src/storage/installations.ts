import type { CredentialRecord, InstallationRecord, OriginRecord } from '../domain/installation.ts';
import { keys, refs } from './keys.ts';
import { transact } from './table.ts';

/** Stores a new installation with its origin and credential at once; false when its id is known already. */
export async function createInstallation(
  installation: InstallationRecord,
  origin: OriginRecord,
  credential: CredentialRecord,
): Promise<boolean> {
  const { id } = installation;
  const failed = await transact([
    { Put: { Item: { ...keys.installation(id), ...installation }, ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...keys.origin(id, origin.id), ...refs.origin(origin.id), ...origin } } },
    { Put: { Item: { ...keys.credential(id, credential.hash), ...refs.credential(credential.hash), ...credential } } },
  ]);
  return !failed;
}
