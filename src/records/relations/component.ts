import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import type { PublicationRecord } from '../publications/publication.ts';

/**
 * A part of a publication with its own DOI, such as a figure or a data file. It is not a publication. Crossref's type
 * is `component`: https://www.crossref.org/documentation/schema-library/markup-guide-record-types/components/
 */
export interface Component {
  /** The DOI of the whole; undefined if unknown. */
  parent: string | undefined;
}

type Described = Pick<Bibliography, 'publication_type' | 'url' | 'relations'>;

/** Types that repositories keep in files. Chapters and articles are also parts, but are publications. */
const filed: ReadonlySet<string | null> = new Set(['dataset', 'software', 'image', 'audiovisual', 'sound', 'other']);

/**
 * DOI patterns of publishers and repositories whose first group is the DOI of the whole. They decide where metadata is
 * old or no agency is recorded. `types`: limits the pattern to these types.
 */
const names: { pattern: RegExp; types?: ReadonlySet<string | null> }[] = [
  // Figures, tables, equations and supporting information: https://journals.plos.org/plosone/s/supporting-information
  { pattern: /^(10\.1371\/journal\.p[a-z]{3}\.\d{7})\.[a-z]\d{3}$/ },
  // https://guides.dataverse.org/en/latest/installation/config.html#datafilepidformat, DEPENDENT, with names of six
  // characters: https://guides.dataverse.org/en/latest/installation/config.html#identifiergenerationstyle
  { pattern: /^(10\.\d{4,9}\/(?:[a-z0-9]+\/)?[a-z0-9]{6})\/[a-z0-9]{6}$/, types: filed },
  // Data files of a data package, before 2019.
  { pattern: /^(10\.5061\/dryad\.[a-z0-9]+)\/\d+$/, types: filed },
  // Files that figshare takes from publishers, in the collection of an article.
  { pattern: /^(10\.6084\/m9\.figshare\.c\.\d+)_d\d+(?:\.v\d+)?$/ },
];

/** The component that a DOI identifies, unless it identifies a publication; see docs/decisions/0001. */
export function componentOf(doi: string, described: Described): Component | undefined {
  const { publication_type: type, relations, url } = described;
  const wholes = relations.filter((relation) => relation.type === 'is-part-of').map((relation) => relation.doi);
  const above = wholes.find((whole) => doi.startsWith(`${whole}/`));
  const named = names.flatMap(({ pattern, types }) =>
    types?.has(type) === false ? [] : (pattern.exec(doi)?.[1] ?? []),
  )[0];
  const isComponent =
    type === 'component' || named !== undefined || (filed.has(type) && (above ?? filePage(url)) !== undefined);
  return isComponent ? { parent: above ?? wholes[0] ?? named ?? shorterName(doi, type) } : undefined;
}

/**
 * The page of a file in a Dataverse:
 * https://guides.dataverse.org/en/latest/user/dataset-management.html#file-landing-page
 */
const filePage = (url: string | null) => /^https?:\/\/[^/]+\/file\.xhtml\?/.exec(url ?? '')?.[0];

/** Most components are named after the whole, with a letter or word and a number: `….g001`, `…/fig-2`. */
function shorterName(doi: string, type: string | null): string | undefined {
  const [, shorter] = /^(10\.\d{4,9}\/.+)[./](?:[a-z]{1,5}-?)\d{1,4}$/.exec(doi) ?? [];
  return type === 'component' ? shorter : undefined;
}

/** `componentOf` for a stored publication. Undefined if an editor says that it stands alone. */
export function componentOfRecord({ doi, original, edits }: PublicationRecord): Component | undefined {
  if (edits.data?.standalone === true) return undefined;
  const { publication_type = original.publication_type } = edits;
  const relations = (edits.data?.relations as Relation[] | undefined) ?? original.relations;
  return componentOf(doi, { publication_type, relations, url: original.url });
}
