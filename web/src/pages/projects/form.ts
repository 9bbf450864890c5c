import { parseOrcidId } from '../../../../src/domain/values/orcid-id.ts';
import type { components } from '../../api/schema.ts';
import { localizedOf, type Translation, translationsOf } from '../../text/translations.ts';

type Project = components['schemas']['Project'];

export const localizedFields = ['programme', 'title', 'abstract'] as const;
export const peopleFields = ['coordinator_orcids', 'member_orcids'] as const;
export const jsonFields = ['funding_entities', 'project_logo', 'funding_partner_images', 'data'] as const;
export type LocalizedField = (typeof localizedFields)[number];
export type TextField =
  | 'start_date'
  | 'end_date'
  | 'cesam_funding_amount'
  | 'cesam_funding_currency'
  | 'total_funding_amount'
  | 'total_funding_currency'
  | 'proponent_institution'
  | 'page_url'
  | (typeof peopleFields)[number]
  | (typeof jsonFields)[number];

/** The fields of a project in the form. iDs are on lines of their own, open values are JSON. */
export type Values = Record<LocalizedField, readonly Translation[]> & Record<TextField, string>;
export type Field = keyof Values;

type Input = Pick<Project, Field>;

export const emptyProject: Input = {
  programme: '',
  title: '',
  abstract: null,
  start_date: null,
  end_date: null,
  cesam_funding_amount: null,
  cesam_funding_currency: 'EUR',
  total_funding_amount: null,
  total_funding_currency: 'EUR',
  funding_entities: [],
  proponent_institution: null,
  project_logo: null,
  funding_partner_images: [],
  page_url: null,
  member_orcids: [],
  coordinator_orcids: [],
  data: {},
};

export function valuesOf(project: Input): Values {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return {
    programme: translationsOf(project.programme),
    title: translationsOf(project.title),
    abstract: translationsOf(project.abstract),
    start_date: project.start_date ?? '',
    end_date: project.end_date ?? '',
    cesam_funding_amount: String(project.cesam_funding_amount ?? ''),
    cesam_funding_currency: project.cesam_funding_currency,
    total_funding_amount: String(project.total_funding_amount ?? ''),
    total_funding_currency: project.total_funding_currency,
    proponent_institution: project.proponent_institution ?? '',
    page_url: project.page_url ?? '',
    member_orcids: project.member_orcids.join('\n'),
    coordinator_orcids: project.coordinator_orcids.join('\n'),
    funding_entities: json(project.funding_entities),
    project_logo: json(project.project_logo),
    funding_partner_images: json(project.funding_partner_images),
    data: json(project.data),
  };
}

/** Converts values for the API. Call it only for values without faults. */
export function inputOf(values: Values): Input {
  const textOrNull = (text: string) => text.trim() || null;
  const amount = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    programme: localizedOf(values.programme),
    title: localizedOf(values.title),
    abstract: values.abstract.some(({ text }) => text.trim()) ? localizedOf(values.abstract) : null,
    start_date: textOrNull(values.start_date),
    end_date: textOrNull(values.end_date),
    cesam_funding_amount: amount(values.cesam_funding_amount),
    cesam_funding_currency: values.cesam_funding_currency as Project['cesam_funding_currency'],
    total_funding_amount: amount(values.total_funding_amount),
    total_funding_currency: values.total_funding_currency as Project['total_funding_currency'],
    proponent_institution: textOrNull(values.proponent_institution),
    page_url: textOrNull(values.page_url),
    member_orcids: orcids(values.member_orcids),
    coordinator_orcids: orcids(values.coordinator_orcids),
    funding_entities: JSON.parse(values.funding_entities),
    project_logo: JSON.parse(values.project_logo),
    funding_partner_images: JSON.parse(values.funding_partner_images),
    data: JSON.parse(values.data),
  };
}

const words = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const orcids = (text: string) => words(text).map((word) => parseOrcidId(word) ?? word);

/** The changed fields that somebody else has set to another value since `seen`. */
export function conflictsOf(typed: Partial<Values>, seen: Input, now: Input): Field[] {
  const [before, after] = [valuesOf(seen), valuesOf(now)];
  const isSame = (one: Values[Field] | undefined, other: Values[Field]) =>
    JSON.stringify(one) === JSON.stringify(other);
  return (Object.keys(typed) as Field[]).filter(
    (field) => !isSame(before[field], after[field]) && !isSame(typed[field], after[field]),
  );
}

export const textOf = (value: Values[Field]): string =>
  typeof value === 'string' ? value : value.map(({ tag, text }) => (tag === '' ? text : `${tag}: ${text}`)).join('\n');

export type Fault = 'required' | 'language' | 'date' | 'amount' | 'orcids' | 'json';

/** The faults of the values; the API checks the rest. */
export function faultsOf(values: Values): Partial<Record<Field, Fault>> {
  const faults: Partial<Record<Field, Fault>> = {};
  for (const field of localizedFields) {
    const tags = values[field].map(({ tag }) => tag.trim());
    if (tags.length > 1 && (tags.includes('') || new Set(tags).size < tags.length)) faults[field] = 'language';
    else if (field !== 'abstract' && !values[field].some(({ text }) => text.trim())) faults[field] = 'required';
  }
  for (const field of ['start_date', 'end_date'] as const) {
    if (!/^(\d{4}(-\d{2}(-\d{2})?)?)?$/.test(values[field].trim())) faults[field] = 'date';
  }
  for (const field of ['cesam_funding_amount', 'total_funding_amount'] as const) {
    if (!(Number(values[field]) >= 0)) faults[field] = 'amount';
  }
  for (const field of peopleFields) {
    if (words(values[field]).some((word) => !parseOrcidId(word))) faults[field] = 'orcids';
  }
  for (const field of jsonFields) if (!isJson(values[field])) faults[field] = 'json';
  return faults;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
