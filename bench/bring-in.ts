import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readBibliography } from '#src/formats/reading/read-file.ts';
import { syntheticSources } from '../test/support/synthetic-sources.ts';
import { type Dashboard, startService } from './peers/process.ts';
import { progress, runCommand, UsageError } from './shared/command.ts';
import { median, timed } from './shared/statistics.ts';

const brokenIn = 5;
/** By the design: the longest check, the slowest storing, and the largest part of the time of requests one by one. */
const [mostCheckSeconds, leastWorksPerSecond, mostOfTheTime] = [180, 50, 0.1];
/** Requests one by one that are measured; the others take as long. */
const [doisMeasured, worksMeasured] = [100, 40];
const mostMs = 3 * 3_600_000;

await runCommand({
  name: 'bench:bring-in',
  summary:
    'How long a BibTeX file takes to be searchable: as an intake, and its DOIs and works one by one through the API of another\n' +
    'checkout, of which a part is measured. The sources are synthetic and take as long for an answer as real ones; for the\n' +
    'intake they also limit requests as real ones do.',
  options: {
    entries: { defaultValue: 3_000, describe: `entries, of which ${brokenIn} are broken` },
    works: { defaultValue: 300, describe: 'entries without a DOI' },
    stored: { defaultValue: 0, describe: 'other publications in the registry', isAny: true },
    'answer-ms': { defaultValue: 200, describe: 'time of an answer of a source' },
  },
  folders: { against: 'the other checkout, with its node_modules; without it, the intake is measured alone' },
  async run({ entries, works, stored, 'answer-ms': answerMs }, _, { against }) {
    if (against && !existsSync(join(against, 'local/cloud.ts'))) throw new UsageError('--against takes a checkout');
    // Of twenty publications, one is known to no agency.
    const known = Math.ceil(((entries - works - brokenIn) * 20) / 19) + 20;
    const cloudArguments = [known, answerMs, stored].map(String);
    const sources = syntheticSources({ publications: known, researchers: 40, faultShare: 0, seed: 1 });
    const publications = [...sources.publications.values()]
      .filter(({ source }) => source !== 'orcid')
      .slice(0, entries - works - brokenIn);
    const file = new TextEncoder().encode(bibtexOf(publications, works));
    progress('an intake');
    const own = await withCloud([...cloudArguments, 'metered'], process.cwd(), (dashboard) =>
      takeIn(file, { works, publications: publications.length }, dashboard),
    );
    const worksPerSecond = works / (own.worksSeconds - own.checkedSeconds);
    const row = (way: string, worksSeconds: number, allSeconds: number) => ({
      ...{ way, 'works searchable, s': worksSeconds, 'all searchable, s': allSeconds },
      'of the time': seconds === undefined ? null : own.seconds / seconds,
    });
    let seconds: number | undefined;
    let other: Awaited<ReturnType<typeof oneByOne>> | undefined;
    if (against) {
      progress('one by one');
      other = await withCloud(cloudArguments, against, (dashboard) => oneByOne(publications, dashboard));
      seconds = (publications.length * other.doiMs + works * other.workMs) / 1_000;
    }
    const share = seconds === undefined ? 0 : own.seconds / seconds;
    return {
      rows: [
        row('intake', own.worksSeconds, own.seconds),
        ...(other && seconds
          ? [{ ...row('one by one', (works * other.workMs) / 1_000, seconds), 'of the time': 1 }]
          : []),
      ],
      faults: [
        ...(own.checkedSeconds > mostCheckSeconds ? [`sent and checked in more than ${mostCheckSeconds} s`] : []),
        ...(worksPerSecond < leastWorksPerSecond ? [`fewer than ${leastWorksPerSecond} works a second`] : []),
        ...(share > mostOfTheTime ? [`more than ${mostOfTheTime} of the time of requests one by one`] : []),
      ],
      facts: {
        ...{ entries, DOIs: publications.length, works, broken: brokenIn, 'publications before': stored },
        ...{
          'answer of a source, ms': answerMs,
          'sent, s': own.sentSeconds,
          'sent and checked, s': own.checkedSeconds,
        },
        ...{ 'works a second': worksPerSecond, 'DOIs a second': own.doisPerSecond },
        ...(other && { 'one DOI, p50 ms': other.doiMs, 'one work, p50 ms': other.workMs }),
      },
    };
  },
});

