/**
 * What a function may touch. Each grant becomes the smallest IAM policy that does it and the environment variables that
 * name the resource; a function has nothing else.
 */
export type Grant =
  | 'table:read'
  | 'table:write'
  /** The activity log and nothing else; clearing it needs reading it. */
  | 'activity:read'
  | 'activity:clear'
  /** Counting requests against limits; functions behind a credential with a limit have it by themselves. */
  | 'usage'
  /** Lists in memory: reading the table and the snapshots of lists. */
  | 'lists'
  /** Writing the snapshots, and stamping list rows anew that were committed late. */
  | 'lists:compact'
  | 'queue:researchers'
  | 'queue:works'
  /** How many messages each queue holds. */
  | 'queues:count'
  | 'secret:api-key-pepper'
  /** How many requests a minute an installation may make. */
  | 'limit:installations'
  /** On which private hosts sites may be verified: none, but on a laptop. */
  | 'verification'
  /** The keys of API Gateway and which usage plan each is in. */
  | 'gateway-keys'
  | 'secret:openalex-api-key'
  /** The bearer secret of the operator routes, where there is one. */
  | 'secret:admin-cli'
  /** Which tokens say who is signed in. */
  | 'sign-in'
  /** Notes in the record of a user which tokens are theirs, and changes nothing else. */
  | 'users:bind'
  /** Appends to the audit trail, for functions that may not write to the table otherwise. */
  | 'audit:append'
  /** Makes and deletes the users of the pool, where the deployment has one of its own. */
  | 'users:directory'
  /** Has the pool send the mail with which a user sets a new password. */
  | 'users:reset'
  | 'sources';
