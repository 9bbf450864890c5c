/** The parameters of an API call. */
export interface Call {
  params?: {
    path?: Readonly<Record<string, string | number>>;
    /** Undefined and null values are omitted. */
    query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
    header?: Readonly<Record<string, string | undefined>>;
  };
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'json' | 'text' | 'blob';
}

/** Builds the request of a call. Replaces `{name}` in the path with the parameter of that name. */
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

/** The body of a response; undefined if empty. An error that is not JSON came from something in front of the API. */
export async function readBody(response: Response, parseAs: Call['parseAs'] = 'json'): Promise<unknown> {
  if (response.ok && parseAs === 'blob') return response.blob();
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
