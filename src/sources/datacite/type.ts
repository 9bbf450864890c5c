import { degreeIn } from '#src/records/publications/theses.ts';
import { arxivIdIn } from '#src/vocabulary/identifiers/arxiv.ts';
import { termOrNull, textOrNull } from '../fields/response-fields.ts';
import { subtypeInTitle } from '../fields/title-words.ts';
import { isPreprintServer } from '../fields/venue.ts';
import { dataciteRelations } from './relations.ts';
import type { Attributes } from './response.ts';

/** Crossref's names for DataCite's resourceTypeGeneral. All others are converted to kebab-case. */
const crossrefTypes = new Map<string, string>(
  Object.entries({
    ConferencePaper: 'proceedings-article',
    ConferenceProceeding: 'proceedings',
    Preprint: 'posted-content',
    Award: 'grant',
  }),
);

/**
 * Patterns for the free text of resourceType, in lower case without accents and punctuation, if there is no specific
 * general type. In English, German, French, Spanish, Portuguese, Italian and Dutch, and of info:eu-repo/semantics, with
 * the translations of https://vocabularies.coar-repositories.org/resource_types/.
 */
const describedTypes: [RegExp, string][] = [
  [/preprint|blogpost|blogbeitrag/, 'posted-content'],
  [
    /thesis|dissertation|hochschulschrift|habilitation|(?:doktor|master|magister|bachelor|diplom|abschluss|examens|studien|haus)arbeit|^these|memoire|^tesis|trabajofinde|trabajodegrado|^tese|dissertacao|^tesi(?:di|$)|proefschrift|scriptie/,
    'dissertation',
  ],
  [
    /conference(?:paper|article|contribution|object|publication)|(?:proceedings?|workshop)(?:article|paper)|(?:konferenz|tagungs|kongress)(?:beitrag|veroffentlichung|paper|artikel|schrift)|communicationdanslesactes|ponencia|artigodeconferencia|contributodiconferenza|conferentiebijdrage/,
    'proceedings-article',
  ],
  [/preregistration|studyregistration/, 'study-registration'],
  [
    /buchkapitel|buchbeitrag|sammelband(?:beitrag|aufsatz)|(?:beitrag|aufsatz)(?:zu|in)?(?:einem|einer)?(?:sammelband|sammelwerk|buch)|inbook|bookpart|chapter|chapitre|capitulo|capitolo|hoofdstuk/,
    'book-chapter',
  ],
  [/rezension|buchbesprechung|bookreview|compterendu|resenadelibro/, 'journal-article'],
  [
    /article|journalcontribution|zeitschriften(?:artikel|aufsatz|beitrag)|^aufsatz|^artikel|^artigo|^articolo|^articulo/,
    'journal-article',
  ],
  [/monograph|monografi/, 'monograph'],
  [
    /report|workingpaper|deliverable|milestone|technicalnote|bericht|arbeitspapier|diskussionspapier|gutachten|^rapport|^informe|^relatorio|documentdetravail|documentodetrabajo/,
    'report',
  ],
  [/^(?:book|buch|livre|libro|livro|boek)$/, 'book'],
  [/^(?:editedbook|sammelband|herausgeberband|sammelwerk)$/, 'edited-book'],
  [/^(?:journalissue|zeitschriftenheft|zeitschriftenausgabe)$/, 'journal-issue'],
  [/^(?:journal|zeitschrift)$/, 'journal'],
  [/^peerreview$/, 'peer-review'],
  [/^patent(?:schrift)?$/, 'patent'],
  [/dataset|datensatz|forschungsdaten|jeudedonnees|conjuntodedatos|conjuntodedados/, 'dataset'],
];

const citeprocTypes = new Map<string, string>(
  Object.entries({
    thesis: 'dissertation',
    chapter: 'book-chapter',
    'paper-conference': 'proceedings-article',
    report: 'report',
    book: 'book',
    dataset: 'dataset',
  }),
);

