import type { Caller } from '#src/identity/callers/caller.ts';
import type { RequestObserver } from '#src/runtime/log.ts';
import { defaultLocale, requestedLocale } from '#src/vocabulary/locale.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { isLocaleSearchActive, latestRollout } from './gate.ts';
import { searchMetricFields } from './metrics.ts';
import { countInMinute, storeCounts } from './minute-counters.ts';

interface ListInput {
  query: {
    /** Empty for no search. */
    q: string;
    locale?: string | undefined;
  };
  acceptLanguage: string | undefined;
  caller: Caller;
  now: Date;
  observe(observer: RequestObserver): void;
}

export interface LocaleSearch {
  /** The requested locale to search in; undefined for a plain search. */
  locale: string | undefined;
  /** Headers of a response that depends on the language only through the search. */
  headers: { vary?: 'Accept-Language' };
}

/**
 * Decides how a list searches, and adds the rollout's record and metrics to the request's log line. Every searching
 * route calls it once, with its noun for the log: `publications` is logged as `list.publications`. Without a search
 * text, it does nothing.
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

/** The entity that decides the cohort: the caller's workspace, or the public one. */
function entityOf(caller: Caller): string {
  return 'workspace' in caller ? caller.workspace : defaultWorkspace;
}
