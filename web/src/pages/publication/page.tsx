import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Eye, EyeOff, RefreshCw, Save, Trash2, Undo2, Unlink } from 'lucide-react';
import { flushSync } from 'react-dom';
import { printedName } from './source-name.ts';
import '../../styles/publication.css';
import { answerOf, api } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { requestDeletion } from '../../data/bulk.ts';
import { History } from '../../data/edit-history.tsx';
import { GroupsByHand } from '../../data/groups/by-hand.tsx';
import { useMatchDecision } from '../../data/matches.ts';
import {
  attachAlias,
  detachAlias,
  patchPublication,
  publicationDetail,
  publicationEditsKey,
  publicationMatches,
  type ReadPublication,
  readPublicationEdits,
} from '../../data/publication.ts';
import { useHasRole } from '../../session/session.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { decisionOf, ResearcherMatches } from '../../ui/researcher-matches.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Abstract, Citation } from './citation.tsx';
import { useDrafts } from './drafts.ts';
import { FieldTable, focusField } from './field-table.tsx';
import { type FieldName, languageOf } from './fields.ts';
import { JournalOf } from './journal.tsx';
import { LinkResearcher } from './link-researcher.tsx';
import { NotAuthors } from './not-authors.tsx';
import { OwnAuthors } from './own-authors.tsx';
import { conflictsOf, type Drafts, faultyOf } from './patch.ts';
import { type Edits, useEdits } from './save.ts';

const route = getRouteApi('/publication/$');

export function PublicationPage() {
  const t = useText();
  const { _splat: id = '' } = route.useParams();
  const localized = useLocalized();
  const query = useQuery({ ...publicationDetail(id), enabled: id !== '' });
  const { data } = query;
  if (id === '') return <Navigate to="/publications" replace />;
  return (
    <Page
      title={(data && localized(data.publication.merged.title)) || id}
      lang={data && languageOf(data.publication)}
      back={{ to: '/publications', text: t('page.publications') }}
    >
      <Loaded query={query} rows={16}>
        {(read) => <Details key={id} read={read} />}
      </Loaded>
    </Page>
  );
}

function Details({ read }: { read: ReadPublication }) {
  const t = useText();
  const { publication } = read;
  const { id } = publication;
  const name = useLocalized()(publication.merged.title) ?? id;
  const { drafts, write, discard, settle } = useDrafts(id);
  const edits = useEdits(id, name);
  const drafted = useAction({ refreshes: [], about: name });
  const count = Object.keys(drafts).length;
  const hasConflict = conflictsOf(drafts, publication).length > 0;
  const hasFault = faultyOf(drafts).length > 0;
  const isMember = useHasRole('workspace_member');
  const isStanding = publication.deleted_at == null;
  const canEdit = isStanding && (isMember || publication.may_edit);
  const canCurate = isStanding && isMember;
  const discardAndTell = (discarded: Drafts) => {
    const text = t('publication.discarded', { count: Object.keys(discarded).length });
    drafted.run(
      async () => discard(discarded),
      (restore) => ({ text, undo: async () => restore() }),
    );
  };
  return (
    <div className="publication">
      <Summary read={read} edits={edits} isMember={isMember} />
      {edits.error !== undefined && <ErrorNotice error={edits.error} />}
      <Abstract publication={publication} />
      {!isStanding && isMember && <p className="fine">{t('publication.restoreFirst')}</p>}
      <FieldTable
        read={read}
        drafts={drafts}
        onDraft={write}
        onDiscard={discardAndTell}
        edits={edits}
        canEdit={canEdit}
      />
      {count > 0 && (
        <form
          className="action-bar"
          aria-label={t('publication.unsaved', { count })}
          onSubmit={(event) => {
            event.preventDefault();
            const [first] = Object.keys(drafts) as FieldName[];
            edits.save(read, drafts, (saved) => {
              flushSync(() => settle(saved));
              // The editor of the field is gone, and usually this form too.
              if (first) focusField(first);
            });
          }}
        >
          <strong>{t('publication.unsaved', { count })}</strong>
          <Button
            type="submit"
            kind="primary"
            icon={Save}
            busy={edits.isSaving}
            why={hasConflict ? t('publication.solveConflicts') : hasFault ? t('publication.solveFaults') : undefined}
          >
            {t('publication.save')}
          </Button>
          <Button onClick={() => discardAndTell(drafts)}>{t('publication.discard')}</Button>
        </form>
      )}
      <Researchers publication={publication} edits={edits} canEdit={canCurate} />
      <GroupsByHand kind="publication" id={id} name={name} canEdit={isStanding} />
      <JournalOf publication={publication} />
      <Relations publication={publication} edits={edits} canEdit={canCurate} />
      <History
        queryKey={publicationEditsKey(id)}
        read={(page, signal) => readPublicationEdits(id, page, signal)}
        busy={edits.isSaving}
        onRevert={canEdit ? edits.revert : undefined}
      />
    </div>
  );
}

