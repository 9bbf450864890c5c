import { workTypes } from '#src/records/orcid/work-types.ts';

/** A type of ORCID for works, with a subtype of publications where that says more. */
export type KnownType = readonly [workType: string, subtype?: string];

/**
 * Words for types in files, by the type that they mean: of BibTeX and biblatex, RIS, CSL, Zotero, Scopus, OpenAlex, DSpace,
 * COAR and common exports, in small letters and without signs. Words with two meanings are in `inFormat`.
 */
const table: [workType: string, subtype: string, words: string][] = [
  [
    'journal-article',
    '',
    `article journalarticle articlejournal jour abst ejour researcharticle originalarticle scientificarticle articleinpress
    shortsurvey contributiontojournal articleinjournal zeitschriftenartikel zeitschriftenaufsatz aufsatz beitraginzeitschrift
    articulo articlescientifique articledansunerevue contributiontojournalarticle journalpublication suppperiodical`,
  ],
  ['journal-article', 'review', 'reviewarticle articlereview contributiontojournalreviewarticle systematicreview'],
  ['journal-article', 'letter', 'letter lettertotheeditor contributiontojournalletter'],
  ['journal-article', 'editorial', 'editorial contributiontojournaleditorial'],
  ['journal-article', 'data-paper', 'datapaper datadescriptor'],
  ['journal-article', 'erratum', 'erratum corrigendum correction'],
  ['book-review', '', 'bookreview reviewbook rezension contributiontojournalbookfilmarticlereview'],
  ['review', '', 'review peerreview'],
  ['magazine-article', '', 'magazinearticle articlemagazine mgzn'],
  [
    'newspaper-article',
    '',
    'newspaperarticle articlenewspaper news zeitungsartikel contributiontospecialistpublication',
  ],
  [
    'book',
    '',
    `book monograph buch monographie livre mvbook mvreference reference ebook bookanthologybook bookreportbook
    bookanthology authoredbook referencebook bookset classic anthologybook bookseries serial ser libro`,
  ],
  [
    'edited-book',
    '',
    `editedbook collection mvcollection edbook sammelband anthology bookanthologyanthology
    bookreporteditedbook editedvolume herausgeberschaft`,
  ],
  [
    'book-chapter',
    '',
    `bookchapter chapter booktrack incollection inbook suppbook suppcollection bookinbook booksection bookpart chap echap
    buchkapitel beitraginsammelwerk beitraginsammelband chapitredelivre contributiontobookanthologychapter partofbook
    chapterinbookreportconferenceproceedingchapter capitulodelibro buchbeitrag`,
  ],
  [
    'encyclopedia-entry',
    '',
    `inreference encyc entryencyclopedia encyclopediaarticle referenceentry entry lexikonartikel
    chapterinbookreportconferenceproceedingentryforencyclopediadictionary`,
  ],
  ['dictionary-entry', '', 'dict entrydictionary dictionaryentry'],
  [
    'conference-paper',
    '',
    `inproceedings conference conferencepaper paperconference cpaper conferenceproceedingarticle proceedingsarticle
    konferenzbeitrag conferencearticle contributiontoconferencepaper communicationdansuncongres conferenceobject
    chapterinbookreportconferenceproceedingconferencecontribution proceedingspaper`,
  ],
  ['conference-abstract', '', 'conferenceabstract meetingabstract contributiontoconferenceabstract'],
  ['conference-poster', '', 'conferenceposter poster contributiontoconferenceposter'],
  ['conference-presentation', '', 'presentation slide speech conferencepresentation vortrag conferencetalk'],
  [
    'conference-proceedings',
    '',
    'proceedings mvproceedings proceedingsseries conferenceproceedings tagungsband conferencereview',
  ],
  ['lecture-speech', '', 'lecture'],
  ['dissertation-thesis', '', 'thesis thes dissertation hochschulschrift studentthesis these thesisdocument'],
  [
    'dissertation-thesis',
    'doctoral-thesis',
    `phdthesis doctoralthesis doctoraldissertation phd thesisphd habilitation
    thesisdoctoralthesis thesedoctorat doctoraltext`,
  ],
  [
    'dissertation-thesis',
    'masters-thesis',
    'mastersthesis masterthesis mscthesis mathesis thesismasterthesis diplomarbeit',
  ],
  ['dissertation-thesis', 'bachelors-thesis', 'bachelorsthesis bachelorthesis bathesis'],
  ['preprint', '', 'preprint unpb unpublished postedcontent manuscript eprint inpr workingpaperpreprint'],
  ['working-paper', '', 'workingpaper discussionpaper arbeitspapier'],
  [
    'report',
    '',
    `report techreport reportseries rprt gov technicalreport forschungsbericht bericht rapport bookanthologyreport
    bookreportreport whitepaper projectreport commissionedreport reportcomponent`,
  ],
  ['technical-standard', '', 'standard stand standardseries'],
  ['standards-and-policy', '', 'legislation bill stat legalruleregulation unbill hear policydocument statute'],
  ['patent', '', 'patent pat patents'],
  ['data-set', '', 'dataset data aggr dbase database nontextualformdatasetdatabase researchdata datasets'],
  [
    'software',
    '',
    'software comp computationalnotebook model workflow computerprogram nontextualformsoftware sourcecode',
  ],
  ['data-management-plan', '', 'outputmanagementplan'],
  ['manual', '', 'manual booklet'],
  ['website', '', 'online electronic www webpage website elec internet webcontent'],
  ['blog-post', '', 'blog blogpost postweblog post forumpost'],
  ['online-resource', '', 'icomm electronicresource multi learningresource'],
  ['image', '', 'image component artwork art figure graphic photograph stillimage'],
  ['moving-image', '', 'video audiovisual movie motionpicture film videorecording broadcast tvbroadcast advs mpct'],
  ['sound', '', 'audio sound song music audiorecording podcast radiobroadcast'],
  ['musical-composition', '', 'musicalscore musicscore'],
  ['cartographic-material', '', 'map cartographicmaterial'],
  ['artistic-performance', '', 'performance'],
  ['translation', '', 'translation ubersetzung'],
  ['journal-issue', '', 'periodical jfull issue specialissue journalissue journal journalvolume'],
  [
    'other',
    '',
    `misc gen other document generic case note grant award unknown event legalcase hearing treaty regulation pamphlet xdata set blank paratext sonstiges othercontribution
    libraryguide libguides studyregistration collectionitem text supplementarymaterials retraction retracted personalcommunication pamp interview letterpersonal`,
  ],
];

