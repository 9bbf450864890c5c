import { loadAuthorizers, loadJobs, loadRoutes } from '../../lib/load-declarations.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { unusedServicePermissions } from '../support/service-permissions.ts';
import { unusedPermissions } from '../support/used-permissions.ts';

/**
 * After all tests, fails if a role has a permission that no test has used and that is not explained here, or if more
 * than
 * two are explained per role. For the table, all tests count; for other services, those of the laptop cloud.
 */

const mostOfOneRole = 2;

/** Permissions that a role may have although no test uses them, and why. Those of one role do not count. */
const explained: { permission: RegExp; role?: RegExp; because: string }[] = [
  {
    permission: /^ConditionCheckItem (ERASED|PERSON)#/,
    because: 'People are added, and publications linked to them, by one function each, which checks it for all.',
  },
  {
    permission: /^UpdateItem (PACE#|rollout:)/,
    because: 'Limits of sources and counters of searches have tests of their own, below the functions that use them.',
  },
  {
    permission: /^UpdateItem PERSON#/,
    because: 'A job that was tried again and cannot be queued ends by the same code as others.',
  },
  {
    permission: /^GetItem (WORK|LIST#DUPLICATE)#/,
    because:
      'Storing and changing publications compares them with works and other pairs by one function, whoever does it.',
  },
  {
    permission: /^(PutItem (WORK|LIST#WORK)|ConditionCheckItem PUB|GetItem PERSON)#/,
    role: /publications:ingest|merges:check/,
    because: 'Publications make works redundant by one function, whoever stores them: test/merging.',
  },
  {
    permission: /^(GetItem|UpdateItem) JOURNAL#/,
    role: /publications:ingest|journals:state|people:erase/,
    because: 'Publications state what is said of journals by one function, whoever stores them: test/storage.',
  },
  {
    permission: /^(GetItem PUB|PutItem LIST#DUPLICATE)#/,
    role: /(^| )works:curate$/,
    because: 'Changing works compares them by the same function, which is tested where publications are stored.',
  },
  {
    role: /-(PageFiles|AccessProxy)/,
    permission: /^(s3|ec2):/,
    because:
      'Functions of CDK that a deployment calls run only on AWS: test/stacks, for the edge and the access proxy.',
  },
  {
    permission: /^apigateway:(GET|DELETE) .*usageplans/,
    because: 'A key that was just made is in another plan only after an answer was lost: test/identity.',
  },
  {
    permission: /^sqs:GetQueueAttributes .*-Researchers/,
    because: 'The refresh counts the messages of one queue, and whoever may count them may do so for both.',
  },
  {
    permission: /^sqs:ChangeMessageVisibility .*-Webhooks/,
    because: 'The same code puts messages of all queues back, and receivers fail in test/webhooks.',
  },
  {
    permission: /^sqs:SendMessage .*-Webhooks/,
    because: 'A worker sends a message only for what is left after its turn: test/webhooks.',
  },
  {
    role: /^registry-local-(consumer-Functions(Journals|ListsPeopleListsPublicationsPeopleRead)|dashboard-FunctionsJournalsReadListsCuratedPublicationsListsPeople|integrations-FunctionsListsPeopleListsWorks)/,
    permission: /^s3:GetObject .*\/lists\//,
    because:
      'The lists are read from snapshots by one function, and these need them only once there is something to show.',
  },
  {
    role: /^registry-local-/,
    permission: /^lambda:InvokeFunction .*FeedLists/,
    because:
      'Whoever reads a list that is behind wakes its job by one function: test/lists/postgres, bench/load/behind.ts.',
  },
  {
    role: /^registry-older-/,
    permission: /./,
    because: 'The functions of the previous release are only there for requests during a cut-over.',
  },
];

const [routes, jobs, authorizers] = await Promise.all([loadRoutes(), loadJobs(), loadAuthorizers()]);
const roles = [
  ...routes.map(({ declaration }) => grantsOf(declaration)),
  ...[...jobs, ...authorizers].map(({ declaration: { grants } }) => grants),
];
const lines = [...unusedPermissions(roles), ...unusedServicePermissions()].flatMap(([role, all]) => {
  const unused = all.filter((name) => !explained.some((each) => each.role?.test(role) && each.permission.test(name)));
  const unexplained = unused.filter((name) => !explained.some((each) => !each.role && each.permission.test(name)));
  if (unexplained.length > 0) return [`${role}: ${unexplained.join(', ')}`];
  return unused.length > mostOfOneRole ? [`${role}: more than ${mostOfOneRole}: ${unused.join(', ')}`] : [];
});
if (lines.length > 0) {
  console.error(`\nPermissions that no test uses, by role:\n  ${lines.join('\n  ')}\n`);
  process.exitCode = 1;
}
