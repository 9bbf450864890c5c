import { deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from './gateway-responses.ts';

/** The fastest level: the laptop's network costs nothing, and its processor everything. */
const level = 1;
const compress = {
  gzip: (body: Answer['body']) => gzipSync(body, { level }),
  deflate: (body: Answer['body']) => deflateSync(body, { level }),
};

/**
 * Compresses an answer as API Gateway does: if it is large enough, has no content coding yet, and the client's preferred
 * coding is gzip or deflate. Without Accept-Encoding, or with `*` preferred, nothing is compressed.
 */
export function compressAnswer(
  answer: Answer,
  acceptEncoding: string | undefined,
  minimumBytes: number | undefined,
): Answer {
  const coding = preferredCoding(acceptEncoding ?? '');
  const isSmall = minimumBytes === undefined || Buffer.byteLength(answer.body) < Math.max(minimumBytes, 1);
  const isCoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (isSmall || isCoded || (coding !== 'gzip' && coding !== 'deflate')) return answer;
  const body = compress[coding](answer.body);
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', coding]], body };
}

/** The coding with the highest weight; of several the first. */
function preferredCoding(acceptEncoding: string): string | undefined {
  const codings = acceptEncoding.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [first] = codings.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return first?.name;
}
