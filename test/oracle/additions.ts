/**
 * OpenAlex's additions to a publication, its licence and its COAR type, derived a second time from the recorded answers
 * without the service's own code.
 */
import { at, type Facts, isIssn, isThere, many, plain, type Raw } from './raw.ts';

/** The fields of `enriched_metadata` that are derived again, for the publication with a DOI. */
export function expectedAdditions(work: Raw, doi: string): Facts {
  const named = (list: string) => many(at(work, list)).filter((each) => plain(at(each, 'display_name')) !== null);
  const best = at(work, 'best_oa_location');
  let hasBest = false;
  return {
    topics: [...new Set(named('topics').map((each) => plain(at(each, 'display_name'))))],
    topic_details: named('topics').map((each) => ({
      name: plain(at(each, 'display_name')),
      subfield: plain(at(each, 'subfield', 'display_name')),
      field: plain(at(each, 'field', 'display_name')),
      domain: plain(at(each, 'domain', 'display_name')),
      score: at(each, 'score') ?? null,
    })),
    sustainable_development_goals: named('sustainable_development_goals').map((each) => ({
      id: address(at(each, 'id')),
      name: plain(at(each, 'display_name')),
      score: at(each, 'score') ?? null,
    })),
    apc_list: charge(at(work, 'apc_list')),
    apc_paid: charge(at(work, 'apc_paid')),
    locations: many(at(work, 'locations'))
      .slice(0, 50)
      .map((place) => {
        const isBest =
          isThere(best) &&
          !hasBest &&
          ['landing_page_url', 'pdf_url'].every((name) => (at(place, name) ?? null) === (at(best, name) ?? null));
        hasBest ||= isBest;
        return {
          url: address(at(place, 'landing_page_url')),
          pdf_url: address(at(place, 'pdf_url')),
          host: plain(at(place, 'source', 'display_name')),
          host_type: plain(at(place, 'source', 'type')),
          version: String(at(place, 'version') ?? '').split('Version')[0] || null,
          license: at(place, 'license') ?? null,
          is_oa: at(place, 'is_oa') ?? null,
          is_best: isBest,
        };
      }),
    journal: journalAt(at(placeOf(work, doi), 'source')),
  };
}

const charge = (paid: unknown) =>
  isThere(paid)
    ? {
        value: at(paid, 'value') ?? null,
        currency: at(paid, 'currency') ?? null,
        value_usd: at(paid, 'value_usd') ?? null,
      }
    : null;

function address(written: unknown): string | null {
  if (typeof written !== 'string' || !URL.canParse(written)) return null;
  const url = new URL(written);
  return ['http:', 'https:'].includes(url.protocol) ? url.toString() : null;
}

