import * as z from 'zod';
import { mergePublication, type Publication, type PublicationRecord } from './publication.ts';
import {
  type FieldPath,
  fieldPath,
  type PromotedField,
  promotedFields,
  protectedFields,
  tokensOf,
} from './publication-fields.ts';
import type { JsonPatch } from './values/json-patch.ts';
import { isSameJson } from './values/same-json.ts';

/**
 * Edits are an overlay: a field that an editor sets takes precedence over the sources until the edit is removed. Fields
 * are the promoted ones and the top-level fields of `data` and `enriched_metadata`.
 */

type Fields = Record<string, unknown>;

/** What a JSON Patch is applied to. */
export type EditableDocument = Pick<Publication, PromotedField | 'data'> & {
  visible: boolean;
  enriched_metadata: Fields;
};

/** The publication as shown, without what no edit can change. */
export function editableDocument(record: PublicationRecord): EditableDocument {
  const { doi: _, cited_by_count: __, enriched_metadata, ...fields } = mergePublication(record);
  return { visible: record.visible, ...fields, enriched_metadata: enriched_metadata ?? {} };
}

/** Something in a patch that is not allowed, by the path in the request body or in the patched document. */
export interface EditFault {
  path: string;
  message: string;
}

const editable: ReadonlySet<string> = new Set(['visible', ...promotedFields, 'data', 'enriched_metadata']);

/** The operations that would change what no edit can change. */
export function protectedOperations(patch: JsonPatch): EditFault[] {
  return patch.flatMap((operation, index) =>
    writtenBy(operation)
      .filter((pointer) => {
        const [place = '', name] = tokensOf(pointer);
        if (place === '' && name === undefined) return false; // The whole document: reported when it is applied.
        return !editable.has(place) || (place === 'data' && name !== undefined && isProtected(name));
      })
      .map((pointer) => ({ path: `${index}.path`, message: `is ${JSON.stringify(pointer)}, which cannot be changed` })),
  );
}

/** The pointers that an operation changes. */
function writtenBy(operation: JsonPatch[number]): string[] {
  if (operation.op === 'test') return [];
  return operation.op === 'move' ? [operation.from, operation.path] : [operation.path];
}

/** Names with an underscore are for internal fields, which are never shown. */
const isProtected = (name: string) => protectedFields.has(name) || name.startsWith('_');

/** The values that a patch sets, by field. Undefined: back to the source's value. */
export type FieldValues = Map<FieldPath, unknown>;

/**
 * The differences between a document and the patched one, and what is wrong with them. A field that is gone returns to
 * the source's value. `/data/title` and `/title` are one field, and so are the others that are promoted.
 */
export function fieldDifferences(
  before: EditableDocument,
  patched: Fields,
  patch: JsonPatch,
): { values: FieldValues; faults: EditFault[] } {
  const values: FieldValues = new Map();
  const faults: EditFault[] = [];
  const written = patch.flatMap(writtenBy);
  const isWritten = (field: FieldPath) => written.some((each) => each === field || each.startsWith(`${field}/`));
  const data = objectOr(patched.data, 'data', faults);
  const metadata = objectOr(patched.enriched_metadata, 'enriched_metadata', faults);
  for (const name of promotedFields) {
    const [top, inner] = [patched[name], data[name]];
    const isTop = !isSameJson(top, before[name]) || isWritten(fieldPath(name));
    const isInner = !isSameJson(inner, before.data[name]) || isWritten(fieldPath('data', name));
    if (isTop && isInner && !isSameJson(top, inner)) {
      faults.push({ path: `data.${name}`, message: `is the same field as ${name} and must not differ from it` });
    } else if (isTop || isInner) {
      values.set(fieldPath(name), isTop ? top : inner);
    }
  }
  for (const [place, was, is] of [
    ['data', before.data, data],
    ['enriched_metadata', before.enriched_metadata, metadata],
  ] as const) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (place === 'data' && (promotedFields as readonly string[]).includes(name)) continue;
      if (isSameJson(was[name], is[name])) continue;
      if (!Object.hasOwn(is, name)) values.set(fieldPath(place, name), undefined);
      else if (isProtected(name)) faults.push({ path: `${place}.${name}`, message: 'cannot be changed' });
      else values.set(fieldPath(place, name), is[name]);
    }
  }
  return { values, faults };
}

function objectOr(value: unknown, path: string, faults: EditFault[]): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields;
  faults.push({ path, message: 'must be an object' });
  return {};
}

/** The value of a field in a document; undefined if it has none. */
export function valueIn(document: object, field: FieldPath): unknown {
  return tokensOf(field).reduce<unknown>(
    (value, token) => (value && Object.hasOwn(value, token) ? Reflect.get(value, token) : undefined),
    document,
  );
}

/** One edited field as it was and as it is. The values are those that are shown, from an editor or from the sources. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Whether an editor had set the value before, and has set it after. Otherwise it is the source's. */
  edited_before: z.boolean(),
  edited_after: z.boolean(),
});
export type FieldChange = z.output<typeof FieldChange>;

