/**
 * The one table, declared once: the CDK table, the local engine and the tests are all made from this.
 * `changes` is local so that it can be read strongly consistent; `byRef` is sparse and serves the reverse look-ups.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; DynamoDB deletes the item some time after. */
  ttlAttribute: 'expiresAtSeconds',
  changes: { indexName: 'changes', sortKey: 'changed', sortKeyType: 'N' },
  byRef: { indexName: 'byRef', partitionKey: 'refPk', sortKey: 'refSk' },
} as const;
