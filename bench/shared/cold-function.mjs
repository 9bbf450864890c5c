// JavaScript, because stripping types would count as part of the start.
// @ts-check
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';

/**
 * An execution environment in a process of its own: loads a bundle, tells its parent, and answers the events that the
 * parent sends. Reports what the answers took.
 * @typedef {{ what: string; fromMs: number; toMs: number | null }} Span
 */

const [, , bundle = ''] = process.argv;
const startedAtMs = performance.now();
/** @type {Map<object, Span>} */
const spans = new Map();
const sinceStart = () => performance.now() - startedAtMs;
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

subscribe('http.client.request.start', (message) => {
  const { request } = /** @type {{ request: import('node:http').ClientRequest }} */ (message);
  /** @type {Span} */
  const span = { what: purposeOf(request), fromMs: sinceStart(), toMs: null };
  spans.set(request, span);
  request.once('close', () => {
    span.toMs = sinceStart();
  });
});

/** @param {import('node:http').ClientRequest} request */
function purposeOf(request) {
  const target = request.getHeader('x-amz-target');
  if (target) return String(target).replace(/^.*\./, '');
  const range = request.getHeader('range');
  return `${request.method} ${range ? 'a part of an object' : request.path.slice(0, 40)}`;
}

const loadBefore = processorMs();
// Lambda requires what ends in .cjs; an import would also look through it for the names of its exports.
const { handler } = bundle.endsWith('.cjs') ? createRequire(import.meta.url)(bundle) : await import(bundle);
process.send?.({ loadMs: sinceStart(), loadProcessorMs: processorMs() - loadBefore });

process.on('message', async (/** @type {{ event: unknown; timeoutMs: number }} */ { event, timeoutMs }) => {
  const beganMs = sinceStart();
  const before = processorMs();
  const endsAtMs = performance.now() + timeoutMs;
  const context = {
    awsRequestId: 'cold',
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, endsAtMs - performance.now()),
  };
  const answer = await handler(event, context).catch((/** @type {Error} */ error) => ({ error: error.message }));
  process.send?.({
    status: answer.statusCode ?? null,
    answerMs: sinceStart() - beganMs,
    answerProcessorMs: processorMs() - before,
    memoryMb: process.memoryUsage.rss() / 2 ** 20,
    beganMs,
    spans: [...spans.values()],
  });
});
process.on('disconnect', () => process.exit());
