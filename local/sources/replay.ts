import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type SourceName, sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { createServer } from '../http-module.ts';
import { crossref, datacite, europepmc, openalex } from './dois.ts';
import { Meter, type MeterOptions } from './meter.ts';
import { orcid } from './orcid.ts';
import { decode, type ReplayAnswer, type Source, text } from './recordings.ts';

export interface ReplayRequest {
  source: SourceName;
  method: string;
  /** The path at the source's own host, percent-decoded, without the query: `/works/10.5555/abc`. */
  path: string;
  query: URLSearchParams;
}

export interface ReplayOptions {
  /** A folder of recordings, with the layout in local/sample/README.md. Any part may be missing. */
  dir: string;
  /** Default 0: any free port. */
  port?: number;
  /** Called first; its answer replaces the recording. Tests use it to make a source fail. */
  intercept?: (request: ReplayRequest) => Promise<ReplayAnswer | undefined>;
  /** Whether the sources meter requests and refuse them as the real ones do. */
  metered?: MeterOptions | undefined;
}

export interface Replay {
  /** The base URL to configure for each source. */
  urls: Record<SourceName, string>;
  /** Where ORCID issues tokens, if the sources are metered. */
  tokenUrl: string;
  meter: Meter | undefined;
  close(): Promise<void>;
}

/**
 * Serves the sources from a folder of recordings, on one local port. A missing recording gets the same 404 as from the
 * real source. File names are read once at the start, so no request can leave the folder. Contents are read on each
 * request, so edited recordings take effect immediately.
 */
export async function startReplay({ dir, port = 0, intercept, metered }: ReplayOptions): Promise<Replay> {
  const sources: Record<SourceName, Source> = {
    orcid: orcid(join(dir, 'orcid')),
    crossref: crossref(join(dir, 'crossref')),
    datacite: datacite(join(dir, 'datacite')),
    openalex: openalex(join(dir, 'openalex')),
    europepmc: europepmc(join(dir, 'europepmc')),
  };
  if (sourceNames.every((name) => sources[name].recordings === 0)) {
    throw new Error(
      `${dir} has no recordings: it needs ${sourceNames.map((name) => `${name}/`).join(' or ')} with .json files`,
    );
  }

  const meter = metered && new Meter(sourceNames, metered);

  async function answer(request: IncomingMessage): Promise<ReplayAnswer> {
    const [, name = '', path = '/'] = /^\/([^/?]+)(\/[^?]*)?/.exec(request.url ?? '') ?? [];
    const source = sourceNames.find((known) => known === name);
    if (!source) return text(404, `Unknown source. The sources are ${sourceNames.join(', ')}.`);
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const asked = { source, method: request.method ?? 'GET', path: decode(path), query };
    const given = () => answerOf(asked, request);
    if (!meter) return given();
    if (asked.method === 'POST' && source === 'orcid' && asked.path === tokenPath)
      return meter.issueToken(await textOf(request));
    return meter.meter({ ...asked, headers: request.headers }, given);
  }

  async function answerOf(asked: ReplayRequest, request: IncomingMessage) {
    const intercepted = await intercept?.(asked);
    if (intercepted) return intercepted;
    if (asked.method !== 'GET' && asked.method !== 'HEAD') {
      return { ...text(405, 'Recordings are read-only: use GET or HEAD.'), headers: { Allow: 'GET, HEAD' } };
    }
    return sources[asked.source].answer(asked.path, request.headers.accept ?? '', asked.query);
  }

  const server = createServer((request, response) => {
    answer(request)
      // An unreadable recording or a failing interceptor: show the error to the developer.
      .catch((error: unknown) => text(500, `Replay failed on ${request.url}: ${error}`))
      .then((given) => write(request, response, given));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = Object.fromEntries(sourceNames.map((name) => [name, `${base}/${name}`])) as Record<SourceName, string>;
  return {
    urls: { ...urls, orcid: `${urls.orcid}/v3.0` },
    tokenUrl: `${urls.orcid}${tokenPath}`,
    meter,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const tokenPath = '/oauth/token';
const longestBody = 10_000;

/** The text of a small request. */
async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestBody) break;
  }
  return text;
}

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: ReplayAnswer): void {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length }).end(request.method === 'HEAD' ? undefined : body);
}
