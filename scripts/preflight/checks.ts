import * as z from 'zod';
import { enabledSources } from '../../lib/settings/sources.ts';
import { type Account, type Ask, type Finding, finding } from './finding.ts';
import { checkLists } from './lists.ts';
import { checkSources } from './sources.ts';

/** The version that CDK's templates require: their rule CheckBootstrapVersion. */
const bootstrapVersion = 6;
/** For API requests and for other functions of the account. */
const spareConcurrency = 50;

/** The checks by subject. Each reads only what the settings require. */
export const checks: Record<string, (account: Account) => Promise<Finding[]>> = {
  Account: checkAccount,
  Bootstrap: checkBootstrap,
  Stacks: checkStacks,
  Lambda: checkConcurrency,
  'API Gateway': checkGateway,
  Certificate: checkCertificate,
  Mails: checkMails,
  Secrets: checkSecrets,
  Sources: checkSources,
  Lists: checkLists,
};

async function accountId(ask: Ask): Promise<string> {
  const identity = await ask(['aws', 'sts', 'get-caller-identity'], z.object({ Account: z.string() }));
  return identity?.Account ?? '';
}

async function checkAccount({ config, region, ask }: Account): Promise<Finding[]> {
  const id = await accountId(ask);
  if (config.account && config.account !== id)
    return [finding('todo', `the credentials are of ${id}, the setting account is ${config.account}`)];
  return [finding('ok', `${id}, in ${region}`)];
}

async function checkBootstrap({ ask }: Account): Promise<Finding[]> {
  const command = ['aws', 'ssm', 'get-parameter', '--name', '/cdk-bootstrap/hnb659fds/version'];
  const found = await ask(command, z.object({ Parameter: z.object({ Value: z.coerce.number() }) }));
  const version = found?.Parameter.Value;
  if (version === undefined) return [finding('todo', 'run: npx cdk bootstrap')];
  if (version < bootstrapVersion)
    return [
      finding('todo', `version ${version} is too old: run npx cdk bootstrap again, for ${bootstrapVersion} or newer`),
    ];
  return [finding('ok', `version ${version}`)];
}

const stackNames = ['data', 'edge', 'sign-in', 'lists', 'background', 'consumer', 'integrations', 'dashboard'];

/** The stacks that an earlier deployment has left. `npm run deploy` must read them, too, to keep deployments. */
async function checkStacks({ config, ask }: Account): Promise<Finding[]> {
  const Described = z.object({ Stacks: z.array(z.object({ StackStatus: z.string() })) });
  const states = await Promise.all(
    stackNames.map(async (part) => {
      const name = `registry-${config.stage}-${part}`;
      const found = await ask(['aws', 'cloudformation', 'describe-stacks', '--stack-name', name], Described);
      return { name, status: found?.Stacks[0]?.StackStatus };
    }),
  );
  const deployed = states.filter(({ status }) => status !== undefined);
  const findings = deployed.flatMap(({ name, status = '' }) => {
    const advice = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/.test(status)
      ? 'delete it: docs/operating.md#if-the-first-deployment-fails'
      : status === 'UPDATE_ROLLBACK_FAILED'
        ? 'continue its rollback: aws cloudformation continue-update-rollback'
        : status.endsWith('_IN_PROGRESS') && 'wait until it has ended';
    return advice ? [finding('todo', `${name} is ${status}: ${advice}`)] : [];
  });
  if (findings.length > 0) return findings;
  return [finding('ok', deployed.length > 0 ? `${deployed.length} are deployed` : 'none yet')];
}

/** New accounts may run ten functions at once: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
async function checkConcurrency({
  backgroundConcurrency,
  provisionedConcurrency: provisioned,
  ask,
}: Account): Promise<Finding[]> {
  const Limits = z.object({
    AccountLimit: z.object({ ConcurrentExecutions: z.number(), UnreservedConcurrentExecutions: z.number() }),
  });
  const settings = await ask(['aws', 'lambda', 'get-account-settings'], Limits);
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = 0 } = settings?.AccountLimit ?? {};
  const needed = backgroundConcurrency + provisioned + spareConcurrency;
  if (free >= needed) return [finding('ok', `${free} functions at once`)];
  const text =
    `${free} of ${all} functions at once are free; background functions alone can be ${backgroundConcurrency}` +
    `${provisioned > 0 ? `, and provisionedConcurrency takes ${provisioned}` : ''}. Ask for ` +
    '1,000 in Service Quotas: Lambda, "Concurrent executions" (L-B99A9384)';
  return [finding('todo', text)];
}

async function checkGateway({ config, ask }: Account): Promise<Finding[]> {
  const Settings = z.object({
    cloudwatchRoleArn: z.string().optional(),
    throttleSettings: z.object({ rateLimit: z.number(), burstLimit: z.number() }).optional(),
  });
  const settings = await ask(['aws', 'apigateway', 'get-account'], Settings);
  const { cloudwatchRoleArn: role, throttleSettings: limits } = settings ?? {};
  const ours = role?.includes(`/registry-${config.stage}-data-`);
  const { requestsPerSecond, burst } = config.throttle;
  const tooLow = limits && (limits.rateLimit < requestsPerSecond || limits.burstLimit < burst);
  return [
    role && !ours
      ? finding('note', `the deployment replaces the logging role of all APIs here, ${role}, by one of its own`)
      : finding('ok', role ? 'logs with the role of the deployment' : 'no logging role yet: the deployment creates it'),
    ...(tooLow
      ? [
          finding(
            'todo',
            `the account takes ${limits.rateLimit} requests a second (burst ${limits.burstLimit}), the setting throttle ` +
              `${requestsPerSecond} (${burst}): lower it, or ask for more in Service Quotas (L-8A5B8E43)`,
          ),
        ]
      : []),
  ];
}

/** Without a domain name, a deployment needs no certificate. */
async function checkCertificate({ config, region, ask }: Account): Promise<Finding[]> {
  const { publicBaseUrl, dashboardUrl, dashboardAltUrl, edge, signIn } = config;
  const ofDashboard = [dashboardUrl, dashboardAltUrl].filter((url) => url !== undefined);
  const urls = [...(publicBaseUrl ? [publicBaseUrl] : []), ...ofDashboard];
  const { alb } = signIn;
  const findings = [
    ...(edge.certificateArn ? [await checkOneCertificate(edge.certificateArn, 'us-east-1', urls, ask)] : []),
    ...(alb ? [await checkOneCertificate(alb.certificateArn, region, ofDashboard, ask)] : []),
  ];
  if (findings.length > 0) return findings;
  return urls.length > 0 && edge.enabled
    ? [finding('note', `none: something of yours must answer for ${urls.join(', ')}`)]
    : [finding('ok', 'not needed')];
}

