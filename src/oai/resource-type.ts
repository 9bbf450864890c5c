import type { CslType } from '../formats/types.ts';
import { typeNamesOf } from '../formats/types.ts';

/** What OpenAIRE calls the general type of a resource. */
type General = 'literature' | 'dataset' | 'software' | 'other research product';

/** A resource type of COAR, in the version that OpenAIRE 4.0 refers to. */
export interface ResourceType {
  uri: string;
  label: string;
  general: General;
}

/** https://vocabularies.coar-repositories.org/resource_types/, by CSL's types. */
const table: Partial<Record<CslType, [id: string, label: string, general?: General]>> = {
  'article-journal': ['c_6501', 'journal article'],
  'article-magazine': ['c_3e5a', 'contribution to journal'],
  'article-newspaper': ['c_3e5a', 'contribution to journal'],
  article: ['c_816b', 'preprint'],
  'review-book': ['c_ba08', 'book review'],
  review: ['c_efa0', 'review'],
  book: ['c_2f33', 'book'],
  chapter: ['c_3248', 'book part'],
  'entry-dictionary': ['c_3248', 'book part'],
  'entry-encyclopedia': ['c_3248', 'book part'],
  'paper-conference': ['c_5794', 'conference paper'],
  speech: ['c_8544', 'lecture'],
  thesis: ['c_46ec', 'thesis'],
  report: ['c_93fc', 'report'],
  periodical: ['c_0640', 'journal'],
  patent: ['c_15cd', 'patent', 'other research product'],
  dataset: ['c_ddb1', 'dataset', 'dataset'],
  software: ['c_5ce6', 'software', 'software'],
  webpage: ['c_7ad9', 'website', 'other research product'],
  map: ['c_12cd', 'map', 'other research product'],
  graphic: ['c_c513', 'image', 'other research product'],
  figure: ['c_c513', 'image', 'other research product'],
  motion_picture: ['c_8a7e', 'moving image', 'other research product'],
  song: ['c_18cc', 'sound', 'other research product'],
  musical_score: ['c_18cw', 'musical notation', 'other research product'],
};

export function resourceTypeOf(publicationType: string | null): ResourceType {
  const [id, label, general] = table[typeNamesOf(publicationType).csl] ?? ['c_1843', 'other', 'other research product'];
  return { uri: `http://purl.org/coar/resource_type/${id}`, label, general: general ?? 'literature' };
}
