import * as z from 'zod';
import { earliestDay, PartialDate } from './partial-date.ts';

/**
 * Kinds of notices about a publication, most serious first: the types of
 * https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/ with synonyms joined,
 * and Retraction Watch's `reinstatement`.
 */
export const noticeKinds = [
  'retraction',
  'withdrawal',
  'removal',
  'partial-retraction',
  'expression-of-concern',
  'correction',
  'clarification',
  'addendum',
  'reinstatement',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A notice about a publication. Kind and source are texts, because later releases may have further ones. */
export const Notice = z.object({
  kind: z.string(),
  date: PartialDate.nullable(),
  /** The DOI of the notice; null if it is only known that there is one. */
  doi: z.string().nullable(),
  /** `publisher`, `retraction-watch`, `openalex`, or `title`: the publisher has only changed the title. */
  source: z.string(),
});
export type Notice = z.output<typeof Notice>;

/** Readers should no longer rely on the work. */
const retracting: ReadonlySet<string> = new Set(['retraction', 'withdrawal', 'removal'] satisfies NoticeKind[]);
/** The kinds of notices that a reinstatement ends. */
const reversible: ReadonlySet<string> = new Set([...retracting, 'partial-retraction', 'expression-of-concern']);

export const isRetracting = ({ kind }: Notice): boolean => retracting.has(kind);
const isReinstatement = ({ kind }: Notice) => kind === 'reinstatement';

/** A notice without a date counts as the earliest, a reinstatement without one as the latest. */
const dayOf = ({ date, kind }: Notice) =>
  date === null ? (kind === 'reinstatement' ? '9999' : '') : earliestDay(date);

/** The notices that still apply: a reinstatement ends what was said before it, or on the same day. */
export function standingNotices(notices: readonly Notice[]): Notice[] {
  const reinstated = notices.filter(isReinstatement).map(dayOf).sort().at(-1) ?? '';
  const isEnded = (notice: Notice) => reversible.has(notice.kind) && reinstated !== '' && dayOf(notice) <= reinstated;
  return notices.filter((notice) => !isReinstatement(notice) && !isEnded(notice));
}

/** Whether a retraction, withdrawal or removal still applies; null if there is no notice. */
export const isRetractedBy = (notices: readonly Notice[]): boolean | null =>
  notices.length === 0 ? null : standingNotices(notices).some(isRetracting);

/** Whether a retraction was taken back, and there is no later one. */
export const isReinstated = (notices: readonly Notice[]): boolean =>
  notices.some(isReinstatement) && !isRetractedBy(notices);

/** The most serious of the notices that still apply; null if there is none of a known kind. */
export function standingKind(notices: readonly Notice[]): NoticeKind | null {
  const standing = new Set(standingNotices(notices).map(({ kind }) => kind));
  return noticeKinds.find((kind) => standing.has(kind)) ?? null;
}

const noticeSubtypes: ReadonlySet<string | null> = new Set([
  'retraction-notice',
  'expression-of-concern',
  'erratum',
  'addendum',
]);

/** Whether a subtype is that of a notice about another publication. */
export const isNoticeSubtype = (subtype: string | null): boolean => noticeSubtypes.has(subtype);

/** The distinct notices, oldest first. Of several sources of one notice, the first counts. */
export function distinctNotices(stated: readonly Notice[]): Notice[] {
  const distinct = new Map<string, Notice>();
  for (const notice of stated) {
    const key = `${notice.kind} ${notice.doi ?? ''}`;
    const known = distinct.get(key);
    distinct.set(key, known ? { ...known, date: known.date ?? notice.date } : notice);
  }
  const sorted = [...distinct.values()].sort((one, other) =>
    dayOf(one) < dayOf(other) ? -1 : Number(dayOf(one) > dayOf(other)),
  );
  return sorted.slice(0, maxNotices);
}

/** A publication has a handful. */
const maxNotices = 50;
