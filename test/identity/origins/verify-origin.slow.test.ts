import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '#src/identity/origins/public-address.ts';
import type { Address } from '#src/identity/origins/public-request.ts';
import { originFault, type VerificationEnvironment, verifyOrigin } from '#src/identity/origins/verify-origin.ts';
import { parseOrigin } from '#src/vocabulary/web-url.ts';
import { testCertificate } from '../../support/test-certificate.ts';

const token = 'T0ken'.repeat(8);
const loopback: Address = { address: '127.0.0.1', family: 4 };
const servers: Server[] = [];
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(closers.splice(0).map((close) => close()));
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

/** A site on this machine, and the requests it received. */
async function site(answer: RequestListener, secure = false) {
  const asked: { path: string; headers: Record<string, unknown> }[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push({ path: String(request.url), headers: request.headers });
    answer(request, response);
  };
  const server = secure ? createSecureServer(testCertificate, listener) : createServer(listener);
  servers.push(server as Server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, port: (server.address() as AddressInfo).port };
}

/** A server on this machine that handles each connection as told, once it has received data. */
async function rawSite(misbehave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => misbehave(socket));
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const text =
  (body: string, status = 200, type = 'text/plain; charset=utf-8'): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** The laptop's exception for one host, whose name leads to this machine. */
const allowing = (over: Partial<VerificationEnvironment> = {}): Partial<VerificationEnvironment> => ({
  resolve: async () => [loopback],
  allowedHosts: ['plugin.test'],
  ...over,
});

const ask = (port: number, over: Partial<VerificationEnvironment> = {}) =>
  verifyOrigin(`http://plugin.test:${port}`, 'wordpress', token, allowing(over));

describe('a site that shows its token', () => {
  test('in the file is verified with one request', async () => {
    const { asked, port } = await site(text(`${token}\n`));
    expect(await ask(port)).toBeUndefined();
    expect(asked.map(({ path }) => path)).toEqual(['/.well-known/publication-registry.txt']);
  });

  test('at the route of its plugin is verified', async () => {
    for (const [platform, path] of [
      ['wordpress', '/wp-json/publication-registry/v1/verification'],
      ['drupal', '/publication-registry/verification'],
    ] as const) {
      const { port } = await site((request, response) =>
        request.url === path ? text(token)(request, response) : text('no', 404)(request, response),
      );
      expect(await verifyOrigin(`http://plugin.test:${port}`, platform, token, allowing())).toBeUndefined();
    }
  });

  test('gets an ordinary request: its own host name, no cookie, no credential', async () => {
    const { asked, port } = await site(text(token));
    await ask(port);
    expect(asked[0]?.headers).toEqual({
      accept: 'text/plain',
      'accept-encoding': 'identity',
      'user-agent': 'publication-registry/1.0',
      host: `plugin.test:${port}`,
      connection: 'close',
    });
  });
});

describe('fails with a readable reason:', () => {
  const paths = ['/.well-known/publication-registry.txt', '/wp-json/publication-registry/v1/verification'];
  const both = (fault: string) => `The token was not found: ${paths.map((path) => `${path} ${fault}`).join(', and ')}.`;

  test.each<[string, RequestListener, string]>([
    ['another token', text(token.toLowerCase()), 'contains a different text'],
    ['the token and more', text(`${token} and more`), 'contains a different text'],
    ['a beginning of it', text(token.slice(0, -1)), 'contains a different text'],
    ['nothing', text(''), 'contains a different text'],
    ['nothing there', text(token, 404), 'answered 404'],
    ['an error', text(token, 500), 'answered 500'],
    ['a page', text(token, 200, 'text/html'), 'is not plain text (text/plain)'],
    ['JSON', text(JSON.stringify(token), 200, 'application/json'), 'is not plain text (text/plain)'],
    ['no media type', (_, response) => void response.end(token), 'is not plain text (text/plain)'],
    ['more than 4 KB', text(token + ' '.repeat(4096)), 'is longer than 4 KB'],
    ['a connection cut off', ({ socket }) => void socket.destroy(), 'could not be reached'],
  ])('%s', async (_, answer, fault) => {
    const { port } = await site(answer);
    expect(await ask(port)).toBe(both(fault));
  });

  test('an endless response: at most 4 KB are read', async () => {
    const { port } = await site((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        while (response.write('x'.repeat(1000)));
        response.once('drain', more);
      };
      more();
    });
    expect(await ask(port)).toBe(both('is longer than 4 KB'));
  });

  test('a redirect is not followed, even if the token is there', async () => {
    const target = await site(text(token));
    for (const status of [301, 302, 303, 307, 308]) {
      const { asked, port } = await site((_, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end();
      });
      expect(await ask(port)).toBe(both('answered with a redirect, which is not followed'));
      expect(asked).toHaveLength(2);
    }
    expect(target.asked).toEqual([]);
  });

  test('no answer, or an endless one: both URLs share one deadline', async () => {
    const drip: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain' }).write('x');
    for (const answer of [() => {}, drip]) {
      const { asked, port } = await site(answer);
      expect(await ask(port, { totalMs: 100 })).toBe(both('did not answer in time'));
      // With its own deadline, the second URL would be requested, too.
      expect(asked.map(({ path }) => path)).not.toContain(paths[1]);
    }
  });

  const lost = 'plugin.test cannot be found on the public internet.';

  test('a name that takes longer than 5 s to resolve', async () => {
    jest.useFakeTimers();
    const outcome = jest.fn();
    const asking = ask(80, { resolve: () => new Promise(() => {}) }).then(outcome);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(outcome).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await asking;
    expect(outcome).toHaveBeenCalledWith(lost);
  });

  test('a name that cannot be resolved, or has no address', async () => {
    expect(await ask(80, { resolve: () => Promise.reject(new Error('ENOTFOUND 10.0.0.2')) })).toBe(lost);
    expect(await ask(80, { resolve: async () => [] })).toBe(lost);
  });

  test('nobody listening: the address is not named', async () => {
    const { port } = await site(text(token));
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const failure = await ask(port);
    expect(failure).toBe(both('could not be reached'));
    expect(failure).not.toContain('127.0.0.1');
  });
});

