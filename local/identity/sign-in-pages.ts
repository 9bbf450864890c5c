import { type Language, type SignInText, textsIn } from './sign-in-texts.ts';

/** The sign-in form. Like all pages here, it works without scripts. `onward` is the address to go to afterwards. */
export function signInPage(
  language: Language,
  onward: string | undefined,
  given: { email: string; isWrong: boolean } = { email: '', isWrong: false },
): string {
  const t = textsIn(language);
  return page(
    language,
    'title',
    `${given.isWrong ? faultText(t.wrong) : ''}
<form method="post" action="/login">
${onward === undefined ? '' : hidden('continue', onward)}
${field('email', t.email, `type="email" autocomplete="username" value="${escapeHtml(given.email)}" required`)}
${field('password', t.password, 'type="password" autocomplete="current-password" required')}
<button>${t.signIn}</button>
</form>
<p><a href="/reset-password">${t.forgotten}</a></p>
<details class="sample">
<summary>${t.sampleUsers}</summary>
<p>superadmin@example.org, workspace-admin@example.org, workspace-member@example.org, two-workspaces@example.org.
${t.samplePassword}</p>
</details>`,
  );
}

/** Shows the signed-in user, and the token for use in a shell. */
export function signedInPage(language: Language, email: string, token: string, dashboardUrl: string): string {
  const t = textsIn(language);
  return page(
    language,
    'signedIn',
    `<p>${t.signedInAs} <strong>${escapeHtml(email)}</strong>. ${t.cookie}</p>
<h2>${t.shell}</h2>
<p><label for="token">${t.token}</label></p>
<textarea id="token" rows="6" readonly>${escapeHtml(token)}</textarea>
<pre>TOKEN=…
curl -H "Authorization: Bearer $TOKEN" ${escapeHtml(dashboardUrl)}/me</pre>
<p><a href="/logout">${t.signOut}</a></p>`,
  );
}

export function signedOutPage(language: Language): string {
  return page(language, 'signedOut', `<p><a href="/login">${textsIn(language).signIn}</a></p>`);
}

/** The form that replaces the temporary password of an invitation. `code` proves that it was entered. */
export function firstPasswordPage(
  language: Language,
  onward: string | undefined,
  given: { code: string; email: string },
  /** The pool's refusal of the password, in English. */
  refusal?: string,
): string {
  const t = textsIn(language);
  return page(
    language,
    'ownPassword',
    `${refusal === undefined ? '' : faultText(`${t.refusedPassword} <span lang="en">${escapeHtml(refusal)}</span>`)}
<form method="post" action="/login/first-password">
${onward === undefined ? '' : hidden('continue', onward)}
${hidden('code', given.code)}
${field('email', t.email, `type="email" autocomplete="username" value="${escapeHtml(given.email)}" readonly`)}
${field('password', t.newPassword, 'type="password" autocomplete="new-password" required')}
<button>${t.setPassword}</button>
</form>`,
  );
}

/** The error page for a request that must not be redirected back to the application. */
export function refusalPage(language: Language, reason: SignInText): string {
  return page(language, 'invalid', `<p role="alert">${textsIn(language)[reason]}</p>`);
}

const faultText = (fault: string) => `<p role="alert" id="fault">${fault}</p>`;
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

function field(name: string, label: string, attributes: string): string {
  return `<p><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></p>`;
}

function page(language: Language, title: SignInText, content: string): string {
  const t = textsIn(language);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t[title]} – ${t.brand}</title>
<style>
${style}
</style>
</head>
<body>
<main>
<p class="brand">${t.brand}</p>
<div class="card">
<h1>${t[title]}</h1>
${content}
</div>
<p class="fine">${t.fine}</p>
</main>
</body>
</html>
`;
}

/** The colours and sizes of the dashboard: web/src/styles/tokens.css. */
const style = `:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f6f7f9, #1b1f26);
  --line: light-dark(#8a929e, #77808c);
  --text: light-dark(#1a1f26, #e8ebef);
  --muted: light-dark(#545d69, #a9b2be);
  --accent: light-dark(#2352b8, #93b8ff);
  --on-accent: light-dark(#ffffff, #10203f);
  --bad: light-dark(#a31621, #ff9a9f);
  font: 0.875rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--raised); color: var(--text); }
main { max-width: 26rem; margin: 0 auto; padding: 12vh 16px 32px; }
.brand { margin: 0 0 16px; font-size: 1.125rem; font-weight: 700; text-align: center; }
.card { padding: 24px; border: 1px solid color-mix(in srgb, var(--line) 40%, transparent); border-radius: 8px;
  background: var(--surface); overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 24px 0 8px; font-size: 1.125rem; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input, textarea, button { width: 100%; font: inherit; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; }
input, textarea { background: var(--surface); color: var(--text); }
input[readonly] { background: var(--raised); }
button { margin-top: 8px; border-color: var(--accent); background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
pre { overflow-x: auto; padding: 8px; border-radius: 6px; background: var(--raised); }
.fine, .sample { color: var(--muted); font-size: 0.8125rem; }
main > .fine { text-align: center; }
.sample summary { cursor: pointer; }
[role=alert] { margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--bad); border-radius: 6px; color: var(--bad); }`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
