import * as z from 'zod';

/** Every queue and the shape of its messages. A message names things by id; what they are is read from the table. */
export const queues = {
  /** One ingestion job: read its researcher's ORCID record. */
  researchers: z.object({ jobId: z.string().min(1) }),
  /** One publication of an ingestion job, under the DOI of its preferred ORCID summary. */
  works: z.object({ jobId: z.string().min(1), doi: z.string().min(1) }),
} as const;

export type QueueName = keyof typeof queues;
export type QueueMessage<Q extends QueueName> = z.output<(typeof queues)[Q]>;

/** A message that nobody has handled after this time is gone. */
export const messageRetentionDays = 4;

/** After this many deliveries without success a message goes to the queue's dead-letter queue. */
export const maxReceiveCount = 5;