describe('a hostile server: any answer ends within the deadline', () => {
  const line = (text: string) => `${text}\r\n`;
  const upgrade =
    line('HTTP/1.1 101 Switching Protocols') + line('Upgrade: x') + line('Connection: Upgrade') + line('');
  const head = line('HTTP/1.1 200 OK') + line('Content-Type: text/plain');

  /** Sends the same text repeatedly until the client closes. */
  const flood = (text: string) => (socket: Socket) => {
    const more = () => {
      while (socket.writable && socket.write(text.repeat(100)));
      if (socket.writable) socket.once('drain', more);
    };
    more();
  };
  /** Sends a text byte by byte, never all of it. */
  const trickle = (begin: string, byte: string) => (socket: Socket) => {
    socket.write(begin);
    const timer = setInterval(() => socket.write(byte), 10);
    socket.on('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => void, string]>([
    ['switches protocols', (socket) => void socket.write(upgrade), 'answered 101'],
    ['switches protocols and talks on', (socket) => flood(upgrade)(socket), 'answered 101'],
    ['switches protocols and hangs up', (socket) => void socket.end(upgrade), 'answered 101'],
    ['continues for ever', flood(line('HTTP/1.1 100 Continue') + line('')), ''],
    ['hints for ever', flood(line('HTTP/1.1 103 Early Hints') + line('Link: </x>') + line('')), ''],
    [
      'hints, then stops',
      (socket) => void socket.write(line('HTTP/1.1 102 Processing') + line('')),
      'did not answer in time',
    ],
    ['never answers', () => {}, 'did not answer in time'],
    ['trickles its status line', trickle('HTTP/1.1 2', '0'), ''],
    ['trickles its headers', trickle(`${head}X: `, 'x'), 'did not answer in time'],
    ['trickles its body', trickle(head + line('Content-Length: 4000') + line(''), 'x'), 'did not answer in time'],
    ['trickles empty chunks', trickle(head + line('Transfer-Encoding: chunked') + line(''), '0'), ''],
    ['sends headers without end', flood(line('X: xxxxxxxxxxxxxxxx')), ''],
    ['sends no HTTP', flood('SSH-2.0-OpenSSH_9.6\r\n'), 'could not be reached'],
    ['hangs up at once', (socket) => void socket.destroy(), 'could not be reached'],
    ['hangs up in its headers', (socket) => void socket.end(head), 'could not be reached'],
    [
      'hangs up in its body',
      (socket) => void socket.end(`${head}${line('')}${line('Content-Length: 40')}short`),
      'contains a different text',
    ],
    ['breaks its body off', (socket) => void socket.end(`${head}\r\nContent-Length: 40\r\n\r\nx`), ''],
    ['closes its half only', (socket) => void socket.write(head, () => socket.end()), 'could not be reached'],
  ])('that %s', async (_, misbehave, fault) => {
    const port = await rawSite(misbehave);
    const lastsToDeadline = fault === '' || fault === 'did not answer in time';
    const failure = await ask(port, { totalMs: lastsToDeadline ? 100 : 60_000 });
    expect(failure).toMatch(/^The token was not found: /);
    expect(failure).toContain(fault);
  });

  test('that never ends its TLS handshake', async () => {
    const port = await rawSite(() => {});
    const failure = await verifyOrigin(`https://plugin.test:${port}`, 'drupal', token, allowing({ totalMs: 100 }));
    expect(failure).toContain('did not answer in time');
  });
});

