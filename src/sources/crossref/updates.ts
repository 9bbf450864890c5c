import { degreeIn } from '#src/records/publications/theses.ts';
import { doiPrefix, parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { distinctNotices, isRetracting, type Notice, type NoticeKind } from '#src/vocabulary/integrity.ts';
import { fromDateParts } from '#src/vocabulary/partial-date.ts';
import { inverseOf, type RelationType } from '#src/vocabulary/relation.ts';
import { termOrNull } from '../fields/response-fields.ts';
import { stateInTitle, subtypeInTitle } from '../fields/title-words.ts';
import type { CrossrefRecord } from './response.ts';

type Update = CrossrefRecord['updated-by'][number];

/**
 * The types of https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/, those of
 * https://retractionwatch.com/retraction-watch-database-user-guide/, and what publishers deposited before there was a list,
 * among it values of JATS' `related-article-type`.
 */
const kinds = new Map<string, NoticeKind>(
  Object.entries({
    retraction: 'retraction',
    retracted: 'retraction',
    'retracted-article': 'retraction',
    'retraction-forward': 'retraction',
    'partial-retraction': 'partial-retraction',
    withdrawal: 'withdrawal',
    withdrawn: 'withdrawal',
    removal: 'removal',
    removed: 'removal',
    'expression-of-concern': 'expression-of-concern',
    'object-of-concern': 'expression-of-concern',
    concern: 'expression-of-concern',
    correction: 'correction',
    'author-correction': 'correction',
    'publisher-correction': 'correction',
    'corrected-article': 'correction',
    'correction-forward': 'correction',
    corrigendum: 'correction',
    erratum: 'correction',
    err: 'correction',
    clarification: 'clarification',
    addendum: 'addendum',
    'addended-article': 'addendum',
    reinstatement: 'reinstatement',
    reinstated: 'reinstatement',
  } satisfies Record<string, NoticeKind>),
);

const kindOf = ({ type }: Update) => kinds.get(termOrNull(type) ?? '');

/** The relation of each kind of notice to the work that it is about. */
const relationOfKind: Record<NoticeKind, RelationType> = {
  retraction: 'retracts',
  withdrawal: 'retracts',
  removal: 'retracts',
  'partial-retraction': 'corrects',
  'expression-of-concern': 'is-comment-on',
  correction: 'corrects',
  clarification: 'corrects',
  addendum: 'is-supplement-to',
  reinstatement: 'is-comment-on',
};

/** Updates that are no notices. */
const otherRelations = new Map<string, RelationType>([
  ['new-version', 'is-version-of'],
  ['new-edition', 'is-version-of'],
  ['translation', 'is-translation-of'],
  ['translated-article', 'is-translation-of'],
]);

function relationOf(update: Update): RelationType | undefined {
  const kind = kindOf(update);
  return kind ? relationOfKind[kind] : otherRelations.get(termOrNull(update.type) ?? '');
}

/** The relations that updates state: of a notice to the works it is about, and of a work to its notices. */
export function updateRelations(work: CrossrefRecord, doi: string) {
  const updated = work['update-to'].map((update) => ({ type: relationOf(update), identifier: update.DOI }));
  const notices = work['updated-by'].filter(isTrusted(work, doi)).map((update) => {
    const done = relationOf(update);
    return { type: done && inverseOf(done), identifier: update.DOI };
  });
  return [...updated, ...notices];
}

/**
 * Any member of Crossref can register a notice about any DOI. It counts if Retraction Watch says so, or if it is from the
 * registrant of the work: the prefix of its DOI is that of the work, or of the member that owns the work now.
 */
const isTrusted = (work: CrossrefRecord, doi: string) => {
  const owner = /10\.\d{4,9}(?:\.\d+)*$/.exec(work.prefix ?? '')?.[0];
  return ({ source, DOI }: Update): boolean => {
    const notice = parseDoi(DOI);
    if (notice === undefined) return false;
    return termOrNull(source) === 'retraction-watch' || [doiPrefix(doi), owner].includes(doiPrefix(notice));
  };
};

/**
 * The notices about a work. `updated-by` lists them; `update-to` lists the works that this one is a notice about, so only
 * an entry with its own DOI counts. The title counts if there is no notice of a retraction, or of its end.
 */
export function integrityOf(work: CrossrefRecord, doi: string, title: string | null): Notice[] {
  const own = work['update-to'].filter((update) => parseDoi(update.DOI) === doi);
  const trusted = [...work['updated-by'].filter(isTrusted(work, doi)), ...own];
  const notices = trusted.flatMap((update): Notice[] => {
    const kind = kindOf(update);
    const source = termOrNull(update.source) ?? 'publisher';
    return kind ? [{ kind, date: fromDateParts(update.updated), doi: parseDoi(update.DOI) ?? null, source }] : [];
  });
  const isOfPublisher = ({ source }: Notice) => Number(source === 'publisher');
  const sorted = notices.toSorted((one, other) => isOfPublisher(other) - isOfPublisher(one));
  const isNotice = work['update-to'].some((update) => parseDoi(update.DOI) !== doi && kindOf(update) !== undefined);
  const isDecided = notices.some((notice) => isRetracting(notice) || notice.kind === 'reinstatement');
  const state = isNotice || isDecided ? undefined : stateInTitle(title, doi);
  return distinctNotices(state ? [...sorted, { kind: state, date: null, doi: null, source: 'title' }] : sorted);
}

const subtypeOfKind: Record<NoticeKind, string | null> = {
  retraction: 'retraction-notice',
  withdrawal: 'retraction-notice',
  removal: 'retraction-notice',
  'partial-retraction': 'retraction-notice',
  'expression-of-concern': 'expression-of-concern',
  correction: 'erratum',
  clarification: 'erratum',
  addendum: 'addendum',
  reinstatement: null,
};

/** The subtype of a work: as deposited, or that it is a notice about another work, or what its title shows. */
export function crossrefSubtype(
  work: CrossrefRecord,
  doi: string,
  type: string | null,
  title: string | null,
): string | null {
  const deposited = termOrNull(work.subtype);
  if (type === 'dissertation') return degreeIn(work.degree.join(' ')) ?? deposited;
  if (deposited !== null) return deposited;
  const about = work['update-to'].filter((update) => parseDoi(update.DOI) !== doi).map(kindOf);
  const [kind] = about.filter((each) => each !== undefined);
  // Its title may be that of the work, with "RETRACTED:" in front.
  return (kind && subtypeOfKind[kind]) ?? (stateInTitle(title, doi) ? null : subtypeInTitle(title, type));
}
