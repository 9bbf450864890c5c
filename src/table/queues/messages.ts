import * as z from 'zod';

/** Every queue and the schema of its messages. Messages contain only ids; the data is read from the table. */
export const queues = {
  /** An ingestion job whose ORCID record is to be read. */
  researchers: z.object({ jobId: z.string().min(1) }),
  /** A publication of an ingestion job, by the DOI of its preferred ORCID summary. */
  works: z.object({ jobId: z.string().min(1), doi: z.string().min(1) }),
  /** Events of a list for a webhook are due. */
  webhooks: z.object({
    installationId: z.string().min(1),
    webhookId: z.string().min(1),
    list: z.enum(['publications', 'works', 'projects', 'people']),
  }),
  /** An intake that is to be checked, applied or undone. */
  intakes: z.object({ intakeId: z.string().min(1) }),
  /** An intake whose new DOIs are to be fetched. */
  fetches: z.object({ intakeId: z.string().min(1) }),
} as const;

export type QueueName = keyof typeof queues;
export type QueueMessage<Q extends QueueName> = z.output<(typeof queues)[Q]>;

/** SQS deletes messages after this time. */
export const messageRetentionDays = 4;

/** The number of failed deliveries after which a message goes to the DLQ. */
export const maxReceiveCount = 5;
