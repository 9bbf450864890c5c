import { outputTypes } from '../publications/coar.ts';

/**
 * The types of publications in the core data set of research, Kerndatensatz Forschung 1.4
 * (https://www.kerndatensatz-forschung.de/), as identifiers; their names are German.
 */
export const kdsfTypes = [
  'journal-article',
  'monograph',
  'edited-volume',
  'collection-article',
  'conference-paper',
  'review',
  'working-paper',
  'report',
  'doctoral-thesis',
  'thesis',
  'preprint',
  'editorial',
  'research-data',
  'software',
  'patent',
  'other',
] as const;
export type KdsfType = (typeof kdsfTypes)[number];

/** Of output types, by the type that they are counted as. All others are `other`. */
const table: Partial<Record<KdsfType, string>> = {
  'journal-article': 'journal-article review-article data-paper software-paper letter-to-the-editor',
  monograph: 'book',
  'edited-volume': 'conference-proceedings journal',
  'collection-article': 'book-part',
  'conference-paper': 'conference-paper conference-output conference-poster conference-presentation',
  review: 'book-review review peer-review',
  'working-paper': 'working-paper',
  report: 'report technical-documentation clinical-study',
  'doctoral-thesis': 'doctoral-thesis',
  thesis: 'thesis master-thesis bachelor-thesis',
  preprint: 'preprint',
  editorial: 'editorial',
  'research-data': 'dataset',
  software: 'software workflow',
  patent: 'patent',
};

const byOutputType = new Map(
  Object.entries(table).flatMap(([kdsf, types]) => types.split(' ').map((type) => [type, kdsf as KdsfType] as const)),
);

/** The type in the core data set; every output type has one. */
export const kdsfTypeOf = (outputType: string): KdsfType => byOutputType.get(outputType) ?? 'other';

/** The output types that are counted as one of the core data set. */
export const outputTypesOfKdsf = (kdsf: string): string[] => outputTypes.filter((type) => kdsfTypeOf(type) === kdsf);
