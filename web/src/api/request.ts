/** What a call of the API is made of. */
export interface Call {
  params?: {
    path?: Readonly<Record<string, string | number>>;
    /** What is undefined or null is left out. */
    query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
    header?: Readonly<Record<string, string | undefined>>;
  };
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'json' | 'text';
}

/** The request of a call: `{name}` in the path is replaced by the parameter of that name. */
export function requestOf(origin: string, method: string, path: string, { params = {}, body, signal }: Call): Request {
  const names = params.path ?? {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${names[name]}`));
  const query = Object.entries(params.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}`);
  const url = `${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const request = new Request(url, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  for (const [name, value] of Object.entries(params.header ?? {})) {
    if (value !== undefined) request.headers.set(name, value);
  }
  return request;
}

/** The body of an answer; undefined if it is empty. An error that is no JSON came from something before the API. */
export async function readBody(response: Response, parseAs: Call['parseAs'] = 'json'): Promise<unknown> {
  const text = await response.text();
  if (response.ok && parseAs === 'text') return text;
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.ok) throw error;
    return text;
  }
}
