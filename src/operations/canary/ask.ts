import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { sleep } from '#src/runtime/sleep.ts';

/** The limits of one request to the public address. Two attempts, because a single lost connection is no outage. */
const askLimits = { attempts: 2, attemptMs: 8_000, pauseMs: 1_000 } as const;

const PublicList = z.object({ publications: z.array(z.object({ doi: z.string() })), total: z.int() });
const PublicRecord = z.object({ doi: z.string() });

/**
 * Requests the list and its first publication from the public address (without a trailing slash), as a visitor does.
 * Skips the publication if the registry is empty. Throws an Error that names the failed request and the reason.
 */
export async function askPublicly(address: string, pauseMs: number = askLimits.pauseMs): Promise<void> {
  const { publications } = await ask(`${address}/v1/publications?per_page=1`, PublicList, pauseMs);
  const [first] = publications;
  if (!first) return;
  const path = first.doi.split('/').map(encodeURIComponent).join('/');
  const { doi } = await ask(`${address}/v1/doi/${path}`, PublicRecord, pauseMs);
  if (doi !== first.doi) throw new Error(`GET ${address}/v1/doi/${path} answered the publication ${doi}`);
}

async function ask<S extends z.ZodType>(url: string, schema: S, pauseMs: number): Promise<z.output<S>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(url, schema);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (attempt === askLimits.attempts) throw new Error(`GET ${url}: ${reason}`, { cause });
      await sleep(pauseMs);
    }
  }
}

async function askOnce<S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> {
  const headers = { accept: 'application/json', 'user-agent': 'publication-registry-canary' };
  // A URL that CloudFront has not cached: while an API fails, CloudFront keeps serving cached answers, even expired
  // ones.
  const asked = new URL(url);
  asked.searchParams.set('canary', randomUUID());
  const response = await fetch(asked, { headers, redirect: 'error', signal: AbortSignal.timeout(askLimits.attemptMs) });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the status is ${response.status}`);
  }
  const parsed = schema.safeParse(await response.json());
  if (!parsed.success) throw new Error(`the answer is not of its shape: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
