import { type ColumnField, type ColumnMapping, columnProfiles, named, ownColumns } from './column-profiles.ts';

/** Columns of common tables, in English, German, French and Spanish. The first that is there counts. */
const general = named({
  key: 'key, id, citation key, record id, schlüssel, quellenschlüssel',
  doi: 'doi, digital object identifier, doi link, doi number, article doi, dois, doi url',
  title:
    'title, titel, titre, título, titulo, article title, publication title, document title, dc title, titel der publikation, work title',
  subtitle: 'subtitle, untertitel, sous-titre, subtítulo, zusatz zum titel',
  authors:
    'authors, author, autor, autoren, verfasser, auteurs, auteur, autores, creator, creators, author(s), autor/in, autor(en), author names, author full names, contributors',
  author_orcids: 'author orcids, orcids, orcid',
  editors: 'editors, editor, herausgeber, editor(s), éditeur scientifique, editores, hrsg, hrsg.',
  translators: 'translators, translator, übersetzer',
  type: 'type, publication type, document type, item type, reference type, typ, publikationstyp, dokumenttyp, publikationsart, type de document, tipo, work type, output type, category',
  subtype: 'subtype, publication subtype',
  date: 'date, publication date, date of publication, published, datum, erscheinungsdatum, date de publication, fecha, issued, reporting date 1, publication date 1',
  year: 'year, publication year, jahr, erscheinungsjahr, année, annee, año, publikationsjahr, year of publication, pub year',
  month: 'month, monat, mois, mes',
  day: 'day, tag',
  container_title:
    'container title, journal, zeitschrift, revue, revista, source title, journal title, book title, host publication title, source, journal/book, published in, buchtitel, zeitschrift/sammelband, publication name, canonical journal title, parent title, conference proceedings title',
  series_title: 'series title, series, reihe, collection title, schriftenreihe, série, serie',
  publisher: 'publisher, verlag, éditeur, editorial, publisher name',
  publication_place: 'place, place of publication, publisher place, ort, erscheinungsort, verlagsort, lieu, lugar',
  institution: 'institution, university, school, hochschule, degree grantor',
  edition: 'edition, auflage, édition',
  version: 'version',
  volume: 'volume, vol, vol., band, jahrgang, volumen, tome',
  issue: 'issue, number, no., no, heft, numéro, número, nummer, journal number, issue number',
  number: 'report number, series number, patent number',
  pages:
    'pages, page, seiten, seite, page numbers, páginas, pagination, pages from-to, page range, seitenzahlen, seitenangabe',
  first_page: 'first page, start page, page start, begin page, von seite, spage, beginning page',
  last_page: 'last page, end page, page end, bis seite, epage, ending page',
  article_number: 'article number, art. no., article no, artikelnummer, elocation id',
  serials:
    'issn, isbn, eissn, e-issn, issn-l, isbn-13, isbn-10, isbn 13, isbn 10, issns, isbns, electronic issn, electronic isbn, electronic issns, electronic isbns, print issn, print isbn, issn (print), issn (online)',
  arxiv_id: 'arxiv id, arxiv, arxiv number',
  pmid: 'pmid, pubmed id, pubmed',
  pmcid: 'pmcid, pmc id, pubmed central id, pmc',
  handle: 'handle, hdl',
  eid: 'eid, scopus id, scopus eid',
  url: 'url, link, website, href, webseite, links, full text url, author url, publisher url',
  abstract: 'abstract, abstract note, zusammenfassung, résumé, resumen, description, kurzfassung',
  language: 'language, sprache, langue, idioma, original language, language of original document',
  license: 'license, licence, license url, rights, lizenz, rights uri',
  keywords:
    'keywords, keyword, schlagwörter, schlagworte, subjects, subject, mots-clés, palabras clave, author keywords, tags, manual tags, label',
  event_title: 'event title, event, conference, conference name, tagung, konferenz, name of conference, meeting name',
  event_place: 'event place, conference location, tagungsort, conference place, location of event',
  departments:
    'department, departments, abteilung, institut, institute, fakultät, faculty, organisational unit, organizational unit, organisational units, owning organisational unit, organisationseinheit, group, groups, unit, collection, primary group, laboratoire',
});

/** Fields of Dublin Core as DSpace exports them, without the language in brackets. */
const dspace = named({
  key: 'id',
  departments: 'collection, dc.contributor.department, local.department',
  title: 'dc.title, dcterms.title',
  authors: 'dc.contributor.author, dc.creator, dcterms.creator',
  editors: 'dc.contributor.editor',
  translators: 'dc.contributor.translator',
  date: 'dc.date.issued, dcterms.issued, dc.date',
  type: 'dc.type, dcterms.type',
  container_title:
    'dc.relation.ispartof, dc.source, dc.identifier.journal, dc.relation.journal, dc.source.journal, dc.bibliographicCitation.journaltitle',
  series_title: 'dc.relation.ispartofseries',
  publisher: 'dc.publisher',
  publication_place: 'dc.publisher.place, dc.coverage.spatial',
  doi: 'dc.identifier.doi, dc.relation.doi, dc.identifier.DOI',
  identifiers: 'dc.identifier.uri, dc.identifier, dc.identifier.other, dc.relation.uri',
  serials: 'dc.identifier.isbn, dc.identifier.issn, dc.relation.issn, dc.relation.isbn, dc.identifier.eissn',
  pmid: 'dc.identifier.pmid',
  volume: 'oaire.citation.volume, dc.source.volume, dc.bibliographicCitation.volume',
  issue: 'oaire.citation.issue, dc.source.issue, dc.bibliographicCitation.issue',
  first_page: 'oaire.citation.startPage, dc.bibliographicCitation.firstpage',
  last_page: 'oaire.citation.endPage, dc.bibliographicCitation.lastpage',
  pages: 'dc.format.extent, dc.source.pages',
  abstract: 'dc.description.abstract, dcterms.abstract',
  language: 'dc.language.iso, dc.language',
  license: 'dc.rights.uri, dc.rights.license',
  keywords: 'dc.subject, dc.subject.other, dcterms.subject',
});

