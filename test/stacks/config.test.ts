import { describe, expect, it } from '@jest/globals';
import { addressesOf } from '../../lib/addresses.ts';
import { readConfig } from '../../lib/config.ts';

const sesIdentityArn = 'arn:aws:ses:eu-central-1:123456789012:identity/example.org';
const dashboardUrl = 'https://desk.example.org';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
const vpc = { id: 'vpc-0a', subnetIds: ['subnet-0a', 'subnet-0b'] };
const endpoints = {
  authorizationEndpoint: 'https://id.example/authorize',
  tokenEndpoint: 'https://id.example/token',
  userInfoEndpoint: 'https://id.example/userinfo',
};

describe('the settings', () => {
  it('have deployable defaults', () => {
    expect(readConfig(undefined)).toEqual({
      stage: 'prod',
      adminCli: true,
      adminEmails: [],
      installationRequestsPerMinute: 120,
      invitationsPerDay: 20,
      localVerificationHosts: [],
      resetAllowedEmails: [],
      signIn: {},
      edge: { enabled: true, accessLogs: false, originSecret: 1, publicRequestsPerMinute: 600 },
      retention: {},
      site: { name: 'Publication Registry' },
      throttle: { requestsPerSecond: 300, burst: 600 },
      trustedOrigins: [],
      retainData: true,
      rolloutRequiresAdmin: false,
      logRetentionDays: 30,
      listStalenessMs: 1000,
      listEveryVersion: false,
      listMemoryMb: 1024,
      lists: { engine: 'memory' },
      provisionedConcurrency: {},
      refresh: {
        enabled: true,
        fromHourUtc: 1,
        hours: 5,
        peopleAfterDays: 1,
        publicationsAfterDays: 7,
        requestsPerDay: { orcid: 1_000, crossref: 5_000, datacite: 2_000, openalex: 500, europepmc: 1_000 },
      },
      groups: { basis: 'at_publication', monthsAfter: 0 },
      institution: { ror: [], grid: [], ringgold: [], names: [] },
      sources: {
        orcid: {
          url: 'https://pub.orcid.org/v3.0',
          tokenUrl: 'https://orcid.org/oauth/token',
          requestsPerSecond: 12,
          requestsPerDay: 9_000,
        },
        crossref: {
          url: 'https://api.crossref.org',
          requestsPerSecond: 5,
          listRequestsPerSecond: 1,
          maxInFlight: 1,
        },
        datacite: { url: 'https://api.datacite.org', requestsPerSecond: 1 },
        openalex: {
          url: 'https://api.openalex.org',
          requestsPerSecond: 10,
          listRequestsPerSecond: 10,
          requestsPerDay: 1_000,
        },
        europepmc: {
          url: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
          requestsPerSecond: 5,
          enabled: false,
        },
        contactEmail: '',
      },
    });
  });

  describe('of addresses', () => {
    const distributions = { publicBaseUrl: 'https://base.invalid', dashboardUrl: 'https://desk.invalid' };
    const config = readConfig({
      publicBaseUrl: 'https://registry.example',
      dashboardUrl: 'https://a.example/dashboard',
      dashboardAltUrl: 'https://b.example:8443',
      trustedOrigins: ['https://c.example', 'https://a.example'],
    });

    it('take precedence over those of the distributions, and each origin is trusted once', () => {
      expect(addressesOf(config, distributions)).toEqual({
        publicBaseUrl: 'https://registry.example',
        dashboardUrls: ['https://a.example/dashboard', 'https://b.example:8443'],
        trustedOrigins: ['https://a.example', 'https://b.example:8443', 'https://c.example'],
      });
    });

    it('are those of the distributions without them, which then are trusted', () => {
      expect(addressesOf(readConfig({ trustedOrigins: ['https://c.example'] }), distributions)).toEqual({
        publicBaseUrl: 'https://base.invalid',
        dashboardUrls: ['https://desk.invalid'],
        trustedOrigins: ['https://desk.invalid', 'https://c.example'],
      });
    });

    it('may be none at all, without CloudFront', () => {
      const none = { publicBaseUrl: undefined, dashboardUrls: [], trustedOrigins: [] };
      expect(addressesOf(readConfig(undefined), undefined)).toEqual(none);
    });
  });

  it('know administrators in any case', () => {
    expect(readConfig({ adminEmails: ['Ada@Example.org'] }).adminEmails).toEqual(['ada@example.org']);
  });

  it('may be JSON text, as the command line gives them', () => {
    expect(readConfig('{"stage":"test","retainData":false}')).toMatchObject({ stage: 'test', retainData: false });
  });

  it('keep the other settings of a source when one is given', () => {
    const { sources } = readConfig({ sources: { orcid: { requestsPerSecond: 0 } } });
    const known = readConfig({ sources: { contactEmail: 'me@example.org', crossref: { requestsPerSecond: 2 } } });
    expect(known.sources).toMatchObject({ crossref: { requestsPerSecond: 2 }, datacite: { requestsPerSecond: 3 } });
    expect(sources.orcid).toMatchObject({ url: 'https://pub.orcid.org/v3.0', requestsPerSecond: 0 });
  });

  it.each([
    [{ stage: 'Prod!' }, 'The setting registry.stage must be 1 to 20 lower-case letters, digits or hyphens'],
    [{ stage: 7 }, 'The setting registry.stage must be a text'],
    [{ account: '12' }, 'The setting registry.account must be twelve digits'],
    [{ region: 'Frankfurt' }, 'The setting registry.region must be an AWS region such as eu-central-1'],
    [{ retainData: 'yes' }, 'The setting registry.retainData must be true or false'],
    [{ publicBaseUrl: 'registry.example.org' }, 'The setting registry.publicBaseUrl must be an http(s) URL'],
    [{ publicBaseUrl: 'https://a.example/' }, 'The setting registry.publicBaseUrl must not end with a slash'],
    [{ listMemoryMb: 511 }, 'The setting registry.listMemoryMb must be at least 512'],
    [{ listMemoryMb: 10_241 }, 'The setting registry.listMemoryMb must be at most 10240'],
    [{ listStalenessMs: -1 }, 'The setting registry.listStalenessMs must not be negative'],
    [
      { sources: { orcid: { requestsPerSecond: 1.5 } } },
      'The setting registry.sources.orcid.requestsPerSecond must be a whole number',
    ],
    [{ sources: { crossref: { url: 'ftp://x' } } }, 'The setting registry.sources.crossref.url must be an http(s) URL'],
    [{ sources: { contactEmail: 'me' } }, 'The setting registry.sources.contactEmail must be an e-mail address'],
    [{ sources: [] }, 'The setting registry.sources must be an object'],
    [{ refresh: { fromHourUtc: 24 } }, 'The setting registry.refresh.fromHourUtc must be an hour from 0 to 23'],
    [{ refresh: { hours: 25 } }, 'The setting registry.refresh.hours must be 1 to 24'],
    [{ refresh: { peopleAfterDays: 0 } }, 'The setting registry.refresh.peopleAfterDays must be at least 1'],
    [
      { refresh: { requestsPerDay: { crossref: -1 } } },
      'The setting registry.refresh.requestsPerDay.crossref must not be negative',
    ],
    [{ edge: { originSecret: 0 } }, 'The setting registry.edge.originSecret must be at least 1'],
    [{ throttle: { burst: 1.5 } }, 'The setting registry.throttle.burst must be a whole number'],
    [
      { edge: { certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/a' } },
      'The setting registry.edge.certificateArn must be the ARN of a certificate in us-east-1',
    ],
    [
      { edge: { certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a', enabled: false } },
      'The setting registry.edge.certificateArn needs edge.enabled',
    ],
    [
      {
        edge: { certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a' },
        publicBaseUrl: 'https://a.example/registry',
      },
      'The setting registry.publicBaseUrl must be https:// and a host name: it has a certificate',
    ],
    [
      { edge: { certificateArn }, publicBaseUrl: 'a.example' },
      'The setting registry.publicBaseUrl must be an http(s) URL',
    ],
    [
      { edge: { certificateArn } },
      'The setting registry.edge.certificateArn needs publicBaseUrl or dashboardUrl, whose names it is for',
    ],
    [
      { edge: { certificateArn }, publicBaseUrl: 'https://a.example', dashboardUrl: 'https://a.example' },
      'The setting registry.dashboardUrl must not have the host of another address',
    ],
    [
      { dashboardUrl, dashboardAltUrl: dashboardUrl },
      'The setting registry.dashboardAltUrl must not be the same as dashboardUrl',
    ],
    [
      { dashboardUrl: 'http://a.example' },
      'The setting registry.dashboardUrl must be https://: browsers send the session nowhere else, and a user pool does not return there',
    ],
    [
      { publicBaseUrl: 'https://a.example?x=1' },
      'The setting registry.publicBaseUrl must not have a query, a fragment or a user',
    ],
    [{ edge: { enabled: false, firewall: true } }, 'The setting registry.edge.firewall needs edge.enabled'],
    [{ edge: { enabled: false, accessLogs: true } }, 'The setting registry.edge.accessLogs needs edge.enabled'],
    [
      { region: 'eu-central-2', edge: { accessLogs: true } },
      'The setting registry.edge.accessLogs must be false in eu-central-2: CloudFront does not write logs there',
    ],
    [{ dashboardUrl: 'https://a.example/' }, 'The setting registry.dashboardUrl must not end with a slash'],
    [{ adminEmails: ['me'] }, 'The setting registry.adminEmails.0 must be an e-mail address'],
    [
      { adminEmails: ['\u212a@c.de'] },
      'The setting registry.adminEmails.0 must contain only printable ASCII characters',
    ],
    [{ resetAllowedEmails: ['me'] }, 'The setting registry.resetAllowedEmails.0 must be an e-mail address'],
    [{ resetConfirmation: '' }, 'The setting registry.resetConfirmation must not be empty'],
    [{ adminEmails: 'a@b.example' }, 'The setting registry.adminEmails must be a list'],
    [
      { publicBaseUrl: 'https://a.example', dashboardUrl: 'https://a.example' },
      'The setting registry.dashboardUrl must not be the same as publicBaseUrl',
    ],
    [{ trustedOrigins: ['*'] }, 'The setting registry.trustedOrigins.0 must be an http(s) URL'],
    [
      { trustedOrigins: ['https://a.example/path'] },
      'The setting registry.trustedOrigins.0 must be an origin such as https://www.example.org',
    ],
    [
      { localVerificationHosts: ['localhost'] },
      'The setting registry.localVerificationHosts is allowed only in the stage local: it permits requests to private networks',
    ],
    [{ adminCli: 'no' }, 'The setting registry.adminCli must be true or false'],
    [{ signIn: { issuer: 'https://id.example' } }, 'The setting registry.signIn.audience must be given with an issuer'],
    [{ signIn: { audience: 'x' } }, 'The setting registry.signIn.issuer must be given with an audience'],
    [
      { signIn: { jwksUrl: 'https://id.example/keys' } },
      'The setting registry.signIn.jwksUrl needs signIn.issuer: the user pool has its own keys',
    ],
    [
      { signIn: { issuer: 'https://id.example', audience: 'x', domainPrefix: 'x' } },
      'The setting registry.signIn.domainPrefix must not be set together with signIn.issuer: only the user pool has sign-in pages',
    ],
    [
      { signIn: { emailsAreVerified: true } },
      'The setting registry.signIn.emailsAreVerified needs signIn.issuer: the user pool says which addresses are verified',
    ],
    [
      { signIn: { mail: { from: 'me', sesIdentityArn } } },
      'The setting registry.signIn.mail.from must be an e-mail address or Name <address>, in ASCII',
    ],
    [
      { signIn: { mail: { from: 'a@notexample.org', sesIdentityArn } } },
      'The setting registry.signIn.mail.from must be the identity itself or an address at its domain',
    ],
    [
      { signIn: { mail: { from: 'a@example.org', sesIdentityArn: 'example.org' } } },
      'The setting registry.signIn.mail.sesIdentityArn must be the ARN of an identity of SES',
    ],
    [
      { signIn: { issuer: 'http://id.example', audience: 'x' } },
      'The setting registry.signIn.issuer must be an https URL',
    ],
    [
      { signIn: { issuer: 'https://id.example', audience: 'x', jwksUrl: 'http://id.example/keys' } },
      'The setting registry.signIn.jwksUrl must be an https URL',
    ],
    [
      { signIn: { domainPrefix: 'our-aws-registry' } },
      'The setting registry.signIn.domainPrefix must not contain aws, amazon or cognito',
    ],
    [
      { stage: 'aws-test' },
      'The setting registry.stage contains aws, amazon or cognito, which a domain of Cognito must not: set signIn.domainPrefix',
    ],
    [{ signIn: { mfa: true } }, 'The setting registry.signIn.mfa must be off, optional or required'],
    [
      { signIn: { issuer: 'https://id.example', audience: 'x', mfa: 'required' } },
      'The setting registry.signIn.mfa must not be set together with signIn.issuer, which asks for second factors itself',
    ],
    [
      { signIn: { issuer: 'https://id.example', audience: 'x', mail: { from: 'a@example.org', sesIdentityArn } } },
      'The setting registry.signIn.mail must not be set together with signIn.issuer: only the user pool sends mails',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn: 'arn' } } },
      'The setting registry.signIn.alb.certificateArn must be the ARN of a certificate',
    ],
    [
      { edge: { enabled: false }, signIn: { alb: { certificateArn } } },
      'The setting registry.dashboardUrl must be given with signIn.alb: its certificate is for a name',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn } } },
      'The setting registry.edge.certificateArn must be given with signIn.alb: CloudFront passes the name on to it',
    ],
    [
      { dashboardUrl, edge: { certificateArn }, signIn: { alb: { certificateArn, internal: true, vpc } } },
      'The setting registry.signIn.alb.internal must be false unless edge.enabled is: CloudFront could not reach it',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn, internal: true } } },
      'The setting registry.signIn.alb.internal needs signIn.alb.vpc: the network that is created has no way to the issuer for it',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn, vpc: { ...vpc, subnetIds: ['subnet-0a'] } } } },
      'The setting registry.signIn.alb.vpc.subnetIds must be at least two subnets',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn, vpc: { ...vpc, subnetIds: ['subnet-0a', 'subnet-0a'] } } } },
      'The setting registry.signIn.alb.vpc.subnetIds must not be the same subnet twice',
    ],
    [
      { dashboardUrl, region: 'eu-central-1', edge: { enabled: false }, signIn: { alb: { certificateArn } } },
      'The setting registry.signIn.alb.certificateArn must be in eu-central-1, where the load balancer is',
    ],
    [
      { dashboardUrl: `${dashboardUrl}:8443`, edge: { enabled: false }, signIn: { alb: { certificateArn } } },
      'The setting registry.dashboardUrl must be https:// and a host name: it has a certificate',
    ],
    [
      { dashboardUrl, signIn: { issuer: 'https://id.example', audience: 'x', alb: { certificateArn } } },
      'The setting registry.signIn.alb.authorizationEndpoint must be given with signIn.issuer',
    ],
    [
      { dashboardUrl, signIn: { alb: { certificateArn, tokenEndpoint: 'https://id.example/token' } } },
      'The setting registry.signIn.alb.tokenEndpoint needs signIn.issuer: the user pool has its own',
    ],
    [
      { dashboardUrl, signIn: { issuer: 'https://id.example', audience: 'x', alb: { certificateArn, ...endpoints } } },
      'The setting registry.signIn.clientSecretArn must be given: signIn.alb needs a secret',
    ],
    [{ alarmEmail: 'me' }, 'The setting registry.alarmEmail must be an e-mail address'],
    [{ alarmEmail: 'a@b.example', monthlyBudgetUsd: 0 }, 'The setting registry.monthlyBudgetUsd must be above 0'],
    [{ monthlyBudgetUsd: 50 }, 'The setting registry.monthlyBudgetUsd needs alarmEmail, which it tells'],
    [{ backup: { keepDays: 366 } }, 'The setting registry.backup.keepDays must be 1 to 365'],
    [
      { backup: { copyToVaultArn: 'vault' } },
      'The setting registry.backup.copyToVaultArn must be the ARN of a backup vault',
    ],
    [
      { backup: { copyToVaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:Default' } },
      'The setting registry.backup.copyToVaultArn must not be the vault Default, which takes no copies of other accounts',
    ],
    [
      {
        account: '123456789012',
        backup: { copyToVaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies' },
      },
      'The setting registry.backup.copyToVaultArn must be a vault of another account or, if region is set, of another region',
    ],
    [
      {
        account: '123456789012',
        region: 'eu-central-1',
        backup: { copyToVaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies' },
      },
      'The setting registry.backup.copyToVaultArn must be a vault of another account or, if region is set, of another region',
    ],
    [{ backup: { keepCopiesDays: 90 } }, 'The setting registry.backup.keepCopiesDays needs backup.copyToVaultArn'],
    [
      { retainData: false, backup: {} },
      'The setting registry.backup needs retainData: otherwise the table is deleted with its stack',
    ],
    [
      { openalexApiKeySecretArn: 'key' },
      'The setting registry.openalexApiKeySecretArn must be the complete ARN of a secret',
    ],
    [{ retain: 3 }, 'registry.retain is not a setting (lib/config.ts lists them)'],
    [{ retention: { auditDays: 0 } }, 'The setting registry.retention.auditDays must be at least 1'],
    [{ sources: { orchid: {} } }, 'registry.sources.orchid is not a setting (lib/config.ts lists them)'],
    ['{', `The setting registry is not valid JSON: write --context registry='{"stage":"test"}'`],
    [[], 'The setting registry must be an object'],
  ])('reject %j with a message that names the setting', (context, sentence) => {
    expect(() => readConfig(context)).toThrow(new Error(sentence));
  });

  it('accept a stage whose name Cognito would refuse, if the sign-in pages have another', () => {
    const issuer = { issuer: 'https://id.example', audience: 'x' };
    for (const signIn of [{ domainPrefix: 'our-registry' }, issuer])
      expect(readConfig({ stage: 'aws-test', signIn }).stage).toBe('aws-test');
  });

  it('accept one host for several addresses where a proxy of the institution serves them', () => {
    const settings = { publicBaseUrl: 'https://a.example/registry', dashboardUrl: 'https://a.example/desk' };
    expect(readConfig({ ...settings, edge: { enabled: false, firewall: false } })).toMatchObject(settings);
  });

  it('reject a log retention that CloudWatch Logs does not support', () => {
    expect(() => readConfig({ logRetentionDays: 31 })).toThrow(
      /^The setting registry\.logRetentionDays must be a retention/,
    );
  });
});