/** The type of a publication, in Crossref's vocabulary. */
export function typeOf(record: Attributes, doi: string): string | null {
  const { types } = record;
  const general = types?.resourceTypeGeneral?.trim() ?? '';
  const described = describedType(record);
  if (files.test(described) && isPartOf(record, doi)) return 'component';
  // General types since version 4.7 of the schema; before, an image, text or paper.
  const isShown = !/Dataset|Software|Collection/.test(general);
  if (isShown && /(?<!im|com)poster(?!ior|ity)/.test(described)) return 'poster';
  if (isShown && /(?<!re)presentation|^slides?$|^vortrag|prasentation|vortragsfolien/.test(described))
    return 'presentation';
  if (isSupplement(record)) return 'component';
  const known = describedTypes.find(([pattern]) => pattern.test(described) && isWhole(record, pattern))?.[1];
  // A thesis with its files is called a collection.
  if (general === 'Collection' && known === 'dissertation') return known;
  if (general !== '' && general !== 'Text' && general !== 'Other') {
    return crossrefTypes.get(general) ?? termOrNull(general) ?? 'other';
  }
  // arXiv registers only e-prints: https://info.arxiv.org/help/doi.html
  if (arxivIdIn(doi) !== undefined) return 'posted-content';
  // DataCite derives `article-journal` from every Text, so citeproc's type alone does not suffice.
  const found = known ?? citeprocTypes.get(types?.citeproc ?? '');
  const isArticle = found === undefined || found === 'journal-article';
  // An article on a preprint server is posted content.
  if (isArticle && isPreprintServer(textOrNull(record.publisher) ?? '')) return 'posted-content';
  return found ?? (general === '' ? null : 'other');
}

/** Words of other languages than German, which are no part of another word: "Particle tracks", "Synthesis", "Chapterhouse". */
const separate =
  /^(?:(?:phd|doctoral|masters?|bachelors?|diploma|tech(?:nical)?|journal|book|blog|data|working|conference)*(?:thesis|article|report|chapter|preprint|paper|milestone|deliverable))$/;
const plural = /^(?:s|n|en|e)$/;

/** Whether one of the words that a pattern finds is a whole one, or a word of which such compounds are made. */
function isWhole({ types }: Attributes, pattern: RegExp): boolean {
  const words = (types?.resourceType ?? '')
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^a-z]+/)
    .filter(Boolean);
  const ends = words.map((_, at) => words.slice(0, at + 1).join('').length);
  return [...words.join('').matchAll(new RegExp(pattern, 'g'))].some(({ 0: found, index }) => {
    if (!separate.test(found)) return true;
    const [start, end] = [index, index + found.length];
    const rest = words.join('').slice(
      end,
      ends.find((each) => each >= end),
    );
    const begins = start === 0 || ends.includes(start) || compounds.test(words.join('').slice(0, start));
    return begins && (rest === '' || plural.test(rest));
  });
}

/** Written in one word in BibTeX and elsewhere: `phdthesis`, `techreport`. */
const compounds = /(?:phd|doctoral|masters?|bachelors?|diploma|tech|journal|book|research|review)$/;

/** Types that DataCite lacks: https://github.com/datacite/datacite-suggestions/discussions/214 */
const files = /^(?:(?:data|supplementary|additional)?file|figure|table)s?$/;

/**
 * Whether the title is that of a file of an article, as Springer Nature deposits them at figshare: "MOESM2 of …",
 * "Additional file 7: of …", "Additional file 1: Table S1. of …".
 * https://www.springernature.com/gp/authors/research-data-policy/research-data-helpdesk
 */
const isSupplement = ({ titles }: Attributes) =>
  titles.some(({ title }) =>
    /^(?:MOESM\d{1,3}|Additional file \d{1,3}(?::.{0,200}?)?) of\b/is.test(textOrNull(title) ?? ''),
  );

/** Whether the record is part of something that has a DOI. */
const isPartOf = (record: Attributes, doi: string) =>
  dataciteRelations(record, doi).some(({ type }) => type === 'is-part-of');

/** The free text of the type in lower case without accents and punctuation. */
const describedType = ({ types }: Attributes) =>
  types?.resourceType
    ?.toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]/g, '') ?? '';

/** Free texts of articles that name a kind of contribution. */
const describedSubtypes: [RegExp, string][] = [
  [/^bookreview/, 'book-review'],
  [/^(?:systematic|literature|scoping)?review(?:article|paper)?$/, 'review'],
  [/^editorial/, 'editorial'],
  [/^letter(?:totheeditor)?$/, 'letter'],
  [/^(?:erratum|errata|corrigendum|correction)$/, 'erratum'],
  [/^(?:data(?:paper|article))$/, 'data-paper'],
];

/** The subtype: a preprint, or the kind of contribution that the free text of the type or the title names. */
export function dataciteSubtype(
  record: Attributes,
  type: string | null,
  title: string | null | undefined,
): string | null {
  const described = describedType(record);
  if (type === 'posted-content') return /blogpost/.test(described) ? null : 'preprint';
  if (type === 'dissertation') return degreeIn(record.types?.resourceType);
  const isArticle = type === 'journal-article';
  const named = isArticle ? describedSubtypes.find(([pattern]) => pattern.test(described))?.[1] : undefined;
  return named ?? subtypeInTitle(title ?? null, type);
}
