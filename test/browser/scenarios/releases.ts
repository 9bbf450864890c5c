import { test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import { dashboard, openSavingData } from '../dashboard.ts';

test('a tab that stays open over a deployment names its release, and offers the newer pages if a part of its own is gone', async () => {
  const page = await openSavingData('/members');
  await page.getByText(`Version ${release}`).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await page.route('**/assets/page-*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByText('may be outdated').waitFor();
  await page.unroute('**/assets/page-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor();
  dashboard.problems.splice(0);
});
