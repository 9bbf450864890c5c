/**
 * The expected fields of a publication, derived a second time from the recorded answers of its sources, without the
 * service's own code. Names, titles, abstracts, subjects and addresses are not derived again here; for affiliations,
 * licences and what OpenAlex adds, see affiliations.ts and additions.ts.
 */
import { name as nameIn, number as numbered, pageRange, pagesFrom } from './placeholders.ts';
import { at, type Facts, isIssn, isThere, many, plain, type Raw, unique } from './raw.ts';

/** The recorded answers about one publication; each ORCID record is its summaries in the order of the record. */
export interface RecordedSources {
  doi: string;
  crossref?: Raw | undefined;
  datacite?: Raw | undefined;
  openalex?: Raw | undefined;
  /** By iD. */
  orcid: Map<string, Raw[]>;
}

export const derivedFields = [
  'publication_date publication_year date_online date_print date_posted date_issued publication_type publication_subtype',
  'container_title series_title publisher publication_place institution edition version volume issue pages article_number',
  'issn arxiv_id event_title event_place event_date cited_by_count integrity is_retracted',
  'open_access_status',
]
  .join(' ')
  .split(' ');

/** Every derived field of a publication, as shown. */
export function expectedFields({ doi, crossref, datacite, openalex, orcid }: RecordedSources): Facts {
  const agency = crossref ? fromCrossref(crossref, doi) : datacite ? fromDataCite(datacite, doi) : undefined;
  const enriched = openalex ? fromOpenAlex(openalex, doi) : undefined;
  const listed = [...orcid].flatMap(([, summaries]) => inOrder(summaries));
  const all = [agency, enriched, ...listed].filter((facts) => facts !== undefined);
  const expected: Facts = {};
  const firstOf = (field: string, from = all) => from.map((facts) => facts[field]).find(isThere);
  for (const field of derivedFields) {
    const empty = field.startsWith('issn') || field === 'integrity' ? [] : null;
    const isOpenAlexBetter = field === 'cited_by_count' || field === 'open_access_status';
    const order = isOpenAlexBetter ? [enriched, agency].filter((facts) => facts !== undefined) : all;
    expected[field] = firstOf(field, order) ?? empty;
  }
  expected.publication_date = all
    .map((facts) => facts.publication_date)
    .filter(isThere)
    .reduce<unknown>((date, next) => {
      if (date === null) return next;
      const isFirstDay = String(next) === (String(date).length === 4 ? `${date}-01-01` : `${date}-01`);
      const saysMore = String(next).startsWith(`${date}-`) && !isFirstDay;
      return saysMore ? next : date;
    }, null);
  expected.publication_year =
    expected.publication_date === null ? null : Number(String(expected.publication_date).slice(0, 4));
  const types = all.map(({ publication_type }) => publication_type).filter(isThere);
  const type = types.find((each) => each !== 'other') ?? types[0] ?? null;
  expected.publication_type = type;
  expected.publication_subtype =
    firstOf(
      'publication_subtype',
      all.filter((facts) => facts.publication_type === type),
    ) ?? null;
  const typeIsOfAgency = isThere(agency?.publication_type) && agency?.publication_type === type;
  if (typeIsOfAgency && noContainer.includes(String(type))) expected.container_title = agency?.container_title ?? null;
  if (!isThere(agency?.pages) && expected.pages === expected.article_number) {
    const others = all.filter((facts) => facts.pages !== expected.article_number);
    expected.pages = firstOf('pages', others) ?? null;
  }
  const said = many(agency?.integrity);
  const isSettled = said.some((notice) =>
    /^(retraction|withdrawal|removal|reinstatement)$/.test(String(at(notice, 'kind'))),
  );
  expected.integrity = [
    ...(enriched?.is_retracted === true && !isSettled
      ? [{ kind: 'retraction', date: null, doi: null, source: 'openalex' }]
      : []),
    ...said,
  ].sort((one, other) => (dayOfNotice(one) < dayOfNotice(other) ? -1 : 1));
  const isTakenBack = said.some((notice) => at(notice, 'kind') === 'reinstatement') && agency?.is_retracted !== true;
  expected.is_retracted = !isTakenBack && [agency, enriched].some((facts) => facts?.is_retracted === true);
  return expected;
}

const noContainer =
  'book monograph edited-book reference-book book-set book-series proceedings dissertation report standard dataset software'.split(
    ' ',
  );
const books = 'book monograph edited-book reference-book book-set proceedings report dissertation standard'.split(' ');
const partsOfBooks = 'book-chapter book-section book-part book-track reference-entry proceedings-article'.split(' ');

// --- Crossref ---

