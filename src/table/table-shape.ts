/**
 * The schema of the table, for CDK, the local engine and the tests. `changes` is a local index, because it needs strong
 * consistency; `byRef` is a sparse index for reverse look-ups.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB deletes the item some time later. */
  ttlAttribute: 'expiresAtSeconds',
  changes: { indexName: 'changes', sortKey: 'changed', sortKeyType: 'N' },
  byRef: { indexName: 'byRef', partitionKey: 'refPk', sortKey: 'refSk' },
} as const;
