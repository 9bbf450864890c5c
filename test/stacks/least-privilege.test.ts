import { describe, expect, it } from '@jest/globals';
import type { Grant } from '#src/table/grants.ts';
import { keys } from '#src/table/keys.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { tablePermissions, tableStatements } from '../../lib/table-access.ts';
import { Policy } from '../../local/iam/policy.ts';
import { resources, stackNames, type TemplateResource } from './templates.ts';
import { keptDeclarations, wholeTemplatesOf } from './whole-registries.ts';

const table = 'arn:aws:dynamodb:eu-central-1:123456789012:table/Registry';

const reads = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'];
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** Users, keys, credentials and administrators' settings, by the partition of one item each. */
const guarded = Object.entries({
  user: keys.user('ada@example.org'),
  userRow: keys.userRow('ada@example.org'),
  memberRow: keys.memberRow('library', 'ada@example.org'),
  apiKey: keys.apiKey('hash'),
  apiKeyRow: keys.apiKeyRow(0, 'hash'),
  installation: keys.installation('id'),
  installationRow: keys.installationRow('library', 0, 'id'),
  site: keys.site('https://example.org'),
  rollout: keys.rollout('locale-search'),
  audit: keys.audit(0, 'id'),
  revocation: keys.revocation(0, 'id'),
}).map(([name, { pk }]) => ({ name, pk }));

/** The actions among these that the grants allow on a partition, in the table or an index. */
function allowed(grants: readonly Grant[], actions: readonly string[], pk: string): string[] {
  const policy = new Policy(
    tableStatements(grants, table).map((statement) => ({ Effect: 'Allow', ...statement })),
    grants.join(' '),
  );
  const valuesOf = (key: string) => (key === 'dynamodb:LeadingKeys' ? [pk] : undefined);
  return actions.filter((name) =>
    [table, `${table}/index/changes`, `${table}/index/byRef`].some(
      (resource) => policy.decide({ action: `dynamodb:${name}`, resource, valuesOf }) === 'allow',
    ),
  );
}

/** A line for each action on the table, with the partitions it may reach. */
function accessOf(grants: readonly Grant[]): string {
  const lines = tableStatements(grants, table).flatMap(({ Action, Resource, Condition }) => {
    const { Null: _, 'ForAllValues:StringLike': like = {}, ...further } = Condition;
    const keys = [like['dynamodb:LeadingKeys']].flat().join(' ');
    const limits = Object.keys(further).length > 0 ? ` with ${JSON.stringify(further)}` : '';
    const places = Resource.map((arn) => (arn === table ? '' : ` of ${arn.split('/').at(-1)}`));
    // Permission to read one item includes several.
    const actions = Action.filter((action) => action !== 'dynamodb:BatchGetItem');
    return actions.flatMap((action) => places.map((place) => `${action}${place}: ${keys}${limits}`));
  });
  return (
    lines
      .map((line) => `  ${line.replace('dynamodb:', '')}`)
      .sort()
      .join('\n') || '  nothing'
  );
}

