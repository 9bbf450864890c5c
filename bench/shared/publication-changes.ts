import { readFileSync, writeFileSync } from 'node:fs';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';

/** A publication as a release shows it, and why: its fields, links, and who states which relations. */
interface ShownPublication {
  superseded_by: string | null;
  fields: Record<string, unknown>;
  /** The matched researchers by author position, and those without one. */
  links: string[];
  /** The relations by who states them: a source of the publication, or other publications. */
  states: Record<string, string[]>;
}
type ShownPublications = Record<string, ShownPublication>;

const textsOf = (relations: readonly { type: string; doi: string }[]) =>
  relations.map(({ type, doi }) => `${type} ${doi}`).sort();

function shownOf(record: PublicationRecord): ShownPublication {
  const { data, doi: _, ...fields } = shownPublication(record);
  const links = record.researchers.map(
    ({ orcid, author_position, editor_position }) => `${orcid} ${author_position ?? editor_position ?? 'unmatched'}`,
  );
  const states = {
    [record.source]: textsOf(record.original.relations),
    openalex: textsOf(record.enriched?.relations ?? []),
    others: textsOf(record.related),
  };
  return { superseded_by: record.superseded_by, fields: { ...fields, data }, links: links.sort(), states };
}

/** Writes what is shown of stored publications to a file that `changesSince` reads. */
export function saveShown(path: string, records: readonly PublicationRecord[]): void {
  const shown: ShownPublications = Object.fromEntries(
    records.map((record): [string, ShownPublication] => [record.doi, shownOf(record)]).sort(byDoi),
  );
  writeFileSync(path, JSON.stringify(shown));
}

const byDoi = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** A line for each difference from what a file of `saveShown` has: families with who states them, fields, and links. */
export function changesSince(path: string, records: readonly PublicationRecord[]): string[] {
  const before = JSON.parse(readFileSync(path, 'utf8')) as ShownPublications;
  const after = new Map(records.map((record) => [record.doi, shownOf(record)]));
  return [...new Set([...Object.keys(before), ...after.keys()])].sort().flatMap((doi) => {
    const [was, is] = [before[doi], after.get(doi)];
    if (!was || !is) return `${doi}: ${was ? 'stored before' : 'stored now'}`;
    return [
      ...familyChange(doi, was, is),
      ...fieldChanges(doi, flat(was.fields), flat(is.fields)),
      ...(sameJson(was.links, is.links) ? [] : `${doi} links: ${was.links.join(', ')} -> ${is.links.join(', ')}`),
    ];
  });
}

function familyChange(doi: string, was: ShownPublication, is: ShownPublication): string[] {
  if (was.superseded_by === is.superseded_by) return [];
  const stated = Object.entries(is.states).flatMap(([who, what]) => what.map((each) => `${who}: ${each}`));
  return [
    `${doi} family: shown by ${was.superseded_by} -> ${is.superseded_by} (${stated.join('; ') || 'nobody states'})`,
  ];
}

function fieldChanges(doi: string, was: Record<string, unknown>, is: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names.flatMap((name) =>
    sameJson(was[name], is[name]) ? [] : `${doi} ${name}: ${short(was[name])} -> ${short(is[name])}`,
  );
}

const flat = ({ data, ...fields }: Record<string, unknown>): Record<string, unknown> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(data as object).map(([name, value]) => [`data.${name}`, value])),
});

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
