import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const wellKnown = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** An installed Chromium or Chrome, without a window. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? wellKnown.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error('No browser found. Install Chromium ("apt-get install chromium"), or set CHROMIUM_PATH to one.');
  }
  // As root, which is who builds in containers, Chromium has no sandbox to run in.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
