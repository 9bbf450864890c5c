import { oneOf, text } from '../../search-parameters.ts';

export const groupBases = ['at_publication', 'current', 'ever'] as const;

/** The filter of a list by groups in its address: several are separated by `|`, and `none` is that of what has no group. */
export const groupParameters = {
  group_id: text,
  subgroups: oneOf([false]),
  group_basis: oneOf(groupBases),
  group_primary: oneOf([true]),
};
