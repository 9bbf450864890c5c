import type { Config } from './config.ts';

/** The public addresses of a deployment, as its functions use them. URLs have no trailing slash. */
export interface Addresses {
  /** The URL of the Consumer and Integrations APIs. If undefined, each API has the URL of its own stage. */
  publicBaseUrl: string | undefined;
  /** The URLs of the dashboard in browsers, primary first. If empty, the stage's own URL, without pages. */
  dashboardUrls: readonly string[];
  /** The origins that may act for a signed-in user and that mails may link to. */
  trustedOrigins: readonly string[];
}

/** The addresses from the settings, or else those of the distributions, if any. */
export function addressesOf(
  { publicBaseUrl, dashboardUrl, dashboardAltUrl, trustedOrigins }: Config,
  distributions: { publicBaseUrl: string; dashboardUrl: string } | undefined,
): Addresses {
  const configured = [dashboardUrl, dashboardAltUrl].filter((url) => url !== undefined);
  const own = distributions && !dashboardUrl ? [distributions.dashboardUrl] : [];
  return {
    publicBaseUrl: publicBaseUrl ?? distributions?.publicBaseUrl,
    dashboardUrls: [...own, ...configured],
    trustedOrigins: [...new Set([...own, ...configured.map((url) => new URL(url).origin), ...trustedOrigins])],
  };
}
