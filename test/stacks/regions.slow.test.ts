import { expect, test } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, templatesOf } from './support.ts';
import { resources } from './templates.ts';

/** One stage name in two regions of an account: what is the same in all regions has the region in its name. */

/** Types whose names an account, or everybody, can have once, and the property with the name. */
const globalNames: Record<string, (properties: Record<string, unknown>) => unknown> = {
  'AWS::Budgets::Budget': ({ Budget }) => (Budget as { BudgetName: unknown }).BudgetName,
  'AWS::CloudFront::CachePolicy': ({ CachePolicyConfig }) => (CachePolicyConfig as { Name: unknown }).Name,
  'AWS::CloudFront::Function': ({ Name }) => Name,
  'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig }) =>
    (OriginAccessControlConfig as { Name: unknown }).Name,
  'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }) =>
    (ResponseHeadersPolicyConfig as { Name: unknown }).Name,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => DashboardName,
  'AWS::IAM::ManagedPolicy': ({ ManagedPolicyName }) => ManagedPolicyName,
  'AWS::IAM::Role': ({ RoleName }) => RoleName,
  'AWS::S3::Bucket': ({ BucketName }) => BucketName,
};

const settings = {
  stage: 'a-stage-of-20-letter',
  alarmEmail: 'ops@example.org',
  monthlyBudgetUsd: 60,
  dashboardUrl: 'https://desk.example.org',
  edge: { certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc' },
  signIn: { alb: { certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/abc' } },
};
const named = Object.entries(templatesOf(aRegistry({ config: readConfig(settings) }))).flatMap(([stack, template]) =>
  Object.entries(globalNames).flatMap(([type, nameIn]) =>
    resources(template, type).flatMap(([id, { Properties }]) => {
      const name = nameIn(Properties);
      // CloudFormation makes up names that differ.
      return name === undefined ? [] : [{ type, of: `${stack} ${id}`, name: JSON.stringify(name) }];
    }),
  ),
);

test('has the region in every name that is the same in all regions', () => {
  expect(named.filter(({ name }) => !name.includes('{"Ref":"AWS::Region"}'))).toEqual([]);
  for (const type of ['AWS::CloudFront::CachePolicy', 'AWS::CloudFront::Function', 'AWS::Budgets::Budget'])
    expect(named.map((each) => each.type)).toContain(type);
});

test('leaves names of viewer functions within the 64 characters of CloudFront, in the region with the longest name', () => {
  const names = named
    .filter(({ type }) => type === 'AWS::CloudFront::Function')
    .map(({ name }) =>
      JSON.parse(name)
        ['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'ap-southeast-1'))
        .join(''),
    );
  expect(names).toContain('registry-a-stage-of-20-letter-ap-southeast-1-to-load-balancer');
  expect(names.filter((name) => name.length > 64)).toEqual([]);
});