describe('with https', () => {
  test('a self-signed certificate is rejected', async () => {
    const { asked, port } = await site(text(token), true);
    const failure = await verifyOrigin(`https://plugin.test:${port}`, 'drupal', token, allowing());
    expect(failure).toContain('has no valid certificate');
    expect(asked).toEqual([]);
  });

  test('the certificate must be for the host name of the origin', async () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, testCertificate.cert]);
    try {
      const { port } = await site(text(token), true);
      expect(await verifyOrigin(`https://plugin.test:${port}`, 'drupal', token, allowing())).toBeUndefined();
      const other = allowing({ allowedHosts: ['other.test'] });
      expect(await verifyOrigin(`https://other.test:${port}`, 'drupal', token, other)).toContain(
        'has no valid certificate',
      );
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

describe('a name that leads into a private network', () => {
  const lost = 'site.example cannot be found on the public internet.';
  const to =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const askFor = (port: number, resolve: VerificationEnvironment['resolve']) =>
    verifyOrigin(`https://site.example:${port}`, 'drupal', token, { resolve });

  test('is never connected to, also if it has public addresses as well', async () => {
    const { asked, port } = await site(text(token));
    for (const resolve of [to('127.0.0.1'), to('93.184.216.34', '127.0.0.1'), to('::1'), to('::ffff:127.0.0.1')]) {
      expect(await askFor(port, resolve)).toBe(lost);
    }
    expect(asked).toEqual([]);
  });

  test('that changes its address (DNS rebinding): the checked address is the one connected to, after one lookup', async () => {
    const right = await site(text(token));
    const answers = [to('127.0.0.1'), to('127.0.0.2'), to('127.0.0.2')];
    let lookups = 0;
    const resolve = () => answers[lookups++]?.() ?? Promise.resolve([]);
    expect(await ask(right.port, { resolve })).toBeUndefined();
    const wrong = await site(text('no', 404));
    lookups = 0;
    expect(await ask(wrong.port, { resolve })).toContain('answered 404');
    expect(wrong.asked).toHaveLength(2);
    expect(lookups).toBe(1);
  });
});

describe('addresses', () => {
  test.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['of a provider', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['link-local, where clouds keep credentials', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0'],
    ['unique local, and there', 'fc00::1', 'fd00:ec2::254'],
    ['of protocols', '192.0.0.1', '192.88.99.1'],
    ['for documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['for benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
    ['reserved, and broadcast', '240.0.0.1', '255.255.255.255', '4000::1', '::', '::127.0.0.1', '::7f00:1'],
    ['of version 4 in version 6', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:0:10.0.0.1'],
    ['behind a translator', '64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
    ['in a tunnel', '2002:a00:1::', '2002:808:808::', '2001:0:a00:1::', '2001::1'],
    ['discarded, or of sites', '100::1', 'fec0::1'],
    ['none', '', 'localhost', '1.2.3', '8.8.8.010', '256.1.1.1', '8.8.8.8/8', ' 8.8.8.8'],
  ])('%s: refused', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test('public: taken', () => {
    const addresses = ['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  test('private IPv4 addresses embedded in IPv6 are refused', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), fc.constantFrom(...prefixes), (octets, prefix) => {
        expect(isPublicAddress(`${prefix}${octets.join('.')}`)).toBe(false);
      }),
    );
  });
});

describe('an origin', () => {
  const faultOf = (written: string, allowed: string[] = []) => {
    const parsed = parseOrigin(written);
    return parsed === undefined ? 'is none' : originFault(parsed, allowed);
  };

  test.each(['https://www.example.org', 'https://WWW.example.org:443/', 'https://example.org:8443', 'https://8.8.8.8'])(
    '%s can be verified',
    (written) => expect(faultOf(written)).toBeUndefined(),
  );

  test.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://017700000001',
    'https://127.1',
    'https://127.0.0.1.',
    'https://１２７.0.0.1',
    'https://0',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fd00:ec2::254]',
    'https://169.254.169.254',
    'https://0xa9fea9fe',
    'https://localhost',
    'https://intranet',
  ])('%s is not a public address, in any notation', (written) => {
    expect(faultOf(written)).toBe('must be on the public internet');
  });

  test.each(['http://www.example.org', 'http://127.0.0.1:8080', 'http://localhost'])('%s has no https', (written) => {
    expect(faultOf(written)).toBe('must start with https://');
  });

  test.each([22, 25, 80, 465, 993, 1023])('port %d belongs to another service', (port) => {
    expect(faultOf(`https://www.example.org:${port}`)).toBe('must have no port, or a port of at least 1024');
  });

  test('the allowance is for the hosts it names and no others', () => {
    expect(faultOf('http://localhost:8080', ['localhost'])).toBeUndefined();
    expect(faultOf('http://127.0.0.1:8080', ['localhost'])).toBe('must start with https://');
    expect(faultOf('https://localhost.example:99', ['localhost'])).toBe(
      'must have no port, or a port of at least 1024',
    );
  });

  test('what cannot be verified is not asked, even if it was stored', async () => {
    const { asked, port } = await site(text(token));
    expect(await verifyOrigin(`http://127.0.0.1:${port}`, 'drupal', token)).toBe(
      'The origin must start with https://.',
    );
    expect(await verifyOrigin(`https://127.0.0.1:${port}`, 'drupal', token)).toBe(
      'The origin must be on the public internet.',
    );
    expect(asked).toEqual([]);
  });
});