/** Fields of Pure as its reports name them in English, without the place of the column. */
const pure = named({
  key: 'uuid, pure id',
  title: 'title of the contribution in original language',
  subtitle: 'subtitle of the contribution in original language',
  authors: 'contributors',
  date: 'current publication status > date, publication statuses and dates > date',
  year: 'publication statuses and dates > date > year, current publication status > date > year',
  container_title: 'journal > journal, journal > title, journal',
  serials: 'journal > issn, issns > issn, isbns',
  doi: 'electronic version(s) of this work > doi (digital object identifier)',
  departments:
    'contributors > organisations > organisational unit, organisations > organisational unit, managing organisational unit',
});

/** `journal > issn` of `Journal > ISSN-5` or of `6 Journal > ISSN`: reports of Pure number the columns. */
const withoutPlace = (key: string): string => key.replace(/-\d+$/, '').replace(/^\d+(?:\.\d+)* /, '');

/** Names in one column of Elements, which puts the fields of several types into it. */
const alternatives = (key: string): string[] => key.split(' or ');

/** One column of a table, and the field that it fills; null if it is not read. */
export interface ReadColumn {
  name: string;
  field: ColumnField | null;
}

export interface ReadHeader {
  /** The program whose columns they are, or `columns` for common ones, or `mapping` for given ones. */
  profile: string;
  columns: ReadColumn[];
  /** The places of the columns, those first whose values count before others of the same field. */
  order: number[];
  listSeparator: string | undefined;
  /** Whether authors are written as in PubMed. */
  isMedline: boolean;
  isDspace: boolean;
  /** Whether the product has put an apostrophe before signs that spreadsheets take for formulas. */
  isOwn: boolean;
}

const keyOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\ufeff/, '')
    .replace(/[\s_]+/g, ' ')
    .trim();
/** `autor` of `autor*innen`, `autor/in` and `autorinnen und autoren`. */
const ofAllGenders = (key: string): string =>
  key.replace(/^(autor|verfasser|herausgeber|übersetzer)(?:en)?[/*:( ]?-?in(?:nen)?\)?(?: und \1(?:en)?)?$/, '$1');
/** `dc.title` of `dc.title[en]`. */
const withoutLanguage = (name: string): string => name.replace(/\[[^\]]*\]\s*$/, '').trim();

interface Known {
  field: ColumnField;
  rank: number;
}
const keyed = (mapping: ColumnMapping, first = 0): Map<string, Known> =>
  new Map(Object.entries(mapping).map(([name, field], rank) => [keyOf(name), { field, rank: first + rank }]));
/** Common names count after those of a program. */
const generalByKey = keyed(general, 1_000);
const dspaceByKey = keyed(dspace);
const pureByKey = keyed(pure);
/** Names of columns that only this program uses. */
const elementsByKey = keyed(
  named({ type: 'scholarly & creative work type', container_title: 'published proceedings' }),
);

/** The columns of a header, by a mapping, else by the names that programs give them. */
export function readHeader(header: readonly string[], mapping?: ColumnMapping): ReadHeader {
  const keys = header.map(keyOf);
  const found = (
    profile: string,
    more: Partial<ReadHeader>,
    knownAs: (key: string) => Known | undefined,
  ): ReadHeader => {
    const known = keys.map(knownAs);
    const rank = (at: number) => known[at]?.rank ?? 0;
    return {
      profile,
      listSeparator: undefined,
      isMedline: false,
      isDspace: false,
      isOwn: false,
      ...more,
      columns: header.map((name, at) => ({ name: name.trim(), field: known[at]?.field ?? null })),
      order: [...keys.keys()].sort((one, other) => rank(one) - rank(other)),
    };
  };
  const isDspace = keys.some((key) => /^(?:dc|dcterms)\.[a-z]/.test(key));
  const isOwn = ownColumns.signature.every((name) => keys.includes(keyOf(name)));
  if (mapping) {
    const given = keyed(mapping);
    return found('mapping', { isDspace, isOwn }, (key) => given.get(key));
  }
  if (isDspace) return found('dspace', { isDspace }, (key) => dspaceByKey.get(keyOf(withoutLanguage(key))));
  if (keys.some((key) => withoutPlace(key) === 'title of the contribution in original language')) {
    return found('pure', {}, (key) => pureByKey.get(withoutPlace(key)) ?? generalByKey.get(withoutPlace(key)));
  }
  if (keys.includes('reporting date 1')) {
    return found(
      'elements',
      {},
      (key) => alternatives(key).flatMap((name) => elementsByKey.get(name) ?? generalByKey.get(name) ?? [])[0],
    );
  }
  const profile = columnProfiles.find(({ signature }) => signature.every((name) => keys.includes(keyOf(name))));
  if (!profile) return found('columns', {}, (key) => generalByKey.get(key) ?? generalByKey.get(ofAllGenders(key)));
  const ofProfile = keyed(profile.columns);
  const unread = new Set(profile.unread?.map(keyOf));
  const more = { isOwn, listSeparator: profile.listSeparator, isMedline: profile.isMedline ?? false };
  return found(
    profile.name,
    more,
    (key) => ofProfile.get(key) ?? (isOwn || unread.has(key) ? undefined : generalByKey.get(key)),
  );
}

/** How many names of a header are known, to find the separator. */
export const knownColumns = (header: readonly string[], mapping?: ColumnMapping): number =>
  readHeader(header, mapping).columns.filter(({ field }) => field !== null).length;
