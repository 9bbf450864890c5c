/** Stands in for the SDK's event streams, a dynamic import of every client that none of our operations ever takes. */
export class EventStreamSerde {
  constructor() {
    throw new Error('The bundles leave event streams out (scripts/build-lambdas.ts)');
  }
}

export const eventStreamSerdeProvider = undefined;
