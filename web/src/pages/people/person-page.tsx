import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, DownloadCloud } from 'lucide-react';
import '../../styles/people.css';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api } from '../../api/client.ts';
import { download } from '../../data/download.ts';
import { JobCounts, JobStatus } from '../../data/ingestion/job-status.tsx';
import { isActive } from '../../data/ingestion/jobs.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { Affiliations } from './affiliations.tsx';
import { EraseButton } from './erase-dialog.tsx';
import { Profile } from './profile.tsx';
import { PersonPublications } from './publications.tsx';
import { exportPerson, type Person, personDetail } from './queries.ts';

const route = getRouteApi('/people/$orcid');
const refreshMs = 5000;

export function PersonPage() {
  const t = useText();
  const localized = useLocalized();
  const { orcid } = route.useParams();
  const isSuperadmin = useHasRole('superadmin');
  const { data, error, refetch } = useQuery({
    ...personDetail(orcid),
    refetchInterval: ({ state }) => {
      const last = state.data?.last_ingestion;
      return last && isActive(last) ? refreshMs : false;
    },
  });
  const isUnknown = !data && error instanceof ApiError && error.status === 404;
  return (
    <Page
      title={data ? (localized(data.name) ?? t('people.noName')) : t('page.people')}
      back={{ to: '/people', text: t('people.back') }}
      actions={
        data && (
          <>
            {isSuperadmin && <ExportButton orcid={orcid} />}
            <IngestButton person={data} />
            <EraseButton key={orcid} orcid={orcid} />
          </>
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {isUnknown && isSuperadmin && (
        <p>
          {t('people.unknownHint')} <EraseButton key={orcid} orcid={orcid} />
        </p>
      )}
      {!data && !error && <TableSkeleton />}
      {data && (
        <>
          <PersonFacts person={data} />
          <Profile key={orcid} person={data} />
          <Affiliations person={data} />
          <PersonPublications orcid={orcid} />
        </>
      )}
    </Page>
  );
}

/** Queues an ingestion, or follows the active one. */
function IngestButton({ person: { orcid, name, last_ingestion } }: { person: Person }) {
  const t = useText();
  const toast = useToast(useLocalized()(name) ?? orcid);
  const showError = useErrorToast();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => answerOf(api.POST('/api/import/orcid', { body: { orcid_ids: [orcid], skip_existing: false } })),
    onSuccess: ({ erased }) => toast({ text: t(erased.length > 0 ? 'people.wasErased' : 'people.ingestionQueued') }),
    onError: (error) => showError(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const isRunning = last_ingestion != null && isActive(last_ingestion);
  return (
    <Button icon={DownloadCloud} busy={isPending} disabled={isRunning} onClick={() => mutate()}>
      {t(isRunning ? 'people.ingesting' : 'people.ingest')}
    </Button>
  );
}

/** Saves everything that is held about the person, for a data access request. */
function ExportButton({ orcid }: { orcid: string }) {
  const t = useText();
  const showError = useErrorToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportPerson(orcid),
    onSuccess: (records) => download(`${orcid}.json`, 'application/json', JSON.stringify({ orcid, records }, null, 2)),
    onError: (error) => showError(error, t('notice.superadmins')),
  });
  return (
    <Button icon={Download} busy={isPending} onClick={() => mutate()}>
      {t('people.export')}
    </Button>
  );
}

function PersonFacts({ person }: { person: Person }) {
  const t = useText();
  const { number } = useFormat();
  const { orcid, last_ingestion: last, publication_counts: counts } = person;
  return (
    <dl className="person-facts">
      <div>
        <dt>ORCID iD</dt>
        <dd>
          <a href={`https://orcid.org/${orcid}`} target="_blank" rel="noreferrer">
            {orcid}
          </a>
        </dd>
      </div>
      {(['visible', 'hidden', 'deleted', 'needs_attention'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`people.counts.${name}`)}</dt>
          <dd>{number(counts[name])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('people.fetched')}</dt>
        <dd>{person.last_fetched_at == null ? t('people.never') : <Moment ms={person.last_fetched_at} />}</dd>
      </div>
      <div>
        <dt>{t('people.lastIngestion')}</dt>
        <dd>
          {last ? (
            <>
              <Link to="/ingestion/$jobId" params={{ jobId: last.job_id }}>
                <JobStatus status={last.status} />
              </Link>{' '}
              <JobCounts counts={last.counts} />
              {last.error_message && <p className="fine">{last.error_message}</p>}
            </>
          ) : (
            t('people.never')
          )}
        </dd>
      </div>
    </dl>
  );
}
