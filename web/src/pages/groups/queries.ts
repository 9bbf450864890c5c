import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { paths } from '../../api/schema.ts';
import { preferredLanguage } from '../../text/text.ts';
import type { MembersSearch } from './search.ts';

export type Group = Schema<'Group'>;
export type Member = Schema<'GroupMember'>;

type BodyOf<Path extends keyof paths, Method extends 'post' | 'patch'> = paths[Path] extends {
  [Name in Method]: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
export type GroupPatch = BodyOf<'/api/groups/{id}', 'patch'>;
type NewGroup = BodyOf<'/api/groups', 'post'>;
export type NewMember = BodyOf<'/api/groups/{id}/members', 'post'>;
export type MemberPatch = BodyOf<'/api/groups/{id}/members/{memberId}', 'patch'>;

const membersPerPage = 50;

export const groupDetail = (id: string) =>
  queryOptions({
    queryKey: ['groups', 'group', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/groups/{id}', { params: { path: { id } }, signal })),
    // Never another group's values in a form.
    placeholderData: undefined,
  });

export const groupMembers = (id: string, { q = '', state = 'current', page = 1 }: MembersSearch) => {
  const query = { q, ...(state !== 'all' && { state }), page, perPage: membersPerPage };
  return queryOptions({
    queryKey: ['groups', 'members', id, query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/groups/{id}/members', { params: { path: { id }, query }, signal })),
  });
};

const proposedPerPage = 50;

export type ProposedMember = Schema<'Proposal'>;

/** People whom ORCID records or printed affiliations say to be members, as far as nobody has decided. */
export const proposedMembers = (id: string, page: number) => {
  const query = {
    group_id: id,
    kind: 'group_membership',
    status: 'open',
    page,
    perPage: proposedPerPage,
    sort: 'created_at',
    dir: 'desc',
  } as const;
  return queryOptions({
    queryKey: ['groups', 'proposed', id, query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/proposals', { params: { query }, signal })),
  });
};

const one = { q: '', group_id: '', status: 'active', visibility: 'all', page: 1, perPage: 1, offset: 0 } as const;

/** How many publications and works are a group's, as their lists say. */
export const outputCounts = (id: string) =>
  queryOptions({
    // Also read again when publications or works change.
    queryKey: ['groups', 'outputs', id],
    queryFn: async ({ signal }) => {
      const query = { ...one, group_id: id };
      const [publications, works] = await Promise.all([
        answerOf(
          api.GET('/api/publications', {
            params: { query: { ...query, sort: 'last_fetched_at', dir: 'desc', versions: 'shown' } },
            signal,
          }),
        ),
        answerOf(
          api.GET('/api/works', { params: { query: { ...query, sort: 'last_fetched_at', dir: 'desc' } }, signal }),
        ),
      ]);
      return { publications: publications.total, works: works.total };
    },
    placeholderData: undefined,
  });

export const createGroup = (body: NewGroup): Promise<Group> => answerOf(api.POST('/api/groups', { body }));

/** Changes a group, with a version only if nobody else has since. */
export const patchGroup = (id: string, body: GroupPatch, version?: number): Promise<Group> =>
  answerOf(
    api.PATCH('/api/groups/{id}', {
      params: { path: { id }, ...(version !== undefined && { header: { 'If-Match': `"${version}"` } }) },
      body,
    }),
  );

/** Says who looks after a group, unless somebody else has changed it since this version. Mails are in the user's language. */
export const nameStewards = (id: string, stewards: readonly string[], version: number): Promise<Group> =>
  answerOf(
    api.PATCH('/api/groups/{id}', {
      params: { path: { id }, query: { language: preferredLanguage() }, header: { 'If-Match': `"${version}"` } },
      body: { stewards: [...stewards] },
    }),
  );

export const deleteGroup = (id: string): Promise<unknown> =>
  answerOf(api.DELETE('/api/groups/{id}', { params: { path: { id } } }));

export const addMember = (id: string, body: NewMember): Promise<Member> =>
  answerOf(api.POST('/api/groups/{id}/members', { params: { path: { id } }, body }));

export const patchMember = ({ group_id, id }: Pick<Member, 'group_id' | 'id'>, body: MemberPatch): Promise<Member> =>
  answerOf(
    api.PATCH('/api/groups/{id}/members/{memberId}', { params: { path: { id: group_id, memberId: id } }, body }),
  );

export const removeMember = ({ group_id, id }: Pick<Member, 'group_id' | 'id'>): Promise<unknown> =>
  answerOf(api.DELETE('/api/groups/{id}/members/{memberId}', { params: { path: { id: group_id, memberId: id } } }));
