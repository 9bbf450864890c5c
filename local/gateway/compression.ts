import { deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from './gateway-responses.ts';

/** The fastest level: on a laptop the network is free and the CPU is not. */
const level = 1;
const compress = {
  gzip: (body: Answer['body']) => gzipSync(body, { level }),
  deflate: (body: Answer['body']) => deflateSync(body, { level }),
};

/**
 * Compresses an answer like API Gateway: if it is large enough and not encoded yet, and the client prefers gzip or
 * deflate. Without Accept-Encoding, or if it prefers `*`, nothing is compressed.
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

/** The encoding with the highest weight, or the first of several. */
function preferredCoding(acceptEncoding: string): string | undefined {
  const codings = acceptEncoding.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [first] = codings.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return first?.name;
}
