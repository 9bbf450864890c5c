import type * as z from 'zod';
import { areAllShown } from '#src/records/publications/author-names.ts';
import {
  type EditableDocument,
  type EditableKind,
  type Edited,
  editablePublication,
  type FieldValues,
  fieldDifferences,
  maxFieldsPerEdit,
  protectedOperations,
  valueIn,
  valuesBefore,
  withFields,
} from '#src/records/publications/edits.ts';
import {
  AuthorInput,
  type FieldPath,
  fieldSchema,
  maxAuthors,
  tokensOf,
  withPrintedNames,
} from '#src/records/publications/fields.ts';
import { authorsOf, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getEdit } from '#src/records/publications/store/edits.ts';
import { type Issue, invalidField, invalidRequest, Problem } from '#src/runtime/errors.ts';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { applyJsonPatch, type JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type ChangeResult, type Curator, changePublication, type PublicationChange } from './change-publication.ts';
import { publicationAsOutput, reachOf, requireOutputWithin } from './groups/reach.ts';

/** Throws if the record does not have the version that the request expects. */
export type Precondition = (record: PublicationRecord) => void;

/**
 * Applies a JSON Patch to a publication. Throws for an unknown DOI, a failed precondition and an invalid patch, and
 * `forbidden` if it is in no group of a steward.
 */
export function patchPublication(
  id: string,
  patch: JsonPatch,
  curator: Curator,
  { precondition, steward }: { precondition: Precondition; steward: string | undefined },
): Promise<ChangeResult> {
  const { now } = curator;
  return changePublication(
    id,
    async (record) => {
      const reach = await reachOf(steward, now);
      await requireOutputWithin(reach, publicationAsOutput(record), now);
      precondition(record);
      return { ...patchedFields(record, patch), conditions: reach.conditions };
    },
    curator,
  );
}

/** The change that a JSON Patch makes. Throws if the publication is deleted or the patch is invalid for it. */
export function patchedFields(record: PublicationRecord, patch: JsonPatch): PublicationChange {
  requireNotDeleted(record);
  const change = patchedRecord(editablePublication, record, patch);
  requireAllAuthors(record, change.values, patch);
  return change;
}

/** Applies a JSON Patch to a record of any kind, whether or not it is deleted. Throws if it is invalid for the record. */
export function patchedRecord<R extends Edited>(
  kind: EditableKind<R>,
  record: R,
  patch: JsonPatch,
): { values: FieldValues; visible: boolean } {
  const before = kind.document(record);
  const operations = protectedOperations(before, patch);
  if (operations.length > 0) throw invalidRequest('body', operations);
  const applied = applyJsonPatch<object>(before, patch);
  if ('fault' in applied) {
    const { index, path, message } = applied.fault;
    throw invalidField('body', `${index}.path`, `is ${JSON.stringify(path)}, which ${message}`);
  }
  const { visible, ...patched } = applied.document as Record<string, unknown>;
  const { values, faults } = fieldDifferences(before, patched, patch, kind.promoted);
  requireFewFields(values);
  const issues: Issue[] = [...faults];
  if (typeof visible !== 'boolean') issues.push({ path: 'visible', message: 'must be a boolean' });
  const parsed = parseValues(values, before, issues);
  if (issues.length > 0) throw invalidRequest('body', issues);
  return { values: effective(kind, record, before, parsed), visible: visible === true };
}

/** Throws if an edit would change too many fields, naming the first one beyond the limit. */
function requireFewFields(values: FieldValues): void {
  const [excess] = [...values.keys()].slice(maxFieldsPerEdit);
  if (excess === undefined) return;
  const message = `is one of ${values.size} fields: an edit can change at most ${maxFieldsPerEdit}`;
  throw invalidField('body', tokensOf(excess).join('.'), message);
}

/**
 * Throws if a patch shortens a list of authors that is too long for a response: the client probably sent back the part
 * it was shown, and the other authors would be lost.
 */
