/**
 * The expected content of the registry after ingesting ORCID records, derived a second time without the service's own
 * code, so that an error in its rules is not repeated here.
 */

/** One recorded ORCID record. Its groups are the `group` of a `/works` response, not yet checked. */
export interface RecordedWorks {
  orcid: string;
  groups: unknown[];
}

export interface ExpectedPublication {
  /** The researchers with the publication on their records. */
  orcids: Set<string>;
}

/** A group without a DOI. The service chooses which of its put-codes names the work. */
export interface ExpectedWork {
  orcid: string;
  putCodes: number[];
}

export interface Expected {
  /** By DOI. Only agencies say which of them are names of one publication. */
  publications: Map<string, ExpectedPublication>;
  /** The DOIs of files and figures, which only their metadata identify as such. */
  components: Set<string>;
  works: ExpectedWork[];
}

/** The registry's contents after ingesting the records one after the other, in this order. */
export function expectedRegistry(records: RecordedWorks[]): Expected {
  const publications = new Map<string, ExpectedPublication>();
  const components = new Set<string>();
  const works: ExpectedWork[] = [];
  for (const { orcid, groups } of records) {
    for (const group of groups.flatMap(partsOf)) {
      const dois = doisByPreference(group);
      if (dois.length === 0) {
        works.push({
          orcid,
          putCodes: list(group, 'work-summary').map((summary) => Number(member(summary, 'put-code'))),
        });
      }
      for (const doi of dois) {
        if (isComponent(doi, group)) {
          components.add(doi);
          continue;
        }
        const publication = publications.get(doi) ?? { orcids: new Set() };
        publications.set(doi, publication.orcids.add(orcid) && publication);
      }
    }
  }
  return { publications, components, works };
}

/**
 * A group whose summaries share only the ISBN of a book or the ISSN of a journal is several works; those with the same
 * title are one.
 */
function partsOf(group: unknown): unknown[] {
  const left = list(group, 'work-summary').map((summary) => ({ summary, marks: marksOf(summary) }));
  const parts: unknown[][] = [];
  while (left.length > 0) {
    const part = left.splice(0, 1);
    for (let at = 0; at < left.length; ) {
      const each = left[at];
      const isSame = each?.marks.some((mark) => part.some(({ marks }) => marks.includes(mark)));
      if (each && isSame) {
        part.push(...left.splice(at, 1));
        at = 0;
      } else at += 1;
    }
    parts.push(part.map(({ summary }) => summary));
  }
  const [first] = parts;
  if (parts.length < 2 || !first) return [group];
  const all = list(group, 'work-summary');
  return parts.map((part) => ({ 'work-summary': all.filter((summary) => part.includes(summary)) }));
}

