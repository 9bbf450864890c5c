import { describe, expect, it } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { readConfig } from '../../lib/config.ts';
import { aRegistry, pages, templatesOf } from './support.ts';
import { resources } from './templates.ts';

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0c5a2ad4-1f3a-4c8e-9c3e-aa24e6a4f0e1';
const alb = { signIn: { alb: { certificateArn } }, dashboardUrl: 'https://desk.example.org' };
const edge = { accessLogs: true, certificateArn: certificateArn.replace('eu-central-1', 'us-east-1') };
const templatesWith = (settings: object) => templatesOf(aRegistry({ config: readConfig(settings), pages }));

/** The buckets of a stack that its deletion empties and deletes. */
const emptied = (template: Template) =>
  resources(template, 'Custom::S3AutoDeleteObjects').map(([, { Properties }]) => Properties.BucketName.Ref);
const buckets = (template: Template) => resources(template, 'AWS::S3::Bucket').map(([id]) => id);

describe('deleting a stack', () => {
  it('of a stage that keeps nothing empties and deletes every bucket', () => {
    const { Data, Edge } = templatesWith({ stage: 'try', retainData: false, edge, ...alb });
    for (const template of [Data, Edge]) {
      expect(emptied(template).sort()).toEqual(buckets(template).sort());
      for (const [, { DeletionPolicy }] of resources(template, 'AWS::S3::Bucket'))
        expect(DeletionPolicy).toBe('Delete');
    }
    expect([buckets(Data).length, buckets(Edge).length]).toEqual([2, 2]);
  });

  it('of a stage that keeps data empties only the bucket of the pages, which every deployment fills again', () => {
    const { Data, Edge } = templatesWith({ edge, ...alb });
    expect(emptied(Data)).toEqual([]);
    expect(emptied(Edge)).toEqual([expect.stringMatching(/^CloudFrontPages/)]);
    const kept = [Data, Edge].flatMap((template) => resources(template, 'AWS::S3::Bucket'));
    expect(kept.filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Delete').map(([id]) => id)).toEqual(
      emptied(Edge),
    );
  });
});