async function checkOneCertificate(arn: string, region: string, urls: readonly string[], ask: Ask): Promise<Finding> {
  if (arn.split(':')[3] !== region)
    return finding('todo', `${arn} is not in ${region}, where the load balancer is: request one there`);
  const Described = z.object({
    Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()).default([]) }),
  });
  const command = ['aws', 'acm', 'describe-certificate', '--certificate-arn', arn, '--region', region];
  const found = (await ask(command, Described))?.Certificate;
  if (!found) return finding('todo', `${arn} does not exist`);
  if (found.Status !== 'ISSUED')
    return finding('todo', `it is ${found.Status}: create the DNS records that prove the domains are yours`);
  const missing = urls
    .map((url) => new URL(url).hostname)
    .filter((host) => !found.SubjectAlternativeNames.some((name) => covers(name.toLowerCase(), host)));
  return missing.length > 0
    ? finding('todo', `it does not have ${missing.join(', ')}: request one with all names`)
    : finding('ok', `issued in ${region}, with all names`);
}

/** `*` stands for one label: https://docs.aws.amazon.com/acm/latest/userguide/acm-certificate-characteristics.html */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')));

async function checkMails({ config, ask }: Account): Promise<Finding[]> {
  const { issuer, mail } = config.signIn;
  if (issuer) return [finding('ok', 'sent by the issuer')];
  if (!mail) return [finding('note', 'Cognito sends 50 a day at most; for more set signIn.mail')];
  const [, , , region = '', owner = '', resource = ''] = mail.sesIdentityArn.split(':');
  const name = resource.replace(/^identity\//, '');
  if (owner !== (config.account ?? (await accountId(ask))))
    return [
      finding(
        'note',
        `${name} is of the account ${owner}: see there whether it is verified, lets Cognito send in its name, and is not in the sandbox`,
      ),
    ];
  const identity = await ask(
    ['aws', 'sesv2', 'get-email-identity', '--email-identity', name, '--region', region],
    z.object({ VerifiedForSendingStatus: z.boolean() }),
  );
  if (!identity?.VerifiedForSendingStatus)
    return [finding('todo', `${name} is not verified in SES in ${region}: ${identity ? 'finish' : 'begin'} that`)];
  const account = await ask(
    ['aws', 'sesv2', 'get-account', '--region', region],
    z.object({
      ProductionAccessEnabled: z.boolean(),
      SendQuota: z.object({ Max24HourSend: z.number() }).optional(),
    }),
  );
  return account?.ProductionAccessEnabled
    ? [finding('ok', `${name} is verified, ${account.SendQuota?.Max24HourSend ?? 'unknown'} a day`)]
    : [
        finding(
          'todo',
          `SES in ${region} is in the sandbox and sends to verified addresses only: ask for production access`,
        ),
      ];
}

async function checkSecrets({ config, ask }: Account): Promise<Finding[]> {
  const ofSources = enabledSources(config).map((name) => config.sources[name].credentialsSecretArn);
  const arns = [config.signIn.clientSecretArn, ...ofSources].filter((arn) => arn !== undefined);
  const findings = await Promise.all(
    arns.map(async (arn) => {
      const command = ['aws', 'secretsmanager', 'describe-secret', '--secret-id', arn];
      const found = await ask(command, z.object({ DeletedDate: z.unknown().optional() }));
      if (!found) return finding('todo', `${arn} does not exist`);
      return found.DeletedDate === undefined ? [] : finding('todo', `${arn} is about to be deleted`);
    }),
  );
  const wrong = findings.flat();
  return wrong.length > 0 ? wrong : [finding('ok', `${arns.length} of your own`)];
}
