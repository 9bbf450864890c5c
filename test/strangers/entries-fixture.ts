import { isOfStranger } from './victim-fixture.ts';

// The entries of every output: what it says of one publication or person, without what others may change.

/** An entry of an output, with the DOI or iD that it is about, or else the address: of a whole document. */
export interface Entry {
  of: string;
  text: string;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists in JSON, by the name of their entries. */
const listNames = ['publications', 'changes', 'items', 'people'] as const;

/** The patterns of the entries of the other formats, and of what an entry is about. */
const patterns: { entries: RegExp; of: RegExp }[] = [
  { entries: /@\w+\{.*?\n\}/gs, of: /^ {2}doi = \{(.+)\}/m },
  { entries: /TY {2}- .*?ER {2}- /gs, of: /^DO {2}- (.+?)\r?$/m },
  { entries: /^10\.\d+\/.*$/gm, of: /^([^,]+),/ },
  { entries: /<entry>.*?<\/entry>/gs, of: /<id>https:\/\/doi\.org\/(.*?)<\/id>/ },
  { entries: /<record>.*?<\/record>/gs, of: /<identifier>oai:[^:]+:(.*?)<\/identifier>/ },
  { entries: /<header[ >].*?<\/header>/gs, of: /<identifier>oai:[^:]+:(.*?)<\/identifier>/ },
  { entries: /<li class="publication".*?<\/li>/gs, of: /class="publication-doi" href="https:\/\/doi\.org\/(.*?)"/ },
  { entries: /<url>.*?<\/url>/gs, of: /<loc>[^<]*\/publications\/(.*?)<\/loc>/ },
];

/** The entries of an answer, and what it says besides them: of a document that is no list, everything. */
export function entriesOf(url: string, text: string): { entries: Entry[]; rest: string } {
  if (/^[[{]/.test(text)) {
    const json = JSON.parse(text) as Json;
    const lists = isObject(json)
      ? listNames.flatMap((name) => (Array.isArray(json[name]) ? [json[name]] : []))
      : [json];
    if (lists.length === 0) return { entries: [], rest: JSON.stringify(normalized(json)) };
    // A copy that begins now never had removed records, and which ones it is told to remove depends on where a page ends.
    const entries = (lists.flat() as Json[]).filter((each) => !isObject(each) || each.type !== 'removed');
    return {
      entries: entries.map((each) => ({ of: subjectOf(each), text: JSON.stringify(normalized(each)) })),
      rest: '',
    };
  }
  const isPage = text.startsWith('<!doctype');
  if (isPage && !url.startsWith('/people/')) return { entries: [], rest: normalizedText(text) };
  for (const { entries, of } of patterns) {
    const found = text.match(entries);
    if (!found) continue;
    const rest = isPage ? normalizedText(text.replace(entries, '')) : '';
    return { entries: found.map((each) => ({ of: of.exec(each)?.[1] ?? '', text: normalizedText(each) })), rest };
  }
  return { entries: [], rest: isPage ? normalizedText(text) : '' };
}

function subjectOf(entry: Json): string {
  if (!isObject(entry)) return '';
  const named = entry.doi ?? entry.DOI ?? entry.id ?? entry.orcid ?? entry.slug;
  return String(named).replace('https://doi.org/', '');
}

/** When a publication was read from its sources or written: whoever lists it lets it be read again. */
const dates = new Set(['last_fetched_at', 'date_modified', 'changed_at']);

/**
 * Leaves out the parts of an entry that others may change: when it was read, the relations that they state, whether
 * there is a question for curators, and that the filter `orcid` finds it by them, whose lists are compared for
 * everybody else.
 */
function normalized(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, of]): [string, Json][] => {
    if (dates.has(name) || name === 'author_match_state' || name === 'researcher_orcids') return [];
    if ((name === 'relations' || name === 'versions') && Array.isArray(of)) {
      const others = of.filter((each) => !(isObject(each) && isOfStranger(String(each.doi))));
      return others.length > 0 ? [[name, others]] : [];
    }
    const inner = normalized(of);
    return isObject(inner) && Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

const relationElements = [
  /<dc:relation>[^<]*?(10\.[^<]+)<\/dc:relation>/g,
  /<datacite:relatedIdentifier [^>]*>(10\.[^<]+)<\/datacite:relatedIdentifier>/g,
  /<li><a href="[^"]*">(10\.[^<]+)<\/a><\/li>/g,
];

/**
 * Leaves out of a text the parts that others may change. A BibTeX key is made of the entry, and tells it from others of
 * one file.
 */
const normalizedText = (text: string): string =>
  relationElements
    .reduce((left, element) => left.replace(element, (all, doi) => (isOfStranger(doi) ? '' : all)), text)
    .replace('<datacite:relatedIdentifiers></datacite:relatedIdentifiers>', '')
    .replace('<h2>Other versions</h2>\n<ul></ul>\n', '')
    .replace(/\n\n+/g, '\n')
    .replace(/<(updated|datestamp|lastmod|responseDate)>[^<]*<\/\1>/g, '')
    .replace(/^(@\w+\{).*,$/m, '$1,');
