import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { apiReferenceFile } from './api-reference-file.ts';

let text: Promise<string> | undefined;

/** Route declaration fields for serving the script that renders OpenAPI documents. */
export const servesReferenceScript = {
  responses: { 200: z.string() },
  answerType: 'text/javascript',
  cache: 'document',
  problems: [],
  grants: [],
  /** The script is too large for a bundle, so it is read from a file on first use. */
  async handle() {
    text ??= readFile(apiReferenceFile(), 'utf8');
    return { status: 200 as const, body: await text };
  },
} as const;
