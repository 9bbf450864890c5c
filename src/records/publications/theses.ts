/** The degree for which a thesis was written, as a subtype of `dissertation`. */
export const thesisSubtypes = ['doctoral-thesis', 'masters-thesis', 'licentiate-thesis', 'bachelors-thesis'] as const;
export type ThesisSubtype = (typeof thesisSubtypes)[number];

/** In lower case without accents, dots of abbreviations and other punctuation: "Ph.D." is `phd`, `masterThesis` two words. */
const wordsOf = (text: string) =>
  text
    .slice(0, maxCharacters)
    .replace(/(?<=\p{Ll}{3})(?=\p{Lu})/gu, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\b\p{L}{1,2})\.(?=\p{L}{1,4}\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const maxCharacters = 200;
const abbreviation = (names: string) => `^(?:${names})\\b|\\b(?:${names}) (?:thesis|dissertation|degree)`;

/**
 * The words for degrees in English, German, French, Spanish, Portuguese, Italian and Dutch, and abbreviations, which count
 * alone, in front or before "thesis". "Dissertation" is a doctoral one in German and a master's one in British English.
 */
const degrees: [ThesisSubtype, RegExp][] = [
  [
    'doctoral-thesis',
    new RegExp(
      `\\bdoctor(?!aal|andus)\\w*|\\bdoktor\\w*|\\bdoutor\\w*|\\bdottora\\w*|\\bproefschrift|\\binaugural ?dissertation|\\bphd\\w*|\\bdphil\\b|${abbreviation('edd|dsc|scd|thd|dba|psyd|drph|dr|jd|md|engd')}`,
    ),
  ],
  [
    'masters-thesis',
    new RegExp(
      `\\bmaster(?:s|arbeit|thesis|sthesis|scriptie|proef|studium|abschluss\\w*)?\\b|\\bmagist(?:er|erarbeit|ere|rale|erial)\\b|\\bmaitrise\\b|\\bmaestria\\b|\\bmestrado\\b|\\bspecialistica\\b|\\bdiplom(?:arbeit)?\\b|\\bdoctoraal\\w*|\\btfm\\b|${abbreviation('ms|ma|msc|m ?sc|mphil|med|mba|mfa|meng|mres|llm|mlitt|msw|mph|mmus|mst')}`,
    ),
  ],
  ['licentiate-thesis', new RegExp(`\\bli[cz]entia?at\\w*|\\blicenciate\\b|${abbreviation('lic')}`)],
  [
    'bachelors-thesis',
    new RegExp(
      `\\bbachelor\\w*|\\bundergraduate\\b|\\bhonou?rs\\b|\\btriennale\\b|\\blicence\\b|\\blicenciatura\\b|\\bgrado\\b|\\bgraduacao\\b|\\bconclusao de curso\\b|\\btfg\\b|\\btcc\\b|${abbreviation('ba|bsc|bs|beng|llb|bfa|bba')}`,
    ),
  ],
];

/** The degree that a text names: "M.Sc.", "Masterarbeit", "tesis doctoral". Null if it names none, or several. */
export function degreeIn(text: string | null | undefined): ThesisSubtype | null {
  const words = wordsOf(text ?? '');
  const found = degrees.flatMap(([subtype, pattern]) => (pattern.test(words) ? subtype : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The degree of a thesis. ORCID's "supervised student publication" is one for a master's. Null if it is unknown. */
export function thesisDegree(type: string | null, subtype: unknown): ThesisSubtype | null {
  if (type === 'supervised-student-publication') return 'masters-thesis';
  return type === 'dissertation' ? (thesisSubtypes.find((each) => each === subtype) ?? null) : null;
}
