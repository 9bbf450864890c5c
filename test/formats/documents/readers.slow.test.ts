import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { convert } from 'pandoc-wasm';
import { documentFormats, documentForms } from '#src/formats/documents/document-formats.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import { reportStyles } from '#src/records/citations/style-names.ts';
import { aReportDocument, aReportItem, reportItem } from '../../support/report-documents.ts';
import { areToolsRequired } from '../../support/required-tools.ts';

/** Documents as LibreOffice, pandoc and the HTML checker of the W3C read them. */

const folder = mkdtempSync(join(tmpdir(), 'registry-documents-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hebrew = 'על כדים סדוקים';
const outputs = [
  ...Array.from({ length: 60 }, (_, at) => reportItem(at)),
  aReportItem({ id: '10.5555/formula', csl: { title: '=1+1' } }),
  aReportItem({ id: '10.5555/forbidden', csl: { title: 'A\u0001B\ufffeC & <D>' } }),
  aReportItem({ id: '10.5555/hebrew', csl: { title: hebrew } }),
  aReportItem({ id: '10.5555/underscore', csl: { title: 'a _x0041_ b' } }),
];

beforeAll(async () => {
  for (const style of reportStyles) {
    for (const format of documentFormats) {
      const pieces: Uint8Array[] = [];
      const document = aReportDocument(outputs, { style, language: style === 'din-iso-690' ? 'de' : 'en' });
      for await (const piece of writeDocument(format, document)) pieces.push(piece);
      writeFileSync(join(folder, `${style}${documentForms[format].ending}`), Buffer.concat(pieces));
    }
  }
});

const hasOffice = spawnSync('soffice', ['--version']).status === 0;
const withOffice = hasOffice || areToolsRequired ? test : test.skip;

/** Beside our own files, which may have the same names. */
const office = join(folder, 'office');

/** Converts a file with LibreOffice, whose exit status says nothing. */
function byOffice(name: string, to: string, ending: string): Buffer {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const from = join(folder, name);
  execFileSync(
    'soffice',
    [`-env:UserInstallation=${profile}`, '--headless', '--convert-to', to, '--outdir', office, from],
    {
      stdio: 'ignore',
      timeout: 120_000,
    },
  );
  return readFileSync(join(office, name.replace(/\.\w+$/, ending)));
}

describe('DOCX', () => {
  withOffice(
    'LibreOffice shows every output and the headings, and can follow the links',
    () => {
      const html = byOffice('apa.docx', 'html', '.html').toString('utf8');
      const shown = html.replaceAll(/\s+/g, ' ');
      expect(outputs.filter(({ id }) => !shown.includes(`href="https://doi.org/${id}"`))).toEqual([]);
      expect(shown).toMatch(/<h1[^>]*>.*Counts/);
      expect(shown).toMatch(/<h2[^>]*>.*2024/);
      expect(shown).toMatch(/<i>.*Psychoceramics.*<\/i>/);
      expect(shown).toMatch(/<b>.*Carberry.*<\/b>/);
      expect(shown).toContain(hebrew);
      expect(shown).toContain('A B C &amp; &lt;D&gt;');
    },
    120_000,
  );

  test.each(reportStyles)(
    'pandoc reads the citations of %s with italics and links',
    async (style) => {
      const bytes = readFileSync(join(folder, `${style}.docx`));
      const { stdout, stderr } = await convert(
        { from: 'docx', to: 'markdown', 'input-files': ['in.docx'], wrap: 'none' },
        null,
        {
          'in.docx': new Blob([bytes]),
        },
      );
      expect(stderr).toBe('');
      expect(stdout.match(/10\.5555/g)?.length).toBeGreaterThanOrEqual(outputs.length);
      if (style !== 'vancouver') expect(stdout).toContain('*Psychoceramics*');
      expect(stdout).toMatch(/\*\*.*Carberry.*\*\*/i);
    },
    60_000,
  );
});

test('pandoc takes the first row of a table of a DOCX for its head, and no other', async () => {
  const { stdout } = await convert({ from: 'docx', to: 'html', 'input-files': ['in.docx'] }, null, {
    'in.docx': new Blob([readFileSync(join(folder, 'apa.docx'))]),
  });
  const [, head = '', body = ''] = stdout.match(/<thead>(.*?)<\/thead>\s*<tbody>(.*?)<\/tbody>/s) ?? [];
  expect([head.match(/<tr/g)?.length, body.match(/<tr/g)?.length]).toEqual([1, 11]);
}, 60_000);

describe('XLSX', () => {
  withOffice(
    'LibreOffice keeps texts and numbers as they are',
    () => {
      const list = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,2';
      byOffice('apa.xlsx', list, '-List of outputs.csv');
      const csv = readFileSync(join(office, 'apa-List of outputs.csv'), 'utf8');
      // Quotes are around texts only.
      expect(csv).toContain('"=1+1"');
      expect(csv).toContain('"A B C & <D>"');
      expect(csv).toContain('"a _x0041_ b"');
      expect(csv).toMatch(/"10\.5555\/formula",.*,2024,/);
      expect(csv.trimEnd().split('\n')).toHaveLength(outputs.length + 1);
    },
    120_000,
  );
});

test('the HTML checker of the W3C finds nothing', () => {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const files = reportStyles.map((style) => join(folder, `${style}.html`));
  expect(files.every((file) => existsSync(file))).toBe(true);
  const { stderr, status } = spawnSync('java', ['-jar', jar, '--format', 'text', ...files], { encoding: 'utf8' });
  const said = stderr.replaceAll(folder, '').replace('Document checking completed. No errors found.', '');
  expect([said.trim(), status]).toEqual(['', 0]);
}, 60_000);
