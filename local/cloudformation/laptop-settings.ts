import { declarationOf, type SourceName, sourceNames, standardSources } from '#src/vocabulary/sources/declarations.ts';
import { restoredTable } from '../files/restored.ts';
import type { Options } from '../options.ts';
import type { Settings } from './assembly.ts';
import { secretArn } from './resources.ts';
import { account } from './template.ts';

/** Placeholders in the synthesized templates for addresses known only after a start. */
const standIn = (name: SourceName) => `http://${name}.sources.invalid`;
const tokenStandIn = 'http://token.sources.invalid';
const baseUrlStandIn = 'http://registry.invalid';
const dashboardStandIns = ['http://dashboard.invalid', 'http://dashboard-alt.invalid'] as const;
/** Placeholders for the dashboard addresses with `localhost` instead of 127.0.0.1. */
const localhostStandIns = ['http://localhost.dashboard.invalid', 'http://localhost.dashboard-alt.invalid'] as const;

/** The laptop has no TLS. */
const noCertificateArn = `arn:aws:acm:${account.region}:${account.id}:certificate/none`;

/** The settings of lib/config.ts for synthesizing the laptop's stacks. */
export function laptopSettings({
  sourcesDir,
  contactEmail,
  dataDir,
  seed,
  loadBalancer,
  lists,
  metered = false,
  credentials = {},
}: LaptopOptions): Settings {
  const sources = Object.fromEntries(
    standardSources.map((name) => {
      const { requestsPerDay, maxInFlightInAll, tokenUrl } = declarationOf(name);
      const unlimited = {
        requestsPerSecond: 0,
        ...(requestsPerDay && { requestsPerDay: 0 }),
        ...(maxInFlightInAll && { maxInFlight: 0 }),
      };
      const replayed = { url: standIn(name), ...(tokenUrl && { tokenUrl: tokenStandIn }), ...(!metered && unlimited) };
      const arn = credentials[name] === undefined ? undefined : secretArn(sourceSecret(name));
      return [name, { ...(sourcesDir && replayed), ...(arn && { credentialsSecretArn: arn }) }];
    }),
  );
  const [dashboardUrl, dashboardAltUrl] = dashboardStandIns;
  const existingTable = restoredTable(dataDir);
  const settings: Settings = {
    stage: 'local',
    retainData: false,
    publicBaseUrl: baseUrlStandIn,
    dashboardUrl,
    dashboardAltUrl,
    trustedOrigins: localhostStandIns,
    // High enough not to interfere; API keys have their own limits.
    installationRequestsPerMinute: 60_000,
    // Allows verification of sites on this machine.
    localVerificationHosts: ['127.0.0.1', 'localhost'],
    resetAllowedEmails: ['superadmin@example.org'],
    institution: { names: ['University of Invention'] },
    // Alarm mails go to the outbox, like all mails.
    alarmEmail: 'operators@example.org',
    ...(loadBalancer && { signIn: { alb: { certificateArn: noCertificateArn } } }),
    ...(lists && { lists: { engine: lists } }),
    ...(existingTable && { existingTable }),
    // Synthetic publications are unknown to all sources.
    refresh: { enabled: seed.kind !== 'synthetic' },
  };
  return { ...settings, sources: { ...sources, ...(contactEmail && { contactEmail }) } };
}

type LaptopOptions = Pick<
  Options,
  'sourcesDir' | 'contactEmail' | 'dataDir' | 'seed' | 'loadBalancer' | 'lists' | 'metered' | 'credentials'
>;

/** The name of the secret with the credentials for a source. */
export const sourceSecret = (name: string): string => `source-${name}`;

/** The addresses of a running cloud. */
interface Urls {
  baseUrl: string;
  dashboardUrl: string;
  dashboardAltUrl: string;
  /** The replayed sources; undefined to use the real ones. */
  sources: Record<SourceName, string> | undefined;
  /** Where the replayed ORCID issues tokens. */
  tokenUrl: string | undefined;
}

/** Replaces the placeholders in a template with the addresses of this start. */
export function addressRewriter({
  baseUrl,
  dashboardUrl,
  dashboardAltUrl,
  sources,
  tokenUrl,
}: Urls): (text: string) => string {
  const addresses = new Map([
    [baseUrlStandIn, baseUrl],
    ...[dashboardUrl, dashboardAltUrl].flatMap((url, index): [string, string][] => [
      [dashboardStandIns[index] ?? '', url],
      [localhostStandIns[index] ?? '', url.replace('127.0.0.1', 'localhost')],
    ]),
    ...sourceNames.flatMap((name): [string, string][] => (sources ? [[standIn(name), sources[name]]] : [])),
    ...(tokenUrl === undefined ? [] : [[tokenStandIn, tokenUrl] as [string, string]]),
    // Names without a scheme come last, because the URLs above contain them.
    ...dashboardStandIns.map((url): [string, string] => [new URL(url).hostname, '127.0.0.1']),
  ]);
  return (text) => [...addresses].reduce((all, [from, to]) => all.replaceAll(from, to), text);
}
