import * as z from 'zod';
import { printedName } from '#src/matching/names/person-name.ts';
import {
  type Author,
  Award,
  type Contributor,
  type EditKind,
  Funder,
  ofEachField,
  type PromotedField,
} from '#src/vocabulary/bibliography.ts';
import { awardUri, parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { Doi } from '#src/vocabulary/identifiers/doi.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { HttpUrl, openField } from '#src/vocabulary/json/open-json.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { parseLocale } from '#src/vocabulary/locale.ts';
import { isVisible } from '#src/vocabulary/name.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { isDay } from '#src/vocabulary/partial-date.ts';
import { Relation } from '#src/vocabulary/relation.ts';
import { contributorRoles } from '#src/vocabulary/roles/contributor-roles.ts';
import { CreditRole } from '#src/vocabulary/roles/credit-roles.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { ReportYear } from '../counting/counted-row-fields.ts';
import { workTypes } from '../orcid/work-types.ts';
import { publicationTypes } from './coar.ts';

/** Names that editors cannot use in `data`: identity, counters and times. */
export const protectedFields: ReadonlySet<string> = new Set([
  'id',
  'doi',
  'doi_url',
  'aliases',
  'source',
  'cited_by_count',
  'edit_count',
  'created_at',
  'last_edited_at',
  'last_fetched_at',
  'deleted_at',
  'withdrawn_at',
  'left_orcids',
  'visible',
  'version',
  'enriched_metadata',
  'researchers',
  // Names that every JavaScript object has.
  '__proto__',
  'constructor',
  'prototype',
]);

/** Texts are stored like those of the sources: one line, single spaces, NFC. */
const oneLine = z.string().transform((written) => written.normalize('NFC').replace(/\s+/g, ' ').trim());

const text = (maxCharacters: number) =>
  oneLine
    .pipe(z.string().min(1).max(maxCharacters))
    .refine((line) => line.isWellFormed(), 'must be well-formed Unicode')
    .refine((line) => !/\p{Cc}/u.test(line), 'must not contain control characters')
    .refine((line) => line === '' || isVisible(line), 'must contain a visible character');

const titleText = text(5_000);
/** Titles are in list rows, which are held in memory and limited to 400 KB by DynamoDB. */
const maxTitleCharacters = 30_000;

const Title = z
  .unknown()
  .pipe(z.union([titleText, z.record(z.string(), titleText)]))
  .transform((title, context): LocalizedText => {
    if (typeof title === 'string') return title;
    const fault = (message: string) => {
      context.issues.push({ code: 'custom', message, input: title });
      return z.NEVER;
    };
    const byTag = new Map<string, string>();
    for (const [tag, translation] of Object.entries(title)) {
      const canonical = parseLocale(tag);
      if (!canonical)
        return fault(`has ${JSON.stringify(tag.slice(0, 100))}, which is not a language tag, such as pt-BR`);
      if (byTag.has(canonical)) return fault(`has the language ${canonical} twice`);
      byTag.set(canonical, translation);
    }
    if (byTag.size === 0) return fault('must have a text');
    if (JSON.stringify(title).length > maxTitleCharacters) {
      return fault(`must have at most ${maxTitleCharacters} characters in all languages`);
    }
    return Object.fromEntries(byTag);
  });

const EditedDate = z
  .string()
  .trim()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'must be a date, such as 2026, 2026-01 or 2026-01-31')
  .refine(
    (date) => /^([12]\d{3}|3000)/.test(date) && isDay(`${date}-01-01`.slice(0, 10)),
    'must be a date that exists, from the year 1000 to 3000',
  );

/** A text in the form that `parse` gives it. */
const canonical = (parse: (written: string) => string | null | undefined, message: string) =>
  z.string().transform((written, context) => {
    const parsed = parse(written);
    if (typeof parsed === 'string') return parsed;
    context.issues.push({ code: 'custom', message, input: written });
    return z.NEVER;
  });

const RorId = canonical(parseRor, 'must be a ROR iD, such as https://ror.org/021nxhr62');

const nameParts = {
  name: text(500).nullable().optional(),
  given: text(500).nullable().optional(),
  family: text(500).nullable().optional(),
  suffix: text(50).nullable().optional(),
  orcid: OrcidId.nullable().optional(),
  affiliations: z.array(text(2_000)).max(100).optional(),
  affiliation_details: z
    .array(
      z.strictObject({
        printed: text(2_000).nullable().default(null),
        name: text(500).nullable().default(null),
        ror: RorId.nullable().default(null),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 code, such as FR')
          .nullable()
          .default(null),
      }),
    )
    .max(100)
    .optional(),
  is_corresponding: z.boolean().optional(),
  credit_roles: z.array(CreditRole).max(20).optional(),
};
type NameInput = { [Part in keyof typeof nameParts]?: z.output<(typeof nameParts)[Part]> };
const isNamed = ({ name, given, family }: NameInput) => Boolean(name || given || family);
const withoutName = 'must have a name, or given and family names';

