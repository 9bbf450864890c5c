import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';

/** The kinds of evidence, in display order. */
const known = [
  'organization',
  'department',
  'role',
  'start_date',
  'end_date',
  'identifier',
  'matched_by',
  'listed_as',
  'put_code',
  'put_codes',
  'publications_on_record',
  'publication_type',
  'publication_year',
  'author_count',
  'author_ids',
  'institution_rors',
  'openalex_id',
  'awards',
  'printed',
  'publications',
  'first_year',
  'last_year',
] as const;
type Known = (typeof known)[number];

const numbers = ['author_count', 'publications_on_record', 'publications'];

interface Award {
  number: string;
  project_number: string;
  funder: string | null;
  project_funders: string[];
  same_funder: boolean | null;
}

/** Returns the evidence in words: names and values. Unknown kinds are shown unchanged. */
export function useEvidenceInWords(): (seen: Readonly<Record<string, unknown>>) => [name: string, value: string][] {
  const t = useText();
  const format = useFormat();
  const names = useVocabulary();
  const wordsFor = (field: string, value: unknown): string => {
    if (field === 'awards') return (value as Award[]).map(awardText).join('; ');
    if (field === 'matched_by') {
      return value === 'name' || value === 'department'
        ? t(`review.seenBy.${value}`)
        : String(value).toLocaleUpperCase();
    }
    if (field === 'publication_type') return names.type(String(value)) ?? '';
    if (field === 'start_date' || field === 'end_date') return format.partialDate(String(value));
    if (numbers.includes(field)) return format.number(Number(value));
    if (Array.isArray(value)) return joinTexts(value.map(String));
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const awardText = ({ number, project_number: projectNumber, funder, project_funders, same_funder }: Award) => {
    const projectFunders = joinTexts(project_funders);
    const kind = same_funder ? 'same' : funder && projectFunders ? 'different' : 'unknown';
    return t(`review.seenAward.${kind}`, { number, projectNumber, funder, projectFunders });
  };
  const isKnown = (name: string): name is Known => (known as readonly string[]).includes(name);
  return (seen) =>
    [...known, ...Object.keys(seen).filter((name) => !isKnown(name))].flatMap((name) => {
      const value = seen[name];
      if (value == null || (Array.isArray(value) && value.length === 0)) return [];
      return [[isKnown(name) ? t(`review.seen.${name}`) : name, wordsFor(name, value)] as [string, string]];
    });
}
