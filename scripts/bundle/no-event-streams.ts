/**
 * Replaces the AWS SDK's event streams. Safe because none of the operations used has one; any other would fail with the
 * error below.
 */
export function eventStreamSerdeProvider(): never {
  throw new Error('Event streams are not in the bundles: see scripts/bundle/no-event-streams.ts');
}

export class EventStreamSerde {
  constructor() {
    eventStreamSerdeProvider();
  }
}
