import * as z from 'zod';
import type { ExternalId, OrcidPerson, WorkGroup, WorkSummary } from '#src/records/orcid/record.ts';
import { log } from '#src/runtime/log.ts';
import { arxivDoi, parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseEid, parseHandle, parsePmid } from '#src/vocabulary/identifiers/identifiers.ts';
import { parseIssn } from '#src/vocabulary/identifiers/issn.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { withTranslations } from '#src/vocabulary/locale.ts';
import { fromOrcidDate } from '#src/vocabulary/partial-date.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { firstTitle, lenient, nameOrNull, termOrNull, textOrNull, validElements } from '../fields/response-fields.ts';
import { withinLimits } from '../limits/cut.ts';
import { groupLimits, personLimits, summaryLimits } from '../limits/fields.ts';
import type { SourceResponse } from '../requests/http.ts';
import { SourceAnswerMalformed, SourceUnavailable } from '../requests/source.ts';
import { askOrcid } from './ask.ts';

/** The ORCID record cannot be read, and a retry would not help. The message is shown to users. */
export class OrcidRecordUnavailable extends Error {
  override name = 'OrcidRecordUnavailable';
  readonly reason: 'unknown' | 'locked' | 'deactivated' | 'deprecated' | 'unclaimed';

  constructor(reason: OrcidRecordUnavailable['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Most texts are in the form `{ "value": "…" }`. */
export const orcidText = lenient(
  z.union([z.string(), z.looseObject({ value: z.string() }).transform(({ value }) => value)]),
);
const text = orcidText;
const visibility = lenient(z.string());

const ExternalIds = lenient(
  z.looseObject({
    'external-id': validElements(
      z.looseObject({
        'external-id-type': z.string(),
        'external-id-value': text,
        'external-id-normalized': text,
        'external-id-relationship': lenient(z.string()),
        'external-id-url': text,
      }),
    ),
  }),
);

const sourceId = lenient(z.looseObject({ path: text }));
const Summary = z.looseObject({
  'put-code': z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]),
  visibility,
  title: lenient(
    z.looseObject({
      title: text,
      subtitle: text,
      'translated-title': lenient(z.looseObject({ value: text, 'language-code': text })),
    }),
  ),
  type: lenient(z.string()),
  'publication-date': lenient(z.unknown()),
  'journal-title': text,
  url: text,
  'display-index': lenient(z.union([z.string(), z.number()])),
  source: lenient(z.looseObject({ 'source-client-id': sourceId, 'source-orcid': sourceId })),
  'external-ids': ExternalIds,
  'last-modified-date': lenient(z.looseObject({ value: z.int().min(0) })),
});

/** https://github.com/ORCID/orcid-model, `works` of version 3.0. */
const Works = z.looseObject({
  group: z.array(z.looseObject({ 'external-ids': ExternalIds, 'work-summary': validElements(Summary) })),
});

/** https://github.com/ORCID/orcid-model, `person` of version 3.0. A record with a private name has `"name": null`. */
const Person = z.looseObject({
  name: z.looseObject({ 'given-names': text, 'family-name': text, 'credit-name': text, visibility }).nullable(),
  'other-names': lenient(z.looseObject({ 'other-name': validElements(z.looseObject({ content: text, visibility })) })),
  biography: lenient(z.looseObject({ content: text, visibility })),
});

/** Reads the public person data of a record. Throws OrcidRecordUnavailable, and like fetchJson. */
export async function readPerson(orcid: string, signal?: AbortSignal): Promise<OrcidPerson> {
  const { name, biography, 'other-names': otherNamesSection } = await readSection(orcid, 'person', Person, signal);
  const otherNames = otherNamesOf(otherNamesSection?.['other-name'] ?? []);
  const shownName = name && isPublicAtOrcid(name) ? name : null;
  const person: OrcidPerson = {
    orcid,
    givenName: textOrNull(shownName?.['given-names']),
    familyName: textOrNull(shownName?.['family-name']),
    creditName: textOrNull(shownName?.['credit-name']),
    ...(otherNames.length > 0 && { otherNames }),
    biography: biography && isPublicAtOrcid(biography) ? textOrNull(biography.content) : null,
  };
  const { value, cuts } = withinLimits(person, personLimits);
  if (cuts.length > 0) log('warn', 'The person of an ORCID record was cut', { orcid, cuts });
  return value;
}

function otherNamesOf(
  names: readonly { content?: string | null | undefined; visibility?: string | null | undefined }[],
): string[] {
  const shown = names.filter(isPublicAtOrcid).flatMap(({ content }) => textOrNull(content) ?? []);
  return [...new Set(shown)];
}

/** Reads the public works of a record, in ORCID's groups and in their original form. Throws like readPerson. */
export async function readWorks(orcid: string, signal?: AbortSignal): Promise<{ groups: WorkGroup[]; raw: unknown }> {
  const body = await readBody(orcid, 'works', signal);
  const groups = workGroupsOf(body);
  if (!groups) throw invalidSection('works');
  return { groups, raw: publicPart(body) };
}

/** The groups of a section `works` in ORCID's form; undefined if it is not one. */
export function workGroupsOf(body: unknown): WorkGroup[] | undefined {
  return Works.safeParse(body).data?.group.flatMap((one) => {
    const shown = one['work-summary'].filter(isPublicAtOrcid);
    const works = ofOneWork(shown);
    // If a group has several works, the identifiers of the group alone are ignored: they could be of any of them.
    return works.map((own) => groupOf(own, works.length > 1 ? [] : [one]));
  });
}

type Identified = Pick<z.output<typeof Summary>, 'external-ids'>;

function groupOf(shown: readonly z.output<typeof Summary>[], holders: readonly Identified[]): WorkGroup {
  const distinct = (idsIn: typeof pmidsOf, identified: readonly Identified[] = [...holders, ...shown]) => [
    ...new Set(identified.flatMap((each) => idsIn(each['external-ids']))),
  ];
  const group = {
    summaries: shown.map(summaryOf),
    selfDois: distinct(selfDois, holders),
    pmids: distinct(pmidsOf),
    pmcids: distinct(pmcidsOf),
    identifiers: identifiersOf([...shown, ...holders]),
  };
  return withImpliedDois(group, distinct(otherDois));
}

/** All identifiers, each once, in the record's order. */
function identifiersOf(identified: readonly Identified[]): ExternalId[] {
  const all = identified
    .flatMap((each) => each['external-ids']?.['external-id'] ?? [])
    .flatMap((id): ExternalId[] => {
      const value = textOrNull(id['external-id-normalized']) ?? textOrNull(id['external-id-value']);
      if (value === null) return [];
      const relationship = id['external-id-relationship']?.toLowerCase() ?? null;
      return [{ type: typeOf(id), value, url: webUrl(id['external-id-url']), relationship }];
    });
  const byName = new Map(all.map((each) => [`${each.type} ${each.value} ${each.relationship}`, each]));
  return withinLimits({ identifiers: [...byName.values()] }, groupLimits).value.identifiers;
}

/**
 * A group's summaries by work. ORCID groups works that share any identifier, and many list that of their book or
 * journal as their own, so chapters of a book and articles of a journal end up in one group.
 */
function ofOneWork(shown: readonly z.output<typeof Summary>[]): z.output<typeof Summary>[][] {
  const parents = shown.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    for (let parent = parents[root]; parent !== undefined && parent !== root; parent = parents[root]) {
      // Halves the path for the next search, so that any number of summaries takes linear time.
      parents[root] = parents[parent] ?? parent;
      root = parent;
    }
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, summary] of shown.entries()) {
    for (const name of new Set(namesOfWork(summary))) {
      const first = firstWith.get(name);
      if (first === undefined) firstWith.set(name, index);
      else {
        const [one, other] = [rootOf(first), rootOf(index)];
        // The root is the first one, so works keep the order of the record.
        parents[Math.max(one, other)] = Math.min(one, other);
      }
    }
  }
  const works = Map.groupBy(shown.keys(), rootOf);
  return [...works.values()].map((indexes) => indexes.flatMap((index) => shown[index] ?? []));
}

