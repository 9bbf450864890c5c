import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { unpackRelease } from '../../../scripts/release/archive.ts';
import { release } from '../../../src/release.ts';
import { previousFile } from '../../support/previous-release.ts';
import { dashboard, openSavingData } from '../dashboard.ts';
import {
  Answers,
  answerAs,
  asBefore,
  brokenPages,
  type Json,
  pageAddresses,
  withoutNullable,
} from '../other-release.ts';

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi/dashboard-api.json'), 'utf8'));

/** The names of fields with listed values, anywhere in the document. */
const listed = new Set<string>();
function findListed(value: Json, name = ''): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const each of value) findListed(each, name);
    return;
  }
  if (Array.isArray(value.enum) && value.enum.some((each) => typeof each === 'string')) listed.add(name);
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties') for (const [field, schema] of Object.entries(inner ?? {})) findListed(schema, field);
    else if (key !== 'enum') findListed(inner, key === 'items' || /Of$/.test(key) ? name : '');
  }
}
findListed(document.components);

/** An answer of a newer API: every object has an additional field, and every enum has an unknown value. */
function newer(value: Json, name = ''): Json {
  if (typeof value === 'string') return listed.has(name) ? 'of_a_newer_release' : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => newer(each, name));
  const known = Object.entries(value).map(([key, inner]) => [key, newer(inner, key)]);
  return { ...Object.fromEntries(known), field_of_a_newer_release: { more: [1] } };
}

/** The answers of the previous release. */
function previousAnswers(): Answers {
  const folder = mkdtempSync(join(tmpdir(), 'previous-'));
  try {
    unpackRelease(previousFile('release.tar.zst'), folder);
    return new Answers(JSON.parse(readFileSync(join(folder, 'openapi/dashboard-api.json'), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('newer pages with an older API, as while a deployment is taken back', () => {
  const answers = new Answers(document);
  const open = async () => {
    const page = await dashboard.open('/account', 'superadmin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  test('take a field that is absent as one that is null, which each new field of an answer can be', async () => {
    const [page, left] = [await open(), new Set<string>()];
    await answerAs(page, (body, path) => withoutNullable(answers, answers.at(path) ?? {}, body, left));
    expect(await brokenPages(page, await pageAddresses())).toEqual([]);
    expect(left.size).toBeGreaterThan(20);
  });

  test('show what they can without the fields and routes that the release before has not', async () => {
    const [page, left, missing] = [await open(), new Set<string>(), new Set<string>()];
    const before = previousAnswers();
    await answerAs(page, (body, path) => {
      const [schema, schemaBefore] = [answers.at(path), before.at(path)];
      if (schemaBefore !== undefined) return asBefore([answers, schema ?? {}], [before, schemaBefore], body, left);
      missing.add(path);
      return undefined;
    });
    const addresses = await pageAddresses();
    const broken = await brokenPages(page, addresses);
    // Pages whose routes are missing say which; none is empty or crashes.
    expect(missing.size + left.size).toBeGreaterThan(0);
    expect(broken.filter((text) => !/not found|does not exist|No such route/i.test(text))).toEqual([]);
  });

  test('do not take a key for replaced because an older API does not say', async () => {
    const page = await open();
    await answerAs(page, (body) =>
      JSON.parse(JSON.stringify(body, (name, value) => (name === 'rotated_to' ? undefined : value))),
    );
    await page.goto(`${dashboard.cloud.dashboardUrl}/api-keys`);
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByText('Replaced', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Rotate/ }).count()).toBeGreaterThan(0);
  });
});

describe('a tab that stays open over a deployment', () => {
  test('shows values and ignores fields that only the newer API knows', async () => {
    expect(listed.size).toBeGreaterThan(20);
    const page = await dashboard.open('/account', 'superadmin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await answerAs(page, (body) => newer(body));
    await page.goto(`${dashboard.cloud.dashboardUrl}/ingestion?view=all`);
    await page.getByText('Of a newer release').first().waitFor();
    expect(await brokenPages(page, await pageAddresses())).toEqual([]);
  });

  test('names its release, and offers the newer pages if a part of its own is gone', async () => {
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
});
