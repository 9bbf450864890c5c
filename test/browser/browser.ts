import { type Browser, chromium } from 'playwright-core';
import { browserPath, howToInstall } from './installed.ts';

/** An installed Chromium or Chrome, without a window. */
export function startBrowser(): Promise<Browser> {
  if (!browserPath) throw new Error(`No browser was found. ${howToInstall}`);
  // As root, as in containers, Chromium cannot use a sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: browserPath, args });
}

/** The URL for cookies with the prefix `__Host-`. Chromium accepts none for the URL of a page without TLS. */
export const placeOf = (url: string) => ({ domain: new URL(url).hostname, path: '/' });
