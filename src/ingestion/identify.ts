import { matchLinks, matchStatesOf, newLink } from '#src/matching/link.ts';
import { type Comparable, comparableBibliography, comparableRecord } from '#src/records/likeness/comparable.ts';
import { haveSameTitle, isSameText } from '#src/records/likeness/compare.ts';
import { describers, vouchedPeople } from '#src/records/orcid/describers.ts';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { detachedFrom, getAlias } from '#src/records/publications/store/alias-decisions.ts';
import { canonicalDois, getPublication } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { readFromAgency } from '#src/sources/agency.ts';
import { asksAlways, type Enrichments, fillersFor, readEnrichments } from '#src/sources/enrichments.ts';
import type { SourceCallOptions } from '#src/sources/requests/http.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { meantDois } from '#src/vocabulary/identifiers/doi.ts';

// Every DOI is its own publication unless its agency or a curator says otherwise; see docs/decisions/0001.

/** The sources' answers about a DOI; undefined where a source does not know it. */
export interface SourceAnswers {
  agency: Awaited<ReturnType<typeof readFromAgency>>;
  enrichments: Enrichments;
}

/** The data of an ORCID record about a DOI. Only a hint as to which publication it is. */
export interface Claim {
  orcid: string;
  /** The summary with this DOI. */
  listed: Comparable | undefined;
  /** All DOIs of its group; empty if it has none. */
  grouped: readonly string[];
  /** The record's data about another DOI of the group, if that is still to be fetched. */
  listedAt: (doi: string) => Promise<Comparable | undefined>;
}

/** The publication that a DOI belongs to, with the sources' data. */
export interface Identified extends SourceAnswers {
  /** The canonical DOI. */
  doi: string;
  dois: string[];
  /** A DOI that wrongly leads to another publication. */
  taken?: string;
}

/**
 * The summaries of a DOI that describe it. One with several DOIs may be about another of them: then its title differs
 * from the agency's.
 */
export function summariesAbout(
  summaries: readonly WorkSummary[],
  known: Pick<Bibliography, 'title' | 'subtitle'> | undefined,
): WorkSummary[] {
  const { title = null, subtitle = null } = known ?? {};
  return summaries.filter(
    (summary) =>
      summary.selfDois.length < 2 ||
      title === null ||
      summary.title === null ||
      haveSameTitle({ title, subtitle }, { title: summary.title, subtitle: summary.subtitle }),
  );
}

/** Limit of other DOIs of a group to ask for if no agency knows one. */
const maxAsked = 5;

/**
 * Reads a DOI from its agency and the enrichments at once, then asks the sources that fill gaps for missing fields.
 * Throws the agency's error after the others have ended; their failures are in the result. `agencyAnswer` is the
 * agency's, if it was asked before.
 */
export async function readSources(
  doi: string,
  callOptions: SourceCallOptions,
  agencyAnswer: Promise<SourceAnswers['agency']> = readAgency(doi, callOptions),
): Promise<SourceAnswers> {
  const asked = [agencyAnswer, readEnrichments(asksAlways(), doi, callOptions)] as const;
  await Promise.allSettled(asked);
  const [agency, always] = [await asked[0], await asked[1]];
  const known = [agency, ...Object.values(always.answers)].flatMap((answer) => answer?.bibliography ?? []);
  const fillers = await readEnrichments(fillersFor(known), doi, callOptions);
  const answers = { ...always.answers, ...fillers.answers };
  return { agency, enrichments: { answers, failures: { ...always.failures, ...fillers.failures } } };
}

/**
 * The agency's answer about a DOI, as far as curators agree with it: without the aliases that they have detached from this
 * publication; undefined if it calls the DOI an alias of a publication that they have detached it from. Throws like
 * `readFromAgency`.
 */
