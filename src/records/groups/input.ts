import * as z from 'zod';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { maxStewards } from '#src/identity/domain/stewardship.ts';
import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { HttpUrl } from '#src/vocabulary/json/open-json.ts';
import { hasText, localizedText } from '#src/vocabulary/localized-text.ts';
import { nameText } from '#src/vocabulary/name.ts';
import { type GroupContent, GroupId, type GroupParent, type GroupRecord } from './group.ts';
import { dayBefore, dayTextOf, type PeriodInMs, type StoredPeriod, toStoredPeriod } from './periods.ts';

const maxParents = 20;
const maxPrintedNames = 50;

/** Days are stored as texts with a year of four digits. */
const time = z
  .int()
  .min(Date.UTC(1000, 0, 1))
  .max(Date.UTC(2999, 0, 1))
  .nullable();

/** A period in requests, in milliseconds since the epoch. */
const givenPeriod = {
  starts_at: time.meta({
    description: 'Milliseconds since the epoch. Its day in UTC counts whole. null: always before',
  }),
  ends_at: time.meta({ description: 'The first moment after it, in milliseconds since the epoch. null: ever after' }),
};

export const optionalPeriod = {
  starts_at: givenPeriod.starts_at.optional(),
  ends_at: givenPeriod.ends_at.optional(),
};

/** A period in requests, or a part of it. */
type GivenPeriod = { [Name in keyof PeriodInMs]?: number | null | undefined };

/** The ends of a period that a request gives, as they are stored; undefined if it gives none. */
export function storedPart({ starts_at, ends_at }: GivenPeriod): Partial<StoredPeriod> | undefined {
  if (starts_at === undefined && ends_at === undefined) return undefined;
  const stored = toStoredPeriod({ starts_at: starts_at ?? null, ends_at: ends_at ?? null });
  return {
    ...(starts_at !== undefined && { starts_at: stored.starts_at }),
    ...(ends_at !== undefined && { ends_at: stored.ends_at }),
  };
}

/** Adds an issue if a period ends before it starts. */
export function checkPeriod(context: z.core.ParsePayload<GivenPeriod>): void {
  const { starts_at, ends_at } = context.value;
  if (typeof starts_at !== 'number' || typeof ends_at !== 'number' || starts_at < ends_at) return;
  const message = 'must be later than starts_at';
  context.issues.push({ code: 'custom', path: ['ends_at'], params: { fault: 'order' }, message, input: ends_at });
}

const Ror = z
  .string()
  .transform((text, context) => {
    const ror = parseRor(text);
    if (ror) return ror;
    context.issues.push({
      code: 'custom',
      message: 'must be a ROR iD, such as https://ror.org/021nxhr62',
      input: text,
    });
    return z.NEVER;
  })
  .nullable();

const Parent = z.strictObject({ id: z.string(), ...optionalPeriod }).check((context) => checkPeriod(context));

const fields = {
  name: localizedText(500).refine(hasText, {
    error: 'must not be empty in all languages',
    params: { fault: 'required' },
  }),
  kind: nameText(40).nullable().meta({ description: 'Any word, such as `department`' }),
  parent_id: z
    .string()
    .nullable()
    .meta({ description: 'The only group that it belongs to from now on; null for none' }),
  parents: z.array(Parent).max(maxParents).meta({ description: 'The groups that it belongs to, each with its period' }),
  taken_over_by: z
    .string()
    .nullable()
    .meta({ description: 'The group that continues it, which counts its outputs of all times' }),
  ror: Ror,
  homepage: HttpUrl.nullable(),
  external_id: nameText(100).nullable().meta({ description: 'Its number in your systems, which no other group has' }),
  printed_names: z
    .array(nameText(300))
    .max(maxPrintedNames)
    .transform((names) => [...new Set(names)])
    .meta({ description: 'Its names as authors print them' }),
  visible: z.boolean(),
  stewards: z
    .array(EmailAddress)
    .max(maxStewards)
    .transform((emails) => [...new Set(emails)].sort())
    .meta({
      description:
        'The e-mail addresses of people who may change its members, those of the groups below it, and the outputs of ' +
        'these. Whoever has no account is invited.',
    }),
  ...givenPeriod,
};

