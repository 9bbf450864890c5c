import { oneOf, pageNumber, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

/** The state of the tree. `parent`: the group of which a new one is to be a part. */
export const groupsSearch = searchParameters({ q: text, parent: text });

export const memberStates = ['current', 'former', 'future', 'waiting', 'all'] as const;

/** The state of the members of a group. */
export const membersSearch = searchParameters({ q: text, state: oneOf(memberStates), page: pageNumber });
export type MembersSearch = SearchOf<typeof membersSearch>;
