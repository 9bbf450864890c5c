import { describe, expect, test } from '@jest/globals';
import { ask, dashboard, oldestFirst, type Role } from '../dashboard.ts';
import { focused, focusedIn, press, tabTo, type, walk, walkDialog } from '../keyboard.ts';

const pages: [title: string, path: string, role: Role][] = [
  ['API keys', '/api-keys', 'superadmin'],
  ['Installations', '/installations', 'workspace_admin'],
  ['Members', '/members', 'workspace_admin'],
  ['Rollout', '/rollout', 'superadmin'],
  ['Site tools', '/site-tools', 'superadmin'],
];

test.each(pages)('the page %s is walked with Tab: in reading order, visibly, to its end', async (title, path, role) => {
  const page = await dashboard.open(path, role);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await page.locator('main :is(table, .ladder, .tool)').first().waitFor();
  const stops = await walk(page);
  expect(stops[0]).toContain('Skip');
  expect(stops.length).toBeGreaterThan(15);
});

describe('by keyboard only', () => {
  test('an administrator sets up an installation', async () => {
    const page = await dashboard.open('/installations', 'workspace_admin');
    const opener = page.getByRole('button', { name: 'New installation' });
    await walkDialog(opener);
    await press(opener);
    await type(page.getByRole('dialog').getByLabel('Name'), 'Keyboard site');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keyboard site', level: 1 }).waitFor();
    await type(page.getByLabel(/^Origin: /), 'https://www.example.org');
    await page.keyboard.press('Enter');
    const origin = page.getByRole('article', { name: 'https://www.example.org' });
    await origin.waitFor();
    await page.reload();
    await origin.waitFor();
    expect((await walk(page)).length).toBeGreaterThan(15);
    await walkDialog(page.getByRole('button', { name: 'Revoke origin' }));
    const issue = page.getByRole('button', { name: 'Issue a credential' });
    await press(issue);
    await page.locator('.secret code').waitFor();
    await focused(issue);
  });

  test('an administrator invites a member, and takes it back', async () => {
    const page = await dashboard.open('/members', 'workspace_admin');
    const opener = page.getByRole('button', { name: 'Invite a person' });
    await walkDialog(opener);
    await press(opener);
    await type(page.getByRole('dialog').getByLabel('E-mail'), 'new@example.org');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /new@example.org/ });
    await row.waitFor();
    await focused(opener);
    await press(row.getByRole('button'));
    await row.waitFor({ state: 'detached' });
  });

  test('an operator makes a key, switches it off and deletes it', async () => {
    const page = await dashboard.open('/api-keys', 'superadmin');
    const opener = page.getByRole('button', { name: 'New API key' });
    await walkDialog(opener);
    await press(opener);
    await type(page.getByLabel('Client'), 'Harvester');
    await page.keyboard.press('Enter');
    await page.locator('.secret code').waitFor();
    const row = page.getByRole('row', { name: /Harvester/ });
    await press(row.getByRole('button', { name: /^Switch off/ }));
    const remove = row.getByRole('button', { name: /^Delete/ });
    await walkDialog(remove);
    await press(remove);
    await type(page.getByLabel(/^To confirm/), 'Harvester');
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    // The row is gone: the focus is in the table, not at the top of the document.
    await focusedIn(page, 'table');
  });

  test('an operator sets a stage of the rollout and undoes it', async () => {
    const page = await dashboard.open('/rollout', 'superadmin');
    await press(page.getByRole('button', { name: /^10%/ }));
    await press(page.getByRole('button', { name: /^Set 10%/ }));
    await page.getByText(/^The stage is 10/).waitFor();
    // The form is gone: the focus is at the stages.
    await focusedIn(page, '.ladder');
    await page.keyboard.press('z');
    await page.getByText('10%, on → 0%, on').waitFor();
  });

  test('an operator tries a tool', async () => {
    const page = await dashboard.open('/site-tools', 'superadmin');
    const tool = page.getByRole('region', { name: 'Clear stuck jobs' });
    await press(tool.getByRole('button', { name: 'Dry run' }));
    await tool.getByRole('status').waitFor();
    await focused(tool.getByRole('button', { name: 'Dry run' }));
    await tabTo(tool.getByRole('button', { name: 'Run', exact: true }));
  });

  test('a button that cannot be pressed any more, or not yet again, keeps the focus', async () => {
    const { body } = await ask('workspace_member', 'GET', `/api${oldestFirst}`);
    const page = await dashboard.open(`${oldestFirst}&page=${body.pages - 1}`, 'workspace_member');
    const next = page.getByRole('button', { name: 'Next page' });
    await next.press('Enter');
    await page.waitForURL(new RegExp(`page=${body.pages}$`));
    await next.and(page.locator(':disabled, [aria-disabled="true"]')).waitFor();
    await focused(next);
    await page.keyboard.press('Enter');
    expect(page.url()).toContain(`page=${body.pages}`);
    // While something is saved.
    await page.goto(`${dashboard.cloud.dashboardUrl}/projects`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/projects/*', async (route) => {
      await held;
      await route.continue();
    });
    const hide = page.getByRole('main').getByRole('button', { name: 'Hide' }).first();
    await hide.press('Enter');
    const busy = page.locator('.icon-button[aria-busy="true"]').first();
    await busy.waitFor();
    await focused(hide);
    await page.keyboard.press('Enter');
    release();
    await busy.waitFor({ state: 'detached' });
    await focusedIn(page, 'table');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
    await page.keyboard.press('z');
    await page.getByText(/^Undone: .* was hidden$/).waitFor();
  });

  test('a form whose button cannot be pressed is not sent with Enter either', async () => {
    const page = await dashboard.open(oldestFirst, 'workspace_member');
    let edits = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/bulk-edit')) edits++;
    });
    await page.locator('[id="row-10.5555/synthetic.9"]').getByRole('checkbox').press(' ');
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field').selectOption('publisher');
    const value = dialog.getByLabel('Value');
    await value.fill('  ');
    await value.press('Enter');
    await value.fill('Green');
    await value.press('Enter');
    await page.getByText('1 publication edited').waitFor();
    expect(edits).toBe(1);
    await page.keyboard.press('z');
    await page.getByText('Undone for 1 publication', { exact: true }).waitFor();
  });
});
