/** A call that a service of AWS refuses, by the name clients tell refusals apart by. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** What is not answered here is an error that names it, and so never leaves the laptop. */
export function unknownAction(action: string): AwsError {
  return new AwsError('UnknownOperationException', `The laptop cloud does not answer ${action}`);
}
