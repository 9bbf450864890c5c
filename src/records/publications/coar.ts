/** A concept of COAR's vocabulary of resource types. */
export interface CoarType {
  uri: string;
  label: string;
}

/**
 * COAR Resource Types 3.1 (https://vocabularies.coar-repositories.org/resource_types/3.1/), for our types and subtypes:
 * the label, the last part of its URI, then types, or `type/subtype`.
 */
const table: [label: string, id: string, types: string][] = [
  ['journal article', 'c_6501', 'journal-article article journal-article/addendum journal-article/abstract'],
  ['review article', 'c_dcae04bc', 'journal-article/review'],
  ['data paper', 'c_beb9', 'data-paper journal-article/data-paper'],
  ['software paper', 'c_7bab', 'journal-article/software-paper'],
  ['editorial', 'c_b239', 'editorial journal-article/editorial'],
  ['letter to the editor', 'c_545b', 'letter journal-article/letter'],
  [
    'corrigendum',
    'c_7acd',
    'erratum retraction journal-article/erratum journal-article/retraction-notice journal-article/expression-of-concern',
  ],
  ['book review', 'c_ba08', 'book-review journal-article/book-review'],
  ['magazine', 'c_2cd9', 'magazine-article journal-article/magazine-article newsletter-article'],
  ['newspaper article', 'c_998f', 'newspaper-article'],
  ['journal', 'c_0640', 'journal journal-volume journal-issue'],
  ['book', 'c_2f33', 'book monograph edited-book reference-book book-set book-series manual translation'],
  [
    'book part',
    'c_3248',
    'book-chapter book-section book-part book-track reference-entry encyclopedia-entry dictionary-entry',
  ],
  ['conference proceedings', 'c_f744', 'proceedings proceedings-series conference-proceedings'],
  ['conference paper', 'c_5794', 'proceedings-article conference-paper'],
  ['conference output', 'c_c94f', 'proceedings-article/abstract conference-output'],
  ['conference poster', 'c_6670', 'poster conference-poster'],
  ['conference presentation', 'R60J-J5BD', 'presentation conference-presentation'],
  ['lecture', 'c_8544', 'lecture lecture-speech public-speech'],
  ['preprint', 'c_816b', 'posted-content preprint'],
  ['blog post', 'c_6947', 'blog-post posted-content/blog'],
  ['working paper', 'c_8042', 'working-paper report/working-paper'],
  ['report', 'c_93fc', 'report report-component report-series'],
  ['clinical study', 'c_7877', 'clinical-study'],
  ['technical documentation', 'c_71bd', 'standard standard-series technical-standard standards-and-policy'],
  ['data management plan', 'c_ab20', 'output-management-plan data-management-plan'],
  ['research protocol', 'YZ1N-ZFT9', 'study-registration'],
  ['research proposal', 'c_baaf', 'grant award'],
  ['peer review', 'H9BQ-739P', 'peer-review'],
  ['review', 'c_efa0', 'review'],
  ['thesis', 'c_46ec', 'dissertation dissertation/licentiate-thesis'],
  ['doctoral thesis', 'c_db06', 'dissertation/doctoral-thesis'],
  ['master thesis', 'c_bdcc', 'dissertation/masters-thesis supervised-student-publication'],
  ['bachelor thesis', 'c_7a1f', 'dissertation/bachelors-thesis'],
  ['text', 'c_18cf', 'text'],
  ['dataset', 'c_ddb1', 'dataset database collection'],
  ['software', 'c_5ce6', 'software computational-notebook model'],
  ['workflow', 'c_393c', 'workflow'],
  ['image', 'c_c513', 'image component design'],
  ['moving image', 'c_8a7e', 'audiovisual moving-image'],
  ['sound', 'c_18cc', 'sound'],
  ['musical composition', 'c_18cd', 'musical-composition'],
  ['cartographic material', 'c_12cc', 'cartographic-material'],
  ['interactive resource', 'c_e9a0', 'interactive-resource'],
  ['website', 'c_7ad9', 'website online-resource'],
  ['learning object', 'c_e059', 'learning-object teaching-material'],
  ['annotation', 'c_1162', 'annotation'],
  ['patent', 'c_15cd', 'patent'],
  ['other', 'c_1843', 'other libguides paratext physical-object supplementary-materials'],
];

const byType = new Map(
  table.flatMap(([label, id, types]) => {
    const coar: CoarType = { uri: `http://purl.org/coar/resource_type/${id}`, label };
    return types.split(' ').map((type) => [type, coar] as const);
  }),
);

/**
 * The types that editors can give to publications: Crossref's (https://api.crossref.org/types), and those of DataCite, ORCID
 * and OpenAlex that Crossref lacks.
 */
export const publicationTypes: ReadonlySet<string> = new Set([...byType.keys()].filter((type) => !type.includes('/')));

/** COAR's type of a publication: of its subtype, else of its type. Null if the type is unknown. */
export const coarTypeOf = (type: string | null, subtype: string | null): CoarType | null =>
  type === null ? null : (byType.get(`${type}/${subtype}`) ?? byType.get(type) ?? null);

/** The types of outputs, publications and works alike: COAR's labels with hyphens. */
export const outputTypes: readonly string[] = table.map(([label]) => label.replaceAll(' ', '-'));

/** The type of an output in the one vocabulary of publications and works. Null without a type, `other` for an unknown one. */
export const outputTypeOf = (type: string | null, subtype: string | null): string | null => {
  const label = coarTypeOf(type, subtype)?.label ?? 'other';
  return type === null ? null : label.replaceAll(' ', '-');
};
