import type { Caller } from '../auth/caller.ts';
import { defaultWorkspace } from '../domain/access/user.ts';
import { defaultLocale, requestedLocale } from '../domain/values/locale.ts';
import type { RequestObserver } from '../runtime/log.ts';
import { isLocaleSearchActive, latestRollout } from './gate.ts';
import { searchMetricFields } from './metrics.ts';
import { countInMinute, storeCounts } from './minute-counters.ts';

/** A request for a list, with the parts of the route's input that matter here. */
export interface ListRequest {
  /** The noun of the list, for the log: `publications` is logged as `list.publications`. */
  list: string;
  /** The search text; empty for none. */
  q: string;
  /** The `locale` parameter. */
  locale: string | undefined;
  acceptLanguage: string | undefined;
  caller: Caller;
  now: Date;
  observe(observer: RequestObserver): void;
}

/** How to search: with the rules of the locale if it is active, otherwise plainly. */
export interface LocaleSearch {
  active: boolean;
  /** The requested locale if it is active, otherwise the default one. */
  locale: string;
}

/**
 * Decides how a list searches, and adds to the log line of its request what the rollout needs: the structured record,
 * and the metrics if locale search is active. Every route that searches a list calls it once. Without a search text it
 * asks nothing and counts nothing.
 */
export async function localeSearch(request: ListRequest): Promise<LocaleSearch> {
  const { list, q, caller, now, observe } = request;
  const entityId = entityOf(caller);
  const active = q !== '' && (await isLocaleSearchActive(entityId, now.getTime()));
  const locale = active ? requestedLocale(request.locale, request.acceptLanguage) : defaultLocale;
  const { stage = null, enabled = null, auto_disabled = null } = latestRollout() ?? {};
  const rollout = { stage, enabled, auto_disabled, effective_locale: locale, locale_search_active: active };
  const stored = active ? storeCounts(now.getTime()) : undefined;
  observe(async ({ status, durationMs }) => {
    await stored;
    const isError = status >= 500;
    if (active) countInMinute(isError, durationMs, now.getTime() + durationMs);
    return {
      event: `list.${list}`,
      entity_id: entityId,
      duration_ms: durationMs,
      rollout,
      ...(active && searchMetricFields(isError, durationMs)),
    };
  });
  return { active, locale };
}

/** The entity whose cohort decides: the workspace of the caller, or the public one. */
function entityOf(caller: Caller): string {
  return 'workspace' in caller ? caller.workspace : defaultWorkspace;
}
