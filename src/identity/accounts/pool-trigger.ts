/** A Lambda trigger of the user pool. The pool waits for its result. */
export interface PoolTrigger {
  /** The name of the file in lambdas/triggers. */
  id: string;
  /** The trigger type, as CloudFormation spells it in LambdaConfig. */
  operation: 'customMessage';
  summary: string;
  /** Who is affected and how while it fails, for the alarm's description. */
  impact: string;
}