describe('the limits of sources', () => {
  const arn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:key-AbCdEf';

  it('are what each source grants without anything, with a contact, and with credentials', () => {
    const bare = readConfig(undefined).sources;
    expect(bare.crossref).toMatchObject({ requestsPerSecond: 5, listRequestsPerSecond: 1, maxInFlight: 1 });
    expect(bare.openalex).toMatchObject({ requestsPerDay: 1_000 });
    const polite = readConfig({ sources: { contactEmail: 'library@example.org' } }).sources;
    expect(polite.crossref).toMatchObject({ requestsPerSecond: 10, listRequestsPerSecond: 3, maxInFlight: 3 });
    expect(polite.datacite).toMatchObject({ requestsPerSecond: 3 });
    const given = { orcid: { credentialsSecretArn: arn }, datacite: { credentialsSecretArn: arn } };
    const known = readConfig({ sources: given }).sources;
    expect(known.orcid).toMatchObject({ requestsPerDay: 39_000, credentialsSecretArn: arn });
    expect(known.datacite).toMatchObject({ requestsPerSecond: 9 });
  });

  it('of OpenAlex with a key, under its older name, too', () => {
    const older = readConfig({ openalexApiKeySecretArn: arn }).sources.openalex;
    expect(older).toEqual(readConfig({ sources: { openalex: { credentialsSecretArn: arn } } }).sources.openalex);
    expect(older).toMatchObject({ requestsPerDay: 10_000, credentialsSecretArn: arn });
    expect(() =>
      readConfig({ openalexApiKeySecretArn: arn, sources: { openalex: { credentialsSecretArn: arn } } }),
    ).toThrow('openalexApiKeySecretArn is given twice');
  });

  it('can be set, and credentials need a source that takes them', () => {
    const { crossref } = readConfig({ sources: { crossref: { requestsPerSecond: 2, maxInFlight: 2 } } }).sources;
    expect(crossref).toMatchObject({ requestsPerSecond: 2, listRequestsPerSecond: 1, maxInFlight: 2 });
    expect(() => readConfig({ sources: { europepmc: { credentialsSecretArn: arn } } })).toThrow('is not a setting');
  });
});