function fromCrossref(work: Raw, doi: string): Facts {
  const dates = Object.fromEntries(
    ['published', 'issued', 'published-print', 'published-online', 'published-other', 'posted', 'approved'].map(
      (name) => [name, ofParts(at(work, name), yearIn(ofParts(at(work, 'created'))))],
    ),
  );
  const chosen = Object.values(dates).find(isThere) ?? null;
  const type = lower(at(work, 'type'));
  const names = unique(many(at(work, 'container-title')).map(nameIn));
  const institutions = [at(work, 'institution')].flat();
  const institution = institutions.map((each) => plain(at(each, 'name'))).find(isThere) ?? null;
  const group = plain(at(work, 'group-title'));
  const isBlog = at(work, 'subtype') === 'blog';
  const isPosted = type === 'posted-content';
  const isServer =
    group !== null && (isServerName(group) || ['open science framework', 'in review'].includes(group.toLowerCase()));
  const server = isBlog ? (group ?? institution) : (institution ?? (isServer ? group : null));
  const place =
    many(at(institutions[0], 'place'))
      .map(plain)
      .find((each) => each !== null && each !== '-') ?? null;
  const own = many(at(work, 'update-to')).filter((update) => lower(at(update, 'DOI')) === doi);
  const integrity = noticesAbout(work, doi, own);
  return {
    publication_date: finer(chosen, [
      dates['published-print'],
      dates['published-online'],
      dates['published-other'],
      dates.posted,
      dates.approved,
    ]),
    date_online: dates['published-online'],
    date_print: dates['published-print'],
    date_posted: dates.posted,
    date_issued: dates.issued,
    publication_type: type,
    publication_subtype:
      (type === 'dissertation' ? degreeOf(many(at(work, 'degree')).join(' ')) : null) ??
      lower(at(work, 'subtype'))?.replaceAll('_', '-') ??
      noticeOf(work, doi) ??
      (isStated(work) ? null : headingOf(work, type)),
    ...hosts(type, names),
    ...(isPosted && {
      container_title: hosts(type, names).container_title ?? server ?? serverOfDoi(doi),
      series_title: null,
    }),
    publisher: nameIn(at(work, 'publisher')),
    publication_place: nameIn(at(work, 'publisher-location')) ?? (isPosted ? null : place),
    institution: isPosted ? null : (institution ?? plain(at(work, 'standards-body', 'name'))),
    edition: plain(at(work, 'edition-number')),
    version: plain(at(work, 'version', 'version') ?? at(work, 'version')),
    volume: numbered(at(work, 'volume')),
    issue: numbered(at(work, 'issue')) ?? numbered(at(work, 'journal-issue', 'issue')),
    pages: pageRange(at(work, 'page')),
    article_number: numbered(at(work, 'article-number')),
    issn: hyphened(many(at(work, 'ISSN'))),
    ...Object.fromEntries(
      ['print', 'electronic'].map((kind) => [
        `issn_${kind}`,
        hyphened(many(at(work, 'issn-type')).flatMap((issn) => (at(issn, 'type') === kind ? at(issn, 'value') : []))),
      ]),
    ),
    arxiv_id: eprint(doi),
    event_title: plain(at(work, 'event', 'name')),
    event_place: plain(at(work, 'event', 'location')),
    event_date: ofParts(at(work, 'event', 'start')),
    cited_by_count: counted(at(work, 'is-referenced-by-count')),
    integrity,
    is_retracted: isRetractedIn(integrity),
  };
}

const noticeTypes: [kind: string, types: string][] = [
  ['retraction', 'retraction'],
  ['withdrawal', 'withdrawal'],
  ['removal', 'removal'],
  ['partial-retraction', 'partial_retraction'],
  ['expression-of-concern', 'expression_of_concern'],
  ['correction', 'correction corrigendum erratum err'],
  ['clarification', 'clarification'],
  ['addendum', 'addendum'],
  ['reinstatement', 'reinstatement'],
];
const kindOfUpdate = (update: Raw) =>
  noticeTypes.find(([, types]) => types.split(' ').includes(lower(at(update, 'type'))?.trim() ?? ''))?.[0];
const prefixIn = (written: unknown) => /10\.\d{4,9}/.exec(String(written ?? ''))?.[0];
const dayOfNotice = (notice: Raw) => {
  const date = at(notice, 'date');
  if (typeof date === 'string') return `${date}-01-01`.slice(0, 10);
  return at(notice, 'kind') === 'reinstatement' ? '9999' : '0000';
};

/** Notices of the registrant, of Retraction Watch or else of the title about a work. */
function noticesAbout(work: Raw, doi: string, own: Raw[]): Raw[] {
  const trusted = many(at(work, 'updated-by')).filter(
    (update) =>
      at(update, 'source') === 'retraction-watch' ||
      [prefixIn(doi), prefixIn(at(work, 'prefix'))].includes(prefixIn(at(update, 'DOI'))),
  );
  const notices = new Map<string, { kind: string; date: unknown; doi: unknown; source: unknown }>();
  for (const isPublisher of [true, false]) {
    for (const update of [...trusted, ...own]) {
      const kind = kindOfUpdate(update);
      const source = at(update, 'source') ?? 'publisher';
      if (!kind || (source === 'publisher') !== isPublisher) continue;
      const [about, date] = [lower(at(update, 'DOI')), ofParts(at(update, 'updated'))];
      const known = notices.get(`${kind} ${about}`);
      notices.set(
        `${kind} ${about}`,
        known ? { ...known, date: known.date ?? date } : { kind, date, doi: about, source },
      );
    }
  }
  const all = [...notices.values()];
  const isSettled = all.some(({ kind }) => ['retraction', 'withdrawal', 'removal', 'reinstatement'].includes(kind));
  const stated = isSettled || noticeOf(work, doi) ? undefined : stateOf(work);
  return stated === undefined ? all : [{ kind: stated, date: null, doi: null, source: 'title' }, ...all];
}

function isRetractedIn(notices: Raw[]): boolean | null {
  if (notices.length === 0) return null;
  const back = notices
    .filter((notice) => at(notice, 'kind') === 'reinstatement')
    .map(dayOfNotice)
    .sort()
    .at(-1);
  return notices.some(
    (notice) =>
      ['retraction', 'withdrawal', 'removal'].includes(String(at(notice, 'kind'))) &&
      (back === undefined || dayOfNotice(notice) > back),
  );
}