function requireAllAuthors(record: PublicationRecord, values: FieldValues, patch: JsonPatch): void {
  const list = values.get('/data/authors');
  const isWhole = patch.some(({ op, path }) => wholeLists.has(path) && op !== 'test' && op !== 'remove');
  if (!isWhole || !Array.isArray(list)) return;
  const authors = authorsOf(record);
  if (list.length >= authors.length || areAllShown(authors)) return;
  const message =
    `has ${list.length} of ${authors.length} authors, which is too many for a response to show them all: ` +
    'edit them by index, such as /data/authors/0, and other fields by their own paths';
  throw invalidField('body', 'data.authors', message);
}

const wholeLists: ReadonlySet<string> = new Set(['/data', '/data/authors']);

/**
 * Reverts the fields of an edit, as a new edit. Throws `not_found` for an unknown publication or edit, `conflict` if a
 * later edit has changed one of the fields, and `forbidden` if the publication is in no group of a steward.
 */
export function revertEdit(
  id: string,
  number: number,
  curator: Curator,
  { precondition, steward }: { precondition: Precondition; steward: string | undefined },
): Promise<ChangeResult> {
  return changePublication(
    id,
    async (record) => {
      const reach = await reachOf(steward, curator.now);
      await requireOutputWithin(reach, publicationAsOutput(record), curator.now);
      precondition(record);
      const edit = await getEdit(record.doi, number);
      if (!edit) throw new Problem('not_found', 'There is no edit with this id');
      requireNotDeleted(record);
      const { values, conflicts } = valuesBefore(record, edit);
      if (conflicts.length > 0) {
        const text = `Later edits have changed ${conflicts.slice(0, 3).join(', ')} again: revert them first`;
        throw new Problem('conflict', text, { details: { fields: conflicts } });
      }
      return { values, reverts: number, conditions: reach.conditions };
    },
    curator,
  );
}

export function requireNotDeleted({ deleted_at }: PublicationRecord): void {
  if (deleted_at !== null) throw new Problem('invalid_body', 'The publication is deleted: restore it first');
}

/** The values to store. Adds their faults to `issues`. */
function parseValues(values: FieldValues, before: EditableDocument, issues: Issue[]): FieldValues {
  const parsed: FieldValues = new Map();
  for (const [field, value] of values) {
    const place = tokensOf(field).join('.');
    if (value === undefined) parsed.set(field, undefined);
    else if (isPeople(field) && Array.isArray(value)) {
      const known = (valueIn(before, field) ?? []) as Author[];
      parsed.set(field, parseAuthors(value, known, place, issues));
    } else parsed.set(field, parse(fieldSchema(field), value, place, issues));
  }
  return parsed;
}

const isPeople = (field: FieldPath) => field === '/data/authors' || field === '/data/editors';

/** Keeps authors that are already shown as their source named them. */
function parseAuthors(authors: unknown[], known: Author[], place: string, issues: Issue[]): Author[] {
  const texts = new Map(known.map((author) => [JSON.stringify(author), author]));
  const parsed = authors.map((author, index) => {
    const shown = texts.get(JSON.stringify(author));
    return shown ?? (parse(AuthorInput, author, `${place}.${index}`, issues) as Author);
  });
  if (authors.length > maxAuthors) issues.push({ path: place, message: `must have at most ${maxAuthors} items` });
  return issues.length > 0 ? [] : withPrintedNames(parsed, known);
}

/** The parsed value. Adds its faults to `issues`. */
function parse(schema: z.ZodType, value: unknown, place: string, issues: Issue[]): unknown {
  const { success, data, error } = schema.safeParse(value, { error: plainMessage });
  if (success) return data;
  issues.push(...issuesOf(error).map(({ path, message }) => ({ path: path ? `${place}.${path}` : place, message })));
  return undefined;
}

/** Omits values that are already shown, unless another value changes them: a new date changes the year. */
function effective<R extends Edited>(
  kind: EditableKind<R>,
  record: R,
  before: EditableDocument,
  values: FieldValues,
): FieldValues {
  const different: FieldValues = new Map();
  const same: FieldValues = new Map();
  for (const [field, value] of values) {
    const isShown = value !== undefined && isSameJson(value, valueIn(before, field));
    (isShown ? same : different).set(field, value);
  }
  if (same.size === 0) return different;
  const after = kind.document(withFields(kind, record, different, new Date(0)).record);
  for (const [field, value] of same) if (!isSameJson(value, valueIn(after, field))) different.set(field, value);
  return different;
}
