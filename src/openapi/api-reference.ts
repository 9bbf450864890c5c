import { readFile } from 'node:fs/promises';
import { apiReferenceFile } from './api-reference-file.ts';

let text: Promise<string> | undefined;

/** The script that shows OpenAPI documents: too large for a bundle, so read when it is first asked for. */
export function apiReference(): Promise<string> {
  text ??= readFile(apiReferenceFile(), 'utf8');
  return text;
}
