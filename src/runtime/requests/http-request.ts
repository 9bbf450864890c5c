import http from 'node:http';
import https from 'node:https';

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array | string | readonly Uint8Array[] | undefined;
  timeoutMs: number;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a request by node:http, which the SDK has already loaded: the first `fetch` of a process would initialize another
 * client. Follows no redirect. Throws on network errors and time-outs.
 */
export function sendHttp({ method, url, headers, body, timeoutMs }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const client = url.protocol === 'https:' ? https : http;
    const sent = client.request(url, { method, ...(headers && { headers }), signal });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    if (!Array.isArray(body)) return sent.end(body);
    for (const piece of body) sent.write(piece);
    return sent.end();
  });
}
