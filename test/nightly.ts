/** The tests that `npm run test:nightly` runs, and which of them a change needs: docs/contributing/testing.md. */
interface NightlySuite {
  covers: string;
  /** The beginnings of paths whose change runs the whole suite in continuous integration. */
  touchedBy: readonly string[];
  /** Its files, with the seconds that each takes on a machine of two cores. */
  secondsOf: Readonly<Record<string, number>>;
}

/** The paths on which everything rests: a change of one runs the cheapest file of each suite, if that takes less than a minute. */
const foundations = [
  'jest.config.mjs',
  'package-lock.json',
  'src/http/',
  'src/runtime/',
  'src/table/',
  'src/vocabulary/',
  'test/environment/',
  'test/support/',
];

/** Suites that a change touches run whole as long as they take no longer together. Of others only the cheapest file runs. */
const mostSeconds = 420;

export const nightlySuites: Readonly<Record<string, NightlySuite>> = {
  dashboard: {
    covers: 'the scenarios of the dashboard in a browser',
    touchedBy: ['web/', 'test/browser/'],
    secondsOf: { 'test/browser/dashboard.browser.ts': 240 },
  },
  accessibility: {
    covers: 'every page and state of the dashboard with axe, in all appearances',
    touchedBy: ['web/'],
    secondsOf: {
      'test/browser/accessibility.browser.ts': 374,
      'test/web/pages/states.slow.test.ts': 27,
    },
  },
  reference: {
    covers: 'the reference of the APIs in a browser',
    touchedBy: ['openapi/', 'src/http/openapi/'],
    secondsOf: {
      'test/browser/docs.browser.ts': 146,
    },
  },
  clients: {
    covers: 'the clients as somebody installs them, the mirror program, and strangers who send what they like',
    touchedBy: ['clients/', 'openapi/'],
    secondsOf: {
      'test/clients/package.slow.test.ts': 40,
      'test/e2e/client.slow.test.ts': 24,
      'test/strangers/strangers.slow.test.ts': 62,
    },
  },
  intakes: {
    covers: 'files that are taken in: killed before any write, twice, two at once, beside others, and undone',
    touchedBy: ['src/curation/intakes/', 'src/records/intakes/', 'lambdas/background/intakes/', 'test/intakes/'],
    secondsOf: {
      'test/intakes/interrupted.slow.test.ts': 60,
      'test/intakes/beside.slow.test.ts': 30,
      'test/intakes/command.slow.test.ts': 30,
      'test/routes/dashboard/intakes/edits-crash.slow.test.ts': 60,
    },
  },
  reports: {
    covers: 'reports: runs killed, compared and erased, documents in parts, and both list engines against one rule',
    touchedBy: [
      'src/curation/reports/',
      'src/curation/report-documents/',
      'src/records/reports/',
      'src/lists/counting/',
    ],
    secondsOf: {
      'test/lists/counting.slow.test.ts': 30,
      'test/report-documents/make-documents.slow.test.ts': 30,
      'test/routes/dashboard/report-documents/documents.slow.test.ts': 30,
      'test/routes/dashboard/reports/runs.slow.test.ts': 40,
      'test/routes/dashboard/reports/stewards.slow.test.ts': 20,
    },
  },
  spreadsheets: {
    covers: 'spreadsheets for editing and documents of reports in LibreOffice and pandoc',
    touchedBy: ['src/formats/editing/', 'src/formats/documents/'],
    secondsOf: {
      'test/formats/documents/readers.slow.test.ts': 40,
      'test/formats/editing/libreoffice.slow.test.ts': 60,
      'test/formats/editing/round-trip.slow.test.ts': 20,
    },
  },
  groups: {
    covers: 'the writes of groups and imports of members: killed, twice, two at once, and 300 people',
    touchedBy: [
      'src/curation/groups/',
      'src/records/groups/',
      'lambdas/dashboard/groups/',
      'lambdas/dashboard/group-members/',
      'lambdas/dashboard/group-imports/',
    ],
    secondsOf: {
      'test/routes/dashboard/groups/groups.slow.test.ts': 20,
      'test/routes/dashboard/groups/import.slow.test.ts': 30,
    },
  },
  wordpress: {
    covers: 'the plugin in a WordPress with MariaDB',
    touchedBy: ['clients/php/', 'plugins/'],
    secondsOf: {
      'test/wordpress/faculty.slow.test.ts': 60,
      'test/wordpress/filters.slow.test.ts': 33,
      'test/wordpress/groups.slow.test.ts': 60,
      'test/wordpress/plugin.slow.test.ts': 181,
      'test/wordpress/stand-in.slow.test.ts': 28,
    },
  },
  readers: {
    covers: 'programs of others that read what is published: harvesters, parsers of pages, readers of bibliographies',
    touchedBy: ['src/formats/', 'src/publishing/', 'src/records/citations/'],
    secondsOf: {
      'test/formats/tricky-readers.slow.test.ts': 12,
      'test/oai/catmandu.slow.test.ts': 8,
      'test/oai/harvest.slow.test.ts': 17,
      'test/oai/schema.slow.test.ts': 7,
      'test/pages/parsers.slow.test.ts': 21,
    },
  },
  templates: {
    covers: 'the templates in cfn-lint and in the pipeline, provisioned bundles, the container, new routes',
    touchedBy: ['bin/', 'lib/', 'lambdas/', 'scripts/', '.github/', 'Dockerfile', 'local/cloudformation/'],
    secondsOf: {
      'test/bundles/provisioned.slow.test.ts': 83,
      'test/e2e/templates.slow.test.ts': 2,
      'test/scripts/container.slow.test.ts': 30,
      'test/scripts/new-route.slow.test.ts': 17,
      'test/stacks/alarm-drill.slow.test.ts': 4,
      'test/stacks/capacity.slow.test.ts': 5,
      'test/stacks/cfn-lint.slow.test.ts': 78,
      'test/stacks/last-release.slow.test.ts': 11,
      'test/stacks/pipeline.slow.test.ts': 18,
    },
  },
  deployments: {
    covers: 'a deployment that is checked, restored or rolled back',
    touchedBy: ['lib/', 'scripts/'],
    secondsOf: {
      'test/scripts/preflight.slow.test.ts': 53,
      'test/scripts/restore.slow.test.ts': 105,
      'test/scripts/rollback.slow.test.ts': 95,
    },
  },
  releases: {
    covers: 'the release before beside this one, the cut-over and the way back',
    touchedBy: ['src/records/', 'src/lists/', 'src/ingestion/', 'src/table/', 'test/fixtures/releases/'],
    secondsOf: {
      'test/releases/cut-over.slow.test.ts': 25,
      'test/releases/two-releases.slow.test.ts': 120,
      'test/releases/way-back.slow.test.ts': 74,
    },
  },
  versions: {
    covers: 'routes and the laptop with stored data of earlier versions',
    touchedBy: ['src/records/', 'src/responses/', 'src/logbook/', 'test/fixtures/'],
    secondsOf: {
      'test/e2e/older-data.slow.test.ts': 37,
      'test/routes/stored-data.slow.test.ts': 213,
    },
  },
  restores: {
    covers: 'exports, imports and restores, and what is repeated after them',
    touchedBy: ['src/operations/recovery/', 'scripts/transfer/', 'scripts/stored-data/'],
    secondsOf: {
      'test/e2e/import.slow.test.ts': 73,
      'test/e2e/restore.slow.test.ts': 142,
      'test/recovery/erasures.slow.test.ts': 4,
      'test/recovery/ledger.slow.test.ts': 2,
      'test/recovery/revocations.slow.test.ts': 6,
      'test/scripts/transfer.slow.test.ts': 17,
    },
  },
  kills: {
    covers: 'functions killed between any two calls, besides those of ingestions and erasures',
    touchedBy: ['src/identity/', 'src/duplicates/', 'src/webhooks/', 'src/operations/'],
    secondsOf: {
      'test/erasure/failures.slow.test.ts': 33,
      'test/identity/credentials/crash.slow.test.ts': 13,
      'test/relations/relate-crash.slow.test.ts': 4,
      'test/routes/dashboard/users-crash.slow.test.ts': 4,
      'test/site-tools/reset-data-crash.slow.test.ts': 17,
      'test/webhooks/interrupted.slow.test.ts': 3,
    },
  },
  faults: {
    covers: 'an ingestion and a data folder with faults of every kind',
    touchedBy: ['src/ingestion/', 'local/'],
    secondsOf: {
      'test/background/ingestion-faults.slow.test.ts': 93,
      'test/e2e/durability.slow.test.ts': 90,
    },
  },
  sources: {
    covers: 'sources that refuse, ask for patience or lie, and their recorded answers',
    touchedBy: ['src/sources/'],
    secondsOf: {
      'test/background/hostile-answers.slow.test.ts': 109,
      'test/background/metered-sources.slow.test.ts': 13,
      'test/e2e/metered.slow.test.ts': 97,
      'test/e2e/recordings.slow.test.ts': 19,
      'test/sources/crossref-pools.slow.test.ts': 12,
      'test/sources/hostile.slow.test.ts': 23,
    },
  },
  ingestion: {
    covers: 'works that change, move to other DOIs, come in groups, or are tried again',
    touchedBy: ['src/ingestion/', 'src/records/works/'],
    secondsOf: {
      'test/background/changed-works.slow.test.ts': 27,
      'test/background/feed-lists.slow.test.ts': 16,
      'test/background/grouped-dois.slow.test.ts': 14,
      'test/background/relations-after-kills.slow.test.ts': 6,
      'test/background/resume-jobs.slow.test.ts': 3,
      'test/background/retractions.slow.test.ts': 31,
      'test/background/retry-enrichments.slow.test.ts': 17,
      'test/background/works-with-new-dois.slow.test.ts': 15,
      'test/routes/dashboard/ingestion/jobs-crash.slow.test.ts': 14,
    },
  },
  refresh: {
    covers: 'what is read again at night, large publications, and records written anew',
    touchedBy: ['src/ingestion/refresh/', 'src/operations/backfill/'],
    secondsOf: {
      'test/background/backfill-records.slow.test.ts': 52,
      'test/background/large-publications.slow.test.ts': 102,
      'test/refresh/large.slow.test.ts': 4,
      'test/refresh/refresh-crash.slow.test.ts': 58,
      'test/refresh/refresh.slow.test.ts': 58,
    },
  },
  lists: {
    covers: 'models of the lists over all versions of their rows, their memory, and searches',
    touchedBy: ['src/lists/', 'src/matching/'],
    secondsOf: {
      'test/lists/changes/change-log.slow.test.ts': 40,
      'test/lists/changes/model-every-version.slow.test.ts': 59,
      'test/lists/changes/model.slow.test.ts': 35,
      'test/lists/index/locale-search.slow.test.ts': 5,
      'test/lists/memory.slow.test.ts': 40,
      'test/lists/read-your-writes.slow.test.ts': 19,
      'test/lists/row-shape.slow.test.ts': 23,
      'test/routes/search/search-on.slow.test.ts': 16,
    },
  },
  sizes: {
    covers: 'answers as large as they get',
    touchedBy: ['src/responses/', 'src/formats/'],
    secondsOf: {
      'test/http/fitted-body.slow.test.ts': 17,
      'test/routes/consumer/publications/export.slow.test.ts': 23,
      'test/routes/response-sizes.slow.test.ts': 208,
    },
  },
  postgres: {
    covers: 'lists in PostgreSQL: queries and templates',
    touchedBy: ['src/lists/', 'lib/lists-stack.ts'],
    secondsOf: {
      'test/e2e/lists-in-postgres.slow.test.ts': 43,
      'test/lists/postgres/settled.slow.test.ts': 50,
      'test/lists/postgres/source.slow.test.ts': 94,
      'test/lists/postgres/tallies.slow.test.ts': 37,
    },
  },
  feed: {
    covers: 'lists in PostgreSQL: filling and following them',
    touchedBy: ['src/lists/postgres/'],
    secondsOf: {
      'test/lists/postgres/faults.slow.test.ts': 62,
      'test/lists/postgres/feed.slow.test.ts': 59,
      'test/lists/postgres/filling.slow.test.ts': 70,
    },
  },
  curation: {
    covers: 'decisions of curators, alone and many at once',
    touchedBy: ['src/curation/', 'src/duplicates/'],
    secondsOf: {
      'test/aliases/decisions.slow.test.ts': 18,
      'test/bulk-edits/bulk-edits.slow.test.ts': 7,
      'test/curation/duplicates.slow.test.ts': 90,
      'test/curation/work-duplicates.slow.test.ts': 20,
      'test/relations/relate.slow.test.ts': 28,
      'test/relations/roles.slow.test.ts': 8,
      'test/routes/dashboard/aliases/aliases.slow.test.ts': 23,
      'test/routes/dashboard/proposals/unlink.slow.test.ts': 11,
      'test/routes/dashboard/proposals/work.slow.test.ts': 53,
    },
  },
  'site-tools': {
    covers: 'data that an operator writes anew or deletes',
    touchedBy: ['src/operations/'],
    secondsOf: {
      'test/erasure/finish-open.slow.test.ts': 17,
      'test/erasure/saved-views.slow.test.ts': 6,
      'test/routes/dashboard/site-tools/rederive-aliases.slow.test.ts': 16,
      'test/routes/dashboard/site-tools/rederive.slow.test.ts': 78,
      'test/site-tools/reset-data-races.slow.test.ts': 2,
      'test/site-tools/reset-data.slow.test.ts': 11,
    },
  },
  webhooks: {
    covers: 'deliveries to receivers that are slow, gone or greedy',
    touchedBy: ['src/webhooks/'],
    secondsOf: {
      'test/webhooks/shares.slow.test.ts': 28,
      'test/webhooks/webhooks.slow.test.ts': 25,
    },
  },
  access: {
    covers: 'each function as each kind of caller, and secrets in what is kept',
    touchedBy: ['lambdas/', 'lib/', 'src/identity/'],
    secondsOf: {
      'test/e2e/every-function.slow.test.ts': 226,
    },
  },
  laptop: {
    covers: 'the whole laptop cloud: keys, alarms, schedules, the load balancer, and its starts',
    touchedBy: ['local/', 'src/identity/'],
    secondsOf: {
      'test/e2e/alarms.slow.test.ts': 100,
      'test/e2e/api-keys.slow.test.ts': 25,
      'test/e2e/installations.slow.test.ts': 17,
      'test/e2e/load-balancer.slow.test.ts': 26,
      'test/e2e/rollout.slow.test.ts': 11,
      'test/e2e/services.slow.test.ts': 37,
      'test/e2e/start.slow.test.ts': 25,
      'test/e2e/synthetic.slow.test.ts': 50,
    },
  },
};

