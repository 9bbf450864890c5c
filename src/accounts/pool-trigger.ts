/** A function that the user pool calls in the middle of its own work, and waits for. */
export interface PoolTrigger {
  /** The same as the file's name in lambdas/triggers. */
  id: string;
  /** At which point the pool calls it, as CloudFormation spells it in LambdaConfig. */
  operation: 'customMessage';
  summary: string;
  /** What does not work for whom while it fails; the alarm says it. */
  impact: string;
}
