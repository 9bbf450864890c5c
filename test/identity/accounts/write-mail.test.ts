import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resetLink, trustedRedirect } from '#src/identity/domain/reset-link.ts';
import { handler } from '../../../lambdas/triggers/write-mail.ts';
import { captureLog } from '../../support/log.ts';

const log = captureLog();
const origin = 'https://dashboard.example.org';
const placeholder = '{####}';

beforeAll(() => {
  process.env.TRUSTED_ORIGINS = `${origin} https://alt.example.org`;
});
afterAll(() => {
  delete process.env.TRUSTED_ORIGINS;
});

/** Cognito's event. */
function asked(redirectTo: unknown, changes: { triggerSource?: string; email?: string } = {}) {
  return {
    version: '1',
    triggerSource: changes.triggerSource ?? 'CustomMessage_ForgotPassword',
    region: 'eu-central-1',
    userPoolId: 'eu-central-1_abc',
    userName: 'a-sub',
    callerContext: { awsSdkVersion: 'x', clientId: 'c' },
    request: {
      userAttributes: { sub: 'a-sub', email: changes.email ?? 'ada@example.org', email_verified: 'true' },
      codeParameter: placeholder,
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
      ...(redirectTo !== undefined && { clientMetadata: { redirectTo } }),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  };
}

interface Written {
  response: { smsMessage: null; emailMessage: string; emailSubject: string };
}
const write = async (...given: Parameters<typeof asked>) => (await handler(asked(...given))) as Written;

describe('the mail for a forgotten password', () => {
  it('links to the requested page with the code placeholder unchanged, and also shows the code', async () => {
    const answered = await write(`${origin}/reset?lang=de`);
    const { emailMessage, emailSubject } = answered.response;
    expect(emailSubject).toBe('Set a new password for the publication registry');
    expect(emailMessage).toContain(
      `<a href="${origin}/reset?code={####}&amp;lang=de&amp;email=ada%40example.org">Set a new password</a>`,
    );
    expect(emailMessage.split(placeholder)).toHaveLength(3);
    expect(answered).toMatchObject({ userName: 'a-sub', request: { codeParameter: placeholder } });
  });

  it('is in German for those who ask in German', async () => {
    const { clientMetadata } = asked(`${origin}/reset`).request;
    const given = asked(undefined);
    const inGerman = { ...clientMetadata, language: 'de' };
    const { response } = (await handler({
      ...given,
      request: { ...given.request, clientMetadata: inGerman },
    })) as Written;
    expect(response.emailSubject).toBe('Neues Passwort für das Publikationsregister');
    expect(response.emailMessage).toContain('">Neues Passwort setzen</a>');
    expect(response.emailMessage.split(placeholder)).toHaveLength(3);
  });

  it('escapes the address and the user as text, not markup', async () => {
    const { response } = await write(`${origin}/"><img src=x>`, { email: '<b>@example.org' });
    expect(response.emailMessage).not.toMatch(/<img|<b>/);
  });

  it.each([
    ['an origin that is not trusted', 'https://evil.example/reset'],
    ['a name that begins like ours', 'https://dashboard.example.org.evil.example/'],
    ['our name as a user', 'https://dashboard.example.org@evil.example/'],
    ['another scheme', 'http://dashboard.example.org/'],
    ['another port', 'https://dashboard.example.org:8443/'],
    ['a script', 'javascript:alert(1)'],
    ['a blob', 'blob:https://dashboard.example.org/3b1d6f0c'],
    ['an address with a password', 'https://me:secret@dashboard.example.org/'],
    ['a path alone', '/reset'],
  ])('has no link to %s: the pool sends its own text', async (_, redirectTo) => {
    expect(await handler(asked(redirectTo))).toEqual(asked(redirectTo));
    expect(log).toMatchObject([{ level: 'warn' }]);
  });

  it.each([
    ['without an address', asked(undefined)],
    ['of another kind', asked(`${origin}/reset`, { triggerSource: 'CustomMessage_ResendCode' })],
  ])('a message %s keeps the text of the pool', async (_, given) => {
    expect(await handler(given)).toEqual(given);
    expect(log).toEqual([]);
  });
});

describe('the mail to a new user', () => {
  const invited = { ...asked(undefined), triggerSource: 'CustomMessage_AdminCreateUser' };
  const request = { ...invited.request, usernameParameter: '{username}' };

  const writeTo = async (clientMetadata: Record<string, string>) =>
    ((await handler({ ...invited, request: { ...request, clientMetadata } })) as Written).response;

  it('names the workspace and the inviter, and has a link instead of a password', async () => {
    const mail = await writeTo({ link: 'yes', workspace: 'library', inviter: 'grace@example.org' });
    expect(mail.emailSubject).toBe('grace@example.org invites you to the publication registry');
    expect(mail.emailMessage).toContain('grace@example.org invites you to the workspace library of the publication');
    expect(mail.emailMessage).toContain(
      `<a href="${origin}/reset-password?code={####}&amp;email=ada%40example.org&amp;invited=yes">Set your password</a>`,
    );
    // Without the user name, the pool sends nothing.
    expect([mail.emailMessage.split(placeholder).length, mail.emailMessage.includes('{username}')]).toEqual([2, true]);
  });

  it('escapes who invites, and needs neither them nor a workspace', async () => {
    const hostile = await writeTo({ link: 'yes', workspace: '<b>', inviter: '<img>@example.org' });
    expect(hostile.emailMessage).not.toMatch(/<img|<b>/);
    const plain = await writeTo({ link: 'yes' });
    expect(plain.emailSubject).toBe('You are invited to the publication registry');
    expect(plain.emailMessage).toContain('<p>You are invited to the publication registry.</p>');
  });

  it('is in the language of who invites, if there is one of it', async () => {
    const invitedBy = { link: 'yes', workspace: 'library', inviter: 'grace@example.org' };
    const mail = await writeTo({ ...invitedBy, language: 'de-CH' });
    expect(mail.emailSubject).toBe('grace@example.org lädt Sie in das Publikationsregister ein');
    expect(mail.emailMessage).toContain('<html lang="de">');
    expect(mail.emailMessage).toContain('lädt Sie in den Arbeitsbereich library des Publikationsregisters ein.');
    expect(mail.emailMessage).toContain('invited=yes">Passwort setzen</a>');
    expect([mail.emailMessage.split(placeholder).length, mail.emailMessage.includes('{username}')]).toEqual([2, true]);
    expect((await writeTo({ link: 'yes', language: 'de' })).emailSubject).toBe(
      'Sie sind in das Publikationsregister eingeladen',
    );
    expect(await writeTo({ ...invitedBy, language: 'fr' })).toEqual(await writeTo(invitedBy));
  });

  it('of a user made by hand has their password, which cannot stand in a link', async () => {
    const { response } = (await handler({ ...invited, request })) as Written;
    expect(response.emailSubject).toBe('Your account in the publication registry');
    expect(response.emailMessage).toContain(`<a href="${origin}/">Sign in</a>`);
    expect(response.emailMessage).toContain('Sign in as {username} with the password {####} until');
  });

  it('is that of the pool if the dashboard has no address', async () => {
    const { TRUSTED_ORIGINS } = process.env;
    process.env.TRUSTED_ORIGINS = '';
    expect(await handler({ ...invited, request })).toEqual({ ...invited, request });
    process.env.TRUSTED_ORIGINS = TRUSTED_ORIGINS;
  });
});

describe('the link', () => {
  it('replaces a code and an address it is given, and keeps the rest', () => {
    const page = trustedRedirect(`${origin}/reset?code=1&email=eve%40example.org&a=b#form`, [origin]);
    const link = new URL(resetLink(page as URL, '123456', 'a+b&c@example.org'));
    expect(Object.fromEntries(link.searchParams)).toEqual({ code: '123456', a: 'b', email: 'a+b&c@example.org' });
    expect([link.searchParams.getAll('code').length, link.hash]).toEqual([1, '#form']);
  });
});
