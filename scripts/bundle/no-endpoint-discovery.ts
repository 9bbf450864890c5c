/** Stands in for endpoint discovery, which DynamoDB no longer has: a cache and a command that are made and never used. */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
