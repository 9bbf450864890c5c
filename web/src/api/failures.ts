/** There was no response: the connection failed, or took too long. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The code of a page or an overlay did not load: there is no connection, or a deployment has replaced it. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/**
 * Code that is loaded when needed, as `import()` gives it. The router reloads the document for the error of a browser,
 * which without a connection leaves the browser's own error page; for this one it does not.
 */
export async function loaded<T>(code: Promise<T>): Promise<T> {
  try {
    return await code;
  } catch (cause) {
    throw new LoadError('A part of the dashboard did not load', { cause });
  }
}

/** Loads the document again if it can be reached. Returns false if not: a reload would lose the page. */
export async function reload(): Promise<boolean> {
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) location.reload();
  return isReachable;
}
