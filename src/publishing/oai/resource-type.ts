import { type CoarType, coarTypeOf } from '#src/records/publications/coar.ts';

/** OpenAIRE's names for the general type of a resource. */
type General = 'literature' | 'dataset' | 'software' | 'other research product';

/** Types that OpenAIRE 4.0 does not know, because COAR added them later, by the last part of their URI: a broader one. */
const broader: Record<string, [id: string, label: string]> = {
  c_7bab: ['c_6501', 'journal article'],
  c_7acd: ['c_3e5a', 'contribution to journal'],
  c_2cd9: ['c_3e5a', 'contribution to journal'],
  c_998f: ['c_3e5a', 'contribution to journal'],
  'R60J-J5BD': ['c_c94f', 'conference object'],
  'H9BQ-739P': ['c_efa0', 'review'],
  c_6947: ['c_1843', 'other'],
  c_ab20: ['c_1843', 'other'],
  'YZ1N-ZFT9': ['c_1843', 'other'],
};

const namespace = 'http://purl.org/coar/resource_type/';
const others = new Set('c_1843 c_15cd c_7ad9 c_e9a0 c_c513 c_8a7e c_18cc c_18cd c_12cc'.split(' '));

/** The type in the vocabulary of https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd. */
export function resourceTypeOf(type: string | null, subtype: string | null): CoarType & { general: General } {
  const { uri, label } = coarTypeOf(type, subtype) ?? { uri: `${namespace}c_1843`, label: 'other' };
  const given = uri.slice(namespace.length);
  const [id, name] = broader[given] ?? [given, label];
  return { uri: namespace + id, label: name, general: generalOf(id) };
}

function generalOf(id: string): General {
  if (id === 'c_ddb1') return 'dataset';
  if (id === 'c_5ce6' || id === 'c_393c') return 'software';
  return others.has(id) ? 'other research product' : 'literature';
}