describe('of the real declarations', () => {
  const declared = keptDeclarations();

  it('a worker that parses what sources send touches no user, key, installation or setting', () => {
    const workers = declared.jobs.filter(
      ({ declaration: { grants, trigger } }) =>
        (trigger.kind === 'queue' && trigger.queue !== 'webhooks' && trigger.queue !== 'intakes') ||
        grants.includes('sources'),
    );
    expect(workers.map(({ declaration }) => declaration.id)).toContain('ingest-work');
    for (const { file, declaration } of workers) {
      const reached = guarded.filter(({ pk }) => allowed(declaration.grants, [...reads, ...writes], pk).length > 0);
      expect({ file, reached }).toEqual({ file, reached: [] });
    }
  });

  it('a public list reads list rows and records, but no user, key, installation, job or affiliation period', () => {
    const lists = declared.routes.filter(
      ({ declaration: { auth, grants } }) =>
        !['session', 'member', 'operator'].includes(auth.kind) && grants.some((grant) => grant.startsWith('lists:')),
    );
    expect(lists.length).toBeGreaterThan(5);
    const unreadable = guarded.filter(({ name }) => name !== 'rollout');
    for (const { file, declaration } of lists) {
      const grants = grantsOf(declaration);
      const reached = [...unreadable, { name: 'job', pk: keys.job('1').pk }].filter(
        ({ pk }) => allowed(grants, [...reads, ...writes], pk).length > 0,
      );
      const periods = allowed(grants, ['Query', ...writes], keys.person('0000-0002-1825-0097').pk);
      expect({ file, reached, periods }).toEqual({ file, reached: [], periods: [] });
    }
  });

  it('only the routes for users and groups, whose stewards are users, and the job that rewrites all records, write users', () => {
    const all = [
      ...declared.routes.map(({ file, declaration }) => ({ file, grants: grantsOf(declaration) })),
      ...[...declared.jobs, ...declared.authorizers].map(({ file, declaration }) => ({
        file,
        grants: declaration.grants,
      })),
    ];
    const writers = all.filter(({ grants }) => allowed(grants, writes, keys.user('ada@example.org').pk).length > 0);
    expect(writers.map(({ file }) => file.replace(/\/[^/]*$/, ''))).toEqual(
      expect.arrayContaining(['lambdas/dashboard/users']),
    );
    for (const { file } of writers) {
      expect(file).toMatch(/^lambdas\/(dashboard\/(users|members|invitations|groups)\/|background\/backfill-records)/);
    }
  });

  it('each role does to the table what the snapshot says', () => {
    const all = [
      ...declared.routes.map(({ file, declaration }) => ({ file, grants: grantsOf(declaration) })),
      ...[...declared.jobs, ...declared.authorizers].map(({ file, declaration: { grants } }) => ({ file, grants })),
    ];
    const byAccess = Map.groupBy(all, ({ grants }) => accessOf(grants));
    const roles = [...byAccess].map(([access, functions]) =>
      [...functions.map(({ file }) => file.replace(/^lambdas\//, '')).sort(), access].join('\n'),
    );
    expect(roles.sort().join('\n\n')).toMatchSnapshot();
  });

  it('no role may scan, or do anything without naming partitions', () => {
    for (const { file, declaration } of [...declared.routes, ...declared.jobs]) {
      expect({ file, scans: allowed(declaration.grants, ['Scan'], '') }).toEqual({ file, scans: [] });
      for (const { pattern } of tablePermissions(declaration.grants)) expect(pattern).not.toMatch(/^\*/);
    }
  });

  it('every role is within the size that IAM allows for the policies inside a role', () => {
    const templates = wholeTemplatesOf('as it is');
    for (const stack of stackNames) {
      for (const [id, { Properties }] of resources(templates[stack], 'AWS::IAM::Role')) {
        const size = JSON.stringify(Properties.Policies ?? []).length;
        expect({ stack, id, isSmall: size < 10_240 }).toEqual({ stack, id, isSmall: true });
      }
    }
  });

  it.each([
    ['lists in PostgreSQL', true],
    ['lists in PostgreSQL, and snapshots of them', true],
    ['lists in memory, and PostgreSQL prepared', false],
  ] as const)('with %s, only who reads them there, and the job, may use the database', (name, isRead) => {
    const roles = Object.values(wholeTemplatesOf(name)).flatMap((template) =>
      resources(template, 'AWS::IAM::Role').map(([id, { Properties }]) => ({ id, ...listAccessOf(Properties) })),
    );
    const readers = /Lists(Publications|CuratedPublications|Works)/;
    const jobs =
      /^(Canary|ContinueReportRuns|FindDuplicates|FindProposals|FindWebhookEvents|RefreshStale|WorkOnIntakes)Worker/;
    for (const { id, database, snapshots } of roles) {
      const reads = isRead && (readers.test(id) || jobs.test(id));
      const mayUse = reads || id.startsWith('FeedListsWorker');
      expect({ id, database }).toEqual({ id, database: mayUse ? calls : [] });
      // A list that is read in the database is not read from snapshots as well.
      const others = isRead && !id.startsWith('CompactLists') ? snapshots.filter((name) => inDatabase.test(name)) : [];
      expect({ id, others }).toEqual({ id, others: [] });
    }
    expect(roles.filter(({ database }) => database.length > 0).length > 1).toBe(isRead);
  });
});

const calls = [
  'rds-data:BeginTransaction',
  'rds-data:ExecuteStatement',
  'rds-data:RollbackTransaction',
  'secretsmanager:GetSecretValue',
];
/** The snapshots of the lists that can be in a database. */
const inDatabase = /^(PUB|PUB-CURATORS|WORK)$/;

/** The rights of a role to the database of lists and its secret, and the snapshots that it may use. */
function listAccessOf({ Policies = [] }: TemplateResource['Properties']): { database: string[]; snapshots: string[] } {
  const statements: { Action: string | string[]; Resource: unknown }[] = Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: unknown[] } }) => PolicyDocument.Statement,
  );
  const texts = statements.map(({ Action, Resource }) => ({
    actions: [Action].flat(),
    resource: JSON.stringify(Resource),
  }));
  const ofDatabase = texts.filter(({ resource }) => resource.includes('ImportValue":"registry-prod-lists:'));
  return {
    database: ofDatabase.flatMap(({ actions }) => actions).sort(),
    snapshots: texts.flatMap(({ resource }) =>
      [...resource.matchAll(/\/lists\/([\w-]+)\//g)].map(([, name = '']) => name),
    ),
  };
}
