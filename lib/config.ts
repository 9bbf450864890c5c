import * as z from 'zod';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { Backup, Retention } from './settings/data.ts';
import { Edge, regionsWithoutLogs, Site, Throttle } from './settings/edge.ts';
import { ProvisionedConcurrency } from './settings/functions.ts';
import { GroupSettings } from './settings/groups.ts';
import { Lists } from './settings/lists.ts';
import { reservedByCognito, SignIn } from './settings/sign-in.ts';
import { InstitutionSettings, Refresh, Sources, withLimits } from './settings/sources.ts';
import { address, count, email, httpsUrl, kmsKeyArn, origin, secretArn, text } from './settings/values.ts';

/** The memory of functions that hold the list of publications, unless it is set. */
export const standardListMemoryMb = 1024;

const Fields = z.strictObject({
  /** Part of every stack name, so that one account can hold several registries. */
  stage: z
    .string(text)
    .regex(/^[a-z][a-z0-9-]{0,19}$/, { error: 'must be 1 to 20 lower-case letters, digits or hyphens' })
    .default('prod'),
  account: z
    .string(text)
    .regex(/^\d{12}$/, { error: 'must be twelve digits' })
    .optional(),
  region: z
    .string(text)
    .regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, { error: 'must be an AWS region such as eu-central-1' })
    .optional(),
  /** Whether table, bucket and secrets survive the deletion of their stack, and the table is backed up. Off for test stages. */
  retainData: z.boolean({ error: 'must be true or false' }).default(true),
  /**
   * A table to use instead of the deployment's own, such as a restored one: docs/restore.md. The id distinguishes it
   * from other tables that had the same name.
   */
  existingTable: z
    .strictObject({
      name: z.string(text).regex(/^[\w.-]{3,255}$/, { error: 'must be the name of a DynamoDB table' }),
      id: z.uuid({ error: 'must be the TableId of the table, a UUID' }),
    })
    .optional(),
  /** A nightly backup of the table with AWS Backup, besides point-in-time recovery. If absent, there is none. */
  backup: Backup.optional(),
  logRetentionDays: z
    .literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731], {
      error: 'must be a retention of CloudWatch Logs: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545 or 731',
    })
    .default(30),
  retention: Retention,
  edge: Edge,
  throttle: Throttle,
  site: Site,
  /** The public URL of the Consumer and Integrations APIs. Default: the distribution's own. */
  publicBaseUrl: address.optional(),
  /** The dashboard's URL in browsers, and a second one. The first defaults to the distribution's own. */
  dashboardUrl: address.optional(),
  dashboardAltUrl: address.optional(),
  /** More origins that may call the dashboard API with the session cookie and that mails may link to. */
  trustedOrigins: z.array(origin, { error: 'must be a list' }).default([]),
  signIn: SignIn.prefault({}),
  /** Superadmins who need no user record: the first administrator signs in this way. */
  adminEmails: z.array(EmailAddress, { error: 'must be a list' }).default([]),
  /** Whether to create the secret of the operator routes (/api/cli). Without it they answer 503. */
  adminCli: z.boolean({ error: 'must be true or false' }).default(true),
  /** The superadmins who may also delete all data with POST /api/site-tools/reset-data. Default: nobody. */
  resetAllowedEmails: z.array(EmailAddress, { error: 'must be a list' }).default([]),
  /** The phrase that confirms the deletion. Default: `RESET` and the workspace id of the request. */
  resetConfirmation: z.string(text).min(1, { error: 'must not be empty' }).optional(),
  /** Whether only superadmins may change the rollout of locale-aware search. Otherwise all signed-in users may. */
  rolloutRequiresAdmin: z.boolean({ error: 'must be true or false' }).default(false),
  /** The rate limit of one installation, for all its credentials together. */
  installationRequestsPerMinute: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .default(120),
  /** The invitations that one person may send per UTC day. Cognito's own mail service sends 50 mails a day in all. */
  invitationsPerDay: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(20),
  /** Hosts on which sites can be verified even if private and without https. Only for the laptop. */
  localVerificationHosts: z.array(z.string(text), { error: 'must be a list' }).default([]),
  /** Maximum age of a public list. */
  listStalenessMs: count(1000),
  /**
   * The memory of functions that hold the list of publications: docs/operating.md#how-large-a-registry-can-become.
   * Functions with other lists get more or less in proportion. 1,769 MB is a whole processor.
   */
  listMemoryMb: z
    .int({ error: 'must be a whole number' })
    .min(512, { error: 'must be at least 512' })
    .max(10_240, { error: 'must be at most 10240' })
    .default(standardListMemoryMb),
  /** Whether public lists show every version of a publication: see docs/versions.md. */
  listEveryVersion: z.boolean({ error: 'must be true or false' }).default(false),
  lists: Lists,
  provisionedConcurrency: ProvisionedConcurrency,
  sources: Sources.prefault({}),
  refresh: Refresh.prefault({}),
  /** The registry's institution. Its works are suggested, and employments there proposed: docs/proposals.md. */
  institution: InstitutionSettings.prefault({}),
  groups: GroupSettings.prefault({}),
  /** The older name of `sources.openalex.credentialsSecretArn`, and of its key. */
  openalexApiKeySecretArn: secretArn.optional(),
  openalexApiKeyKmsKeyArn: kmsKeyArn.optional(),
  /** Receives all alarms. More addresses can subscribe to the topic later. */
  alarmEmail: email.optional(),
  /** Is told when users get errors, by the HTTPS requests of SNS, which PagerDuty and Opsgenie understand. It confirms the subscription itself. */
  alarmWebhookUrl: httpsUrl.optional(),
  /** The account's monthly budget in US dollars. `alarmEmail` is notified at 80 % and if a forecast exceeds it. */
  monthlyBudgetUsd: z.number({ error: 'must be a number' }).positive({ error: 'must be above 0' }).optional(),
});

