import * as z from 'zod';
import { email, text } from './values.ts';

/** CloudFront in front of the APIs, and the firewall: docs/edge.md. */
export const Edge = z
  .strictObject({
    /** Whether clients reach the APIs only through CloudFront. Otherwise they use the stages' addresses. */
    enabled: z.boolean({ error: 'must be true or false' }).default(true),
    /**
     * Whether CloudFront writes access logs. They contain whole paths and queries, and so iDs and personal addresses.
     */
    accessLogs: z.boolean({ error: 'must be true or false' }).default(false),
    /**
     * A certificate for the hosts of publicBaseUrl, dashboardUrl and dashboardAltUrl, in us-east-1 as CloudFront
     * requires.
     */
    certificateArn: z
      .string(text)
      .regex(/^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
        error: 'must be the ARN of a certificate in us-east-1',
      })
      .optional(),
    /** Whether the APIs have a web application firewall, at extra cost. Default: if data is retained. */
    firewall: z.boolean({ error: 'must be true or false' }).optional(),
    /** The firewall's limit of requests per minute to routes without a credential, from one address. */
    publicRequestsPerMinute: z
      .int({ error: 'must be a whole number' })
      .min(10, { error: 'must be at least 10' })
      .default(600),
    /** The number of the secret that proves a request came through CloudFront. Raise it by one to rotate the secret. */
    originSecret: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(1),
  })
  .superRefine(({ enabled, ...settings }, { addIssue }) => {
    if (enabled) return;
    for (const name of ['certificateArn', 'firewall', 'accessLogs'] as const)
      if (settings[name]) addIssue({ code: 'custom', message: 'needs edge.enabled', path: [name] });
  })
  .prefault({});

/**
 * Regions where CloudFront cannot write access logs:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html
 */
export const regionsWithoutLogs = new Set(
  (
    'af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ' +
    'ap-southeast-7 ca-west-1 eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 me-south-1 mx-central-1'
  ).split(' '),
);

/** How the registry presents itself to harvesters: docs/discovery.md. */
export const Site = z
  .strictObject({
    /** Its name, such as `Publications of the University of Kilns`. */
    name: z
      .string(text)
      .trim()
      .min(1, { error: 'must not be empty' })
      .max(200, { error: 'must be at most 200 characters' })
      .default('Publication Registry'),
    /** Whom harvesters can write to. It is public. Default: `sources.contactEmail`. */
    contactEmail: email.optional(),
  })
  .prefault({});

/** The request limits of each method of each API, for all clients together. */
export const Throttle = z
  .strictObject({
    requestsPerSecond: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(300),
    burst: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).default(600),
  })
  .prefault({});