/** A summary of the publication, and the actions on it as a whole. */
function Summary({ read, edits, isMember }: { read: ReadPublication; edits: Edits; isMember: boolean }) {
  const t = useText();
  const { publication, etag } = read;
  const { id, visible, deleted_at, researchers } = publication;
  const setVisible = (value: boolean) => {
    const write = (version: string, wanted: boolean) =>
      patchPublication(id, version, [{ op: 'replace', path: '/visible', value: wanted }]);
    return edits.run(
      () => write(etag, value),
      () => ({
        text: t(value ? 'publication.nowVisible' : 'publication.nowHidden'),
        undo: () => write('*', !value),
      }),
    );
  };
  const setDeleted = (value: boolean) => {
    const write = (isDeletion: boolean) => requestDeletion([id], isDeletion ? 'delete' : 'restore');
    return edits.run(
      () => write(value),
      ([outcome]) => {
        // The publication is gone; the refetch shows that.
        if (outcome?.outcome === 'failed') return undefined;
        return {
          text: t(value ? 'publication.nowDeleted' : 'publication.nowRestored'),
          undo: outcome?.canUndo ? async () => (await write(!value))[0]?.outcome !== 'failed' : undefined,
        };
      },
    );
  };
  const fetchAgain = () => {
    const body = { doi: id, researcher_orcids: researchers.map(({ orcid }) => orcid) };
    return edits.run(
      () => answerOf(api.POST('/api/import/doi', { body })),
      () => t('publication.fetched'),
    );
  };
  return (
    <div className="summary">
      <Citation publication={publication} />
      <p className="badges">
        {deleted_at != null && (
          <Badge tone="bad" icon={Trash2}>
            {t('publication.deleted')}
          </Badge>
        )}
        {!visible && <Badge icon={EyeOff}>{t('publication.hidden')}</Badge>}
        {publication.is_retracted && <Badge tone="bad">{t('publication.retracted')}</Badge>}
        {publication.enrichment_pending && <Badge tone="info">{t('publication.enrichmentPending')}</Badge>}
        <span className="fine">
          {printedName(publication.source)} · {t('publication.lastFetched')} <Moment ms={publication.last_fetched_at} />
        </span>
      </p>
      <div className="page-actions">
        {isMember && (
          <Button icon={RefreshCw} busy={edits.isSaving} onClick={fetchAgain}>
            {t('publication.fetchAgain')}
          </Button>
        )}
        {deleted_at == null && (isMember || publication.may_edit) && (
          <Button icon={visible ? EyeOff : Eye} busy={edits.isSaving} onClick={() => setVisible(!visible)}>
            {t(visible ? 'publication.hide' : 'publication.show')}
          </Button>
        )}
        {isMember && (
          <Button
            icon={deleted_at == null ? Trash2 : Undo2}
            busy={edits.isSaving}
            onClick={() => setDeleted(deleted_at == null)}
          >
            {t(deleted_at == null ? 'publication.delete' : 'publication.restore')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The matched authors. The keys a and r decide about the first candidate of the first open question. */
function Researchers({ publication, edits, canEdit }: SectionProps) {
  const t = useText();
  const { id, researchers } = publication;
  const query = useQuery(publicationMatches(id));
  const { decide, isBusy } = useMatchDecision();
  const open = query.data?.researchers.find(({ is_open, candidates }) => is_open && candidates.length > 0);
  const decideFirst = (decision: 'accept' | 'reject') => {
    if (canEdit && open) decide(id, open, decisionOf(open, decision, open.candidates[0]));
  };
  useShortcuts({ a: () => decideFirst('accept'), r: () => decideFirst('reject') });
  return (
    <section className="section" aria-labelledby="researchers-title">
      <div className="section-head">
        <h2 id="researchers-title">{t('publication.researchers')}</h2>
        {canEdit && <LinkResearcher id={id} linked={researchers.map(({ orcid }) => orcid)} edits={edits} />}
      </div>
      <OwnAuthors publication={publication} />
      <Loaded query={query} rows={2}>
        {(matches) => (
          <>
            {matches.researchers.length === 0 && <p className="fine">{t('publication.noResearchers')}</p>}
            <ResearcherMatches
              researchers={matches.researchers}
              authors={matches.authors ?? []}
              editors={matches.editors ?? []}
              contributors={matches.contributors ?? []}
              busy={isBusy}
              onDecide={canEdit ? (researcher, decision) => decide(id, researcher, decision) : undefined}
            />
            <NotAuthors
              people={matches.not_authors ?? []}
              busy={isBusy}
              onUndo={canEdit ? (person) => decide(id, person, decisionOf(person, 'undo')) : undefined}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface SectionProps {
  publication: ReadPublication['publication'];
  edits: Edits;
  canEdit: boolean;
}

/** Other DOIs of the same publication, which can be detached, and related publications. */
function Relations({ publication, edits, canEdit }: SectionProps) {
  const t = useText();
  const detach = (doi: string) =>
    edits.run(
      () => detachAlias(doi),
      () => ({ text: t('publication.detached', { doi }), undo: () => attachAlias(doi, publication.id) }),
    );
  const relations = (publication.merged.data.relations ??
    []) as ReadPublication['publication']['original']['relations'];
  if (relations.length === 0 && publication.aliases.length === 0) return null;
  return (
    <section className="section" aria-labelledby="relations-title">
      <h2 id="relations-title">{t('publication.relations')}</h2>
      <ul className="relations">
        {publication.aliases.map((doi) => (
          <li key={doi}>
            <span className="fine">{t('publication.alias')}</span> <DoiLink doi={doi} />
            {canEdit && (
              <IconButton
                icon={Unlink}
                label={t('publication.detachAlias', { doi })}
                busy={edits.isSaving}
                onClick={() => detach(doi)}
              />
            )}
          </li>
        ))}
        {relations.map(({ type, doi }) => (
          <li key={`${type} ${doi}`}>
            <span className="fine">{t(`publication.relation.${type}`)}</span> <DoiLink doi={doi} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DoiLink({ doi }: { doi: string }) {
  return (
    <a href={`https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`} target="_blank" rel="noreferrer">
      {doi}
    </a>
  );
}
