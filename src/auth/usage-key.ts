/**
 * The value of the one API Gateway key that all installation credentials of an API count on. The gateway lets nobody
 * through to a route for API keys who has none, and would answer 401; with it the function is reached, which says 403.
 * No secret: the gateway takes keys from the authorizer only.
 */
export const sharedUsageKey = (restApiId: string): string => `all-installations-of-${restApiId}`;
