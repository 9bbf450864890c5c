import { expect, test } from '@jest/globals';
import { dashboard } from '../dashboard.ts';

/** A4 without its margins, in pixels of CSS. */
const paper = { width: 680, height: 1009 };
const allColumns = JSON.stringify({ hiddenColumns: { publications: [] } });

test.each([
  ['as they are shown', undefined],
  ['with all columns', allColumns],
])('25 publications print on few pages of A4, %s: nothing is cut, and titles have room', async (_, preferences) => {
  const page = await dashboard.open('/account', 'workspace_member');
  if (preferences) await page.addInitScript(`localStorage.setItem('registry.preferences', '${preferences}')`);
  await page.goto(`${dashboard.cloud.dashboardUrl}/publications?sort=last_fetched_at&dir=asc&perPage=25`);
  await page.getByRole('rowheader').first().waitFor();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(4);
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { x: 0, width: 0 };
  const [table, title] = [await boxOf('.table-frame table'), await boxOf('.table-frame tbody th')];
  expect(table.x + table.width).toBeLessThanOrEqual(paper.width);
  expect(title.width).toBeGreaterThan(100);
});
