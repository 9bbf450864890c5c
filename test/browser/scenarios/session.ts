import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dashboard } from '../dashboard.ts';

const sessionCookie = '__Host-registry_session';

async function enterPassword(page: Page) {
  await page.getByLabel('E-mail address').fill('superadmin@example.org');
  await page.getByLabel('Password').fill(dashboard.cloud.stack.sign_in_password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('signing in', () => {
  test('leads back to the page, and leaves no token where scripts could read it', async () => {
    const page = await dashboard.open('/publications?q=science');
    await enterPassword(page);
    await page.getByRole('heading', { name: 'Publications', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=science');
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === sessionCookie);
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
    const readable = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
    );
    expect(cookies.filter(({ value }) => readable.includes(value))).toEqual([]);
  });

  test('that has failed is explained, and can be tried again', async () => {
    const page = await dashboard.open('/sign-in?error=expired');
    await page.getByRole('alert').getByText('took too long').waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await enterPassword(page);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });
});

test('a session that ends in the middle of work is renewed in a second tab, and the work goes on', async () => {
  const page = await dashboard.open('/publications', 'superadmin');
  const search = page.getByRole('searchbox');
  await search.waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await page.context().clearCookies();
  await search.fill('nothing is called like this');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in in a new tab' }).click(),
  ]);
  await enterPassword(tab);
  await page.getByText('Nothing matches').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await search.inputValue()).toBe('nothing is called like this');
});

test('a form of another site changes nothing', async () => {
  const { dashboardUrl, stack } = dashboard.cloud;
  const answer = await fetch(`${dashboardUrl}/api/auth/logout`, {
    method: 'POST',
    headers: {
      Cookie: `${sessionCookie}=${stack.dashboard_tokens.superadmin}`,
      Origin: 'http://127.0.0.1:9',
    },
  });
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'origin_rejected' }]);
});

test('who signs out is asked to sign in again, and a copy of the session is of no use', async () => {
  // With its own session, because the other tests share one that must stay valid.
  const page = await dashboard.open('/');
  await enterPassword(page);
  await page.getByRole('button', { name: 'superadmin@example.org' }).click();
  const [copy] = (await page.context().cookies()).filter(({ name }) => name === sessionCookie);
  const statusOfCopy = async () => {
    const headers = { Cookie: `${sessionCookie}=${copy?.value}` };
    return (await fetch(`${dashboard.cloud.dashboardUrl}/api/session`, { headers })).status;
  };
  expect(await statusOfCopy()).toBe(200);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/(sign-in|logout|login)/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
  expect(await statusOfCopy()).toBe(401);
});