const titleIn = (work: Raw) => plain(many(at(work, 'title'))[0]) ?? '';
const isStated = (work: Raw) => stateOf(work) !== undefined;
/** The state of a work that stands in front of its title. */
function stateOf(work: Raw): string | undefined {
  const [first = ''] = titleIn(work).split(':');
  const words = first
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ');
  const isOnlyThat = words.length < 3 && titleIn(work).includes(':');
  const states: Record<string, string> = { retracted: 'retraction', withdrawn: 'withdrawal', removed: 'removal' };
  return isOnlyThat ? states[words[0] ?? ''] : undefined;
}

/** The subtype of a record that is a notice about another work. */
function noticeOf(work: Raw, doi: string): string | undefined {
  const [kind] = many(at(work, 'update-to'))
    .filter((update) => lower(at(update, 'DOI')) !== doi)
    .flatMap((update) => kindOfUpdate(update) ?? []);
  if (kind === undefined) return undefined;
  if (['correction', 'clarification'].includes(kind)) return 'erratum';
  return ['expression-of-concern', 'addendum'].includes(kind) ? kind : 'retraction-notice';
}

/** The kind of contribution that the first words of a title name, as a whole. */
function headingOf(work: Raw, type: string | null): string | null {
  if (!['journal-article', 'proceedings-article', 'book-chapter', 'other'].includes(type ?? 'other')) return null;
  const title = titleIn(work).toLowerCase();
  if (/(^|[:.?] )(an? )?(\p{L}+ ){0,2}(systematic|scoping|narrative|literature) review(?!s| protocol)/u.test(title))
    return 'review';
  const [heading = ''] = title.split(/[:[]|(?: (?:to|for) [“"])|(?: to: )/);
  const headings: Record<string, string> = {
    erratum: 'erratum',
    'erratum to': 'erratum',
    corrigendum: 'erratum',
    'corrigendum to': 'erratum',
    correction: 'erratum',
    'author correction': 'erratum',
    editorial: 'editorial',
    'guest editorial': 'editorial',
    'letter to the editor': 'letter',
    letter: 'letter',
    'retraction note': 'retraction-notice',
    retraction: 'retraction-notice',
    'book review': 'book-review',
  };
  return headings[heading.trim()] ?? null;
}

/** A Crossref date without impossible parts. Years of the Thai calendar are 543 ahead. */
function ofParts(date: Raw, recorded?: number): string | null {
  const [year, month, day] = many(many(at(date, 'date-parts'))[0]);
  return dated(year, month, day, recorded);
}

// --- DataCite ---

function fromDataCite(record: Raw, doi: string): Facts {
  const recorded = yearIn(ofText(at(record, 'registered')) ?? ofText(at(record, 'created')));
  const of = (type: string) =>
    many(at(record, 'dates'))
      .filter((date) => at(date, 'dateType') === type)
      .map((date) => ofText(at(date, 'date'), recorded))
      .filter(isThere)
      .sort();
  const year = ofText(String(at(record, 'publicationYear') ?? ''), recorded);
  const chosen = of('Issued')[0] ?? of('Available')[0] ?? year;
  const type = typeAtDataCite(record, doi);
  const within = many(at(record, 'relatedItems')).filter((item) => at(item, 'relationType') === 'IsPublishedIn');
  const titles = within.map((item) => known(at(many(at(item, 'titles'))[0], 'title')));
  const publisher = nameIn(at(record, 'publisher', 'name') ?? at(record, 'publisher'));
  const [container, item] = [splitContainer(at(record, 'container')), within[0]];
  const name = nameIn(at(container, 'title')) ?? titles[0] ?? null;
  const host = hosts(type, name === null ? [] : [name]);
  const arxiv = many(at(record, 'identifiers')).find((each) => lower(at(each, 'identifierType')) === 'arxiv');
  const identifier = (wanted: string) =>
    unique([
      ...(at(container, 'identifierType') === wanted ? [plain(at(container, 'identifier'))] : []),
      ...many(at(record, 'identifiers')).flatMap((each) =>
        at(each, 'identifierType') === wanted ? plain(at(each, 'identifier')) : [],
      ),
      ...many(at(record, 'relatedIdentifiers')).flatMap((each) =>
        at(each, 'relatedIdentifierType') === wanted &&
        /^(IsPartOf|IsPublishedIn)$/.test(String(at(each, 'relationType')))
          ? plain(at(each, 'relatedIdentifier'))
          : [],
      ),
    ]);
  return {
    publication_date: finer(
      chosen,
      ['Available', 'Copyrighted', 'Created', 'Accepted', 'Submitted', 'Valid'].flatMap(of),
    ),
    date_online: of('Available')[0] ?? null,
    date_issued: of('Issued')[0] ?? null,
    publication_type: type,
    publication_subtype:
      type === 'dissertation'
        ? degreeOf(String(at(record, 'types', 'resourceType')))
        : type === 'posted-content' && !/blogpost/.test(squeezed(record))
          ? 'preprint'
          : null,
    container_title: name === null && type === 'posted-content' ? publisher : host.container_title,
    series_title: name === null ? null : (host.series_title ?? titles[1] ?? null),
    publisher,
    edition: known(at(item, 'edition')),
    version: known(at(record, 'version')),
    volume: numbered(at(container, 'volume')) ?? numbered(at(item, 'volume')),
    issue: numbered(at(container, 'issue')) ?? numbered(at(item, 'issue')),
    pages: pagesFrom(
      at(container, 'firstPage') ?? at(item, 'firstPage'),
      at(container, 'lastPage') ?? at(item, 'lastPage'),
    ),
    article_number: at(item, 'numberType') === 'Article' ? known(at(item, 'number')) : null,
    issn: hyphened([...identifier('ISSN'), ...identifier('EISSN'), ...identifier('LISSN')]),
    arxiv_id: eprint(doi) ?? bareEprint(String(at(arxiv, 'identifier') ?? '')),
    cited_by_count: counted(at(record, 'citationCount')),
    open_access_status: accessAtDataCite(record),
  };
}

/** A repository's statement about access, in the words of OpenAIRE or the numbers of COAR. */
function accessAtDataCite(record: Raw): string | null {
  const said = many(at(record, 'rightsList'))
    .flatMap((right) => [at(right, 'rightsUri'), at(right, 'rights')])
    .map((text) => String(text ?? '').toLowerCase());
  const open = said.findIndex((text) => text.includes('semantics/openaccess') || text.endsWith('access_right/c_abf2'));
  const closed = said.findIndex(
    (text) =>
      /semantics\/(closed|restricted|embargoed)access/.test(text) || /access_right\/c_(14cb|16ec|f1cf)/.test(text),
  );
  if (open < 0 && closed < 0) return null;
  return closed < 0 || (open >= 0 && open < closed) ? 'green' : 'closed';
}

const squeezed = (record: Raw) =>
  (lower(at(record, 'types', 'resourceType')) ?? '').normalize('NFD').replace(/[^a-z]/g, '');

function typeAtDataCite(record: Raw, doi: string): string | null {
  const general = String(at(record, 'types', 'resourceTypeGeneral') ?? '').trim();
  const described = squeezed(record);
  if (!['Dataset', 'Software', 'Collection'].includes(general)) {
    if (described.includes('poster')) return 'poster';
    const isShown = described.replaceAll('representation', '').includes('presentation');
    const isTalk = described.startsWith('vortrag') || described.includes('prasentation');
    if (isShown || isTalk || described === 'slides' || described === 'slide') return 'presentation';
  }
  const titles = many(at(record, 'titles')).map((title) => plain(at(title, 'title')) ?? '');
  if (titles.some((title) => /^(moesm\d+|additional file \d+(:.*)?) of /is.test(title))) return 'component';
  const found = typeByWords(described);
  if (general === 'Collection' && found === 'dissertation') return 'dissertation';
  const renamed: Record<string, string> = {
    ConferencePaper: 'proceedings-article',
    ConferenceProceeding: 'proceedings',
    Preprint: 'posted-content',
    Award: 'grant',
  };
  if (!['', 'Text', 'Other'].includes(general)) {
    return renamed[general] ?? general.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  }
  if (eprint(doi) !== null) return 'posted-content';
  const citeproc: Record<string, string> = {
    thesis: 'dissertation',
    chapter: 'book-chapter',
    'paper-conference': 'proceedings-article',
    report: 'report',
    book: 'book',
    dataset: 'dataset',
  };
  const type = found ?? citeproc[String(at(record, 'types', 'citeproc'))];
  const publisher = known(at(record, 'publisher', 'name') ?? at(record, 'publisher')) ?? '';
  if ((type === undefined || type === 'journal-article') && isServerName(publisher)) return 'posted-content';
  return type ?? (general === '' ? null : 'other');
}

/** The type by the words of its free text, in seven languages. */
function typeByWords(described: string): string | undefined {
  const words: [string, string[]][] = [
    ['posted-content', ['preprint', 'blogpost', 'blogbeitrag']],
    [
      'dissertation',
      listed(
        'thesis,dissertation,hochschulschrift,habilitation,doktorarbeit,masterarbeit,magisterarbeit,bachelorarbeit,' +
          'diplomarbeit,abschlussarbeit,examensarbeit,studienarbeit,hausarbeit,^these,memoire,^tesis,trabajofinde,' +
          'trabajodegrado,^tese,dissertacao,^tesidi,proefschrift,scriptie',
      ),
    ],
    [
      'proceedings-article',
      listed(
        'conferencepaper,proceedingsarticle,conferencecontribution,conferenceobject,communicationdanslesactes,ponencia,' +
          'artigodeconferencia,contributodiconferenza,conferentiebijdrage,' +
          ['konferenz', 'tagungs', 'kongress']
            .flatMap((kind) =>
              ['beitrag', 'veroffentlichung', 'paper', 'artikel', 'schrift'].map((what) => kind + what),
            )
            .join(','),
      ),
    ],
    ['study-registration', ['preregistration', 'studyregistration']],
    [
      'book-chapter',
      listed(
        'buchkapitel,buchbeitrag,sammelbandbeitrag,sammelbandaufsatz,inbook,bookpart,chapter,chapitre,capitulo,capitolo,' +
          'hoofdstuk,' +
          ['beitrag', 'aufsatz']
            .flatMap((what) => ['', 'zu', 'in'].map((where) => what + where))
            .flatMap((text) => ['', 'einem', 'einer'].map((article) => text + article))
            .flatMap((text) => ['sammelband', 'sammelwerk', 'buch'].map((book) => text + book))
            .join(','),
      ),
    ],
    ['journal-article', ['rezension', 'buchbesprechung', 'bookreview', 'compterendu', 'resenadelibro']],
    [
      'journal-article',
      listed(
        'article,journalcontribution,zeitschriftenartikel,zeitschriftenaufsatz,zeitschriftenbeitrag,^aufsatz,^artikel,' +
          '^artigo,^articolo,^articulo',
      ),
    ],
    ['monograph', ['monograph', 'monografi']],
    [
      'report',
      listed(
        'report,workingpaper,deliverable,milestone,technicalnote,bericht,arbeitspapier,diskussionspapier,gutachten,' +
          '^rapport,^informe,^relatorio,documentdetravail,documentodetrabajo',
      ),
    ],
    ['dataset', ['dataset', 'datensatz', 'forschungsdaten', 'jeudedonnees', 'conjuntodedatos', 'conjuntodedados']],
  ];
  const whole: Record<string, string> = {
    ...Object.fromEntries(listed('book,buch,livre,libro,livro,boek').map((word) => [word, 'book'])),
    ...Object.fromEntries(
      listed('editedbook,sammelband,herausgeberband,sammelwerk').map((word) => [word, 'edited-book']),
    ),
    ...Object.fromEntries(
      listed('journalissue,zeitschriftenheft,zeitschriftenausgabe').map((word) => [word, 'journal-issue']),
    ),
    journal: 'journal',
    zeitschrift: 'journal',
    patent: 'patent',
    patentschrift: 'patent',
    peerreview: 'peer-review',
    tesi: 'dissertation',
  };
  const has = (part: string) => (part.startsWith('^') ? described.startsWith(part.slice(1)) : described.includes(part));
  return whole[described] ?? words.find(([, parts]) => parts.some(has))?.[0];
}

// --- OpenAlex ---

function fromOpenAlex(work: Raw, doi: string): Facts {
  const isCopy = isThere(at(work, 'doi')) && !isDoiAddress(at(work, 'doi'), doi);
  const place = isCopy
    ? many(at(work, 'locations')).find((each) => isDoiAddress(at(each, 'landing_page_url'), doi))
    : at(work, 'primary_location');
  const kind = at(place, 'source', 'type');
  const name = plain(at(place, 'source', 'display_name'));
  const type = typeAtOpenAlex(isCopy ? undefined : work, kind, name, at(place, 'raw_type'));
  const raw = plain(at(place, 'raw_source_name'));
  const deposited = noContainer.concat('posted-content').includes(String(at(place, 'raw_type'))) ? null : raw;
  const isNamed = ['journal-article', ...partsOfBooks]
    .filter((each) => each !== 'book-track')
    .includes(String(at(place, 'raw_type')));
  let host = hosts(type, isNamed && deposited !== null ? [deposited] : []);
  const isHost = kind === 'journal' || kind === 'conference' || (kind === 'repository' && type === 'posted-content');
  if (name !== null && isHost) host = hosts(type, [name]);
  if (kind === 'book series') {
    const book = raw?.toLowerCase() === name?.toLowerCase() ? [] : [raw].filter((each) => each !== null);
    host = { ...hosts(type, book), series_title: name };
  }
  const biblio = isCopy ? undefined : at(work, 'biblio');
  const date = ofText(String(at(work, 'publication_date') ?? '').replace(/-01-01$/, ''));
  const status = at(work, 'open_access', 'oa_status');
  return {
    publication_date: isCopy ? null : (date ?? ofText(String(at(work, 'publication_year') ?? ''))),
    publication_type: type,
    publication_subtype: refined(type, isCopy ? null : at(work, 'type')),
    ...host,
    publisher: nameIn(at(place, 'source', 'host_organization_name')),
    volume: numbered(at(biblio, 'volume')),
    issue: numbered(at(biblio, 'issue')),
    pages: pagesFrom(at(biblio, 'first_page'), at(biblio, 'last_page')),
    issn: hyphened(many(at(place, 'source', 'issn'))),
    arxiv_id: eprint(doi),
    cited_by_count: counted(at(work, 'cited_by_count')),
    is_retracted: at(work, 'is_retracted'),
    open_access_status: /^(gold|hybrid|bronze|green|diamond|closed)$/.test(String(status)) ? status : null,
  };
}

function refined(type: string | null, atOpenAlex: unknown): string | null {
  if (type === 'posted-content') return atOpenAlex === 'preprint' ? 'preprint' : null;
  if (!['journal-article', 'proceedings-article', 'book-chapter'].includes(String(type))) return null;
  if (atOpenAlex === 'retraction') return 'retraction-notice';
  if (atOpenAlex === 'conference-abstract') return 'abstract';
  const same = 'review letter editorial erratum book-review data-paper software-paper'.split(' ');
  return same.find((each) => each === atOpenAlex) ?? null;
}

function typeAtOpenAlex(work: Raw, host: unknown, name: string | null, deposited: unknown): string | null {
  const crossref = at(work, 'type_crossref');
  if (typeof crossref === 'string' && crossref !== '') return crossref;
  const type = String(at(work, 'type') ?? '');
  const kept = 'book book-chapter dataset dissertation grant peer-review reference-entry report software standard';
  if (kept.split(' ').includes(type)) return type;
  if (type === 'preprint') return 'posted-content';
  if (type === 'conference-paper') return 'proceedings-article';
  if (ofCrossref.includes(type)) return type;
  if (host === 'repository' && isServerName(name ?? '')) return 'posted-content';
  const isArticle = 'article review letter editorial erratum retraction data-paper'.split(' ').includes(type);
  if (isArticle && host === 'journal') return 'journal-article';
  if (isArticle && host === 'conference') return 'proceedings-article';
  return ofCrossref.find((each) => each === deposited) ?? null;
}

const ofCrossref =
  'book-part book-section book-series book-set book-track component database edited-book journal journal-article journal-issue journal-volume monograph posted-content proceedings proceedings-article proceedings-series reference-book report-component report-series book book-chapter dataset dissertation grant peer-review reference-entry report standard'.split(
    ' ',
  );

const isDoiAddress = (address: unknown, doi: string) =>
  typeof address === 'string' &&
  [address, safelyDecoded(address)].some(
    (each) => each.toLowerCase().replace(/^https?:\/\/(dx\.)?doi\.org\//, '') === doi,
  );

// --- ORCID ---

/** The summaries of a record: the owner's preferred ones first, then the most detailed. */
function inOrder(summaries: Raw[]): Facts[] {
  const read = summaries.map((summary, index) => ({
    index,
    wanted: Number(at(summary, 'display-index') ?? 0),
    ...fromOrcid(summary),
  }));
  return read
    .sort((a, b) => b.wanted - a.wanted || b.said - a.said || a.index - b.index)
    .slice(0, 20)
    .map(({ facts }) => facts);
}

function fromOrcid(summary: Raw): { facts: Facts; said: number } {
  const written = (lower(at(summary, 'type')) ?? '').replaceAll('_', '-');
  const other: Record<string, string> = {
    'conference-paper': 'proceedings-article',
    'conference-abstract': 'proceedings-article/abstract',
    'conference-poster': 'poster',
    'conference-presentation': 'presentation',
    'working-paper': 'report/working-paper',
    preprint: 'posted-content/preprint',
    'data-set': 'dataset',
    'dissertation-thesis': 'dissertation',
    'encyclopedia-entry': 'reference-entry',
    'dictionary-entry': 'reference-entry',
    'book-review': 'journal-article/book-review',
    'magazine-article': 'journal-article/magazine-article',
    review: 'peer-review',
  };
  const [type, subtype] = (other[written] ?? written).split('/');
  const date = at(summary, 'publication-date');
  const part = (name: string) => at(date, name, 'value');
  const ids = many(at(summary, 'external-ids', 'external-id'));
  const arxiv = ids
    .filter(
      (id) => lower(at(id, 'external-id-type')) === 'arxiv' && lower(at(id, 'external-id-relationship')) === 'self',
    )
    .map((id) => bareEprint(String(at(id, 'external-id-value') ?? '')))
    .find(isThere);
  const facts: Facts = {
    publication_date: dated(part('year'), part('month'), part('day')),
    publication_type: type || null,
    publication_subtype: subtype ?? null,
    container_title: plain(at(summary, 'journal-title', 'value')),
    arxiv_id: arxiv ?? null,
    issn: hyphened(
      ids.filter((id) => lower(at(id, 'external-id-type')) === 'issn').map((id) => at(id, 'external-id-value')),
    ).filter(isIssn),
  };
  const title = String(at(summary, 'title', 'title', 'value') ?? '');
  const others = [
    plain(title),
    /<\/?(i|b|em|strong|sub|sup|u|tt|sc)\b/i.test(title) || null,
    plain(at(summary, 'title', 'subtitle', 'value')),
    /^https?:\/\//i.test(String(at(summary, 'url', 'value') ?? '').trim()) || null,
  ];
  const { issn: _, ...rated } = facts;
  const said = [...Object.values(rated), ...others].filter((value) => isThere(value) && value !== 'other').length;
  return { facts, said };
}

// --- Common rules ---

/** The container and the series in a list of names. */
function hosts(type: string | null, names: string[]): { container_title: string | null; series_title: string | null } {
  const [first = null] = names;
  if (books.includes(type ?? '')) return { container_title: null, series_title: first };
  if (!partsOfBooks.includes(type ?? '')) {
    const [longest = null] = [...names].sort((a, b) => b.length - a.length);
    return { container_title: longest, series_title: null };
  }
  const last = names.at(-1) ?? null;
  if (names.length < 2) return { container_title: first, series_title: null };
  const isLast = seriesPoints(String(last)) > seriesPoints(String(first));
  return isLast ? { container_title: first, series_title: last } : { container_title: last, series_title: first };
}

/** A container whose title ends with its volume, issue and pages: "Kiln Review; 34(2):Doc25". */
function splitContainer(container: unknown): unknown {
  const title = plain(at(container, 'title')) ?? '';
  const [, name, volume, issue = '', pages = ''] =
    /^([^,;]+(?:[,;](?! ?\d)[^,;]+)*)[,;] ?(\d+)(?: ?\(([^)]+)\))?(?:[:,] ?([\w–-]+))?\.?$/.exec(title) ?? [];
  const [firstPage, lastPage] = pages.split(/[-–]/);
  const isKnown = isThere(at(container, 'volume')) || isThere(at(container, 'issue'));
  if (name !== undefined && !isKnown && (issue !== '' || lastPage !== undefined)) {
    return { firstPage, lastPage, ...(container as object), title: name, volume, issue };
  }
  if (!isThere(container)) return container;
  const [inTitle, inPages] = [counts(title), counts(plain(at(container, 'firstPage')) ?? '')];
  const counted = inPages ?? inTitle;
  const [, bare, volumeOfTitle, issueOfTitle] = (!isKnown && !counted && /^(..+?) (\d+)\((\d+)\)$/.exec(title)) || [];
  return {
    ...(container as object),
    title: inTitle ? null : (bare ?? title),
    volume:
      counts(plain(at(container, 'volume')) ?? '')?.volume ??
      at(container, 'volume') ??
      counted?.volume ??
      volumeOfTitle,
    issue: at(container, 'issue') ?? counted?.issue ?? issueOfTitle,
    firstPage: page(at(container, inPages ? 'lastPage' : 'firstPage')),
    lastPage: inPages ? undefined : page(at(container, 'lastPage')),
  };
}

/** The words of a journal for its volume and issue numbers. */
const volumes = 'vol volume bd band jg jahrg jahrgang tom tomo tome évf том v т t'.split(' ');
const issues = 'no nr num núm numero número issue heft szám вып выпуск № n h'.split(' ');

/** The volume and issue in a text without anything else but a year, or a title after a colon. */
function counts(text: string): { volume?: string; issue?: string } | undefined {
  const found: { volume?: string; issue?: string } = {};
  let rest = text
    .replace(/:.*$/, '')
    .replace(/\(\d{4}\)\s*$/, '')
    .trim();
  for (const [kind, names] of [
    ['volume', volumes],
    ['issue', issues],
  ] as const) {
    const [all, name, blank, number] = /^(№|\p{L}+)([. º°]*)(\d+(?:[-–/]\d+)?(?:\(\d+\))?)[ ,;]*/u.exec(rest) ?? [];
    const isName = names.includes(name?.toLowerCase() ?? '') && (name?.length !== 1 || name === '№' || blank !== '');
    if (all === undefined || number === undefined || !isName) continue;
    found[kind] = number;
    rest = rest.slice(all.length);
  }
  return rest === '' && isThere(found.volume ?? found.issue) ? found : undefined;
}

function page(value: unknown): string | undefined {
  const text = plain(typeof value === 'number' ? String(value) : value) ?? '';
  const [first = ''] = text.replace(/^(pp?\.? +|S\. *)/i, '').split(/ *\(/);
  if (/^[a-z]{0,9}\d[\p{L}\d_]*$/iu.test(first) || /^[ivxlcdm]+$/i.test(first)) return first;
  const isSentence = text.length > 40 || text.split(/[^\p{L}]+/u).filter((word) => word.length > 2).length > 2;
  return /\d/.test(text) && !isSentence ? text : undefined;
}

const listed = (words: string) => words.split(',');
const houses = listed('springer,palgrave,routledge,cambridge,oxford,elsevier,nato,acm,wiley,brill');
const families = listed('studies,series,tracts,theses,proceedings,advances,monographs,texts,handbooks,library');
const sureStarts = listed(
  'lecture notes,springerbriefs,ifip advances,smart innovation,undergraduate texts,graduate texts',
);
const sureEnds = listed('series,schriftenreihe,reihe,collection');
const ongoing = listed(
  'advances,communications,developments,issues,methods,monographs,perspectives,proceedings,progress,research,studies,texts,topics,trends',
);
const german = listed('abhandlungen,beiträge,forschungen,quellen,schriften,studien,texte,veröffentlichungen');
const romance = listed('cahiers,études,bibliothèque,travaux,colección,estudios,biblioteca,collana,quaderni,studi');

/** How likely a name is that of a series: 2 certainly, 1 maybe, -1 one of its volumes. */
function seriesPoints(name: string): number {
  const words = name.toLowerCase().split(/\s+/);
  const [first = '', second = ''] = words;
  const last = words.at(-1) ?? '';
  const isOfHouse = houses.includes(first) && words.slice(1).some((word) => families.includes(word));
  const plural = (word: string) => word.replace(/s$/, '');
  const tail = words.slice(-3).map(plural).join(' ');
  const isOfConferences =
    !/\d/.test(name) &&
    /\b(conference|symposium|symposia|workshop) (proceeding|serie|proceeding serie)$/.test(tail) &&
    name.length < 80;
  if (isOfConferences || tail.endsWith('web of conference')) return 2;
  if (['procedia', 'lipics', 'oasics'].includes(first) || words.slice(0, 3).join(' ') === 'ceur workshop proceedings')
    return 2;
  if (isOfHouse || sureEnds.includes(last) || sureStarts.some((start) => words.join(' ').startsWith(start))) return 2;
  const isVolume = words.some((word) => /^\D?(19|20)\d\d\D?$/.test(word)) || /^([ivx]{2,}|\d{1,3})$/.test(last);
  if (isVolume || (first === 'proceedings' && second === 'of')) return -1;
  const isOngoing = ongoing.includes(first) && ['in', 'on'].includes(second);
  const isGerman = words.some(
    (word, at) => german.includes(word) && listed('aus,der,des,zu,zum,zur').includes(words[at + 1] ?? ''),
  );
  return isOngoing || isGerman || romance.includes(first) || name.toLowerCase().startsWith('contributions to') ? 1 : 0;
}

/** The servers whose DOIs have a beginning of their own. */
const serverBeginnings = Object.entries({
  ChemRxiv: '10.26434/',
  'Preprints.org': '10.20944/preprints',
  EGUsphere: '10.5194/egusphere-',
  Qeios: '10.32388/',
  EcoEvoRxiv: '10.32942/',
  'SciELO Preprints': '10.1590/scielopreprints.',
  'ScienceOpen Preprints': '10.14293/pr2199.',
  'SSRN Electronic Journal': '10.2139/ssrn.',
  'JMIR Preprints': '10.2196/preprints.',
  'Research Square': '10.21203/rs.',
  Authorea: '10.22541/au.',
  Advance: '10.31124/advance.',
  AfricArXiv: '10.31730/',
  MediArXiv: '10.33767/',
  'Cambridge Open Engage': '10.33774/',
  BodoArXiv: '10.34055/',
  EdArXiv: '10.35542/',
  TechRxiv: '10.36227/techrxiv.',
  BioHackrXiv: '10.37044/',
  'PeerJ Preprints': '10.7287/peerj.preprints.',
  ECSarXiv: '10.1149/osf.io/',
  arXiv: '10.48550/arxiv.',
});
/** The Open Science Framework's, from 10.31219 on. */
const frameworkServers = listed(
  'OSF Preprints,AgriXiv,Arabixiv,MetaArXiv,EarthArXiv,engrXiv,FocUS Archive,Frenxiv,INA-Rxiv,LawArXiv,' +
    'LIS Scholarship Archive,MarXiv,MindRxiv,NutriXiv,PaleorXiv,PsyArXiv,SocArXiv,SportRxiv,Thesis Commons',
);

function serverOfDoi(doi: string): string | null {
  if (/^10\.(1002|22541)\/essoar\./.test(doi)) return 'ESS Open Archive';
  const [, number] = /^10\.(312\d\d)\//.exec(doi) ?? [];
  const ofFramework = number === undefined ? undefined : frameworkServers[Number(number) - 31219];
  return ofFramework ?? serverBeginnings.find(([, beginning]) => doi.startsWith(beginning))?.[0] ?? null;
}

const isServerName = (name: string) => /r[xχ]iv\b|\bpreprints?\b|\bssrn\b/i.test(name);

const eprint = (doi: string) =>
  doi.startsWith('10.48550/arxiv.') ? bareEprint(doi.slice('10.48550/arxiv.'.length)) : null;

function bareEprint(written: string): string | null {
  const id = written
    .trim()
    .toLowerCase()
    .replace(/^arxiv:\s*/, '')
    .replace(/^https?:\/\/arxiv\.org\/(abs|pdf)\//, '');
  return /^(\d{4}\.\d{4,5}|[a-z-]+(\.[a-z]{2})?\/\d{7})(v\d+)?$/.exec(id)
    ? id.replace(/v\d+$/, '').replace(/\.[a-z]{2}\//, '/')
    : null;
}

function dated(year: unknown, month?: unknown, day?: unknown, recorded?: number): string | null {
  const whole = (part: unknown) => (/^\s*\d+\s*$/.test(String(part ?? '')) ? Number(part) : Number.NaN);
  let [y, m, d] = [year, month, day].map(whole) as [number, number, number];
  if (recorded && y > 2100 && y - 543 <= recorded + 1) y -= 543;
  if (!(y >= 1000 && y <= 2100)) return null;
  if (!(m >= 1 && m <= 12)) return String(y);
  const monthly = `${y}-${String(m).padStart(2, '0')}`;
  const days = new Date(Date.UTC(y, m, 0)).getUTCDate();
  return d >= 1 && d <= days ? `${monthly}-${String(d).padStart(2, '0')}` : monthly;
}

function ofText(written: unknown, recorded?: number): string | null {
  const text = String(written ?? '').trim();
  const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text);
  if (compact) return dated(compact[1], compact[2], compact[3], recorded);
  if (!/^\d{4}(?!\d)/.test(text)) return null;
  const [, month, day] = /^\d{4}-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?/.exec(text) ?? [];
  return dated(text.slice(0, 4), month, day, recorded);
}

const yearIn = (date: string | null) => (date === null ? undefined : Number(date.slice(0, 4)));

const finer = (date: unknown, others: unknown[]) =>
  others.reduce(
    (chosen, other) => (isThere(chosen) && String(other ?? '').startsWith(`${chosen}-`) ? other : chosen),
    date,
  );

/** The degree of a thesis, by the words that are most frequent. */
function degreeOf(text: string): string | null {
  const bare = text.toLowerCase().replaceAll('.', '');
  if (/doctor|doktor|phd|doutor|dottor/.test(bare)) return 'doctoral-thesis';
  if (/master|magister|diplom|mestrado|^m[as]c?\b/.test(bare)) return 'masters-thesis';
  if (/li[cz]entiat/.test(bare)) return 'licentiate-thesis';
  return /bachelor|^b[as]c?\b/.test(bare) ? 'bachelors-thesis' : null;
}

/** DataCite's codes for unknown values are not values. */
function known(value: unknown): string | null {
  const text = plain(value);
  return text !== null && /^\(?:[a-z]+\)?$/i.test(text) ? null : text;
}

const lower = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;
/** ISSNs: four characters, a hyphen, four characters. */
const hyphened = (values: unknown[]) =>
  unique(
    values.map((value) => {
      const text = plain(value);
      const bare = (text?.split('/').at(-1) ?? '').replace(/^ISSN:? */i, '').replace(/[^\dx]/gi, '');
      return bare.length === 8 && /\d$|x$/i.test(bare) ? `${bare.slice(0, 4)}-${bare.slice(4).toUpperCase()}` : text;
    }),
  );
const counted = (value: unknown) => (Number.isInteger(value) && Number(value) >= 0 ? value : null);

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