const addressNames = ['publicBaseUrl', 'dashboardUrl', 'dashboardAltUrl'] as const;

const Settings = Fields.refine(
  ({ openalexApiKeySecretArn, openalexApiKeyKmsKeyArn }) => openalexApiKeySecretArn || !openalexApiKeyKmsKeyArn,
  { error: 'needs openalexApiKeySecretArn', path: ['openalexApiKeyKmsKeyArn'] },
)
  .refine(({ stage, localVerificationHosts }) => stage === 'local' || localVerificationHosts.length === 0, {
    error: 'is allowed only in the stage local: it permits requests to private networks',
    path: ['localVerificationHosts'],
  })
  .refine(({ retainData, backup }) => retainData || !backup, {
    error: 'needs retainData: otherwise the table is deleted with its stack',
    path: ['backup'],
  })
  .refine(({ account, region, backup }) => isElsewhere(backup?.copyToVaultArn, account, region), {
    error: 'must be a vault of another account or, if region is set, of another region',
    path: ['backup', 'copyToVaultArn'],
  })
  .refine(({ monthlyBudgetUsd, alarmEmail }) => !monthlyBudgetUsd || alarmEmail, {
    error: 'needs alarmEmail, which it tells',
    path: ['monthlyBudgetUsd'],
  })
  .superRefine(({ stage, region, edge, dashboardUrl, signIn: { alb } }, { addIssue }) => {
    if (!alb) return;
    const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if (!dashboardUrl) refuse('must be given with signIn.alb: its certificate is for a name', 'dashboardUrl');
    // The laptop has no certificates.
    if (edge.enabled && !edge.certificateArn && stage !== 'local')
      refuse('must be given with signIn.alb: CloudFront passes the name on to it', 'edge', 'certificateArn');
    if (edge.enabled && alb.internal)
      refuse('must be false unless edge.enabled is: CloudFront could not reach it', 'signIn', 'alb', 'internal');
    if (region && alb.certificateArn.split(':')[3] !== region)
      refuse(`must be in ${region}, where the load balancer is`, 'signIn', 'alb', 'certificateArn');
  })
  .superRefine(({ stage, region, edge, signIn }, { addIssue }) => {
    const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if (region && edge.accessLogs && regionsWithoutLogs.has(region))
      refuse(`must be false in ${region}: CloudFront does not write logs there`, 'edge', 'accessLogs');
    // Over http, an attacker on the network could supply other keys and sign in as anybody.
    for (const name of ['issuer', 'jwksUrl'] as const)
      if (stage !== 'local' && URL.parse(signIn[name] ?? '')?.protocol === 'http:')
        refuse('must be an https URL', 'signIn', name);
    if (!signIn.issuer && !signIn.domainPrefix && reservedByCognito.test(stage))
      refuse('contains aws, amazon or cognito, which a domain of Cognito must not: set signIn.domainPrefix', 'stage');
  })
  .superRefine(checkAddresses)
  .refine(
    ({ openalexApiKeySecretArn, sources }) => !openalexApiKeySecretArn || !sources.openalex.credentialsSecretArn,
    {
      error: 'is given twice: sources.openalex.credentialsSecretArn is the same',
      path: ['openalexApiKeySecretArn'],
    },
  )
  .transform(({ openalexApiKeySecretArn, openalexApiKeyKmsKeyArn, sources, ...settings }) => {
    const older = { credentialsSecretArn: openalexApiKeySecretArn, credentialsKmsKeyArn: openalexApiKeyKmsKeyArn };
    const openalex = openalexApiKeySecretArn ? { ...sources.openalex, ...older } : sources.openalex;
    return { ...settings, sources: withLimits({ ...sources, openalex }) };
  });

