import type { Site } from './site.ts';

/** A user of WordPress with a session. */
export interface Admin {
  page(path: string): Promise<string>;
  status(path: string): Promise<number>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
  /** Fills in the form of an action on a page, sends it, and returns the page that follows. */
  submit(path: string, action: string, fields: Record<string, string>): Promise<string>;
}

/** Signs in as a browser does. */
export async function signIn({ url }: Site, name: string, password: string): Promise<Admin> {
  const cookies = new Map([['wordpress_test_cookie', 'WP%20Cookie%20check']]);
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([key, text]) => `${key}=${text}`).join('; ');
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', text = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(key, text);
    }
    return response;
  };
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  const signedIn = await post('/wp-login.php', { log: name, pwd: password, testcookie: '1' });
  if (signedIn.status !== 302) throw new Error(`WordPress does not let ${name} in`);
  // Without the menus around it, so that a failing test shows what matters.
  const page = async (path: string) => (await (await ask(path)).text()).split('<div class="wrap">').at(-1) ?? '';
  return {
    page,
    post,
    status: async (path) => (await ask(path)).status,
    submit: async (path, action, fields) => {
      const sent = await post('/wp-admin/admin-post.php', { ...fieldsOf(await page(path), action), ...fields });
      const next = sent.headers.get('location');
      if (!next) throw new Error(`The form ${action} was answered ${sent.status}: ${textOf(await sent.text())}`);
      return page(next.replace(url, ''));
    },
  };
}

/** The hidden fields of a form of the plugin. */
export function fieldsOf(html: string, action: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`value="publication_registry_${action}"`)) ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.split('</form>')[0]?.matchAll(/<input[^>]*type="hidden"[^>]*>/g) ?? []) {
    const [, name = ''] = /name="(.*?)"/.exec(input) ?? [];
    fields[name] = /value="(.*?)"/.exec(input)?.[1] ?? '';
  }
  return fields;
}

/** The text of HTML, in one line. */
export const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
