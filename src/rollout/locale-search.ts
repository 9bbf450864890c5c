import type { Caller } from '../auth/caller.ts';
import { defaultWorkspace } from '../domain/access/workspace.ts';
import { defaultLocale, requestedLocale } from '../domain/values/locale.ts';
import type { RequestObserver } from '../runtime/log.ts';
import { isLocaleSearchActive, latestRollout } from './gate.ts';
import { searchMetricFields } from './metrics.ts';
import { countInMinute, storeCounts } from './minute-counters.ts';

/** The input of a route with a list, as far as it matters here. */
interface ListInput {
  query: {
    /** The search text; empty for none. */
    q: string;
    locale?: string | undefined;
  };
  acceptLanguage: string | undefined;
  caller: Caller;
  now: Date;
  observe(observer: RequestObserver): void;
}

/** How to search. */
export interface LocaleSearch {
  /** The requested locale, to search in; undefined to search plainly. */
  locale: string | undefined;
  /** The headers of a response that does not depend on the language but for the search. */
  headers: { vary?: 'Accept-Language' };
}

/**
 * Decides how a list searches, and adds to the log line of its request what the rollout needs: the structured record,
 * and the metrics if locale search is active. Every route that searches a list calls it once, with its noun for the log:
 * `publications` is logged as `list.publications`. Without a search text it asks nothing and counts nothing.
 */
export async function localeSearch(list: string, input: ListInput): Promise<LocaleSearch> {
  const { query, acceptLanguage, caller, now, observe } = input;
  const entityId = entityOf(caller);
  const active = query.q !== '' && (await isLocaleSearchActive(entityId, now.getTime()));
  const locale = active ? requestedLocale(query.locale, acceptLanguage) : defaultLocale;
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
  return active ? { locale, headers: { vary: 'Accept-Language' } } : { locale: undefined, headers: {} };
}

/** The entity whose cohort decides: the workspace of the caller, or the public one. */
function entityOf(caller: Caller): string {
  return 'workspace' in caller ? caller.workspace : defaultWorkspace;
}
