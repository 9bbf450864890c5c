/**
 * Replaces the event streams of the AWS SDK. Safe because no operation that this service calls uses one. An operation
 * that did would fail with the error below.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error('Event streams are not in the bundles: see scripts/bundle/no-event-streams.ts');
}

export class EventStreamSerde {
  constructor() {
    eventStreamSerdeProvider();
  }
}
