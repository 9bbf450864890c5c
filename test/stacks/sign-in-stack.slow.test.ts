import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { loadPoolTriggers } from '../../lib/load-declarations.ts';
import { aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';

const triggers = await loadPoolTriggers();
const signInOf = (settings: object) => templatesOf(aRegistry({ config: readConfig(settings), triggers })).SignIn;
const dashboardUrl = 'https://dashboard.example.org';
const dashboardAltUrl = 'https://alt.example.org';
const kept = signInOf({ dashboardUrl, dashboardAltUrl, trustedOrigins: ['https://more.example.org'] });
const pool = (template = kept) => resource(template, 'AWS::Cognito::UserPool', 'Users');
const client = (template = kept) => resource(template, 'AWS::Cognito::UserPoolClient', 'Users').Properties;

describe('the user pool', () => {
  it('signs in by e-mail address in any letter case, without self-registration', () => {
    expect(pool().Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    });
  });

  it('asks for long passwords, offers a second factor, and sends codes by mail alone', () => {
    const { Policies, MfaConfiguration, EnabledMfas, AccountRecoverySetting } = pool().Properties;
    expect(Policies.PasswordPolicy.MinimumLength).toBeGreaterThanOrEqual(12);
    expect([MfaConfiguration, EnabledMfas]).toEqual(['OPTIONAL', ['SOFTWARE_TOKEN_MFA']]);
    expect(AccountRecoverySetting.RecoveryMechanisms).toEqual([{ Name: 'verified_email', Priority: 1 }]);
  });

  it('sends mails with the identity of the settings, and with that of Cognito without one', () => {
    const from = 'Registry <registry@mail.example.org>';
    const sesIdentityArn = 'arn:aws:ses:eu-central-1:123456789012:identity/example.org';
    const { EmailConfiguration } = pool(signInOf({ signIn: { mail: { from, sesIdentityArn } } })).Properties;
    expect(EmailConfiguration).toEqual({ EmailSendingAccount: 'DEVELOPER', From: from, SourceArn: sesIdentityArn });
    expect(pool().Properties).not.toHaveProperty('EmailConfiguration');
  });

  it.each([
    ['off', 'OFF'],
    ['optional', 'OPTIONAL'],
    ['required', 'ON'],
  ])('with signIn.mfa %s has second factors %s', (mfa, configuration) => {
    expect(pool(signInOf({ signIn: { mfa } })).Properties.MfaConfiguration).toBe(configuration);
  });

  it('is retained, except in a test stage', () => {
    expect([pool().DeletionPolicy, pool().Properties.DeletionProtection]).toEqual(['Retain', 'ACTIVE']);
    const throwaway = pool(signInOf({ retainData: false }));
    expect(throwaway.DeletionPolicy).toBe('Delete');
    expect(throwaway.Properties.DeletionProtection).toBe('INACTIVE');
  });

  it('has its mail written by our function, which knows where links may lead', () => {
    const { LambdaConfig } = pool().Properties;
    const [id] = LambdaConfig.CustomMessage['Fn::GetAtt'];
    const functions = Object.fromEntries(resources(kept, 'AWS::Lambda::Function'));
    const { Properties } = functions[id] ?? {};
    expect(Properties.Code.ZipFile).toBe('// lambdas/triggers/write-mail.ts');
    expect(Properties.Environment.Variables).toEqual({
      TRUSTED_ORIGINS: `${dashboardUrl} ${dashboardAltUrl} https://more.example.org`,
    });
    expect(resource(kept, 'AWS::Lambda::Permission', 'Users').Properties).toMatchObject({
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^Users/), 'Arn'] },
    });
  });
});

it('the outputs name the pool, its client and the issuer', () => {
  expect(Object.keys(kept.toJSON().Outputs)).toEqual(expect.arrayContaining(['UserPoolId', 'ClientId', 'Issuer']));
});

describe('the client of the dashboard', () => {
  it('has no secret, takes codes only, and sends them to the dashboard alone', () => {
    expect(client()).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      CallbackURLs: [
        `${dashboardUrl}/`,
        `${dashboardAltUrl}/`,
        `${dashboardUrl}/api/auth/callback`,
        `${dashboardAltUrl}/api/auth/callback`,
      ],
      LogoutURLs: [`${dashboardUrl}/`, `${dashboardAltUrl}/`],
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    });
  });

  it('does not say who has an account', () => {
    expect(client().PreventUserExistenceErrors).toBe('ENABLED');
  });

  it('has sign-in pages where the dashboard has an address, and no flow in a browser where it has none', () => {
    const [[, domain] = []] = resources(kept, 'AWS::Cognito::UserPoolDomain');
    expect(JSON.stringify(domain?.Properties.Domain)).toContain('registry-prod-');
    expect(resources(kept, 'AWS::Cognito::ManagedLoginBranding')).toHaveLength(1);
    const named = signInOf({ dashboardUrl, signIn: { domainPrefix: 'our-registry' } });
    expect(resources(named, 'AWS::Cognito::UserPoolDomain')[0]?.[1].Properties.Domain).toBe('our-registry');
    const without = signInOf({ edge: { enabled: false } });
    expect(resources(without, 'AWS::Cognito::UserPoolDomain')).toEqual([]);
    expect(client(without).AllowedOAuthFlowsUserPoolClient).toBe(false);
    expect(client(without).CallbackURLs).toBeUndefined();
  });
});

it('with an issuer of the institution there is no pool and no stack', () => {
  const config = readConfig({ signIn: { issuer: 'https://id.example', audience: 'x' } });
  expect(aRegistry({ config, triggers }).signIn).toBeUndefined();
});

it('every function of the dashboard API knows the trusted origins, and no other', () => {
  const routes = (['consumer', 'dashboard'] as const).map((api) => aRoute({ api, id: 'things.get', path: '/things' }));
  const { Consumer, Dashboard } = templatesOf(aRegistry({ routes, config: readConfig({ dashboardUrl }) }));
  const variablesIn = (template: typeof Consumer) =>
    resource(template, 'AWS::Lambda::Function', 'ThingsGet').Properties.Environment?.Variables ?? {};
  expect(variablesIn(Dashboard)).toEqual({ BEHIND_EDGE: 'true', TRUSTED_ORIGINS: dashboardUrl });
  expect(variablesIn(Consumer)).toEqual({ BEHIND_EDGE: 'true' });
});
