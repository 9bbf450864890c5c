import { readFile } from 'node:fs/promises';
import { apiReferenceFile } from './api-reference-file.ts';

let text: Promise<string> | undefined;

/** The script that renders OpenAPI documents. Too large for a bundle, so it is read from a file on first use. */
export function apiReference(): Promise<string> {
  text ??= readFile(apiReferenceFile(), 'utf8');
  return text;
}
