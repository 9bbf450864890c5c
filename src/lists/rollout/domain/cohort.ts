import type { Rollout } from './configuration.ts';

/** Whether an entity has the feature. A higher stage includes all entities of lower ones. */
export const isInCohort = (entityId: string, stage: number): boolean => djb2(entityId) % 100 < stage;

export const isActiveFor = ({ enabled, stage }: Pick<Rollout, 'enabled' | 'stage'>, entityId: string): boolean =>
  enabled && isInCohort(entityId, stage);

/** The djb2 hash of a text's UTF-16 units, as an unsigned 32-bit integer. Decides cohorts, so it must never change. */
export function djb2(text: string): number {
  let hash = 5381;
  for (let index = 0; index < text.length; index++) hash = ((hash << 5) + hash + text.charCodeAt(index)) | 0;
  return hash >>> 0;
}
