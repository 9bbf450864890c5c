import { CredentialRecord, InstallationRecord, OriginRecord } from '../domain/installation.ts';
import { keys, prefixes, refs } from './keys.ts';
import { beginningWith, getItem, query, transact } from './table.ts';

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

/** A credential with the installation it opens and that one's origins. */
export interface HeldCredential {
  credential: CredentialRecord;
  installation: InstallationRecord;
  origins: OriginRecord[];
}

/** What a credential opens, whether or not it may be used; undefined when nobody knows it. */
export async function findCredential(hash: string): Promise<HeldCredential | undefined> {
  const installationId = await installationOf(hash);
  if (installationId === undefined) return undefined;
  // The index is eventually consistent; the records are not.
  const [credential, installation, origins] = await Promise.all([
    getItem(keys.credential(installationId, hash)),
    getItem(keys.installation(installationId)),
    originsOf(installationId),
  ]);
  if (!credential || !installation) return undefined;
  return {
    credential: CredentialRecord.parse(credential),
    installation: InstallationRecord.parse(installation),
    origins,
  };
}

/** An installation and its origins; undefined when there is none with this id. */
export async function getInstallation(
  id: string,
): Promise<Pick<HeldCredential, 'installation' | 'origins'> | undefined> {
  const [item, origins] = await Promise.all([getItem(keys.installation(id)), originsOf(id)]);
  return item && { installation: InstallationRecord.parse(item), origins };
}

/** The token an origin is verified by; undefined when there is no such origin, it has none, or it was revoked. */
export async function verificationToken(originId: string): Promise<string | undefined> {
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.origin(originId).refPk },
  });
  for await (const item of found) {
    // The index is eventually consistent; the record is not.
    const { installation_id, id } = OriginRecord.parse(item);
    const current = OriginRecord.safeParse(await getItem(keys.origin(installation_id, id)));
    if (current.success && current.data.verification_status !== 'revoked') {
      return current.data.verification_token ?? undefined;
    }
  }
  return undefined;
}

async function installationOf(credentialHash: string): Promise<string | undefined> {
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.credential(credentialHash).refPk },
  });
  for await (const item of found) return CredentialRecord.parse(item).installation_id;
  return undefined;
}

/** The sites of an installation, verified or not. */
async function originsOf(installationId: string): Promise<OriginRecord[]> {
  const origins: OriginRecord[] = [];
  for await (const item of query(beginningWith(keys.installation(installationId).pk, prefixes.origin))) {
    origins.push(OriginRecord.parse(item));
  }
  return origins;
}
