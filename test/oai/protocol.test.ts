import { describe, expect, test } from '@jest/globals';
import { parsePeriod, parseRequest } from '#src/publishing/oai/protocol.ts';
import { type Continuation, parseResumptionToken, resumptionToken } from '#src/publishing/oai/resumption-token.ts';

/** The code of the error, or undefined. */
function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  ['', 'badVerb'],
  ['verb=', 'badVerb'],
  ['verb=identify', 'badVerb'],
  ['verb=toString', 'badVerb'],
  ['verb=Identify&verb=Identify', 'badVerb'],
  ['verb=Identify', undefined],
  ['verb=Identify&x=1', 'badArgument'],
  ['verb=Identify&set=type:book', 'badArgument'],
  ['verb=ListSets', undefined],
  ['verb=ListSets&resumptionToken=x', undefined],
  ['verb=ListMetadataFormats&identifier=x', undefined],
  ['verb=ListMetadataFormats&resumptionToken=x', 'badArgument'],
  ['verb=GetRecord', 'badArgument'],
  ['verb=GetRecord&identifier=x', 'badArgument'],
  ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=GetRecord&identifier=x&metadataPrefix=oai_dc', undefined],
  ['verb=GetRecord&identifier=x&identifier=y&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListRecords', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-02&set=openaccess', undefined],
  ['verb=ListRecords&resumptionToken=x', undefined],
  ['verb=ListRecords&resumptionToken=x&metadataPrefix=oai_dc', 'badArgument'],
  ['verb=ListIdentifiers&identifier=x', 'badArgument'],
  [`verb=ListRecords&resumptionToken=${'x'.repeat(6001)}`, 'badArgument'],
  ['verb=ListRecords&__proto__=x', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=a<b', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=type:a:b', undefined],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=type:', 'badArgument'],
  ['verb=ListRecords&metadataPrefix=oai_dc&set=a b', 'badArgument'],
])('the arguments %s: %s', (sent, code) => {
  expect(codeOf(() => parseRequest([...new URLSearchParams(sent)]))).toBe(code);
});

test.each([
  ['verb=Identify&x=1', 'Identify has no arguments'],
  ['verb=GetRecord&set=books', 'GetRecord has only the arguments identifier, metadataPrefix'],
])('%s is told which arguments there are', (sent, message) => {
  expect(() => parseRequest([...new URLSearchParams(sent)])).toThrow(message);
});

describe('from and until', () => {
  const at = (time: string) => Date.parse(time) / 1000;
  test.each([
    [{}, { from: 0, until: Number.MAX_SAFE_INTEGER }],
    [{ from: '2026-01-31' }, { from: at('2026-01-31T00:00:00Z'), until: Number.MAX_SAFE_INTEGER }],
    [{ until: '2026-01-31' }, { from: 0, until: at('2026-01-31T23:59:59Z') }],
    [
      { from: '2026-01-31T12:00:00Z', until: '2026-01-31T12:00:00Z' },
      { from: at('2026-01-31T12:00:00Z'), until: at('2026-01-31T12:00:00Z') },
    ],
    [
      { from: '2026-01-31', until: '2026-01-31' },
      { from: at('2026-01-31T00:00:00Z'), until: at('2026-01-31T23:59:59Z') },
    ],
  ])('%j', (given, period) => expect(parsePeriod(given)).toEqual(period));

  test.each([
    [{ from: '2026' }],
    [{ from: '2026-13-01' }],
    [{ from: '2026-02-30' }],
    [{ from: '2026-02-30T00:00:00Z' }],
    [{ from: '2026-01-31T12:00Z' }],
    [{ from: '2026-01-31T12:00:00.000Z' }],
    [{ from: '2026-01-31T12:00:00+01:00' }],
    [{ until: 'now' }],
    [{ from: '2026-01-31', until: '2026-01-31T12:00:00Z' }],
    [{ from: '2026-02-01', until: '2026-01-31' }],
  ])('%j is a bad argument', (given) => expect(codeOf(() => parsePeriod(given))).toBe('badArgument'));
});

describe('a resumption token', () => {
  const continuation: Continuation = {
    verb: 'ListRecords',
    prefix: 'oai_dc',
    from: 0,
    until: Number.MAX_SAFE_INTEGER,
    set: 'type:book',
    after: '10.5555/ä<&',
    cursor: 100,
  };

  test('holds the whole request, in characters of a URL', () => {
    const token = resumptionToken(continuation);
    expect(token).toMatch(/^[\w-]+$/);
    expect(parseResumptionToken(token, 'ListRecords')).toEqual(continuation);
  });

  test('is accepted again, however long the DOI and the set in it are', () => {
    const long = { ...continuation, after: `10.5555/${'"'.repeat(990)}`, set: `type:${'x'.repeat(1_000)}` };
    const token = resumptionToken(long);
    const { arguments: given } = parseRequest(Object.entries({ verb: 'ListRecords', resumptionToken: token }));
    expect(parseResumptionToken(given.resumptionToken ?? '', 'ListRecords')).toEqual(long);
  });

  test('belongs to its verb', () => {
    expect(codeOf(() => parseResumptionToken(resumptionToken(continuation), 'ListIdentifiers'))).toBe(
      'badResumptionToken',
    );
  });

  test.each(['', 'x', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')])(
    '%s is none',
    (token) => expect(codeOf(() => parseResumptionToken(token, 'ListRecords'))).toBe('badResumptionToken'),
  );
});