/** One edit in the history of a publication. */
export const PublicationEdit = z.object({
  /** The `edit_count` that it led to, which identifies it within the publication. */
  number: z.int(),
  /** Milliseconds since the epoch. */
  edited_at: z.int(),
  /** In the form of `actorOf` in src/auth. */
  actor: z.string().nullable(),
  /** The number of the edit that it reverts. */
  reverts: z.int().nullable(),
  changes: z.array(FieldChange),
});
export type PublicationEdit = z.output<typeof PublicationEdit>;

/**
 * The record with these fields set by an editor, or returned to their sources, and what changed. The year follows an
 * edited date unless it is edited itself. The caller matches the researchers again if the authors have changed.
 */
export function withFields(
  record: PublicationRecord,
  values: FieldValues,
  now: Date,
): { record: PublicationRecord; changes: FieldChange[] } {
  const edits: Fields = structuredClone(record.edits);
  for (const [field, value] of values) setEdit(edits, field, value);
  const edited = { ...record, edits: edits as PublicationRecord['edits'] };
  const [shown, showing] = [editableDocument(record), editableDocument(edited)];
  const changes = [...values.keys()].flatMap((field): FieldChange[] => {
    const [was, is] = [valueIn(record.edits, field), valueIn(edits, field)];
    if (isSameJson(was, is)) return [];
    return [
      {
        field,
        before: valueIn(shown, field) ?? null,
        after: valueIn(showing, field) ?? null,
        edited_before: was !== undefined,
        edited_after: is !== undefined,
      },
    ];
  });
  if (changes.length === 0) return { record, changes };
  const counted = { edit_count: record.edit_count + 1, last_edited_at: now.getTime(), version: record.version + 1 };
  return { record: { ...edited, ...counted }, changes };
}

/** Sets the edit of a field, or removes it if the value is undefined. */
function setEdit(edits: Fields, field: FieldPath, value: unknown): void {
  const [place = '', name] = tokensOf(field);
  if (name === undefined) {
    if (value === undefined) delete edits[place];
    else edits[place] = value;
    return;
  }
  const { [name]: _, ...others } = (edits[place] ?? {}) as Fields;
  const inPlace = value === undefined ? others : { ...others, [name]: value };
  if (Object.keys(inPlace).length > 0) edits[place] = inPlace;
  else delete edits[place];
}

/**
 * What sets the fields of an edit back to what they were before it. `conflicts`: fields that have been changed again since
 * then, which cannot be set back without losing that.
 */
export function valuesBefore(
  { edits }: PublicationRecord,
  edit: PublicationEdit,
): { values: FieldValues; conflicts: FieldPath[] } {
  const values: FieldValues = new Map();
  const conflicts: FieldPath[] = [];
  for (const { field, before, after, edited_before, edited_after } of edit.changes) {
    const present = valueIn(edits, field);
    const [was, became] = [edited_before ? before : undefined, edited_after ? after : undefined];
    if (isSameJson(present, became)) values.set(field, was);
    else if (!isSameJson(present, was)) conflicts.push(field);
  }
  return { values, conflicts };
}

/** Every edited field with the editor's value and the one that the sources have now. */
export function editedFields(record: PublicationRecord): Fields {
  const sources = editableDocument({ ...record, edits: {} });
  const both = (field: FieldPath) => ({
    value: valueIn(record.edits, field),
    source_value: valueIn(sources, field) ?? null,
  });
  return Object.fromEntries(
    Object.entries(record.edits).map(([place, edit]) => {
      if (place !== 'data' && place !== 'enriched_metadata') return [place, both(fieldPath(place))];
      return [
        place,
        Object.fromEntries(Object.keys(edit as Fields).map((name) => [name, both(fieldPath(place, name))])),
      ];
    }),
  );
}

/** How long values are in texts about changes that must stay short, and how much there is of them. */
const shortCharacters = 1_000;
const maxCharacters = 16_000;

/** Changes for where there is little room, such as an activity event. */
export interface ShortChanges {
  changes: { field: FieldPath; before: unknown; after: unknown }[];
  /** Whether values are cut. A cut value is the beginning of its text, or of its JSON. */
  abridged?: true;
  /** The number of changes that are left out. */
  more_changes?: number;
}

/** The changes, with long values cut and the last ones left out where they would need more than 16,000 characters. */
export function abridge(changes: readonly Pick<FieldChange, 'field' | 'before' | 'after'>[]): ShortChanges {
  const whole = changes.map(({ field, before, after }) => ({ field, before, after }));
  if (JSON.stringify(whole).length <= maxCharacters) return { changes: whole };
  const short: ShortChanges['changes'] = [];
  let characters = 0;
  for (const { field, before, after } of whole) {
    const change = { field: field.slice(0, shortCharacters), before: cut(before), after: cut(after) };
    characters += JSON.stringify(change).length;
    if (characters > maxCharacters) break;
    short.push(change);
  }
  const left = whole.length - short.length;
  return { changes: short, abridged: true, ...(left > 0 && { more_changes: left }) };
}

function cut(value: unknown): unknown {
  const json = JSON.stringify(value);
  if (json.length <= shortCharacters) return value;
  return `${(typeof value === 'string' ? value : json).slice(0, shortCharacters).toWellFormed()}…`;
}
