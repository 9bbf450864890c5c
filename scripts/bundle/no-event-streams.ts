/**
 * Stands in for the event streams of the AWS SDK. Safe, since the SDK imports them only when an operation sends or
 * receives a stream of events, and none that we call does. One that did would fail with the error below.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error('Event streams are not in the bundles: see scripts/bundle/no-event-streams.ts');
}

export class EventStreamSerde {
  constructor() {
    eventStreamSerdeProvider();
  }
}
