import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ingestPublication } from '../../support/publicity.ts';
import { ask, dashboard, oldestFirst, syntheticCount } from '../dashboard.ts';
import { press } from '../keyboard.ts';

/** The titles in the list, in order. */
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();

describe('the list of publications', () => {
  test('shows the last query of fast typing, whatever is answered first, and Back restores it', async () => {
    const page = await dashboard.open('/publications', 'workspace_member');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/api\/publications\?.*\bq=cracked&/, async (route) => {
      await held;
      // It was aborted, as it should be, or its answer arrives too late.
      await route.continue().catch(() => {});
    });
    const search = page.getByRole('searchbox');
    const [first] = await Promise.all([
      page.waitForRequest(/\bq=cracked&/),
      search.pressSequentially('cracked', { delay: 1 }),
    ]);
    await search.fill('kintsugi');
    const isFound = async () => {
      await page.getByRole('row', { name: /^Select kintsugi/i }).waitFor();
      await page
        .getByRole('row', { name: /sherds/i })
        .first()
        .waitFor({ state: 'detached' });
    };
    await isFound();
    const found = await titles(page);
    const [failure] = await Promise.all([
      first.failure() ?? page.waitForEvent('requestfailed', (request) => request === first).then((it) => it.failure()),
      release(),
    ]);
    expect(failure?.errorText).toBe('net::ERR_ABORTED');
    expect([await titles(page), await search.inputValue()]).toEqual([found, 'kintsugi']);
    await page.getByRole('rowheader').getByRole('link').first().click();
    await page.getByRole('heading', { name: found[0] as string, level: 1 }).waitFor();
    await page.goBack();
    await isFound();
    expect([await titles(page), await search.inputValue()]).toEqual([found, 'kintsugi']);
    await page.goForward();
    await page.getByRole('heading', { name: found[0] as string, level: 1 }).waitFor();
  });

  test('by keyboard only: 100 are deleted and come back as they were, hidden ones hidden', async () => {
    const all = `/api/publications?q=&status=all&visibility=all&versions=all&sort=title&dir=asc&perPage=100`;
    const states = async () => {
      const pages = await Promise.all([1, 2].map((page) => ask('workspace_member', 'GET', `${all}&page=${page}`)));
      const rows: { id: string; visible: boolean; deleted_at: number | null; edit_count: number }[] = pages.flatMap(
        ({ body }) => body.publications,
      );
      return rows.map(({ id, visible, deleted_at, edit_count }) => ({ id, visible, deleted_at, edit_count }));
    };
    const hidden = [3, 5, 8].map((n) => `10.5555/synthetic.${n}`);
    const hide = { ids: hidden, patch: [{ op: 'replace', path: '/visible', value: false }] };
    await ask('workspace_member', 'POST', '/api/publications/bulk-edit', hide);
    const before = await states();
    expect(before.length).toBeGreaterThan(syntheticCount);
    const page = await dashboard.open(oldestFirst.replace('=25', '=100'), 'workspace_member');
    await page.getByRole('row').nth(100).waitFor();
    await press(page.getByRole('checkbox', { name: 'Select all rows' }), ' ');
    await page.getByText('100 selected').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('100 publications deleted').waitFor();
    expect((await states()).filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(100);
    await page.keyboard.press('z');
    await page.getByText('Undone for 100 publications').waitFor();
    expect(await states()).toEqual(before);
    // The list shows them again, too.
    await page.getByRole('row').nth(100).waitFor();
    expect(await page.getByText('Hidden', { exact: true }).count()).toBeGreaterThanOrEqual(1);
  });
});

describe('a list', () => {
  test('shows the last page to somebody who asks for one behind it, and Back leads to where they came from', async () => {
    const page = await dashboard.open('/', 'workspace_member');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/publications?perPage=100&page=9' })`);
    await page.waitForURL(/[?&]page=2$/);
    await page.getByRole('rowheader').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  test('is sorted on a phone, too, where it has no row of headers', async () => {
    const page = await dashboard.open('/publications?perPage=100', 'workspace_member');
    await page.setViewportSize({ width: 390, height: 844 });
    const first = page.getByRole('rowheader').getByRole('link').first();
    await first.waitFor();
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await page.waitForURL(/[?&]sort=title\b/);
    await page.locator('.table-frame:not([aria-busy])').waitFor();
    const shown = await titles(page);
    expect(shown).toEqual(shown.toSorted(new Intl.Collator('en').compare).toReversed());
  });
});

describe('the page of a publication', () => {
  const odd = '10.5555/a<b>;(c)#d?e%2ff';

  test.each([
    ['a DOI with dots', '10.5555/jcp.2020.115', undefined],
    ['a DOI with reserved characters', odd, 'On Reserved Pots'],
  ])('opens from the list and again after a reload: %s', async (_, doi, made) => {
    if (made) await ingestPublication(doi, '0000-0002-1825-0097', made);
    const { body } = await ask('workspace_member', 'GET', `/api/publications/${encodeURIComponent(doi)}`);
    const title = made ?? (body.title as string);
    const page = await dashboard.open(`/publications?${new URLSearchParams({ q: title })}`, 'workspace_member');
    await page.getByRole('link', { name: title }).first().click();
    const heading = page.getByRole('heading', { name: title, level: 1 });
    await heading.waitFor();
    expect(await page.getByRole('link', { name: doi }).count()).toBe(1);
    await page.reload();
    await heading.waitFor();
    expect(await page.getByRole('link', { name: doi }).count()).toBe(1);
  });
});
