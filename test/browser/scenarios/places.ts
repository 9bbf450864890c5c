import { expect, test } from '@jest/globals';
import { dashboard } from '../dashboard.ts';

test('tabs are addresses: a reload keeps the tab, and Back returns to the one before', async () => {
  const [path, tabs] = ['/review', ['?queue=matches', '?queue=duplicates', '?queue=proposals']] as const;
  const page = await dashboard.open(path, 'superadmin');
  const links = page.locator('.tabs a');
  await links.first().waitFor();
  expect(await links.count()).toBe(tabs.length);
  const isCurrent = async (tab: number) => {
    await page.waitForURL((url) => `${url.pathname}${url.search}` === `${path}${tabs[tab]}`);
    await page.locator(`.tabs a:nth-child(${tab + 1})[aria-current="page"]`).waitFor();
    expect(await page.locator('.tabs a[aria-current]').count()).toBe(1);
  };
  // The first click on the last one changes data.
  const last = tabs.length - 1;
  await links.nth(last).click();
  await isCurrent(last);
  await links.nth(0).click();
  await isCurrent(0);
  await links.nth(last).click();
  await isCurrent(last);
  await page.reload();
  await isCurrent(last);
  await page.goBack();
  await isCurrent(0);
  await page.goForward();
  await isCurrent(last);
});