export interface ChosenFiles {
  files: string[];
  /** The suites of which not all files are chosen although the change touches them. */
  cut: string[];
}

/** The nightly files that a change needs, by its paths from the root; without them, as if it touched everything. */
export function nightlyFilesOf(changed: readonly string[] | undefined): ChosenFiles {
  const touches = (paths: readonly string[]) => changed?.some((path) => paths.some((start) => path.startsWith(start)));
  const files = new Set<string>();
  const cut: string[] = [];
  let left = mostSeconds;
  const suites = Object.entries(nightlySuites).map(([name, suite]) => ({ name, ...suite, seconds: secondsIn(suite) }));
  for (const { name, touchedBy, secondsOf, seconds } of suites.sort((one, other) => one.seconds - other.seconds)) {
    const own = Object.keys(secondsOf);
    const isTouched = touches(touchedBy) === true;
    if (isTouched && seconds <= left) {
      for (const file of own) files.add(file);
      left -= seconds;
      continue;
    }
    if (isTouched) cut.push(name);
    const [cheapest, itsSeconds] = cheapestOf(secondsOf);
    if ((isTouched || changed === undefined || touches(foundations)) && itsSeconds < 60) files.add(cheapest);
  }
  // A test that changes runs, wherever it belongs.
  for (const file of allNightlyFiles) if (changed?.includes(file)) files.add(file);
  return { files: [...files].sort(), cut: cut.sort() };
}

export const allNightlyFiles: readonly string[] = Object.values(nightlySuites).flatMap(({ secondsOf }) =>
  Object.keys(secondsOf),
);

const secondsIn = ({ secondsOf }: NightlySuite) => Object.values(secondsOf).reduce((sum, seconds) => sum + seconds, 0);

const cheapestOf = (secondsOf: Readonly<Record<string, number>>): [file: string, seconds: number] =>
  Object.entries(secondsOf).reduce((one, other) => (other[1] < one[1] ? other : one));
