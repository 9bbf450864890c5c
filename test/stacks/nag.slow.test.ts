import { describe, expect, it } from '@jest/globals';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, pages, real, stacksOf } from './support.ts';
import { withLists } from './templates.ts';

/** The recommendations of the two rule packs that are not followed, at which constructs, and why. */
const allowed: { rules: readonly string[]; at: RegExp; because: string }[] = [
  {
    rules: ['AwsSolutions-S1'],
    at: /^Data\/(Bucket|Ledger)\//,
    because: 'Only our functions read the bucket, and CloudTrail can record that; a log bucket would need one itself.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    at: /^Data\/ApiKeyPepper\//,
    because: 'Every stored hash depends on the pepper: a new one would make all API keys and credentials void.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    at: /^Data\/ErasureKey\//,
    because: 'The marks of erased people depend on the key: with a new one, nobody knows who was erased.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    at: /^Data\/AdminCliSecret\//,
    because: 'People use it, from scripts of their own; a new one at a time nobody chose would stop those.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    at: /^Edge\/OriginSecret\//,
    because: 'CloudFront and the APIs must change together: a deployment with the next number does that.',
  },
  {
    rules: ['AwsSolutions-CFR3'],
    at: /^Edge\/CloudFront\/\w+\/Resource$/,
    because: 'Its logs would have whole paths, with the iDs of people. The APIs log the route of each request.',
  },
  {
    rules: ['AwsSolutions-S1'],
    at: /^Edge\/CloudFront\/Pages\//,
    because: 'Only CloudFront reads the bucket, and its files are public.',
  },
  {
    rules: ['AwsSolutions-IAM5'],
    at: /^Edge\/PageFiles\/Role\//,
    because:
      'Every build has files of other names. The bucket of the pages is for nothing else; of the other, it only reads.',
  },
  {
    rules: ['AwsSolutions-L1', 'Serverless-LambdaLatestVersion', 'Serverless-LambdaDLQ', 'Serverless-LambdaTracing'],
    at: /^Edge\/Custom::CDKBucketDeployment/,
    because: 'CDK writes this function. CloudFormation calls it in a deployment, which fails if it fails.',
  },
  {
    rules: ['AwsSolutions-VPC7'],
    at: /^Edge\/AccessProxy\/\w+\/Network\//,
    because: 'Nothing is in that network but the load balancer and the endpoint; the API logs each request.',
  },
  {
    rules: ['AwsSolutions-VPC7'],
    at: /^Lists\/Network\//,
    because: 'Nothing in that network sends or takes packets: the Data API reaches the database from inside of it.',
  },
  {
    rules: ['AwsSolutions-EC23'],
    at: /^Edge\/AccessProxy\/\w+\/Clients\//,
    because: 'CloudFront has no fixed addresses. The API denies what does not come through it.',
  },
  {
    rules: ['AwsSolutions-ELB2'],
    at: /^Edge\/AccessProxy\/\w+\/LoadBalancer\//,
    because: 'As for AwsSolutions-CFR3.',
  },
  {
    rules: ['AwsSolutions-IAM5', 'Serverless-LambdaStarPermissions'],
    at: /^Edge\/AccessProxy\/AddressesRole\//,
    because: 'IAM cannot restrict which network interfaces are described.',
  },
  {
    rules: ['Serverless-LambdaDLQ', 'Serverless-LambdaTracing'],
    at: /^(Background|Edge)\/AWS679f53fac002430cb0da5b7982bd2287\//,
    because: 'CDK writes this function. CloudFormation calls it in a deployment, which fails if it fails.',
  },
  {
    rules: ['AwsSolutions-CFR1'],
    at: /^Edge\/CloudFront\/\w+\/Resource$/,
    because: 'Publications are for readers in every country.',
  },
  {
    rules: ['AwsSolutions-CFR4'],
    at: /^Edge\/CloudFront\/\w+\/Resource$/,
    because: 'Without domains of the institution: CloudFront then does not let a distribution choose its protocols.',
  },
  {
    rules: ['AwsSolutions-CFR2'],
    at: /^Edge\/CloudFront\/\w+\/Resource$/,
    because: 'The firewall is at the stages of the APIs, in the region of the deployment.',
  },
  {
    rules: ['AwsSolutions-COG1'],
    at: /^SignIn\/Users\//,
    because: 'Twelve characters of three kinds: a symbol besides makes passwords harder to type more than to guess.',
  },
  {
    rules: ['AwsSolutions-COG2'],
    at: /^SignIn\/Users\//,
    because: 'Everybody may add a second factor; whether they must is for the institution to say: signIn.mfa.',
  },
  {
    rules: ['AwsSolutions-COG8'],
    at: /^SignIn\/Users\//,
    because: 'Threat protection comes with the one plan that is never free.',
  },
  {
    rules: ['AwsSolutions-IAM4'],
    at: /^Data\/GatewayLogRole\//,
    because: 'The policy AWS maintains for what API Gateway needs to write logs; its log groups come and go.',
  },
  {
    rules: ['AwsSolutions-IAM5'],
    at: /^(Consumer\/SyncApiKeys\/Worker\/Role|Dashboard\/Functions\/Functions\/\w*GatewayKeys\w*)\//,
    because: 'API Gateway gives its keys their ids itself; of usage plans only ours are named.',
  },
  {
    rules: ['AwsSolutions-IAM5', 'Serverless-LambdaStarPermissions'],
    at: /^(Background\/EvaluateRollout\/Worker\/Role|Dashboard\/Functions\/Functions\/Metrics\w+)\//,
    because: 'Metrics have no ARN: IAM can allow reading all or none.',
  },
  {
    rules: ['AwsSolutions-IAM5'],
    at: /^(\w+\/(CompactLists|FindDuplicates|FindProposals|FindWebhookEvents|IngestResearcher|RefreshStale|Canary|ContinueReportRuns|MakeReportDocuments|WorkOnIntakes)\/Worker\/Role|\w+\/(Functions|Newer)\/(Newer)?Functions\/\w*Lists\w*)\//,
    because: 'The name of a snapshot has the schema of its code, and the role stays while the code changes.',
  },
  {
    rules: ['AwsSolutions-IAM5'],
    at: /^Background\/RecordRevocations\/Worker\/Role\//,
    because: 'Every revocation is an object of its own, in a bucket for nothing else; the role may only add them.',
  },
  {
    rules: ['Serverless-SQSRedrivePolicy', 'AwsSolutions-SQS3'],
    at: /^(Background|Consumer|Dashboard)\/\w+\/(DeadLetters|Undelivered)\//,
    because: 'It is a dead-letter queue.',
  },
  {
    rules: ['Serverless-LambdaEventSourceMappingDestination'],
    at: /\/Source\//,
    because: 'Lambda has no such destination for SQS; the queue has a dead-letter queue.',
  },
  {
    rules: ['Serverless-LambdaDLQ'],
    at: /\/Function\//,
    because: 'It is for asynchronous calls. Routes are called synchronously, queues and schedules have their own.',
  },
  {
    rules: ['Serverless-LambdaAsyncFailureDestination'],
    at: /\/EventInvokeConfig\//,
    because: 'The next run does the work of a failed or dropped one; an alarm on both metrics says so.',
  },
  {
    rules: ['Serverless-LambdaTracing', 'Serverless-APIGWXrayEnabled'],
    at: /\/(Function|DeploymentStage\.live)\//,
    because:
      'One log line a request and the access log have times and the request id, for every request. X-Ray samples: by default one ' +
      'request a second and 5 % of the others, so it seldom has the one that somebody asks about.',
  },
  {
    rules: ['AwsSolutions-APIG2'],
    at: /^Edge\/\w+Api$/,
    because: 'Functions validate with the schemas of their routes, and say what is wrong with which field.',
  },
  {
    rules: ['AwsSolutions-APIG6'],
    at: /\/DeploymentStage\.live\//,
    because: 'Execution logs hold whole requests, and so credentials; access logs are on.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    at: /\/(GET|HEAD|ANY)\/Resource$/,
    because: 'The public reads without a credential, and ANY only answers 405. Writing always has an authorizer.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    at: /^Consumer\/Api\/Default\/oai\/POST\/Resource$/,
    because: 'Harvesters read without a credential, and OAI-PMH requires that they may send their arguments by POST.',
  },
  {
    rules: ['AwsSolutions-COG4'],
    at: /^(Consumer|Integrations)\/|\/(GET|HEAD|ANY)\/Resource$/,
    because: 'API keys and installations are no users of a pool.',
  },
  {
    rules: ['AwsSolutions-COG4'],
    at: /^Dashboard\/.*\/(POST|PUT|PATCH|DELETE)\/Resource$/,
    because: 'Our own authorizer verifies the tokens: of any issuer, and from a cookie or a load balancer, too.',
  },
  {
    rules: ['AwsSolutions-APIG4'],
    at: /^Dashboard\/.*\/(cli|request-password-reset|auth\/(logout|refresh|reset-password))\/.*Resource$/,
    because:
      'Functions compare the secret of operators and the cookies of sessions themselves, and whoever has lost a password has no credential.',
  },
];

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
const declared = await real();
const stacks = Object.values(stacksOf(aRegistry({ ...declared, pages })));
/** A deployment with a load balancer that signs people in. */
const { edge: withProxy } = aRegistry({
  config: readConfig({
    dashboardUrl: 'https://desk.example.org',
    edge: { certificateArn },
    signIn: { alb: { certificateArn } },
  }),
});
/** And a database of lists, with the job that fills it. */
const jobs = declared.jobs.filter(({ declaration: { grants } }) => grants.includes('database:lists'));
const { lists, background } = aRegistry({ jobs, config: withLists({ engine: 'postgres' }) });
const violations = [...stacks, withProxy, ...(lists ? [lists, background] : [])].flatMap((stack) =>
  [new AwsSolutionsChecks(stack), new ServerlessChecks(stack)]
    .flatMap((checks) => checks.validateScope(stack).violations)
    .flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath = '' }) => ({
        rule: ruleName.replace(/\[.*/s, ''),
        at: constructPath,
      })),
    ),
);
const allowing = ({ rule, at }: { rule: string; at: string }) =>
  allowed.filter((allowance) => allowance.rules.includes(rule) && allowance.at.test(at));

describe('AwsSolutions and Serverless rules', () => {
  it('pass except for exceptions with a reason', () => {
    expect(violations.filter((violation) => allowing(violation).length === 0)).toEqual([]);
  });

  it.each(allowed)('$rules are still needed at $at', (allowance) => {
    const found = violations.filter((violation) => allowing(violation).includes(allowance));
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(allowance.rules));
  });
});