export async function readAgency(doi: string, callOptions: SourceCallOptions): Promise<SourceAnswers['agency']> {
  const agency = await readFromAgency(doi, callOptions);
  const names = namesOfAnswer(agency).filter((each) => each !== doi);
  if (!agency || names.length === 0) return agency;
  const publications = [...new Set([doi, ...names, ...(await canonicalDois(names)).values()])];
  const detached = await detachedFrom(publications, [doi, ...names]);
  if (detached.has(doi)) return agency.doi === doi ? { ...agency, aliases: [] } : undefined;
  if (detached.has(agency.doi)) return undefined;
  return { ...agency, aliases: (agency.aliases ?? []).filter((each) => !detached.has(each)) };
}

/** The canonical DOI of the first of these DOIs that an existing publication has; undefined if none has. */
export async function existingDoi(dois: string[]): Promise<string | undefined> {
  const known = await canonicalDois(dois);
  return dois.map((each) => known.get(each)).find(Boolean);
}

/**
 * The DOI of the publication that has this DOI, or that the agency's answer is about; and all its DOIs. A new
 * publication has the agency's DOI, because an alias leads to the same record. `existing` is an earlier result of
 * `existingDoi`; it is not repeated for a single DOI, because storing notices new aliases.
 */
export async function identifyPublication(
  asked: string,
  { agency }: Pick<SourceAnswers, 'agency'>,
  existing: string | undefined,
): Promise<Pick<Identified, 'doi' | 'dois' | 'taken'>> {
  const dois = [...new Set([asked, ...namesOfAnswer(agency)])];
  if (dois.length === 1 && (existing ?? asked) === asked) return { doi: asked, dois };
  const { stored, taken } = await storedUnder(dois);
  const doi = stored ?? agency?.doi ?? asked;
  return { doi, dois, ...(taken !== undefined && { taken }) };
}

/** The publication stored under one of these DOIs, and the first DOI that wrongly leads to another. */
async function storedUnder(dois: string[]): Promise<{ stored?: string; taken?: string }> {
  const known = await canonicalDois(dois);
  let taken: string | undefined;
  for (const each of dois) {
    const canonical = known.get(each);
    if (canonical === undefined) continue;
    if (dois.includes(canonical) || !(await isSourcesAlias(each))) return { stored: canonical };
    taken ??= each;
  }
  return taken === undefined ? {} : { taken };
}

/** Whether sources decide where an alias leads, and not curators. */
const isSourcesAlias = async (doi: string) => (await getAlias(doi))?.basis === 'source';

const namesOfAnswer = (agency: SourceAnswers['agency']) => (agency ? [agency.doi, ...(agency.aliases ?? [])] : []);

/**
 * Reads a DOI and determines its publication: its own, unless the agency or a curator calls it an alias. A DOI that no
 * agency knows is another one with what was copied behind it, if an agency knows that, or belongs to another publication of
 * its group if the titles and types agree. Throws like `readSources`. `known` has the result of `existingDoi`.
 */
export async function identify(
  doi: string,
  claim: Claim | undefined,
  callOptions: SourceCallOptions,
  known?: { existing: string | undefined },
): Promise<Identified> {
  const { existing } = known ?? { existing: await existingDoi([doi]) };
  if (existing !== undefined && existing !== doi) {
    const { asked, ...place } = await placeOfAlias(doi, existing, claim, callOptions);
    const answers = await readSources(place.doi, callOptions, asked);
    return { ...answers, ...place, dois: [...new Set([place.doi, doi, ...namesOfAnswer(answers.agency)])] };
  }
  const answers = await readSources(doi, callOptions);
  const isUnknown = !answers.agency && existing === undefined;
  const same =
    isUnknown && ((await registeredForm(doi, callOptions)) ?? (claim && (await sameOfGroup(doi, claim, callOptions))));
  if (!same || (await detachedFrom([same, (await existingDoi([same])) ?? same], [doi])).has(doi))
    return { ...answers, ...(await identifyPublication(doi, answers, existing)) };
  const whole = await identify(same, undefined, callOptions);
  return { ...whole, dois: [...new Set([...whole.dois, doi])] };
}

/** The DOI that an agency knows, without what people have copied with it. */
async function registeredForm(doi: string, callOptions: SourceCallOptions): Promise<string | undefined> {
  for (const meant of meantDois(doi)) {
    if ((await readFromAgency(meant, callOptions)) !== undefined) return meant;
  }
  return undefined;
}

