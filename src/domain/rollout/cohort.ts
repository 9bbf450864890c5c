import type { Rollout } from './configuration.ts';

/** Whether an entity has the feature. A higher stage has all entities of the lower ones. */
export const isInCohort = (entityId: string, stage: number): boolean => djb2(entityId) % 100 < stage;

/** Whether a rollout gives an entity the feature. */
export const isActiveFor = ({ enabled, stage }: Pick<Rollout, 'enabled' | 'stage'>, entityId: string): boolean =>
  enabled && isInCohort(entityId, stage);

/** The djb2 hash of the UTF-16 units of a text, as an unsigned 32-bit integer. Must never change: it decides cohorts. */
export function djb2(text: string): number {
  let hash = 5381;
  for (let index = 0; index < text.length; index++) hash = ((hash << 5) + hash + text.charCodeAt(index)) | 0;
  return hash >>> 0;
}
