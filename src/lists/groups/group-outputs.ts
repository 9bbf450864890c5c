import { GroupOutputRow, groupOutputShape } from '#src/records/groups/output.ts';
import { defineList } from '../define-list.ts';
import { listSpec } from '../model/spec.ts';

export const groupOutputSpec = /* @__PURE__ */ listSpec({
  collection: 'GROUP_OUTPUT',
  schema: GroupOutputRow,
  shape: groupOutputShape,
  id: ({ id }) => id,
  texts: () => [],
  sorts: { changed: (row) => row.changed },
  equals: { group: ({ added, excluded }) => [...new Set([...added, ...excluded])] },
  atLeast: { changed: (row) => row.changed },
  where: {},
});

/** The outputs whose groups curators have changed by hand. */
export const groupOutputs = /* @__PURE__ */ defineList(groupOutputSpec);