function authorOf({
  name,
  given = null,
  family = null,
  suffix,
  orcid = null,
  affiliations = [],
  affiliation_details,
  is_corresponding,
  credit_roles,
}: NameInput): Author {
  const parts = { given, family, ...(suffix && { suffix }) };
  return {
    name: name ?? printedName(parts),
    ...parts,
    orcid,
    affiliations,
    ...(affiliation_details && { affiliation_details }),
    ...(is_corresponding && { is_corresponding }),
    ...(credit_roles && credit_roles.length > 0 && { credit_roles: [...new Set(credit_roles)] }),
  };
}

export const AuthorInput = z.strictObject(nameParts).refine(isNamed, withoutName).transform(authorOf);

const ContributorRole = text(50)
  .transform((role) => role.toLowerCase())
  .refine((role) => contributorRoles.has(role), 'must be a role, such as translator or data-collector');

const ContributorInput = z
  .strictObject({ ...nameParts, role: ContributorRole })
  .refine(isNamed, withoutName)
  .transform(({ role, ...named }): Contributor => ({ ...authorOf(named), role }));

/** Identifiers and addresses are stored like those of the sources, because other sites show them as links. */
const FunderInput = Funder.extend({
  doi: Doi.nullable(),
  ror: RorId.nullable().default(null),
  award_details: z
    .array(
      Award.extend({
        uri: canonical(awardUri, 'must be a URL that begins with http:// or https://, or an info: URI').nullable(),
      }),
    )
    .default([]),
});

export const maxAuthors = 25_000;
const Authors = z.array(AuthorInput).max(maxAuthors);

/** The type of a work without a DOI, in ORCID's vocabulary. */
const WorkType = text(100)
  .transform((type) => type.toLowerCase().replace(/[\s_]+/g, '-'))
  .refine((type) => workTypes.has(type), 'must be a type of ORCID, such as dissertation-thesis');

/** Filters compare types in lower case. */
const PublicationType = text(100)
  .transform((type) => type.toLowerCase())
  .refine((type) => publicationTypes.has(type), 'must be a type of publication, such as journal-article or dataset');

/** A language by its tag or its name: `German` is stored as `de`. */
const Language = canonical(languageTag, 'must be a language, such as en or pt-BR').nullable();

const promoted: Record<PromotedField | 'work_type', z.ZodType> = {
  title: Title.nullable(),
  publication_date: EditedDate.nullable(),
  publication_year: z.int().min(1000).max(3000).nullable(),
  publication_type: PublicationType.nullable(),
  work_type: WorkType.nullable(),
  is_retracted: z.boolean(),
  open_access_status: OpenAccessStatus.nullable(),
};

/** The schemas of the values that editors write to `data`, by kind of edit. Null: that of the field itself. */
const inputs: Record<EditKind, z.ZodType | null> = {
  text: oneLine.nullable(),
  long: oneLine.nullable(),
  lines: z.array(oneLine),
  dois: z.array(Doi),
  markup: z
    .string()
    .transform((html) => plainText(html).html)
    .nullable(),
  people: Authors,
  contributors: z.array(ContributorInput).max(maxAuthors),
  date: EditedDate.nullable(),
  language: Language,
  // Pages of other sites link to it.
  url: HttpUrl.nullable(),
  funders: z.array(FunderInput),
  relations: z.array(Relation.extend({ doi: Doi })),
  localized: null,
  term: null,
  year: null,
  type: null,
  boolean: null,
  access: null,
  detail: null,
  shown: null,
};

const inData: Record<string, z.ZodType> = {
  ...ofEachField(({ edit, schema }) => inputs[edit] ?? schema),
  // Takes the publication out of its family of versions.
  standalone: z.boolean(),
  // The year in which reports count the output.
  report_year: ReportYear,
};

/** A field that editors can set, as a JSON pointer: `/title`, `/data/subtitle`, `/enriched_metadata/topics`. */
export type FieldPath = string;

export const fieldPath = (...tokens: string[]): FieldPath =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The schema of a field; its output is stored. Fields that no source has accept any JSON that is safe to publish. */
export function fieldSchema(field: FieldPath): z.ZodType {
  const [place = '', name = ''] = tokensOf(field);
  const known = place === 'data' && Object.hasOwn(inData, name) ? inData[name] : undefined;
  if (known) return openField('').pipe(known);
  if (place === 'data') return openField(name);
  return place === 'enriched_metadata' ? openField(name) : promoted[place as keyof typeof promoted];
}

/** Edited authors with printed names: derived from given and family name if only these were changed. */
export function withPrintedNames(authors: Author[], before: readonly Author[]): Author[] {
  const known = new Map(before.map((author) => [author.name, author]));
  return authors.map((author) => {
    const was = known.get(author.name);
    const parts = ({ given, family, suffix }: Author) => [given, family, suffix];
    const isUnchanged = !was || isSameJson(parts(was), parts(author));
    if (isUnchanged || was.name !== printedName(was) || isSameJson(was, author)) return author;
    return { ...author, name: printedName(author) || author.name };
  });
}