/**
 * Where a stored alias belongs: still to its publication, or to another one that it has been hiding. `asked` is its agency's
 * answer in the latter case.
 */
async function placeOfAlias(
  doi: string,
  holderDoi: string,
  claim: Claim | undefined,
  callOptions: SourceCallOptions,
): Promise<Pick<Identified, 'doi' | 'taken'> & { asked?: Promise<SourceAnswers['agency']> }> {
  const alias = await getAlias(doi);
  if (alias && alias.basis !== 'source') return { doi: holderDoi };
  const agency = await readAgency(doi, callOptions);
  const isDetached = async () => (await detachedFrom([holderDoi, alias?.canonical ?? holderDoi], [doi])).has(doi);
  if (!agency && !(await isDetached()) && (await agreesWith(holderDoi, claim))) return { doi: holderDoi };
  const { stored, taken } = await storedUnder(namesOfAnswer(agency).filter((each) => each !== doi));
  const own = stored ?? agency?.doi ?? doi;
  const place = { doi: own, asked: Promise.resolve(agency) };
  // If the primary DOI leads there as well, that one comes first: the other follows when it is read again.
  return own === holderDoi ? place : { ...place, taken: taken === own ? own : doi };
}

/**
 * Whether a DOI that no agency knows stays an alias of a publication: unless the ORCID record of one of its authors says that
 * it is another text. Anybody can list a DOI with any title, so others' records say nothing; see docs/trust.md.
 */
async function agreesWith(holderDoi: string, claim: Claim | undefined): Promise<boolean> {
  if (!claim?.listed) return true;
  const holder = await getPublication(holderDoi);
  if (!holder) return false;
  return isSameText(claim.listed, comparableRecord(holder)) || !(await isAuthor(holder, claim.orcid));
}

/** Whether a researcher is, or would be, an author of a publication by another word than their own. */
async function isAuthor(publication: PublicationRecord, orcid: string): Promise<boolean> {
  const isLinked = publication.researchers.some((link) => link.orcid === orcid);
  const links = isLinked ? publication.researchers : [...publication.researchers, newLink(orcid)];
  return vouchedPeople(await rematched({ ...publication, researchers: links })).includes(orcid);
}

/** Whether a source that nobody has stored yet names a researcher among its authors or editors. */
async function isNamedIn({ authors, editors }: Bibliography, orcid: string): Promise<boolean> {
  const people = (await getPeople([orcid])).map(namesOf);
  const links = matchLinks([newLink(orcid)], { authors, editors, openAlex: [] }, people);
  return matchStatesOf(links).includes('complete');
}

/**
 * The DOI in the group to whose publication a DOI unknown to agencies belongs. Among unknown ones, an earlier one. Only a
 * group of somebody who describes that publication, or is one of its authors, says so.
 */
async function sameOfGroup(doi: string, claim: Claim, callOptions: SourceCallOptions): Promise<string | undefined> {
  const { orcid, listed, grouped, listedAt } = claim;
  if (!listed) return undefined;
  const own = grouped.indexOf(doi);
  for (const [index, other] of grouped.entries()) {
    if (index === own) continue;
    if (index > maxAsked) break;
    const stored = await getPublication(other);
    const isEarlier = index < own;
    if (stored) {
      const mayBe = stored.source !== 'orcid' || isEarlier;
      const isSame = mayBe && isSameText(listed, comparableRecord(stored));
      if (isSame && (describers(stored).includes(orcid) || (await isAuthor(stored, orcid)))) return other;
      continue;
    }
    const agency = await readFromAgency(other, callOptions);
    if (agency && !(await isNamedIn(agency.bibliography, orcid))) continue;
    const said = agency
      ? comparableBibliography(other, agency.bibliography)
      : isEarlier && ((await listedAt(other)) ?? (await comparableStored(other)));
    if (said && isSameText(listed, said)) return other;
  }
  return undefined;
}

/** A publication that may have been stored, and so is no longer to be fetched, while its agency was asked. */
async function comparableStored(doi: string): Promise<Comparable | undefined> {
  const stored = await getPublication(doi);
  return stored && comparableRecord(stored);
}
