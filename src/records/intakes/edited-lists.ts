/** The lists whose records can be edited in a file. */
export const editedLists = ['publications', 'works', 'people', 'projects', 'groups'] as const;
export type EditedList = (typeof editedLists)[number];
