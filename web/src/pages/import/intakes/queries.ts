import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../../api/client.ts';
import type { paths } from '../../../api/schema.ts';
import type { IntakeSearch } from '../search.ts';

export type Intake = Schema<'Intake'>;
type RowPage = paths['/api/intakes/{id}/rows']['get']['responses'][200]['content']['application/json'];
export type IntakeRow = RowPage['rows'][number];
export type IntakeClass = NonNullable<IntakeRow['class']>;
type BodyOf<Path extends keyof paths, Method extends 'patch'> = paths[Path] extends {
  [Name in Method]: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
export type Deciding = BodyOf<'/api/intakes/{id}/rows', 'patch'>;
export type Decision = Deciding['decision'];
/** The API offers only fields that it takes. */
export type OfferedField = NonNullable<Deciding['fields']>[number];

/** The states in which the registry works on an intake. */
export const isUnderWay = ({ state }: Pick<Intake, 'state'>): boolean =>
  state === 'checking' || state === 'applying' || state === 'undoing';

/** Whether rows with this outcome can be decided: those that nothing has become of yet, or, one by one, those that have failed. */
export const isDecidable = (
  { state, outcomes }: Pick<Intake, 'state' | 'outcomes'>,
  outcome: 'waiting' | 'failed',
): boolean => (state === 'checked' || state === 'stopped' || state === 'applied') && (outcomes[outcome] ?? 0) > 0;

/** Whether there is something that an undo can take back. */
export const hasChanged = (outcomes: Intake['outcomes']): boolean =>
  (['created', 'fetched', 'linked', 'edited'] as const).some((each) => (outcomes[each] ?? 0) > 0);

/** The first keys of the queries that show what an intake changes. */
export const refreshedByIntakes: readonly string[] = [
  'intakes',
  'publications',
  'works',
  'people',
  'projects',
  'groups',
];

const intakesPerPage = 50;

/** The files that the workspace has taken in, newest first. */
export const intakeList = infiniteQueryOptions({
  queryKey: ['intakes', 'list'],
  queryFn: ({ pageParam, signal }) =>
    answerOf(
      api.GET('/api/intakes', {
        params: { query: { limit: intakesPerPage, ...(pageParam && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export const intakeDetail = (id: string) =>
  queryOptions({
    queryKey: ['intakes', 'intake', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/intakes/{id}', { params: { path: { id } }, signal })),
    // Never another file's numbers.
    placeholderData: undefined,
  });

export const rowsPerPage = 50;
/** The limit of the API. */
const rowsAtOnce = 100;

/** The rows of a class, a page at a time: each has the cursor of the next. */
export const intakeRows = (id: string, { class: its, outcome }: IntakeSearch, cursor: string) => {
  const query = { class: its, outcome, limit: rowsPerPage, ...(cursor && { cursor }) };
  return queryOptions({
    queryKey: ['intakes', 'rows', id, query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/intakes/{id}/rows', { params: { path: { id }, query }, signal })),
  });
};

/** The places of all rows of a class that have failed. */
export async function failedIndexes(id: string, its: IntakeClass): Promise<number[]> {
  const indexes: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { class: its, outcome: 'failed' as const, limit: rowsAtOnce, ...(cursor && { cursor }) };
    const { rows, next_cursor } = await answerOf(
      api.GET('/api/intakes/{id}/rows', { params: { path: { id }, query } }),
    );
    indexes.push(...rows.map(({ index }) => index));
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
  return indexes;
}

export const decide = (id: string, body: Deciding) =>
  answerOf(api.PATCH('/api/intakes/{id}/rows', { params: { path: { id } }, body }));

const params = (id: string) => ({ params: { path: { id } } });
/** The steps of an intake. Each is done by a job. */
export const steps = {
  check: (id: string) => answerOf(api.POST('/api/intakes/{id}/check', params(id))),
  apply: (id: string) => answerOf(api.POST('/api/intakes/{id}/apply', params(id))),
  stop: (id: string) => answerOf(api.POST('/api/intakes/{id}/stop', params(id))),
  undo: (id: string) => answerOf(api.POST('/api/intakes/{id}/undo', params(id))),
} satisfies Record<string, (id: string) => Promise<Intake>>;

/** The whole report, of which the API gives a part at once. */
export async function readReport(id: string): Promise<string> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const call = api.GET('/api/intakes/{id}/report', {
      params: { path: { id }, query: cursor === undefined ? {} : { cursor } },
      parseAs: 'text',
    });
    parts.push((await answerOf<unknown>(call)) as string);
    const { headers } = (await call).response;
    const next = /[?&]cursor=([^&>]+)/.exec(headers.get('Link') ?? '')?.[1];
    cursor = next === undefined ? undefined : decodeURIComponent(next);
  } while (cursor !== undefined);
  return parts.join('');
}

/** The fields of the record that an entry may be, as curators see it. */
export const targetRecord = ({ kind, id }: { kind: string; id: string }) =>
  queryOptions({
    queryKey: [kind === 'work' ? 'works' : 'publications', 'compared', id],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, unknown>>> => {
      const path = { params: { path: { id } }, signal };
      const { merged } =
        kind === 'work'
          ? await answerOf(api.GET('/api/works/{id}', path))
          : await answerOf(api.GET('/api/publications/{id}', path));
      return { ...Object(merged.data), ...merged };
    },
    placeholderData: undefined,
  });