/**
 * Names shared by summaries of one work: an identifier of the work itself, or the title; `grouped` if no identifier is
 * that of a book or journal.
 */
function namesOfWork({ title, 'external-ids': ids }: z.output<typeof Summary>): string[] {
  const all = (ids?.['external-id'] ?? []).filter(groups);
  const own = all.filter((id) => !ofContainers.has(typeOf(id)));
  const grouped = own.length === all.length ? ['grouped'] : [];
  const identifiers = own.map((id) => `${typeOf(id)} ${id['external-id-normalized'] ?? id['external-id-value'] ?? ''}`);
  const folded = foldForSearch(plainText(title?.title ?? '').text, 'en').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return [...grouped, ...identifiers, ...(folded.trim() === '' ? [] : [`title ${folded.trim()}`])].map((name) =>
    name.toLowerCase(),
  );
}

/** Identifiers of a book or a journal, which its chapters and articles share. */
const ofContainers = new Set(['isbn', 'issn']);

/**
 * Adds the DOI implied by a summary's address or the arXiv identifier to a group without one. `notOwn` are the DOIs of
 * its book or other versions. A group with its own DOI gets no others, which may be those of copies.
 */
function withImpliedDois(group: WorkGroup, notOwn: readonly string[]): WorkGroup {
  const { summaries } = group;
  if (group.selfDois.length > 0 || summaries.some(({ selfDois }) => selfDois.length > 0)) return group;
  const linked = summaries.flatMap(({ url }) => (url && resolver.test(url) && parseDoi(url)) || []);
  const notOwned = new Set(notOwn);
  const own = linked.filter((doi) => !notOwned.has(doi));
  const eprints = summaries.flatMap(({ arxivId }) => (arxivId ? arxivDoi(arxivId) : []));
  return { ...group, selfDois: [...new Set(own.length > 0 ? own : eprints)] };
}

