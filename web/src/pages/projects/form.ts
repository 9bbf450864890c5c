import { ProjectContent } from '../../../../src/records/projects/input.ts';
import type { components } from '../../api/schema.ts';
import { type ProjectFault, projectFaults } from '../../data/project-faults.ts';
import { localizedOf, type Translation, translationsOf } from '../../text/translations.ts';

type Project = components['schemas']['Project'];

export const localizedFields = ['programme', 'title', 'abstract'] as const;
export const peopleFields = ['coordinator_orcids', 'member_orcids'] as const;
export type LocalizedField = (typeof localizedFields)[number];
export type PeopleField = (typeof peopleFields)[number];
export type TextField =
  | 'start_date'
  | 'end_date'
  | 'cesam_funding_amount'
  | 'cesam_funding_currency'
  | 'total_funding_amount'
  | 'total_funding_currency'
  | 'proponent_institution'
  | 'page_url';

/** An object of any content, of which the form knows some fields and keeps the others. */
export type OpenObject = Readonly<Record<string, unknown>>;

/** The fields of a project in the form. */
export type Values = Record<LocalizedField, readonly Translation[]> &
  Record<TextField, string> &
  Record<PeopleField | 'work_ids', readonly string[]> & {
    /** Names, or objects with a name. */
    funding_entities: readonly unknown[];
    /** The first is the logo; there is none or one. */
    project_logo: readonly OpenObject[];
    funding_partner_images: readonly OpenObject[];
    data: readonly (readonly [name: string, value: unknown])[];
  };
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
  work_ids: [],
  data: {},
};

export function valuesOf(project: Input): Values {
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
    member_orcids: project.member_orcids,
    coordinator_orcids: project.coordinator_orcids,
    // The release before has none.
    work_ids: project.work_ids ?? [],
    funding_entities: project.funding_entities,
    project_logo: project.project_logo ? [project.project_logo] : [],
    funding_partner_images: project.funding_partner_images,
    data: Object.entries(project.data),
  };
}

/** Converts values for the API. What was added and not filled in is left out. */
export function inputOf(values: Values): Input {
  const textOrNull = (text: string) => text.trim() || null;
  const amount = (text: string) => (text.trim() === '' ? null : Number(text));
  const [logo] = values.project_logo.filter(isFilled);
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
    member_orcids: [...values.member_orcids],
    coordinator_orcids: [...values.coordinator_orcids],
    work_ids: [...values.work_ids],
    funding_entities: values.funding_entities.filter((one) => typeof one !== 'string' || one.trim() !== ''),
    project_logo: logo ?? null,
    funding_partner_images: values.funding_partner_images.filter(isFilled),
    data: Object.fromEntries(values.data.filter(([name, value]) => name.trim() !== '' || value !== '')),
  };
}

const isFilled = (object: OpenObject) => Object.values(object).some((value) => value !== '');

/** The changed fields that somebody else has set to another value since `seen`. */
export function conflictsOf(typed: Partial<Values>, seen: Input, now: Input): Field[] {
  const [before, after] = [valuesOf(seen), valuesOf(now)];
  const isSame = (one: Values[Field] | undefined, other: Values[Field]) =>
    JSON.stringify(one) === JSON.stringify(other);
  return (Object.keys(typed) as Field[]).filter(
    (field) => !isSame(before[field], after[field]) && !isSame(typed[field], after[field]),
  );
}

/** A value in words, for the comparison with that of somebody else. */
export function textOf(value: Values[Field]): string {
  if (typeof value === 'string') return value;
  return value.map(textOfPart).join('\n');
}

function textOfPart(part: Exclude<Values[Field], string>[number]): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return `${part[0]}: ${textOfOpen(part[1])}`;
  const { tag, text } = part as Partial<Translation>;
  if (tag === undefined || text === undefined) return textOfOpen(part);
  return tag === '' ? text : `${tag}: ${text}`;
}

/** A text as it is, anything else as JSON. */
export const textOfOpen = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export type Fault = ProjectFault | 'names';

/** The faults of the values: those of the form, and those that the schema of the API finds. */
export function faultsOf(values: Values): Partial<Record<Field, Fault>> {
  const faults: Partial<Record<Field, Fault>> = Object.fromEntries(projectFaults(ProjectContent, inputOf(values)));
  for (const field of localizedFields) {
    const tags = values[field].map(({ tag }) => tag.trim());
    if (tags.length > 1 && (tags.includes('') || new Set(tags).size < tags.length)) faults[field] = 'language';
  }
  const names = values.data.map(([name]) => name.trim());
  if (new Set(names).size < names.length) faults.data = 'names';
  return faults;
}