async function withCloud<Result>(args: string[], cwd: string, run: (dashboard: Dashboard) => Promise<Result>) {
  const { dashboard, stop } = await startService('sources-cloud.ts', args, cwd);
  if (!dashboard) throw new Error('The cloud has no dashboard');
  try {
    return await run(dashboard);
  } finally {
    await stop();
  }
}

function workTitle(n: number): string {
  return `An unpublished catalogue of kilns, number ${n}`;
}

function bibtexOf(publications: readonly { doi: string; title: string }[], count: number): string {
  const whole = publications.map(
    ({ doi, title }, n) => `@article{p${n}, title = {${title}}, author = {Kiln, Ann}, year = 2020, doi = {${doi}}}`,
  );
  const works = Array.from(
    { length: count },
    (_, n) => `@book{w${n}, title = {${workTitle(n)}}, author = {Clay, Bob}, publisher = {Clay Press}, year = 2021}`,
  );
  const broken = Array.from({ length: brokenIn }, (_, n) => `@article{b${n}, title = {An open brace, year = 2020}`);
  return [...whole, ...works, ...broken].join('\n\n');
}

/** The time from the file to the last of its entries in the list. */
async function takeIn(file: Uint8Array, wanted: { works: number; publications: number }, dashboard: Dashboard) {
  const ask = asked(dashboard);
  const totalOf = async (path: string) => (await ask<{ total: number }>('GET', `${path}?perPage=1`)).total;
  const before = { works: await totalOf('/api/works'), publications: await totalOf('/api/publications') };
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1_000;
  const rows = [...readBibliography(file)].flatMap((event) => (event.kind === 'entry' ? [event.entry] : []));
  const { id } = await ask<{ id: string }>('POST', '/api/intakes', {
    ...{ kind: 'publications', name: 'file.bib', total: rows.length, options: {} },
  });
  for (let first = 0; first < rows.length; first += 100) {
    await ask('POST', `/api/intakes/${id}/rows`, { first, rows: rows.slice(first, first + 100) });
  }
  const until = async (state: string) => {
    for (const before = performance.now(); performance.now() - before < mostMs; await delay(500)) {
      const intake = await ask<{ state: string; outcomes: Record<string, number> }>('GET', `/api/intakes/${id}`);
      if (intake.state === state) return;
    }
    throw new Error(`The intake does not get ${state}`);
  };
  const sentSeconds = seconds();
  await ask('POST', `/api/intakes/${id}/check`);
  await until('checked');
  const checkedSeconds = seconds();
  await ask('POST', `/api/intakes/${id}/apply`);
  while ((await totalOf('/api/works')) < before.works + wanted.works) await delay(250);
  const worksSeconds = seconds();
  while ((await totalOf('/api/publications')) < before.publications + wanted.publications) await delay(500);
  const allSeconds = seconds();
  const { outcomes } = await ask<{ outcomes: Record<string, number> }>('GET', `/api/intakes/${id}`);
  const doisPerSecond = (outcomes.fetched ?? 0) / (allSeconds - worksSeconds);
  return { sentSeconds, checkedSeconds, worksSeconds, seconds: allSeconds, doisPerSecond };
}

/** The times of the first ones; the others take as long. */
async function oneByOne(publications: readonly { doi: string }[], dashboard: Dashboard) {
  const ask = asked(dashboard);
  const [dois, works]: [number[], number[]] = [[], []];
  for (const { doi } of publications.slice(0, doisMeasured)) {
    dois.push((await timed(() => ask('POST', '/api/import/doi', { doi }))).ms);
  }
  for (let n = 0; n < worksMeasured; n++) {
    const body = {
      title: workTitle(n),
      work_type: 'book',
      publication_date: '2021',
      data: { publisher: 'Clay Press' },
    };
    works.push((await timed(() => ask('POST', '/api/works', body))).ms);
  }
  return { doiMs: median(dois), workMs: median(works) };
}

function asked({ url, token }: Dashboard) {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(url + path, {
      method,
      redirect: 'error',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
}