const resolver = /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i;

/** Reads a section of a record. Throws like readPerson. */
export async function readSection<T extends z.ZodType>(
  orcid: string,
  section: string,
  schema: T,
  signal: AbortSignal | undefined,
): Promise<z.output<T>> {
  const parsed = schema.safeParse(await readBody(orcid, section, signal));
  if (parsed.success) return parsed.data;
  throw invalidSection(section, parsed.error);
}

async function readBody(orcid: string, section: string, signal: AbortSignal | undefined): Promise<unknown> {
  const response = await askOrcid({ path: `/${orcid}/${section}`, keepRedirect: true, signal });
  if (response.status !== 200) throw refusal(orcid, response);
  return response.body;
}

const invalidSection = (section: string, cause?: unknown) =>
  new SourceAnswerMalformed('orcid', `returned an invalid ${section.replace(/\/.*/, '')} section`, { cause });

const Listed = z.looseObject({ 'work-summary': validElements(z.looseObject({ visibility })) });

/** A section `works` without the member API's additions to the public works: only these may be stored. */
const publicPart = (body: unknown): unknown => ({
  group: z
    .looseObject({ group: z.array(Listed) })
    .parse(body)
    .group.map((one) => ({ ...one, 'work-summary': one['work-summary'].filter(isPublicAtOrcid) })),
});

/**
 * ORCID's error codes (https://github.com/ORCID/ORCID-Source, orcid-core/src/main/resources/i18n/api_en.properties).
 * A deprecated record gives 301 or 409 with the code 9007 and the iD that replaced it.
 */
