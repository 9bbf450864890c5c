/**
 * What the registry must hold after it has ingested some ORCID records, worked out a second time and on purpose without
 * a line of the service's own code: were a rule wrong there, this would not be wrong in the same way.
 */

/** One ORCID record as it was recorded; its groups are the `group` member of a `/works` response, not yet checked. */
export interface RecordedWorks {
  orcid: string;
  groups: unknown[];
}

export interface ExpectedPublication {
  aliases: Set<string>;
  /** The researchers on whose records it stands. */
  orcids: Set<string>;
}

/** A group without a DOI. Which of its put-codes names the work is the service's business. */
export interface ExpectedWork {
  orcid: string;
  putCodes: number[];
}

/** A group whose DOIs were already those of more than one publication. */
export interface Conflict {
  orcid: string;
  dois: string[];
  /** The canonical DOIs, the one that took the group first. */
  publications: string[];
}

export interface Expected {
  /** By canonical DOI. */
  publications: Map<string, ExpectedPublication>;
  /** The DOIs of files and figures, which are known as such only when their metadata are read. */
  components: Set<string>;
  works: ExpectedWork[];
  conflicts: Conflict[];
}

/** The registry's contents after the records were ingested in this order, one after the other. */
export function expectedRegistry(records: RecordedWorks[]): Expected {
  const publications = new Map<string, ExpectedPublication>();
  const components = new Set<string>();
  const works: ExpectedWork[] = [];
  const conflicts: Conflict[] = [];
  const canonical = new Map<string, string>();
  for (const { orcid, groups } of records) {
    for (const group of groups) {
      const dois = doisByPreference(group);
      const [preferred] = dois;
      if (preferred === undefined) {
        works.push({
          orcid,
          putCodes: list(group, 'work-summary').map((summary) => Number(member(summary, 'put-code'))),
        });
        continue;
      }
      if (isComponent(preferred, group) && !dois.some((doi) => preferred.startsWith(`${doi}/`))) {
        components.add(preferred);
        continue;
      }
      const known = [...new Set(dois.flatMap((doi) => canonical.get(doi) ?? []))];
      if (known.length > 1) conflicts.push({ orcid, dois, publications: known });
      const name = known[0] ?? preferred;
      const publication = publications.get(name) ?? { aliases: new Set(), orcids: new Set() };
      publications.set(name, publication);
      publication.orcids.add(orcid);
      for (const doi of dois) {
        if (canonical.has(doi)) continue;
        canonical.set(doi, name);
        if (doi !== name) publication.aliases.add(doi);
      }
    }
  }
  return { publications, components, works, conflicts };
}

/** A file of a data set, or a figure of PLOS, by its DOI alone: recordings of ORCID do not say what the agency says. */
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
 * of one display index stay in the record's order; what only the group itself carries comes last.
 */
function doisByPreference(group: unknown): string[] {
  const summaries = [...list(group, 'work-summary')].sort((a, b) => displayIndex(b) - displayIndex(a));
  const own = [...new Set([...summaries, group].flatMap(ownDois))];
  return own.length > 0 ? own : impliedDois(group);
}

/** Without a DOI among the identifiers: those that addresses at the resolver lead to, or else those of arXiv's e-prints. */
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

/** As people paste it: with the escapes of BibTeX, or the full stop of a sentence. */
const doiIn = (id: unknown) =>
  canonicalDoi(
    String(member(id, 'external-id-value') ?? '')
      .replaceAll('{\\_}', '_')
      .replaceAll('\\_', '_')
      .replace(/\.+\s*$/, ''),
  );

const decoration = ['https://', 'http://', 'dx.doi.org/', 'www.doi.org/', 'doi.org/', 'info:doi/', 'urn:doi:', 'doi:'];

/** The DOI in what somebody wrote, or undefined when it is none: a handle, a title, nothing. */
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

/** White space and what has no width: U+200B to U+200F, U+2060 to U+2064, the byte-order mark and the soft hyphen. */
function isStray(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const noWidth = (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064);
  return noWidth || code === 0xfeff || code === 0xad || character.trim() === '';
}

/** A member of what may be anything: recordings are not trusted to have their shape. */
const member = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined;

const list = (holder: unknown, name: string): unknown[] => {
  const value = member(holder, name);
  return Array.isArray(value) ? value : [];
};

const text = (value: unknown) => String(value ?? '').toLowerCase();
