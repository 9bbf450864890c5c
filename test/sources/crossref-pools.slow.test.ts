import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fetchJson } from '#src/sources/requests/http.ts';
import { createThrottle, type Throttle } from '#src/sources/requests/throttle.ts';
import { readConfig } from '../../lib/config.ts';
import { sampleDir } from '../../local/options.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';

let replay: Replay;

beforeEach(async () => {
  await freshTable();
  replay = await startReplay({ dir: sampleDir, metered: { answerMs: { crossref: 250 } } });
});
afterEach(() => replay.close());

function configure(contactEmail: string): void {
  const { crossref } = readConfig({ sources: { contactEmail } }).sources;
  Object.assign(process.env, {
    CROSSREF_URL: replay.urls.crossref,
    CROSSREF_REQUESTS_PER_SECOND: String(crossref.requestsPerSecond),
    CROSSREF_LIST_REQUESTS_PER_SECOND: String(crossref.listRequestsPerSecond),
    CROSSREF_MAX_IN_FLIGHT: String(crossref.maxInFlight),
    SOURCES_CONTACT_EMAIL: contactEmail,
  });
}

const single = { path: '/works/10.5555%2Fjcp.2020.115' };
const list = {
  path: '/works',
  query: { filter: 'from-index-date:2020-01-01,doi:10.5555/jcp.2020.115' },
  lane: 'list' as const,
};

/** Asks for single records, and for some lists meanwhile. */
const ask = (throttle: Throttle, records: number, lists: number) => [
  ...Array.from({ length: records }, () => fetchJson('crossref', single, { throttle })),
  ...Array.from({ length: lists }, () => fetchJson('crossref', list, { throttle })),
];

test.each([
  ['without a contact one at once', '', 1],
  ['with one three at once', 'library@example.org', 3],
])(
  '%s in all processes, lists at their own pace: Crossref refuses nothing',
  async (_, contact, atOnce) => {
    configure(contact);
    // A process limits itself. Workers, the refresh and an import are several.
    const processes = [createThrottle(), createThrottle(), createThrottle(), createThrottle()];
    const answers = await Promise.all(processes.flatMap((throttle, n) => ask(throttle, 4, n === 0 ? 3 : 0)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(replay.meter?.readings.crossref).toMatchObject({ requests: 19, lists: 3, refusals: 0 });
    expect(replay.meter?.readings.crossref.mostAtOnce).toBe(atOnce);
  },
  60_000,
);
