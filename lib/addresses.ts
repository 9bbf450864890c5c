import type { Config } from './config.ts';

/** The public addresses of a deployment, as its functions know them. URLs have no slash at the end. */
export interface Addresses {
  /** Of the Consumer and Integrations APIs; undefined: each API has the URL of its own stage. */
  publicBaseUrl: string | undefined;
  /** Of the dashboard in browsers, the primary one first; none: the URL of the stage, without pages. */
  dashboardUrls: readonly string[];
  /** The origins that may act for a signed-in user and that mails may link to. */
  trustedOrigins: readonly string[];
}

/** The addresses of the settings, and where there are none, those of the distributions, if there are any. */
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
