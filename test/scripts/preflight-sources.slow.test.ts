import { afterEach, expect, test } from '@jest/globals';
import { sampleDir } from '../../local/options.ts';
import { type MeterOptions, sampleCredentials } from '../../local/sources/meter.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import type { Ask, Finding } from '../../scripts/preflight/finding.ts';
import { checkSources } from '../../scripts/preflight/sources.ts';
import { withLists } from '../stacks/templates.ts';

const identifiable = ['orcid', 'crossref', 'datacite', 'openalex'] as const;
type Secrets = Partial<Record<(typeof identifiable)[number], string>>;
const arnOf = (name: string) => `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-AbCdEf`;

let replay: Replay;
afterEach(() => replay.close());

interface Given {
  secrets?: Secrets;
  contactEmail?: string;
  perDay?: MeterOptions['perDay'];
  readSecret?: (text: string | undefined) => { SecretString?: string | undefined } | undefined;
}

async function check({
  secrets = {},
  contactEmail = '',
  perDay = {},
  readSecret = (text) => ({ SecretString: text }),
}: Given) {
  replay = await startReplay({ dir: sampleDir, metered: { perDay } });
  const ofSource = (name: (typeof identifiable)[number]) => ({
    url: replay.urls[name],
    ...(secrets[name] !== undefined && { credentialsSecretArn: arnOf(name) }),
    ...(name === 'orcid' && { tokenUrl: replay.tokenUrl }),
  });
  const sources = Object.fromEntries(identifiable.map((name) => [name, ofSource(name)]));
  const asked: string[] = [];
  const ask: Ask = async (command, schema) => {
    asked.push(command.slice(1, 3).join(' '));
    const name = identifiable.find((each) => command.includes(arnOf(each)));
    const answer = readSecret(name && secrets[name]);
    return answer && schema.parse(answer);
  };
  const config = withLists({}, { sources: { ...sources, contactEmail } });
  const numbers = { backgroundConcurrency: 20, provisionedConcurrency: 0 };
  const findings = await checkSources({ config, region: 'eu-central-1', ...numbers, ask, fetch });
  return { findings, asked };
}

const requests = () => identifiable.map((name) => replay.meter?.readings[name].requests);
const stateOf = (findings: Finding[], printed: string) => findings.find(({ text }) => text.startsWith(`${printed} `));

test('each source is asked once, without anything, and what it grants is reported beside the settings', async () => {
  const { findings, asked } = await check({});
  expect(requests()).toEqual([1, 1, 1, 1]);
  expect(asked).toEqual([]);
  expect(findings.map(({ text }) => text)).toEqual([
    'ORCID answers without a contact; does not say what it grants; the settings allow 12 a second, 9000 a day',
    'Crossref answers without a contact; grants pool public, 5 requests in 1s, 1 at once; the settings allow 5 a second',
    'DataCite answers without a contact; does not say what it grants; the settings allow 1 a second',
    'OpenAlex answers without a contact; grants a quota of 1000 a day, 1000 left; the settings allow 10 a second, 1000 a day',
  ]);
  expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(['ok']));
});

test('a contact and credentials grant more', async () => {
  const { findings: polite } = await check({ contactEmail: 'library@example.org' });
  expect(stateOf(polite, 'Crossref')?.text).toContain(
    'with the contact; grants pool polite, 10 requests in 1s, 3 at once',
  );
  await replay.close();
  const { findings, asked } = await check({ secrets: sampleCredentials });
  expect(asked).toEqual(Array(4).fill('secretsmanager get-secret-value'));
  expect(findings.map(({ state, text }) => [state, text.includes('answers with credentials')])).toEqual(
    Array(4).fill(['ok', true]),
  );
  expect(stateOf(findings, 'OpenAlex')?.text).toContain('grants a quota of 10000 a day');
  expect(stateOf(findings, 'Crossref')?.text).toContain('pool plus');
});

test('refused credentials are to be replaced, and no finding shows them', async () => {
  const wrong = {
    orcid: 'APP-WRONG:opensesame',
    crossref: 'opensesame',
    datacite: 'A:opensesame',
    openalex: 'opensesame',
  };
  const { findings } = await check({ secrets: wrong });
  expect(findings).toEqual([
    { state: 'todo', text: 'ORCID issues no token for the client of its secret (401)' },
    { state: 'todo', text: 'Crossref refuses the credentials (401)' },
    { state: 'todo', text: 'DataCite refuses the credentials (401)' },
    { state: 'todo', text: 'OpenAlex refuses the credentials (401)' },
  ]);
});

test.each<[string, Given, string, Finding]>([
  [
    'an empty secret',
    { secrets: { openalex: ' ' } },
    'OpenAlex',
    { state: 'todo', text: 'does not exist or is empty' },
  ],
  [
    'a missing secret',
    { secrets: { openalex: 'key' }, readSecret: () => undefined },
    'OpenAlex',
    { state: 'todo', text: 'does not exist or is empty' },
  ],
  [
    'a secret that must not be read',
    {
      secrets: { crossref: 'key' },
      readSecret: () => {
        throw new Error('AccessDenied');
      },
    },
    'Crossref',
    { state: 'note', text: 'must not read its secret' },
  ],
  ['a secret of another form', { secrets: { orcid: 'token' } }, 'ORCID', { state: 'todo', text: 'a colon and the' }],
  ['a quota that is used up', { perDay: { orcid: 0 } }, 'ORCID', { state: 'note', text: 'no requests left' }],
])('%s is reported, and the others are asked', async (_, given, printed, { state, text }) => {
  const { findings } = await check(given);
  expect(stateOf(findings, printed)).toEqual({ state, text: expect.stringContaining(text) });
  expect(findings.filter((each) => each.state === 'ok')).toHaveLength(3);
});

test('a source that cannot be reached is a note, and with --skip-sources none is asked', async () => {
  const { findings } = await check({});
  expect(findings).toHaveLength(4);
  await replay.close();
  const config = withLists({}, { sources: { crossref: { url: replay.urls.crossref } } });
  const numbers = { backgroundConcurrency: 20, provisionedConcurrency: 0 };
  const account = { config, region: 'eu-central-1', ...numbers, ask: async () => undefined };
  expect(await checkSources({ ...account, fetch: undefined })).toEqual([{ state: 'ok', text: 'not asked' }]);
  const unreachable: typeof fetch = async () => {
    throw new TypeError('fetch failed');
  };
  const states = await checkSources({ ...account, fetch: unreachable });
  expect(states[1]).toEqual({ state: 'note', text: 'Crossref could not be reached from this machine' });
});
