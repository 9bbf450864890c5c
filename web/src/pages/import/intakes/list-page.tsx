import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import '../../../styles/import.css';
import { useAction } from '../../../data/action.ts';
import { useActorName } from '../../../data/actor.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { useAutoRefresh } from '../../../ui/auto-refresh.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyNotice } from '../../../ui/empty-notice.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { hasChanged, type Intake, intakeList, isUnderWay, refreshedByIntakes, steps } from './queries.ts';
import { StateBadge } from './state-badge.tsx';

const refreshMs = 5_000;

/** The files that the workspace has taken in, newest first. */
export function IntakesPage() {
  const t = useText();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const query = useInfiniteQuery({
    ...intakeList,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ intakes }) => intakes.some(isUnderWay)) ? refetchInterval : false,
  });
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const intakes = data?.pages.flatMap((page) => page.intakes);
  const columns = useColumns();
  return (
    <Page
      title={t('import.intakes')}
      back={{ to: '/import', text: t('import.intakes.back') }}
      actions={intakes?.some(isUnderWay) && control}
    >
      <Loaded query={{ ...query, data: intakes }}>
        {(shown) =>
          shown.length === 0 ? (
            <EmptyNotice title={t('import.intakes.empty')}>
              <Link to="/import" search={{ kind: 'file' }} className="button primary">
                {t('import.files.choose')}
              </Link>
            </EmptyNotice>
          ) : (
            <>
              <Table caption={t('import.intakes')} columns={columns} rows={shown} rowId={({ id }) => id} />
              {hasNextPage && (
                <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
                  {t('import.intakes.more')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Takes a whole file back, from where all of them are. */
function UndoButton({ intake: { id, name, state, outcomes } }: { intake: Intake }) {
  const t = useText();
  const undoing = useAction({ refreshes: refreshedByIntakes, about: name });
  if ((state !== 'applied' && state !== 'stopped') || !hasChanged(outcomes)) return null;
  return (
    <IconButton
      icon={Undo2}
      label={t('import.intake.undoOf', { name })}
      busy={undoing.isPending}
      onClick={() => undoing.run(() => steps.undo(id))}
    />
  );
}

function useColumns(): Column<Intake>[] {
  const t = useText();
  const { number } = useFormat();
  const actorName = useActorName();
  return [
    {
      id: 'name',
      header: t('import.intake.file'),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <Link to="/intakes/$id" params={{ id }} className="two-lines row-link" title={name}>
          {name}
        </Link>
      ),
    },
    {
      id: 'kind',
      header: t('import.intake.kind'),
      cell: ({ kind }) => t(`import.intake.kind.${kind}`),
    },
    { id: 'total', header: t('import.intake.rows'), numeric: true, cell: ({ total }) => number(total) },
    { id: 'state', header: t('import.column.status'), cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: 'undecided',
      header: t('import.intake.undecided'),
      numeric: true,
      cell: ({ undecided }) => number(undecided),
    },
    {
      id: 'actor',
      header: t('import.intake.actor'),
      cell: ({ actor }) => actor != null && <span title={actor}>{actorName(actor)}</span>,
    },
    { id: 'undo', header: t('import.intake.undoColumn'), cell: (intake) => <UndoButton intake={intake} /> },
    { id: 'created', header: t('import.intake.created'), cell: ({ created_at }) => <Moment ms={created_at} /> },
  ];
}
