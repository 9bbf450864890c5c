import { type SourceName, sourceNames } from '../../src/sources/source.ts';
import { restoredTable } from '../data/restored.ts';
import type { Options } from '../options.ts';
import type { Settings } from './assembly.ts';
import { account } from './template.ts';

/** Placeholders in the synthesized templates for addresses that are known only after a start. */
const standIn = (name: SourceName) => `http://${name}.sources.invalid`;
const baseUrlStandIn = 'http://registry.invalid';
const dashboardStandIns = ['http://dashboard.invalid', 'http://dashboard-alt.invalid'] as const;
/** The dashboard addresses with `localhost` in place of 127.0.0.1. */
const localhostStandIns = ['http://localhost.dashboard.invalid', 'http://localhost.dashboard-alt.invalid'] as const;

/** The laptop has no TLS. */
const noCertificateArn = `arn:aws:acm:${account.region}:${account.id}:certificate/none`;

/** The settings of lib/config.ts with which the laptop synthesizes the stacks. */
export function laptopSettings({
  sourcesDir,
  contactEmail,
  dataDir,
  seed,
  loadBalancer,
}: Pick<Options, 'sourcesDir' | 'contactEmail' | 'dataDir' | 'seed' | 'loadBalancer'>): Settings {
  const replayed = sourceNames.map((name) => [name, { url: standIn(name), requestsPerSecond: 0 }] as const);
  const sources = { ...Object.fromEntries(replayed) } as Record<string, Record<string, unknown>>;
  sources.openalex = { ...sources.openalex, requestsPerDay: 0 };
  const [dashboardUrl, dashboardAltUrl] = dashboardStandIns;
  const existingTable = restoredTable(dataDir);
  const settings: Settings = {
    stage: 'local',
    retainData: false,
    publicBaseUrl: baseUrlStandIn,
    dashboardUrl,
    dashboardAltUrl,
    trustedOrigins: localhostStandIns,
    // High enough not to get in the way; the limits of API keys are set in each key.
    installationRequestsPerMinute: 60_000,
    // Lets sites on this machine be verified.
    localVerificationHosts: ['127.0.0.1', 'localhost'],
    resetAllowedEmails: ['superadmin@example.org'],
    institution: { names: ['University of Invention'] },
    // Mails of alarms go to the outbox, as all mails do.
    alarmEmail: 'operators@example.org',
    ...(loadBalancer && { signIn: { alb: { certificateArn: noCertificateArn } } }),
    ...(existingTable && { existingTable }),
    // No source knows synthetic publications.
    refresh: { enabled: seed.kind !== 'synthetic' },
  };
  return { ...settings, ...(sourcesDir && { sources }), ...(contactEmail && { sources: { contactEmail } }) };
}

/** Where the parts of a running cloud are. */
interface Urls {
  baseUrl: string;
  dashboardUrl: string;
  dashboardAltUrl: string;
  /** The replayed sources; undefined if the real ones are asked. */
  sources: Record<SourceName, string> | undefined;
}

/** Replaces the placeholders in a template by the addresses of this start. */
export function addressRewriter({ baseUrl, dashboardUrl, dashboardAltUrl, sources }: Urls): (text: string) => string {
  const addresses = new Map([
    [baseUrlStandIn, baseUrl],
    ...[dashboardUrl, dashboardAltUrl].flatMap((url, index): [string, string][] => [
      [dashboardStandIns[index] ?? '', url],
      [localhostStandIns[index] ?? '', url.replace('127.0.0.1', 'localhost')],
    ]),
    ...sourceNames.flatMap((name): [string, string][] => (sources ? [[standIn(name), sources[name]]] : [])),
    // Names without a scheme come last: those above contain them.
    ...dashboardStandIns.map((url): [string, string] => [new URL(url).hostname, '127.0.0.1']),
  ]);
  return (text) => [...addresses].reduce((all, [from, to]) => all.replaceAll(from, to), text);
}
