/** An error answer of an AWS service. `type` is the error name by which clients recognize it. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The error for an action that the laptop cloud does not implement. */
export function unknownAction(action: string): AwsError {
  return new AwsError('UnknownOperationException', `The laptop cloud does not answer ${action}`);
}