/** Whether a copy of a backup there survives the loss of the region or of the account. */
function isElsewhere(vaultArn: string | undefined, account: string | undefined, region: string | undefined): boolean {
  const [, , , otherRegion, otherAccount] = vaultArn?.split(':') ?? [];
  return otherAccount !== account || account === undefined || (region !== undefined && otherRegion !== region);
}

/** Checks the addresses against the services behind them. CloudFront and the load balancer serve whole host names. */
function checkAddresses(settings: z.output<typeof Fields>, { addIssue }: z.RefinementCtx): void {
  const { stage, edge, signIn } = settings;
  const refuse = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
  const given = addressNames.flatMap((name) => {
    const url = URL.parse(settings[name] ?? '');
    return url ? [{ name, url }] : [];
  });
  const ofDashboard = given.filter(({ name }) => name !== 'publicBaseUrl');
  if (edge.certificateArn && given.length === 0)
    refuse('needs publicBaseUrl or dashboardUrl, whose names it is for', 'edge', 'certificateArn');
  // The laptop has no certificates.
  const certified = edge.certificateArn ? given : signIn.alb && stage !== 'local' ? ofDashboard : [];
  const hosts = certified.map(({ url: { hostname } }) => hostname);
  for (const [index, { name, url }] of certified.entries()) {
    if (`https://${url.hostname}` !== settings[name])
      refuse('must be https:// and a host name: it has a certificate', name);
    if (hosts.indexOf(url.hostname) < index) refuse('must not have the host of another address', name);
  }
  for (const [index, { name, url }] of given.entries()) {
    const same = given.slice(0, index).find((other) => other.url.href === url.href);
    if (same) refuse(`must not be the same as ${same.name}`, name);
  }
  for (const { name, url } of ofDashboard)
    if (url.protocol === 'http:' && stage !== 'local')
      refuse('must be https://: browsers send the session nowhere else, and a user pool does not return there', name);
}

/** All settings of a deployment, with defaults filled in. */
export type Config = z.output<typeof Settings>;

/**
 * Reads the CDK context value `registry`: an object in cdk.json, or JSON text after `--context registry=`. Every
 * setting has a deployable default. Throws an Error that names the first invalid setting.
 */
export function readConfig(context: unknown): Config {
  const parsed = Settings.safeParse(typeof context === 'string' ? fromJson(context) : (context ?? {}));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw new Error(
      `${['registry', ...issue.path, issue.keys[0]].join('.')} is not a setting (lib/config.ts lists them)`,
    );
  }
  const message = issue?.code === 'invalid_type' && issue.expected === 'object' ? 'must be an object' : issue?.message;
  throw new Error(`The setting ${['registry', ...(issue?.path ?? [])].join('.')} ${message}`);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The setting registry is not valid JSON: write --context registry=\'{"stage":"test"}\'');
  }
}
