/**
 * A permission of a function. Each grant becomes a least-privilege IAM policy and the environment variables of the
 * resource. A function has no other permissions.
 */
export type Grant =
  | 'table:read'
  | 'table:write'
  /** The activity log only. `activity:clear` includes reading. */
  | 'activity:read'
  | 'activity:clear'
  /** Counting requests against limits. Routes with rate-limited credentials have it automatically. */
  | 'usage'
  /** In-memory lists: reading the table and the snapshots. */
  | 'lists'
  /** Writing the snapshots, and updating the timestamps of list rows that were committed late. */
  | 'lists:compact'
  | 'queue:researchers'
  | 'queue:works'
  /** Reading the number of messages in each queue. */
  | 'queues:count'
  | 'secret:api-key-pepper'
  /** Reading the rate limit of installations. */
  | 'limit:installations'
  /** Reading the private hosts that can be verified, which only the local stack has. */
  | 'verification'
  /** Reading who may reset the data, and the phrase that confirms it. */
  | 'setting:reset'
  /** Deleting publications, works, people and jobs for good, with their list rows. */
  | 'data:delete'
  /** Ending jobs as failed. */
  | 'jobs:fail'
  /** Proposing and withdrawing pairs of possible duplicates. */
  | 'duplicates:find'
  /** Deciding such pairs: merging publications and works, and separating them again. */
  | 'duplicates:decide'
  /** Writing publications, and how far the repair of their author links has come. */
  | 'author-links:repair'
  /** Reading the rollout, its history, and the counters of the last minutes. */
  | 'rollout:read'
  /** Reading and changing the rollout. Its audit records need `audit:append`. */
  | 'rollout:write'
  /** Counting requests under the rollout. */
  | 'rollout:count'
  /** Reading who may change the rollout. */
  | 'setting:rollout'
  /** Reading metrics of CloudWatch. */
  | 'metrics:read'
  /** Managing the keys of API Gateway and their usage plans. */
  | 'gateway-keys'
  | 'secret:openalex-api-key'
  /** Reading the secret of the operator routes, if there is one. */
  | 'secret:admin-cli'
  /** Reading the settings for verifying session tokens. */
  | 'sign-in'
  /** Binding a user to an identity, and no other change of users. */
  | 'users:bind'
  /** Appending to the audit trail, for functions without other write access. */
  | 'audit:append'
  /** Creating and deleting users of the user pool, if there is one. */
  | 'users:directory'
  /** Letting the user pool send password reset mails. */
  | 'users:reset'
  | 'sources';
