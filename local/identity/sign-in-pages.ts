/** The sign-in form. Like all pages here, it works without scripts. `onward` is the address to go to afterwards. */
export function signInPage(onward: string | undefined, email = '', fault?: string): string {
  return page(
    'Sign in',
    `${faultText(fault)}
<form method="post" action="/login">
${onward === undefined ? '' : hidden('continue', onward)}
${field('email', 'E-mail address', `type="email" autocomplete="username" value="${escapeHtml(email)}" required`)}
${field('password', 'Password', 'type="password" autocomplete="current-password" required')}
<button>Sign in</button>
</form>
<p><a href="/reset-password">Forgot your password?</a></p>
<p>The sample users are superadmin@example.org, workspace-admin@example.org, workspace-member@example.org and
two-workspaces@example.org; <code>npm start</code> has printed their password, which is also
<code>sign_in_password</code> in <code>.local/stack.json</code>.</p>`,
  );
}

/** Shows the signed-in user, and the token for use in a shell. */
export function signedInPage(email: string, token: string, dashboardUrl: string): string {
  return page(
    'You are signed in',
    `<p>You are signed in as <strong>${escapeHtml(email)}</strong>. This browser sends your session in a cookie with
requests to the dashboard API. Try <a href="/me">/me</a>.</p>
<h2>From a shell</h2>
<p><label for="token">Your token, valid for an hour:</label></p>
<textarea id="token" rows="6" readonly>${escapeHtml(token)}</textarea>
<pre>TOKEN=…
curl -H "Authorization: Bearer $TOKEN" ${escapeHtml(dashboardUrl)}/me</pre>
<p><a href="/logout">Sign out</a></p>`,
  );
}

export function signedOutPage(): string {
  return page('You are signed out', '<p><a href="/login">Sign in</a></p>');
}

/** The form that replaces the temporary password of an invitation. `code` proves that it was entered. */
export function firstPasswordPage(
  onward: string | undefined,
  given: { code: string; email: string },
  fault?: string,
): string {
  return page(
    'Set a password of your own',
    `${faultText(fault)}
<form method="post" action="/login/first-password">
${onward === undefined ? '' : hidden('continue', onward)}
${hidden('code', given.code)}
${field('email', 'E-mail address', `type="email" autocomplete="username" value="${escapeHtml(given.email)}" readonly`)}
${field('password', 'New password', 'type="password" autocomplete="new-password" required')}
<button>Set the password</button>
</form>`,
  );
}

/** The error page for a request that must not be redirected back to the application. */
export function refusalPage(reason: string): string {
  return page('The request is not valid', `<p role="alert">${escapeHtml(reason)}</p>`);
}

const faultText = (fault: string | undefined) => (fault ? `<p role="alert" id="fault">${escapeHtml(fault)}</p>` : '');
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

function field(name: string, label: string, attributes: string): string {
  return `<p><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></p>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – publication registry on this computer</title>
<style>
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 36rem; padding: 0 1rem; }
label { display: block; }
input, textarea, button { box-sizing: border-box; font: inherit; padding: .5rem; }
input, textarea { width: 100%; }
pre { overflow-x: auto; }
[role=alert] { border: 2px solid #b00020; padding: .5rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
