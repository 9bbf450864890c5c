import * as ofKind from '../../data/field-input.ts';
import { type FieldName, fields } from './fields.ts';

export type { Fault, Input } from '../../data/field-input.ts';

/** A value as the editor of its field begins with it. */
export const inputOf = (name: FieldName, value: unknown): ofKind.Input => ofKind.inputOf(fields[name], value);

/** The value of an input without a fault. */
export const editedValue = (name: FieldName, input: ofKind.Input): unknown => ofKind.editedValue(fields[name], input);

/** The fault of an input that the API would refuse, or that would be saved as something else. */
export const faultOf = (name: FieldName, input: ofKind.Input): ofKind.Fault | undefined =>
  ofKind.faultOf(fields[name], input);

/** Whether two values of a field are the same in what editors can write. */
export const isSameValue = (name: FieldName, one: unknown, other: unknown): boolean =>
  ofKind.isSameValue(fields[name], one, other);