const inFormat: Record<string, Record<string, KnownType>> = {
  bibtex: { review: ['journal-article', 'review'], letter: ['other'] },
  'csl-json': { article: ['preprint'], review: ['review'], manuscript: ['preprint'] },
  zotero: { document: ['other'], letter: ['other'], manuscript: ['preprint'] },
  scopus: { review: ['journal-article', 'review'], report: ['report'] },
  'web-of-science': { review: ['journal-article', 'review'], editorialmaterial: ['journal-article', 'editorial'] },
  openalex: { review: ['journal-article', 'review'] },
  'ieee-xplore': {
    ieeeconferences: ['conference-paper'],
    ietconferences: ['conference-paper'],
    vdeconferences: ['conference-paper'],
    ieeejournals: ['journal-article'],
    ieeemagazines: ['journal-article'],
    ieeeearlyaccessarticles: ['journal-article'],
    ietjournals: ['journal-article'],
    ieeestandards: ['technical-standard'],
    ieeebooks: ['book-chapter'],
  },
  ris: {
    ancient: ['book'],
    case: ['other'],
    chart: ['image'],
    clswk: ['book'],
    conf: ['conference-paper'],
    ctlg: ['other'],
    equa: ['other'],
    govdoc: ['report'],
    grant: ['other'],
    legal: ['standards-and-policy'],
    manscpt: ['preprint'],
    pcomm: ['other'],
    pod: ['sound'],
    press: ['other'],
    std: ['technical-standard'],
    unpd: ['preprint'],
    web: ['website'],
  },
};

const wordOf = (written: string): string =>
  written
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^.*(?:info:eu-repo\/semantics\/|resource_type\/)/, '')
    .replace(/[^a-z]/g, '');

const byWord = new Map<string, KnownType>([
  ...[...workTypes].map((type): [string, KnownType] => [wordOf(type), [type]]),
  ...table.flatMap(([workType, subtype, words]) =>
    words.split(/\s+/).map((word): [string, KnownType] => [word, subtype === '' ? [workType] : [workType, subtype]]),
  ),
]);

/** The type that a word of a file means; undefined if it is not known. */
export function typeOfWord(written: string, format: string): KnownType | undefined {
  const word = wordOf(written);
  const own = inFormat[format];
  const known = (own && Object.hasOwn(own, word) ? own[word] : undefined) ?? byWord.get(word);
  return known ?? (written.includes(';') ? typeOfSeveral(written, format) : undefined);
}

/**
 * Of "Article; Book Chapter" of Web of Science the last one, which says more; of "Article; Proceedings Paper" the first: the
 * paper is in a journal. "Early Access" is none.
 */
function typeOfSeveral(written: string, format: string): KnownType | undefined {
  const types = written.split(';', 10).flatMap((part) => {
    const type = typeOfWord(part, format);
    return type === undefined ? [] : [type];
  });
  return types.findLast(([type], at) => at === 0 || type !== 'conference-paper');
}

/** The degree that a text about a thesis names: "PhD thesis", "Diplomarbeit". */
export function degreeOf(written: string | undefined): KnownType | undefined {
  const degree = degrees.find(([, words]) => words.test(written ?? ''))?.[0];
  return degree === undefined ? undefined : ['dissertation-thesis', degree];
}

const degrees: [subtype: string, words: RegExp][] = [
  ['bachelors-thesis', /bachelor|bathesis|\bb\.?\s?(?:sc|a)\b/i],
  ['licentiate-thesis', /licentiate|lizentiat/i],
  ['masters-thesis', /master|mathesis|magister|diplom|\bm\.?\s?(?:sc|a)\b/i],
  ['doctoral-thesis', /ph\.?\s?d|doctor|dissert|diss\b|habil/i],
];