/** The data that identifies the work of a summary. */
function marksOf(summary: unknown): string[] {
  let isInContainer = false;
  const ids = list(member(summary, 'external-ids'), 'external-id').flatMap((id) => {
    const [type, relationship] = ['type', 'relationship'].map((name) => text(member(id, `external-id-${name}`)));
    if (!['self', 'version-of'].includes(relationship ?? '')) return [];
    if (type === 'isbn' || type === 'issn') {
      isInContainer = true;
      return [];
    }
    const normalized = member(member(id, 'external-id-normalized'), 'value');
    return `${type} ${text(normalized ?? member(id, 'external-id-value'))}`;
  });
  const title = text(member(member(member(summary, 'title'), 'title'), 'value'))
    .normalize('NFKD')
    .replace(/<[^>]*>|\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const marks = isInContainer ? ids : [...ids, 'grouped'];
  return title === '' ? marks : [...marks, `title ${title}`];
}

/**
 * A file of a data set, or a figure of PLOS, recognized by its DOI: recordings of ORCID do not contain agencies'
 * data.
 */
function isComponent(doi: string, group: unknown): boolean {
  const parts = doi.split('/');
  const [name = '', holder = ''] = parts.toReversed();
  const isRandom = (part: string) => part.length === 6 && [...part].every((character) => /[a-z\d]/.test(character));
  const isData = list(group, 'work-summary').every((summary) => text(member(summary, 'type')) === 'data-set');
  const isFile = isData && (parts.length === 3 || parts.length === 4) && isRandom(name) && isRandom(holder);
  const isFigure = doi.startsWith('10.1371/journal.') && doi.split('.').length === 5;
  return isFile || isFigure;
}

/**
 * Every DOI that identifies the work of a group, those of its preferred summary first. Sorting is stable, so summaries
 * with the same display index keep the record's order; identifiers of the group itself come last.
 */
function doisByPreference(group: unknown): string[] {
  const summaries = [...list(group, 'work-summary')].sort((a, b) => displayIndex(b) - displayIndex(a));
  const own = [...new Set([...summaries, group].flatMap(ownDois))];
  return own.length > 0 ? own : impliedDois(group);
}

/** Without a DOI among the identifiers: those in resolver URLs, or else those of arXiv's e-prints. */
function impliedDois(group: unknown): string[] {
  const summaries = list(group, 'work-summary');
  const ids = [group, ...summaries].flatMap((holder) => list(member(holder, 'external-ids'), 'external-id'));
  const others = ids.filter((id) => text(member(id, 'external-id-type')) === 'doi').map((id) => doiIn(id));
  const linked = summaries.flatMap((summary) => {
    const url = text(member(member(summary, 'url'), 'value')).trim();
    const doi = /^https?:\/\/(www\.|dx\.)?doi\.org\//.test(url) ? canonicalDoi(url) : undefined;
    return doi === undefined || others.includes(doi) ? [] : doi;
  });
  const eprints = summaries.flatMap((summary) => {
    const id = list(member(summary, 'external-ids'), 'external-id').find(
      (each) =>
        text(member(each, 'external-id-type')) === 'arxiv' && text(member(each, 'external-id-relationship')) === 'self',
    );
    const number = /(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(v\d+)?$/.exec(
      text(member(id, 'external-id-value')).trim(),
    )?.[1];
    return number ? `10.48550/arxiv.${number.replace(/\.[a-z]{2}\//, '/')}` : [];
  });
  return [...new Set(linked.length > 0 ? linked : eprints)];
}

const displayIndex = (summary: unknown) => Number(member(summary, 'display-index') ?? 0);

function ownDois(holder: unknown): string[] {
  return list(member(holder, 'external-ids'), 'external-id').flatMap((id) => {
    const identifies =
      text(member(id, 'external-id-type')) === 'doi' && text(member(id, 'external-id-relationship')) === 'self';
    return identifies ? (doiIn(id) ?? []) : [];
  });
}

/** Pasted forms: with BibTeX escapes, or a sentence's full stop. */
const doiIn = (id: unknown) =>
  canonicalDoi(
    String(member(id, 'external-id-value') ?? '')
      .replaceAll('{\\_}', '_')
      .replaceAll('\\_', '_')
      .replace(/\.+\s*$/, ''),
  );

const decoration = ['https://', 'http://', 'dx.doi.org/', 'www.doi.org/', 'doi.org/', 'info:doi/', 'urn:doi:', 'doi:'];

/** The DOI in a text, or undefined if there is none. */
export function canonicalDoi(written: string): string | undefined {
  let doi = [...written]
    .filter((character) => !isStray(character))
    .join('')
    .toLowerCase();
  for (let prefix = ofDecoration(doi); prefix !== undefined; prefix = ofDecoration(doi)) {
    doi = doi.slice(prefix.length);
    if (prefix === 'doi.org/' && doi.includes('%')) doi = decodeURIComponent(doi);
  }
  const slash = doi.indexOf('/');
  const registrant = doi.slice(0, slash).split('.');
  const isPrefix =
    registrant.length > 1 && registrant[0] === '10' && registrant.slice(1).every((part) => /^\d+$/.test(part));
  return slash > 0 && isPrefix && doi.length > slash + 1 ? doi : undefined;
}

const ofDecoration = (doi: string) => decoration.find((prefix) => doi.startsWith(prefix));

/** White space and zero-width characters: U+200B to U+200F, U+2060 to U+2064, byte-order mark and soft hyphen. */
function isStray(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const noWidth = (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064);
  return noWidth || code === 0xfeff || code === 0xad || character.trim() === '';
}

/** A property of an unknown value: recordings may have any shape. */
const member = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;

const list = (holder: unknown, name: string): unknown[] => {
  const value = member(holder, name);
  return Array.isArray(value) ? value : [];
};

const text = (value: unknown) => String(value ?? '').toLowerCase();