const { name, ...others } = fields;
const optional = z.strictObject(others).partial().shape;

function checkTogether(context: z.core.ParsePayload<{ parent_id?: unknown; parents?: unknown } & GivenPeriod>) {
  checkPeriod(context);
  const { parent_id, parents } = context.value;
  if (parent_id === undefined || parents === undefined) return;
  const message = 'must not be given with parents';
  context.issues.push({ code: 'custom', path: ['parent_id'], message, input: parent_id });
}

export const NewGroup = z
  .strictObject({ id: GroupId.optional(), name, ...optional })
  .check((context) => checkTogether(context));
export type NewGroup = z.output<typeof NewGroup>;

/** A JSON Merge Patch (RFC 7396) of a group. */
export const GroupPatch = z
  .strictObject({ name: name.optional(), ...optional })
  .check((context) => checkTogether(context));
export type GroupPatch = z.output<typeof GroupPatch>;

const emptyContent: Omit<GroupContent, 'name'> = {
  kind: null,
  parents: [],
  taken_over_by: null,
  ror: null,
  homepage: null,
  external_id: null,
  printed_names: [],
  visible: true,
  stewards: [],
  starts_at: null,
  ends_at: null,
};

export function newContent(input: Omit<NewGroup, 'id'>, now: Date): GroupContent {
  const empty = { ...emptyContent, name: input.name };
  const parents = input.parent_id ? [{ id: input.parent_id, starts_at: null, ends_at: null }] : [];
  return {
    ...empty,
    ...contentChange({ ...input, parent_id: undefined }, { ...empty }, now),
    ...(input.parent_id && { parents }),
  };
}

/** The fields that a patch changes. */
export function contentChange(
  { parent_id, parents, starts_at, ends_at, ...patch }: GroupPatch,
  stored: Pick<GroupRecord, 'parents' | 'starts_at' | 'ends_at'>,
  now: Date,
): Partial<GroupContent> {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const period = {
    ...(starts_at !== undefined && { starts_at: toStoredPeriod({ starts_at, ends_at: null }).starts_at }),
    ...(ends_at !== undefined && { ends_at: toStoredPeriod({ starts_at: null, ends_at }).ends_at }),
  };
  const all =
    parent_id !== undefined
      ? movedTo(parent_id, stored.parents, dayTextOf(now.getTime()))
      : parents?.map(({ id, starts_at: from = null, ends_at: to = null }) => ({
          id,
          ...toStoredPeriod({ starts_at: from, ends_at: to }),
        }));
  return { ...given, ...period, ...(all && { parents: sorted(all) }) };
}

/** The parents of a group that belongs only to one from a day on. */
function movedTo(parentId: string | null, parents: readonly GroupParent[], today: string): GroupParent[] {
  const open = parents.filter(({ ends_at }) => ends_at === null || ends_at >= today);
  const [only] = open;
  const isThere =
    open.length === 1 && only?.id === parentId && only.ends_at === null && (only.starts_at ?? '') <= today;
  if (isThere) return [...parents];
  const ended = parents.flatMap((parent) => {
    if (!open.includes(parent)) return parent;
    return (parent.starts_at ?? '') < today ? { ...parent, ends_at: dayBefore(today) } : [];
  });
  return parentId === null ? ended : [...ended, { id: parentId, starts_at: today, ends_at: null }];
}

const sorted = (parents: readonly GroupParent[]) =>
  parents.toSorted((one, other) =>
    `${one.starts_at ?? ''} ${one.id}` < `${other.starts_at ?? ''} ${other.id}` ? -1 : 1,
  );
