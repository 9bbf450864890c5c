import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { AnyRoute } from '#src/http/route.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, sessionOf, type Target, type TestResponse } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { asOperator, startTestServices, type TestServices } from '../support/services.ts';
import {
  hasAnswer,
  knownAnswers,
  loadBucket,
  loadTable,
  storedItems,
  storedUrls,
  wholeVersions,
} from '../support/stored-data.ts';

/** Every route that reads, on the data of every version. Those that only redirect read nothing. */

const cases = (await loadRoutes())
  .filter(({ declaration: { method, responses } }) => method === 'GET' && 200 in responses)
  .map(({ file, declaration: route }) => ({ name: `${route.path} (${file})`, file, route }));

const lines = captureLog();
let services: TestServices;
let s3: FauxqsServer;
beforeAll(async () => {
  services = await startTestServices();
  s3 = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${s3.port}`;
  Object.assign(process.env, {
    BUCKET_NAME: 'registry-test',
    REFRESH_FROM_HOUR: '1',
    REFRESH_HOURS: '5',
    REFRESH_PEOPLE_AFTER_DAYS: '1',
    REFRESH_PUBLICATIONS_AFTER_DAYS: '7',
    REFRESH_REQUESTS_PER_DAY: 'orcid=10 crossref=10 datacite=10 openalex=10',
    RESET_ALLOWED_EMAILS: 'curator@example.org',
  });
  s3.createBucket('registry-test');
});
afterAll(async () => {
  await s3?.stop();
  await services?.close();
});

describe.each(wholeVersions)('the data of version %s', (version) => {
  const items = storedItems(version);
  const known = knownAnswers(version);
  const answered = new Map<string, TestResponse>();
  const installation = items.find(
    ({ pk, sk, status }) => /^INSTALLATION#/.test(`${pk}`) && sk === 'RECORD' && status === 'active',
  );

  beforeAll(async () => {
    // The lists still hold rows of the previous version's table.
    jest.resetModules();
    await freshTable();
    // The lists are read once: nothing is written after the data.
    process.env.LIST_STALENESS_MS = '600000';
    s3.emptyBucket('registry-test');
    await Promise.all([loadTable(version), loadBucket(version)]);
  });

  const authorizer = (route: AnyRoute) =>
    route.auth.kind === 'installation'
      ? {
          ...authorizerOf(route.auth),
          installationId: String(installation?.id),
          scopes: InstallationScope.options.join(' '),
        }
      : // A steward sees reports of their groups alone.
        /^reports?[.-]/.test(route.id)
        ? sessionOf('workspace_member')
        : authorizerOf(route.auth);

  test.each(cases)('is answered by GET $name', async ({ file, route }) => {
    const target = (await import(`../../${file}`)) as Exclude<Target, AnyRoute>;
    const urls = storedUrls(route, items);
    for (const url of urls) {
      const context = authorizer(route);
      const headers = route.auth.kind === 'operator' ? asOperator : {};
      const answer = await call(target, { url, headers, ...(context && { authorizer: context }) });
      answered.set(url, answer);
      expect([url, [200, 301, 400, 404, 410].includes(answer.status) || answer.status]).toEqual([url, true]);
    }
    if (hasAnswer(route, version)) expect(urls.map((url) => answered.get(url)?.status)).toContain(200);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each(Object.entries(known))('is known: GET %s', (url, body) => {
    expect(answered.get(url)?.body).toMatchObject(body);
  });
});
