import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { keys } from '#src/table/keys.ts';

/** The revocations that a table other than the environment's has not written to the ledger yet. */
export async function pendingOf(client: DynamoDBClient, TableName: string): Promise<RevocationEntry[]> {
  const documents = DynamoDBDocumentClient.from(client);
  const entries: RevocationEntry[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.revocationList },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    entries.push(...(page.Items ?? []).map((item) => RevocationEntry.parse(item)));
    from = page.LastEvaluatedKey;
  } while (from);
  return entries;
}
