import { deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from './gateway-responses.ts';

const compress = { gzip: gzipSync, deflate: deflateSync };

/**
 * An answer as API Gateway compresses it: when it is large enough, has no coding yet, and the coding the client wants
 * most is one the gateway speaks. Without Accept-Encoding, or with `*` first, nothing is compressed.
 */
export function compressed(
  answer: Answer,
  acceptEncoding: string | undefined,
  minimumBytes: number | undefined,
): Answer {
  const coding = mostWanted(acceptEncoding ?? '');
  const isSmall = minimumBytes === undefined || Buffer.byteLength(answer.body) < Math.max(minimumBytes, 1);
  const isCoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (isSmall || isCoded || (coding !== 'gzip' && coding !== 'deflate')) return answer;
  const body = compress[coding](answer.body);
  return { ...answer, headers: [...answer.headers, ['Content-Encoding', coding]], body };
}

/** The first of the codings with the highest weight. */
function mostWanted(acceptEncoding: string): string | undefined {
  const codings = acceptEncoding.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const [first] = codings.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return first?.name;
}