/** Where OpenAlex has this DOI, which may be one of several copies of the work. */
function placeOf(work: Raw, doi: string): unknown {
  const isCopy =
    String(at(work, 'doi') ?? doi)
      .toLowerCase()
      .replace(/^https?:\/\/(dx\.)?doi\.org\//, '') !== doi;
  return isCopy
    ? many(at(work, 'locations')).find((each) => String(at(each, 'landing_page_url')).toLowerCase().endsWith(`/${doi}`))
    : at(work, 'primary_location');
}

function journalAt(source: unknown): unknown {
  const type = at(source, 'type');
  if (!['journal', 'conference', 'book series'].includes(String(type))) return null;
  return {
    name: plain(at(source, 'display_name')),
    type,
    issn_l: at(source, 'issn_l') ?? null,
    issn: many(at(source, 'issn')),
    publisher: plain(at(source, 'host_organization_name')),
    is_in_doaj: at(source, 'is_in_doaj') ?? null,
  };
}

/** The ISSN that stands for the journal: OpenAlex's linking one, if it knows any of these, or else the first valid one. */
export function expectedJournal(issns: unknown, work: Raw, doi: string): unknown {
  const shown = many(issns).filter((issn) => isIssn(String(issn)));
  const known = journalAt(at(placeOf(work, doi), 'source'));
  const linking = at(known, 'issn_l');
  const isKnown = shown.some((issn) => issn === linking || many(at(known, 'issn')).includes(issn));
  return isKnown && typeof linking === 'string' ? linking : (shown[0] ?? null);
}

/** The licence by its address, or else as OpenAlex calls it. */
export function expectedLicence(url: unknown, work: Raw, doi: string): string | null {
  if (typeof url === 'string') {
    const [site, kind, terms, version] = url
      .replace(/^https?:\/\/(www\.)?/i, '')
      .toLowerCase()
      .split('/');
    if (site !== 'creativecommons.org') return null;
    if (kind === 'publicdomain') return terms === 'mark' ? 'public-domain' : ['cc0', version].filter(Boolean).join('-');
    const words = (terms ?? '').split('-');
    const isWhole = words.every((word, at) => ['by', 'nc', 'nd', 'sa'].includes(word) && words.indexOf(word) === at);
    const isLicence = (kind === 'licenses' || kind === 'licences') && isWhole && words[0] === 'by';
    if (words.join() === 'by,nd,nc') words.reverse().unshift(words.pop() ?? '');
    return isLicence ? ['cc', words.join('-'), version].filter(Boolean).join('-') : null;
  }
  const place = placeOf(work, doi);
  return (at(place, 'license') as string | null | undefined) ?? null;
}

/** https://vocabularies.coar-repositories.org/resource_types/3.1/, by label. */
const coarTypes: Record<string, string> = {
  'journal article': 'c_6501',
  'review article': 'c_dcae04bc',
  'data paper': 'c_beb9',
  editorial: 'c_b239',
  'letter to the editor': 'c_545b',
  corrigendum: 'c_7acd',
  'book review': 'c_ba08',
  magazine: 'c_2cd9',
  journal: 'c_0640',
  book: 'c_2f33',
  'book part': 'c_3248',
  'conference proceedings': 'c_f744',
  'conference paper': 'c_5794',
  'conference output': 'c_c94f',
  'conference poster': 'c_6670',
  'conference presentation': 'R60J-J5BD',
  lecture: 'c_8544',
  preprint: 'c_816b',
  'blog post': 'c_6947',
  'working paper': 'c_8042',
  report: 'c_93fc',
  'peer review': 'H9BQ-739P',
  thesis: 'c_46ec',
  'doctoral thesis': 'c_db06',
  'master thesis': 'c_bdcc',
  'bachelor thesis': 'c_7a1f',
  dataset: 'c_ddb1',
  software: 'c_5ce6',
  image: 'c_c513',
  'interactive resource': 'c_e9a0',
  'moving image': 'c_8a7e',
  'research protocol': 'YZ1N-ZFT9',
  'technical documentation': 'c_71bd',
  'data management plan': 'c_ab20',
  website: 'c_7ad9',
  patent: 'c_15cd',
  text: 'c_18cf',
  workflow: 'c_393c',
  other: 'c_1843',
};
/** The label of a type, or of its subtypes. */
const labels: Record<string, string | Record<string, string>> = {
  'journal-article': {
    review: 'review article',
    'data-paper': 'data paper',
    editorial: 'editorial',
    letter: 'letter to the editor',
    erratum: 'corrigendum',
    'retraction-notice': 'corrigendum',
    'expression-of-concern': 'corrigendum',
    'book-review': 'book review',
    'magazine-article': 'magazine',
    '': 'journal article',
  },
  'proceedings-article': { abstract: 'conference output', '': 'conference paper' },
  dissertation: {
    'doctoral-thesis': 'doctoral thesis',
    'masters-thesis': 'master thesis',
    'bachelors-thesis': 'bachelor thesis',
    '': 'thesis',
  },
  report: { 'working-paper': 'working paper', '': 'report' },
  'posted-content': { blog: 'blog post', '': 'preprint' },
  ...Object.fromEntries(
    Object.entries({
      journal: 'journal journal-issue journal-volume',
      book: 'book monograph edited-book reference-book manual book-series book-set translation',
      'book part': 'book-chapter book-section book-part book-track reference-entry',
      'conference proceedings': 'proceedings proceedings-series',
      'conference poster': 'poster',
      'conference presentation': 'presentation',
      lecture: 'lecture-speech',
      report: 'report-component report-series',
      'peer review': 'peer-review',
      'master thesis': 'supervised-student-publication',
      dataset: 'dataset database collection',
      software: 'software computational-notebook model',
      image: 'image component',
      'interactive resource': 'interactive-resource',
      'moving image': 'audiovisual',
      'research protocol': 'study-registration',
      'technical documentation': 'standard technical-standard standards-and-policy',
      'data management plan': 'output-management-plan data-management-plan',
      website: 'website online-resource',
      magazine: 'magazine-article newsletter-article',
      patent: 'patent',
      text: 'text',
      workflow: 'workflow',
      other: 'other',
    }).flatMap(([label, types]) => types.split(' ').map((type) => [type, label])),
  ),
};

export function expectedCoarType(type: unknown, subtype: unknown): { uri: string; label: string } | null {
  const of = labels[String(type)];
  const label = typeof of === 'object' ? (of[String(subtype ?? '')] ?? of['']) : of;
  return label === undefined ? null : { uri: `http://purl.org/coar/resource_type/${coarTypes[label]}`, label };
}
