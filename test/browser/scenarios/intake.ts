import { expect, test } from '@jest/globals';
import { dashboard } from '../dashboard.ts';

const entries = 3_000;
/** One sign too many or too few each, as in files that people have written by hand. */
const broken: readonly string[] = [
  '@article{brace,\n  title = {An open brace,\n  doi = {10.5555/broken.1},\n  year = {2020}\n}',
  '@article{comma,\n  title = {No comma}\n  doi = {10.5555/broken.2}\n}',
  '@article{toomany,\n  title = {A brace too many}},\n  doi = {10.5555/broken.3}\n}',
  '@article{quote,\n  title = "An open quotation mark,\n  doi = {10.5555/broken.4}\n}',
  '@article{twice,\n  title = {A field twice},\n  year = {2020},\n  year = {2021}\n}',
];

/** A tenth of the entries has no DOI. */
const wholeEntry = (n: number): string =>
  `@article{k${n},\n  title = {Öfen, Teil ${n}},\n  author = {Müller, Jana},\n${n % 10 === 0 ? '' : `  doi = {10.5555/k.${n}},\n`}  year = {2020}\n}`;

function fileInLatin1(): Buffer {
  const step = Math.floor(entries / (broken.length + 1));
  const all = Array.from({ length: entries - broken.length }, (_, n) => wholeEntry(n));
  for (const [n, entry] of broken.entries()) all.splice((n + 1) * step, 0, entry);
  return Buffer.from(all.join('\n\n'), 'latin1');
}

test('a BibTeX of 3,000 in Latin-1 with five broken entries: each number is right before anything is sent, then it arrives', async () => {
  const page = await dashboard.open('/import', 'workspace_member');
  await page.getByRole('link', { name: 'From a file' }).click();
  const file = { name: 'old list.bib', mimeType: 'application/x-bibtex', buffer: fileInLatin1() };
  await page.getByLabel('File of references').setInputFiles(file);
  // The first line that is not UTF-8, as it would be read.
  await page.getByText('title = {Öfen, Teil 0},').waitFor();
  await page.getByRole('button', { name: 'Read it as Windows-1252' }).click();
  await page.getByRole('heading', { name: 'What is in it' }).waitFor();
  const numbers = await page.locator('dl.numbers > div').allInnerTexts();
  expect(numbers.map((text) => text.split(/\s*\n\s*/))).toEqual([
    ['Entries', '3,000'],
    ['Without a fault', '2,995'],
    ['Need a look', '5'],
    ['With a DOI', expect.anything()],
    ['Without a DOI', expect.anything()],
  ]);
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(5);
  await page.getByText('A brace is not closed').last().waitFor();
  await page.getByText('A field is there twice').last().waitFor();
  await page.getByLabel('Show').selectOption('all');
  await page.getByText('1–25 of 3,000').waitFor();
  await rows.filter({ hasText: 'Öfen, Teil 7' }).getByText('Jana Müller · 2020 · 10.5555/k.7').waitFor();
  // Nothing is fetched: the sources of the sample do not know these.
  await page.getByLabel('Fetch new DOIs from the sources').uncheck();
  await page.getByRole('button', { name: 'Send 3,000 entries to be checked' }).click();
  await page.getByRole('heading', { name: 'old list.bib', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Files so far' }).click();
  await page
    .getByRole('row', { name: /old list\.bib/ })
    .getByText('3,000')
    .waitFor();
});
