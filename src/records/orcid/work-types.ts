/** The types of works at ORCID: https://info.orcid.org/documentation/integration-guide/work-types/ */
export const workTypes: ReadonlySet<string> = new Set([
  'annotation',
  'artistic-performance',
  'blog-post',
  'book',
  'book-chapter',
  'book-review',
  'cartographic-material',
  'clinical-study',
  'conference-abstract',
  'conference-output',
  'conference-paper',
  'conference-poster',
  'conference-presentation',
  'conference-proceedings',
  'data-management-plan',
  'data-set',
  'design',
  'dictionary-entry',
  'disclosure',
  'dissertation-thesis',
  'edited-book',
  'encyclopedia-entry',
  'image',
  'interactive-resource',
  'invention',
  'journal-article',
  'journal-issue',
  'learning-object',
  'lecture-speech',
  'license',
  'magazine-article',
  'manual',
  'moving-image',
  'musical-composition',
  'newsletter-article',
  'newspaper-article',
  'online-resource',
  'other',
  'patent',
  'physical-object',
  'preprint',
  'public-speech',
  'registered-copyright',
  'report',
  'research-technique',
  'research-tool',
  'review',
  'software',
  'sound',
  'spin-off-company',
  'standards-and-policy',
  'supervised-student-publication',
  'teaching-material',
  'technical-standard',
  'test',
  'trademark',
  'transcription',
  'translation',
  'website',
  'working-paper',
]);

/** ORCID types named differently here: https://info.orcid.org/documentation/integration-guide/working-with-works/ */
const types = new Map<string, [type: string, subtype?: string]>(
  Object.entries({
    'conference-paper': ['proceedings-article'],
    'conference-abstract': ['proceedings-article', 'abstract'],
    'conference-poster': ['poster'],
    'conference-presentation': ['presentation'],
    'working-paper': ['report', 'working-paper'],
    preprint: ['posted-content', 'preprint'],
    'data-set': ['dataset'],
    'dissertation-thesis': ['dissertation'],
    'encyclopedia-entry': ['reference-entry'],
    'dictionary-entry': ['reference-entry'],
    'book-review': ['journal-article', 'book-review'],
    'magazine-article': ['journal-article', 'magazine-article'],
    review: ['peer-review'],
  }),
);

/** A type of ORCID in the vocabulary of publications, with the subtype. */
export const publicationTypeOf = (workType: string | null): readonly [type: string | null, subtype?: string] =>
  types.get(workType ?? '') ?? [workType];

/** The types of works that have one of these types, and one of these subtypes, in the vocabulary of publications. Null: any. */
export function workTypesOf(publicationTypes: readonly string[] | null, subtypes: readonly string[] | null): string[] {
  const candidates = new Set([...workTypes, ...(publicationTypes ?? [])]);
  return [...candidates].filter((workType) => {
    const [type, subtype] = publicationTypeOf(workType);
    const isOfType = publicationTypes === null || (type !== null && publicationTypes.includes(type));
    return isOfType && (subtypes === null || (subtype !== undefined && subtypes.includes(subtype)));
  });
}
