/**
 * The value of the API Gateway key shared by all installation credentials. Without a key, API Gateway would answer 401
 * on routes for API keys; with it, the request reaches the function, which answers 403. Not a secret: API Gateway
 * accepts keys only from the authorizer.
 */
export const sharedUsageKey = (restApiId: string): string => `all-installations-of-${restApiId}`;