function refusal(orcid: string, { status, body, location }: SourceResponse): Error {
  const error = z
    .looseObject({ 'error-code': z.coerce.number(), 'developer-message': z.string(), 'user-message': z.string() })
    .partial()
    .catch({})
    .parse(body);
  const code = error['error-code'];
  const said = `${error['developer-message'] ?? ''} ${error['user-message'] ?? ''}`;
  const primary = [location ?? '', said]
    .flatMap((where) => where.match(/(?:\d{4}-){3}\d{3}[\dX]/g) ?? [])
    .find((found) => found !== orcid && parseOrcidId(found));
  if (code === 9007 || (code === undefined && status >= 300 && status < 400 && primary)) {
    const instead = primary ? `: its owner now uses ${primary}` : '';
    return new OrcidRecordUnavailable('deprecated', `The ORCID record ${orcid} is deprecated${instead}`);
  }
  if (code === 9018 || (status === 409 && /\blocked\b/i.test(said))) {
    return new OrcidRecordUnavailable('locked', `The ORCID record ${orcid} is locked by ORCID`);
  }
  if (code === 9044 || (status === 409 && /deactivated/i.test(said))) {
    return new OrcidRecordUnavailable('deactivated', `The ORCID record ${orcid} is deactivated`);
  }
  if (code === 9036 || (status === 409 && /unclaimed|not claimed/i.test(said))) {
    return new OrcidRecordUnavailable('unclaimed', `The ORCID record ${orcid} is not yet claimed by its owner`);
  }
  if (status === 404) return new OrcidRecordUnavailable('unknown', `There is no ORCID record ${orcid}`);
  return new SourceUnavailable('orcid', `answered ${status}`, { status });
}

/** The public API returns only public items; the member API also others. */
export const isPublicAtOrcid = (item: { visibility?: string | null | undefined }) =>
  !item.visibility || item.visibility.toLowerCase() === 'public';

function summaryOf(work: z.output<typeof Summary>): WorkSummary {
  const { title, subtitle, 'translated-title': translated } = work.title ?? {};
  const original = firstTitle([title]) ?? { text: '', html: null };
  const language = languageTag(translated?.['language-code']);
  const translation = (language && firstTitle([translated?.value])?.text) ?? '';
  const localized = withTranslations(original.text, undefined, new Map(language ? [[language, translation]] : []));
  const enteredBy = textOrNull(work.source?.['source-client-id']?.path ?? work.source?.['source-orcid']?.path);
  const displayIndex = Math.trunc(Number(work['display-index'] ?? 0));
  const summary: WorkSummary = {
    putCode: work['put-code'],
    title: localized === '' ? null : localized,
    titleHtml: original.html,
    subtitle: firstTitle([subtitle])?.text ?? null,
    workType: termOrNull(work.type),
    publicationDate: fromOrcidDate(work['publication-date']),
    journalTitle: nameOrNull(work['journal-title']),
    url: webUrl(work.url),
    displayIndex: Number.isSafeInteger(displayIndex) ? displayIndex : 0,
    selfDois: selfDois(work['external-ids']),
    arxivId: identifiers(work['external-ids'], 'arxiv', parseArxivId)[0] ?? null,
    pmid: identifiers(work['external-ids'], 'pmid', parsePmid)[0] ?? null,
    pmcid: pmcidsOf(work['external-ids']).map((digits) => `PMC${digits}`)[0] ?? null,
    handle: identifiers(work['external-ids'], 'handle', parseHandle)[0] ?? null,
    eid: identifiers(work['external-ids'], 'eid', parseEid)[0] ?? null,
    issns: issnsOf(work['external-ids']),
    ...(work['last-modified-date'] && { modifiedAtMs: work['last-modified-date'].value }),
    ...(enteredBy !== null && { enteredBy: enteredBy.slice(0, 40) }),
  };
  const { value, cuts } = withinLimits(summary, summaryLimits);
  if (cuts.length === 0) return value;
  return { ...value, ...(value.title !== summary.title && { titleHtml: null }), cuts };
}

