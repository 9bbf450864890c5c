import * as z from 'zod';
import { type PromotedField, promotedFields } from '#src/vocabulary/bibliography.ts';
import type { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type FieldPath, fieldPath, protectedFields, tokensOf } from './fields.ts';
import { type Publication, type PublicationRecord, shownPublication } from './publication.ts';

/**
 * Edits are an overlay: an editor's field takes precedence over the sources until the edit is removed. Fields are the
 * promoted ones and the top-level fields of `data` and `enriched_metadata`.
 */

type Fields = Record<string, unknown>;

/** The document that a JSON Patch is applied to: the record as shown, without fields that no edit can change. */
export type EditableDocument = Fields & { visible: boolean; data: Fields; enriched_metadata?: Fields };

/** The state of a record's edits. */
export interface Edited {
  edits: Fields;
  edit_count: number;
  last_edited_at: number | null;
  version: number;
}

/** A kind of record with edits: publications, and works without a DOI. */
export interface EditableKind<R extends Edited> {
  /** Its name in messages: "publication". */
  noun: string;
  /** The fields beside `data` that an edit can change. */
  promoted: readonly string[];
  document: (record: R) => EditableDocument;
}

/** The publication as shown, without fields that no edit can change. */
export function editableDocument(
  record: PublicationRecord,
): EditableDocument & Pick<Publication, PromotedField> & { enriched_metadata: Fields } {
  const { doi: _, cited_by_count: __, enriched_metadata, ...fields } = shownPublication(record);
  return { visible: record.visible, ...fields, enriched_metadata: enriched_metadata ?? {} };
}

export const editablePublication: EditableKind<PublicationRecord> = {
  noun: 'publication',
  promoted: promotedFields,
  document: editableDocument,
};

/** A forbidden part of a patch. `path` is in the request body or in the patched document. */
export interface EditFault {
  path: string;
  message: string;
}

/** The operations of a patch that would change what no edit can change. */
export function protectedOperations(document: EditableDocument, patch: JsonPatch): EditFault[] {
  const editable = new Set(Object.keys(document));
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

function writtenBy(operation: JsonPatch[number]): string[] {
  if (operation.op === 'test') return [];
  return operation.op === 'move' ? [operation.from, operation.path] : [operation.path];
}

/** Names with an underscore belong to internal fields, which are never shown. */
const isProtected = (name: string) => protectedFields.has(name) || name.startsWith('_');

/** Limit of fields per edit. Each is merged, kept in the history and shown there. */
export const maxFieldsPerEdit = 1_000;

/** The values that a patch sets, by field. Undefined returns to the source's value. */
export type FieldValues = Map<FieldPath, unknown>;

/**
 * The differences between a document and the patched one, and their faults. A removed field returns to the source's
 * value. A promoted field is the same in both places, such as `/title` and `/data/title`.
 */
export function fieldDifferences(
  before: EditableDocument,
  patched: Fields,
  patch: JsonPatch,
  promoted: readonly string[],
): { values: FieldValues; faults: EditFault[] } {
  const values: FieldValues = new Map();
  const faults: EditFault[] = [];
  const written = patch.flatMap(writtenBy);
  const isWritten = (field: FieldPath) => written.some((each) => each === field || each.startsWith(`${field}/`));
  const data = objectOr(patched.data, 'data', faults);
  const metadata = objectOr(patched.enriched_metadata, 'enriched_metadata', faults);
  for (const name of promoted) {
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
    ['enriched_metadata', before.enriched_metadata ?? {}, metadata],
  ] as const) {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (place === 'data' && promoted.includes(name)) continue;
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

export function valueIn(document: object, field: FieldPath): unknown {
  return tokensOf(field).reduce<unknown>(
    (value, token) => (value && Object.hasOwn(value, token) ? Reflect.get(value, token) : undefined),
    document,
  );
}

export const FieldChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Whether the value was an editor's before and after the edit. Otherwise it is the source's. */
  edited_before: z.boolean(),
  edited_after: z.boolean(),
});
export type FieldChange = z.output<typeof FieldChange>;

export const PublicationEdit = z.object({
  /** The resulting `edit_count`, unique within the publication. */
  number: z.int(),
  /** Milliseconds since the epoch. */
  edited_at: z.int(),
  /** In the form of `actorOf` in src/identity. */
  actor: z.string().nullable(),
  /** The number of the edit it reverts. */
  reverts: z.int().nullable(),
  changes: z.array(FieldChange),
});
export type PublicationEdit = z.output<typeof PublicationEdit>;

/**
 * The record with these fields set by an editor or returned to their sources, and the changes. The year follows an
 * edited date unless it is edited itself. The caller matches the researchers again if the authors have changed.
 */
export function withFields<R extends Edited>(
  { document }: Pick<EditableKind<R>, 'document'>,
  record: R,
  values: FieldValues,
  now: Date,
): { record: R; changes: FieldChange[] } {
  const edits: Fields = structuredClone(record.edits);
  setEdits(edits, values);
  const edited = { ...record, edits };
  const [shown, showing] = [document(record), document(edited)];
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

/** Sets these edits, removing those whose value is undefined. Linear in the number of fields. */
function setEdits(edits: Fields, values: FieldValues): void {
  for (const [field, value] of values) {
    const [place = '', name] = tokensOf(field);
    if (name !== undefined) edits[place] ??= {};
    const holder = name === undefined ? edits : (edits[place] as Fields);
    if (value === undefined) delete holder[name ?? place];
    else holder[name ?? place] = value;
  }
  for (const place of ['data', 'enriched_metadata']) {
    if (edits[place] && Object.keys(edits[place]).length === 0) delete edits[place];
  }
}

/** The values that revert an edit. Reverting `conflicts` would lose later changes. */
export function valuesBefore(
  { edits }: Edited,
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

/** The edits of a record in fields that are not edited in the kept one. */
export function unedited(kept: Pick<Edited, 'edits'>, other: Pick<Edited, 'edits'>): FieldValues {
  const values: FieldValues = new Map();
  for (const [place, edit] of Object.entries(other.edits)) {
    if (edit === undefined) continue;
    if (place !== 'data' && place !== 'enriched_metadata') {
      if (!Object.hasOwn(kept.edits, place)) values.set(fieldPath(place), edit);
      continue;
    }
    for (const [name, value] of Object.entries(edit ?? {})) {
      if (!Object.hasOwn((kept.edits[place] as object | undefined) ?? {}, name))
        values.set(fieldPath(place, name), value);
    }
  }
  return values;
}

/** Every edited field with the editor's value and the sources' current one. */
export function editedFields<R extends Edited>({ document }: EditableKind<R>, record: R): Fields {
  const sources = document({ ...record, edits: {} });
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

/** Limits of a value, and of all values, in texts that must stay short. */
const shortCharacters = 1_000;
const maxCharacters = 16_000;

/** Changes in a short form, such as for an activity event. */
export interface ShortChanges {
  changes: { field: FieldPath; before: unknown; after: unknown }[];
  /** Whether values are cut to the beginning of their text or JSON. */
  abridged?: true;
  more_changes?: number;
}

/** The changes, cutting long values and omitting the last ones to stay within 16,000 characters. */
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
