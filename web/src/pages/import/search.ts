import { oneOf, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

/** `ids`: what a link adds to the form. */
export const importSearch = searchParameters({
  kind: oneOf(['researchers', 'publications', 'file', 'projects', 'memberships']),
  ids: text,
});

/** The classes of rows, in the order in which people look at them. */
export const classes = {
  publications: ['duplicate', 'deleted', 'faulty', 'new_doi', 'new_work', 'known', 'twice', 'erased'],
  edits: ['conflict', 'edit', 'damaged', 'gone', 'unknown', 'unchanged'],
} as const;

export const outcomes = [
  'waiting',
  'created',
  'fetching',
  'fetched',
  'linked',
  'edited',
  'unchanged',
  'skipped',
  'failed',
  'undone',
  'left',
] as const;

/** The rows of an intake that are shown. */
export const intakeSearch = searchParameters({
  class: oneOf([...classes.publications, ...classes.edits]),
  outcome: oneOf(outcomes),
});
export type IntakeSearch = SearchOf<typeof intakeSearch>;
