import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import '../../../styles/import.css';
import '../../../styles/ingestion.css';
import { useEffect } from 'react';
import { useText } from '../../../text/text.ts';
import { useAutoRefresh } from '../../../ui/auto-refresh.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Actions } from './actions.tsx';
import { Classes } from './classes.tsx';
import { Facts, Progress, Undone } from './facts.tsx';
import { type Intake, intakeDetail, isUnderWay } from './queries.ts';

const route = getRouteApi('/intakes/$id');
const refreshMs = 3_000;

/** A file that is taken in: the findings of its check, the decisions, and the way back. */
export function IntakePage() {
  const { id } = route.useParams();
  return <OneIntake key={id} id={id} />;
}

/** Something may still happen to it without anybody. */
const changes = (intake: Intake): boolean => isUnderWay(intake) || (intake.outcomes.fetching ?? 0) > 0;

function OneIntake({ id }: { id: string }) {
  const t = useText();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const query = useQuery({
    ...intakeDetail(id),
    refetchInterval: ({ state }) => (state.data && changes(state.data) ? refetchInterval : false),
  });
  const { data } = query;
  useRowsReadAgain(id, data);
  return (
    <Page
      title={data?.name ?? t('import.intake')}
      back={{ to: '/intakes', text: t('import.intakes') }}
      actions={data && changes(data) && control}
    >
      <Loaded query={query}>
        {(intake) => (
          <>
            <Facts intake={intake} />
            <Progress intake={intake} />
            <Undone intake={intake} />
            <Actions intake={intake} />
            {intake.state !== 'open' && <Classes intake={intake} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The rows have changed where the numbers have. */
function useRowsReadAgain(id: string, intake: Intake | undefined): void {
  const client = useQueryClient();
  const numbers = JSON.stringify([intake?.state, intake?.counts, intake?.outcomes]);
  useEffect(() => {
    void numbers;
    client.invalidateQueries({ queryKey: ['intakes', 'rows', id] });
  }, [client, id, numbers]);
}