type Id = NonNullable<z.output<typeof ExternalIds>>['external-id'][number];

const typeOf = (id: Id): string => id['external-id-type'].toLowerCase();

const idsOf = (ids: z.output<typeof ExternalIds>, type: string): Id[] =>
  (ids?.['external-id'] ?? []).filter((id) => typeOf(id) === type);

/** Of the journal, whatever the relationship: people enter it as `self`, too. */
const issnsOf = (ids: z.output<typeof ExternalIds>): string[] => [
  ...new Set(idsOf(ids, 'issn').flatMap((id) => parseIssn(id['external-id-value'] ?? '') ?? [])),
];

/** Only `self` identifies the work itself: `part-of` is the containing book, `version-of` another version. */
const isSelf = (id: Id) => id['external-id-relationship']?.toLowerCase() === 'self';

/** ORCID groups works by these: https://info.orcid.org/documentation/integration-guide/working-with-works/ */
const groups = (id: Id) => isSelf(id) || id['external-id-relationship']?.toLowerCase() === 'version-of';

const doisOf = (ids: readonly Id[]): string[] => [
  ...new Set(
    ids.flatMap((id) => {
      const entered = typedDois(id['external-id-value'] ?? '');
      return entered.length > 0 ? entered : typedDois(id['external-id-normalized'] ?? '');
    }),
  ),
];

const selfDois = (ids: z.output<typeof ExternalIds>) => doisOf(idsOf(ids, 'doi').filter(isSelf));
const otherDois = (ids: z.output<typeof ExternalIds>) => doisOf(idsOf(ids, 'doi').filter((id) => !isSelf(id)));

/** The identifiers of a type, as entered, or else as normalized by ORCID. */
const identifiers = (ids: z.output<typeof ExternalIds>, type: string, parse: (written: string) => string | undefined) =>
  idsOf(ids, type)
    .filter(isSelf)
    .flatMap((id) => parse(id['external-id-value'] ?? '') ?? parse(id['external-id-normalized'] ?? '') ?? []);

/** `17656783`, also with `PMID:` or as the address of PubMed. */
const pmidsOf = (ids: z.output<typeof ExternalIds>): string[] =>
  identifiers(ids, 'pmid', (written) => /^\s*(?:pmid:?\s*|https?:\S+\/)?(\d{1,9})\/?\s*$/i.exec(written)?.[1]);

/** `PMC103984`, also with `PMCID:`, without `PMC`, or as an address of PubMed Central or Europe PMC. */
const pmcidsOf = (ids: z.output<typeof ExternalIds>): string[] =>
  identifiers(ids, 'pmc', (written) => /^\s*(?:pmcid:?\s*|https?:\S+\/)?(?:pmc)?(\d{1,9})\/?\s*$/i.exec(written)?.[1]);

/** The DOI of a value, or the DOIs if it consists of several: "10.5555/a and 10.5555/b". */
function typedDois(written: string): string[] {
  const whole = typedDoi(written);
  if (whole !== undefined) return [whole];
  const bare = written.length > 500 ? '' : written.trim().replace(/doi:?\s+/gi, 'doi:');
  const parts = bare.split(/(?:\s*[,;|&]|\s+and)?\s+(?=https?:\/\/|doi:|10\.)/i);
  const dois = parts.flatMap((part) => typedDoi(part) ?? []);
  return parts.length > 1 && dois.length === parts.length ? dois : [];
}

/** A DOI as people copy it: from BibTeX, with its escapes (`\_`, `{\_}`), or from a sentence, with the full stop. */
const typedDoi = (written: string) =>
  parseDoi(written.replace(/\{?\\([_%&#$])\}?/g, '$1').replace(/(?<![.\s])[.\s]+$/, ''));
