import { describe, expect, test } from '@jest/globals';
import { parseOrigin } from '#src/vocabulary/web-url.ts';

describe('an origin, in the form in which two can be compared', () => {
  test.each([
    ['https://a.example', 'https://a.example'],
    ['HTTPS://A.Example', 'https://a.example'],
    ['https://a.example:443', 'https://a.example'],
    ['http://a.example:80', 'http://a.example'],
    ['https://a.example:80', 'https://a.example:80'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://a.example/', 'https://a.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    [' https://a.example ', 'https://a.example'],
  ])('%s is %s', (written, origin) => expect(parseOrigin(written)).toBe(origin));

  test.each([
    'null',
    '',
    'a.example',
    'https://a.example/path',
    'https://a.example?x',
    'https://a.example#',
    'https://user@a.example',
    'ftp://a.example',
    'chrome-extension://abcdef',
    'https://a.example, https://b.example',
    'https://a.example https://b.example',
  ])('%s is none', (written) => expect(parseOrigin(written)).toBeUndefined());
});
