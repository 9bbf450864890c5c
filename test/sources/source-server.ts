import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sourceNames } from '#src/vocabulary/sources/declarations.ts';
import { freshTable } from '../support/engine.ts';

/** One answer of a scripted source: a JSON body, a text, or a function that answers itself. */
export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  answer?: (response: ServerResponse) => void;
}

export interface SourceServer {
  url: string;
  /** Path and query of every request, in order. */
  requests: { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }[];
  /** The maximum number of concurrent requests. */
  mostAtOnce: number;
  /** The answers to the next requests, one each; the last one repeats. */
  script: (...answers: Scripted[]) => void;
  /** Answers by path; other paths are a 404. */
  serve: (pages: Record<string, Scripted>) => void;
  close: () => Promise<void>;
}

/** A source on this machine, and this test file's environment with the URLs of all sources leading to it. */
export async function startSource(): Promise<SourceServer> {
  let answers: Scripted[] = [];
  let pages: Record<string, Scripted> | undefined;
  let underWay = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://source');
    self.requests.push({ path: pathname, query: searchParams, headers: request.headers });
    underWay++;
    self.mostAtOnce = Math.max(self.mostAtOnce, underWay);
    response.once('close', () => underWay--);
    const next = pages ? (pages[pathname] ?? { status: 404, text: 'Resource not found.' }) : answers[0];
    if (answers.length > 1) answers.shift();
    const { status = 200, headers = {}, json, text = JSON.stringify(json), answer } = next ?? { status: 404, text: '' };
    if (answer) return answer(response);
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: SourceServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    mostAtOnce: 0,
    script: (...scripted) => {
      [answers, pages, self.requests, self.mostAtOnce] = [scripted, undefined, [], 0];
    },
    serve: (served) => {
      [answers, pages, self.requests, self.mostAtOnce] = [[], served, [], 0];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  for (const source of sourceNames) {
    process.env[`${source.toUpperCase()}_URL`] = `${self.url}/${source}`;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.SOURCES_CONTACT_EMAIL = 'library@example.org';
  // It has the pauses of sources.
  if (process.env.TABLE_NAME === undefined) await freshTable();
  return self;
}
