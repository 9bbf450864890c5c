/** The registry under test, as described by a stack.json. A deployment may lack any of the credentials. */
export interface Stack {
  base_url: string;
  dashboard_url: string;
  dashboard_alt_url?: string;
  /** By scope: everything, ingest, or update memberships. */
  api_keys?: { full?: string; ingest?: string; membership?: string };
  /** The credential of an installation with all scopes. */
  installation_key?: string;
  /** ID tokens of users, by their highest role. */
  dashboard_tokens?: { superadmin?: string; workspace_admin?: string; workspace_member?: string; steward?: string };
  admin_cli_secret?: string;
}

/** The rights of a suite on the registry. */
export interface SuiteOptions {
  /** Whether it may change stored data. */
  mayWrite: boolean;
}

/** A response with its body. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  body: any;
  headers: Headers;
}

/** Sends a request and reads the response. */
export async function ask(url: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'error', ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers };
}

/** Posts JSON with an API key or the credential of an installation. */
export const post = (url: string, key: string, body: unknown): Promise<Answer> =>
  ask(url, { 'X-API-Key': key, 'Content-Type': 'application/json' }, { method: 'POST', body: JSON.stringify(body) });

/** The header of an installation. Throws if there is no credential. */
export function installationOf({ installation_key }: Stack): { 'X-API-Key': string } {
  if (!installation_key) throw new Error('stack.json has no installation_key');
  return { 'X-API-Key': installation_key };
}
