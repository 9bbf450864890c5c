import { expect, test } from '@jest/globals';
import { dashboard } from '../dashboard.ts';

const mailTo = (email: string) => dashboard.cloud.outbox.messages().findLast(({ to }) => to === email);

test('a forgotten password: mail, link, rules beside the field, sign-in; the link works once', async () => {
  // A new password ends all sessions, so no later scenario may use this account.
  const email = 'two-workspaces@example.org';
  const page = await dashboard.open('/sign-in');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the e-mail' }).click();
  await page.getByText(`If ${email} belongs to an account`).waitFor();
  const link = mailTo(email)?.link ?? '';

  await page.goto(link);
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('alert').getByText('This password is not allowed').waitFor();
  await page.getByLabel('New password').fill('Kintsugi mends 1');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('Kintsugi mends 1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  const again = await dashboard.open(new URL(link).pathname + new URL(link).search);
  await again.getByLabel('New password').fill('Kintsugi mends 2');
  await again.getByRole('button', { name: 'Set the password' }).click();
  await again.getByText('The link was used').waitFor();
  await again.getByRole('link', { name: 'Ask for a new e-mail' }).click();
  await again.getByRole('button', { name: 'Send the e-mail' }).waitFor();
});

test('from an invitation to the first page: the mail, a password of one’s own, and the workspace', async () => {
  const email = 'newcomer@example.org';
  const admin = await dashboard.open('/members', 'workspace_admin');
  await admin.getByRole('button', { name: 'Invite a person' }).click();
  await admin.getByLabel('E-mail address').fill(email);
  await admin.getByRole('dialog').getByRole('button', { name: 'Invite a person' }).click();
  await admin.getByRole('rowheader', { name: email }).waitFor();
  const { link, subject } = mailTo(email) ?? {};
  expect(subject).toBe('workspace-admin@example.org invites you to the publication registry');

  const page = await dashboard.open('/sign-in');
  await page.goto(link ?? '');
  await page.getByRole('heading', { name: 'Welcome to the publication registry' }).waitFor();
  await page.getByLabel('New password').fill('Glue and gold 1');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('Glue and gold 1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Only members of a workspace and stewards of groups can open this page').waitFor();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'Publications', exact: true }).click();
  await page.getByRole('heading', { name: 'Publications', level: 1 }).waitFor();
});
