import { type Browser, chromium } from 'playwright-core';
import { browserPath, howToInstall } from './installed.ts';

/** An installed Chromium or Chrome, without a window. */
export function startBrowser(): Promise<Browser> {
  if (!browserPath) throw new Error(`No browser was found. ${howToInstall}`);
  // As root, which is who builds in containers, Chromium has no sandbox to run in.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: browserPath, args });
}

/** Where a cookie with the prefix `__Host-` belongs. Chromium takes none with the URL of a page without TLS. */
export const placeOf = (url: string) => ({ domain: new URL(url).hostname, path: '/' });
