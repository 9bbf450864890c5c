import { existsSync } from 'node:fs';

/** The headless shell comes first, because it takes less time. */
const wellKnown = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of an installed Chromium or Chrome. CHROMIUM_PATH selects another; empty means none. */
export const browserPath: string | undefined =
  (process.env.CHROMIUM_PATH ?? wellKnown.find((path) => existsSync(path))) || undefined;

export const howToInstall =
  'Install Chromium ("apt-get install chromium-headless-shell"), or set CHROMIUM_PATH to one.';

// For shell scripts.
if (import.meta.main) {
  if (browserPath) console.log(browserPath);
  else process.exitCode = 1;
}
