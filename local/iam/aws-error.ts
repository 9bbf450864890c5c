/** An AWS service error. Clients recognize it by its name, `type`. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** The error for an unsupported action. */
export function unknownAction(action: string): AwsError {
  return new AwsError('UnknownOperationException', `The laptop cloud does not answer ${action}`);
}
