import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, DownloadCloud, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import '../../styles/people.css';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { download } from '../../data/download.ts';
import { useHasDraft } from '../../data/draft.ts';
import { isActive } from '../../data/ingestion/jobs.ts';
import { ReportLink } from '../../data/report-link.tsx';
import { useHasRole } from '../../session/session.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Affiliations } from './affiliations.tsx';
import { EraseButton } from './erase-dialog.tsx';
import { PersonGroups } from './groups.tsx';
import { draftOf, Profile } from './profile.tsx';
import { ProfileHead } from './profile-head.tsx';
import { PersonPublications } from './publications.tsx';
import { exportPerson, type Person, personDetail } from './queries.ts';
import { PersonWorks } from './works.tsx';

const route = getRouteApi('/people/$orcid');
const refreshMs = 5000;

export function PersonPage() {
  const t = useText();
  const localized = useLocalized();
  const { orcid } = route.useParams();
  const isSuperadmin = useHasRole('superadmin');
  const isMember = useHasRole('workspace_member');
  // Unsaved input is shown again after a reload.
  const hasDraft = useHasDraft(draftOf(orcid));
  const [wantsEdit, setEditing] = useState<boolean>();
  const isEditing = isMember && (wantsEdit ?? hasDraft);
  const query = useQuery({
    ...personDetail(orcid),
    refetchInterval: ({ state }) => {
      const last = state.data?.last_ingestion;
      return last && isActive(last) ? refreshMs : false;
    },
  });
  const { data, error } = query;
  const isUnknown = !data && error instanceof ApiError && error.status === 404;
  return (
    <Page
      title={data ? (localized(data.name) ?? t('people.noName')) : t('page.people')}
      back={{ to: '/people', text: t('people.back') }}
      actions={
        data &&
        isMember && (
          <>
            <Button
              kind={isEditing ? 'plain' : 'primary'}
              icon={isEditing ? X : Pencil}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            >
              {t(isEditing ? 'people.closeEdit' : 'people.edit')}
            </Button>
            <ReportLink search={{ orcid_id: orcid, include: 'works' }} />
            {isSuperadmin && <ExportButton orcid={orcid} />}
            <IngestButton person={data} />
            <EraseButton key={orcid} orcid={orcid} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(person) => (
          <>
            <ProfileHead person={person} />
            {isEditing && <Profile key={orcid} person={person} />}
            <PersonPublications orcid={orcid} />
            <PersonWorks orcid={orcid} />
            <PersonGroups orcid={orcid} />
            <Affiliations person={person} />
          </>
        )}
      </Loaded>
      {isUnknown && isSuperadmin && (
        <p>
          {t('people.unknownHint')} <EraseButton key={orcid} orcid={orcid} />
        </p>
      )}
    </Page>
  );
}

/** Queues an ingestion, or follows the active one. */
function IngestButton({ person: { orcid, name, last_ingestion } }: { person: Person }) {
  const t = useText();
  const { run, isPending } = useAction({ refreshes: ['people'], about: useLocalized()(name) ?? orcid });
  const ingest = () =>
    run(
      () => answerOf(api.POST('/api/import/orcid', { body: { orcid_ids: [orcid], skip_existing: false } })),
      ({ erased }) => t(erased.length > 0 ? 'people.wasErased' : 'people.ingestionQueued'),
    );
  const isRunning = last_ingestion != null && isActive(last_ingestion);
  return (
    <Button icon={DownloadCloud} busy={isPending} disabled={isRunning} onClick={ingest}>
      {t(isRunning ? 'people.ingesting' : 'people.ingest')}
    </Button>
  );
}

/** Saves everything that is held about the person, for a data access request. */
function ExportButton({ orcid }: { orcid: string }) {
  const t = useText();
  const { run, isPending } = useAction({ refreshes: [], whoCan: t('notice.superadmins') });
  const save = () =>
    run(
      () => exportPerson(orcid),
      (records) => {
        download(`${orcid}.json`, 'application/json', JSON.stringify({ orcid, records }, null, 2));
        return undefined;
      },
    );
  return (
    <Button icon={Download} busy={isPending} onClick={save}>
      {t('people.export')}
    </Button>
  );
}
