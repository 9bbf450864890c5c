import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArchiveRestore, ExternalLink, Eye, EyeOff, Link2, Pencil, RotateCcw, Trash2, Unlink, X } from 'lucide-react';
import { useState } from 'react';
import '../../styles/publication.css';
import '../../styles/works.css';
import { History } from '../../data/edit-history.tsx';
import { GroupsByHand } from '../../data/groups/by-hand.tsx';
import { PickPerson } from '../../data/person-picker.tsx';
import { isEmpty, textOf } from '../../data/value-text.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { useWorkActs, type WorkActs } from './acts.ts';
import { Editor, useHasWorkDraft } from './editor.tsx';
import { type FieldName, fieldNames, fields, isEdited, pathOf, shownValue } from './form.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { type ReadWork, readWorkEdits, type Work, workDetail } from './queries.ts';

const route = getRouteApi('/works/$id');

export function WorkPage() {
  const t = useText();
  const localized = useLocalized();
  const { id } = route.useParams();
  const query = useQuery(workDetail(id));
  const { data } = query;
  const title = data && localized(data.work.merged.title);
  return (
    <Page
      title={title ?? (data ? t('works.untitled') : t('page.works'))}
      back={{ to: '/works', text: t('works.back') }}
    >
      <Loaded query={query}>{(read) => <Details key={id} read={read} name={title ?? t('works.untitled')} />}</Loaded>
    </Page>
  );
}

function Details({ read, name }: { read: ReadWork; name: string }) {
  const t = useText();
  const { work } = read;
  const { id } = work;
  const acts = useWorkActs();
  const hasDraft = useHasWorkDraft(id);
  const [isEditing, setEditing] = useState(hasDraft);
  const [isMerging, setMerging] = useState(false);
  const isMember = useHasRole('workspace_member');
  const isStanding = work.deleted_at == null && work.replaced_by == null && work.merged_into == null;
  const canEdit = isStanding && (isMember || work.may_edit);
  const canCurate = isStanding && isMember;
  return (
    <div className="publication">
      <div className="summary">
        <States work={work} />
        <div className="page-actions">
          {canEdit && !isEditing && (
            <Button kind="primary" icon={Pencil} onClick={() => setEditing(true)}>
              {t('works.edit')}
            </Button>
          )}
          {canCurate && (
            <>
              <Button icon={Link2} busy={acts.isBusy} onClick={() => setMerging(true)}>
                {t('works.merge')}
              </Button>
              <Button
                icon={work.visible ? EyeOff : Eye}
                busy={acts.isBusy}
                onClick={() => acts.change(id, name, work.visible ? 'hide' : 'show')}
              >
                {t(work.visible ? 'works.hide' : 'works.show')}
              </Button>
              <Button icon={Trash2} busy={acts.isBusy} onClick={() => acts.change(id, name, 'delete')}>
                {t('works.delete')}
              </Button>
            </>
          )}
          {!isStanding && isMember && <BringBack work={work} name={name} acts={acts} />}
        </div>
      </div>
      {!isStanding && <Replaced work={work} />}
      {isEditing && canEdit ? (
        <Editor read={read} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p dir="auto">{work.apa_citation}</p>
          <Fields read={read} acts={acts} canEdit={canEdit} />
        </>
      )}
      <People work={work} acts={acts} canEdit={canCurate} />
      {work.replaced_by == null && work.merged_into == null && (
        <GroupsByHand kind="work" id={id} name={name} canEdit={isStanding} />
      )}
      <Identifiers work={work} />
      <History
        queryKey={['works', 'edits', id]}
        read={(page, signal) => readWorkEdits(id, page, signal)}
        busy={acts.isBusy}
        onRevert={canEdit ? (edit) => void acts.revert(id, edit) : undefined}
      />
      {isMerging && <MergeDialog id={id} title={name} onClose={() => setMerging(false)} />}
    </div>
  );
}

function States({ work }: { work: Work }) {
  const t = useText();
  const names = useVocabulary();
  const { merged, origin, orcid, visible, deleted_at, href, last_fetched_at } = work;
  const isReplaced = work.replaced_by != null || work.merged_into != null;
  return (
    <p className="badges">
      {merged.work_type != null && <span>{names.workType(merged.work_type)}</span>}
      <Badge>{t(`works.origin.${origin}`)}</Badge>
      {deleted_at != null && !isReplaced && (
        <Badge tone="bad" icon={Trash2}>
          {t('works.status.deleted')}
        </Badge>
      )}
      {!visible && <Badge icon={EyeOff}>{t('works.visibility.hidden')}</Badge>}
      {/^https?:/.test(href) && (
        <a href={href} target="_blank" rel="noreferrer">
          {href.startsWith('https://orcid.org/') ? 'ORCID' : t('works.open')}
          <ExternalLink aria-hidden size={12} />
        </a>
      )}
      {orcid != null && (
        <span className="fine">
          {t('works.lastFetched')} <Moment ms={last_fetched_at} />
        </span>
      )}
    </p>
  );
}

/** Undoes what keeps a work out of the lists. */
function BringBack({ work, name, acts }: { work: Work; name: string; acts: WorkActs }) {
  const t = useText();
  const { id, replaced_by, merged_into } = work;
  const other = replaced_by ?? merged_into;
  if (other != null) {
    return (
      <Button icon={Unlink} busy={acts.isBusy} onClick={() => acts.separate(id, other)}>
        {t(replaced_by == null ? 'works.separate' : 'works.detach')}
      </Button>
    );
  }
  return (
    <Button icon={ArchiveRestore} busy={acts.isBusy} onClick={() => acts.change(id, name, 'restore')}>
      {t('works.restore')}
    </Button>
  );
}

/** Says why a work cannot be edited. */
function Replaced({ work: { replaced_by, merged_into } }: { work: Work }) {
  const t = useText();
  if (replaced_by != null) {
    return (
      <p className="notice">
        <span>
          {t('works.replacedBy')}{' '}
          <Link to="/publication/$" params={{ _splat: replaced_by }}>
            {replaced_by}
          </Link>
        </span>
      </p>
    );
  }
  if (merged_into != null) {
    return (
      <p className="notice">
        <span>
          {t('works.mergedInto')}{' '}
          <Link to="/works/$id" params={{ id: merged_into }}>
            {t('works.theOther')}
          </Link>
        </span>
      </p>
    );
  }
  return <p className="fine">{t('works.restoreFirst')}</p>;
}

/** The fields that are known, and those that an editor has emptied. */
function Fields({ read, acts, canEdit }: { read: ReadWork; acts: WorkActs; canEdit: boolean }) {
  const t = useText();
  const names = useVocabulary();
  const show = useShown();
  const { work } = read;
  const shown = fieldNames.filter((name) => !isEmpty(shownValue(work.merged, name)) || isEdited(work, name));
  return (
    <dl className="facts work-fields">
      {shown.map((name) => (
        <div key={name}>
          <dt>{names.field(name)}</dt>
          <dd dir="auto" className="field-value">
            {show(name, shownValue(work.merged, name)) || t('ui.change.nothing')}
            {work.source != null && isEdited(work, name) && (
              <span className="badges">
                <Badge tone="info" icon={Pencil}>
                  {t('works.edited')}
                </Badge>
                {canEdit && (
                  <IconButton
                    icon={RotateCcw}
                    label={t('works.revertField', { field: names.field(name) })}
                    busy={acts.isBusy}
                    onClick={() => acts.revertField(read, pathOf(name))}
                  />
                )}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns how a value of a field is shown. */
function useShown(): (name: FieldName, value: unknown) => string {
  const names = useVocabulary();
  const { partialDate } = useFormat();
  return (name, value) => {
    if (isEmpty(value)) return '';
    const kind = fields[name];
    if (kind === 'date') return partialDate(String(value));
    if (kind === 'workType' || kind === 'language') return names[kind](String(value)) ?? String(value);
    return textOf(value);
  };
}

/** The linked people, each of whom can be unlinked. */
function People({ work, acts, canEdit }: { work: Work; acts: WorkActs; canEdit: boolean }) {
  const t = useText();
  const localized = useLocalized();
  const { id, researchers } = work;
  return (
    <section className="section" aria-labelledby="people-title">
      <div className="section-head">
        <h2 id="people-title">{t('works.people')}</h2>
        {canEdit && (
          <PickPerson
            label={t('picker.link')}
            except={researchers.map(({ orcid }) => orcid)}
            onPick={(orcid) => void acts.link(id, orcid)}
          />
        )}
      </div>
      {researchers.length === 0 && <p className="fine">{t('works.nobody')}</p>}
      <ul className="people-list">
        {researchers.map(({ orcid, name }) => (
          <li key={orcid}>
            <Link to="/people/$orcid" params={{ orcid }}>
              <bdi>{localized(name) ?? orcid}</bdi>
            </Link>
            {name != null && <span className="fine">{orcid}</span>}
            {canEdit && (
              <IconButton
                icon={X}
                label={t('works.unlink', { name: localized(name) ?? orcid })}
                busy={acts.isBusy}
                onClick={() => acts.unlink(id, orcid)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The identifiers of the work on the ORCID record. */
function Identifiers({ work: { source } }: { work: Work }) {
  const t = useText();
  const names = useVocabulary();
  const identifiers = source?.identifiers ?? [];
  if (identifiers.length === 0) return null;
  return (
    <section className="section" aria-labelledby="identifiers-title">
      <h2 id="identifiers-title">{t('works.identifiers')}</h2>
      <dl className="facts">
        {identifiers.map(({ type, value, url }) => (
          <div key={`${type} ${value}`}>
            <dt>{names.field(type)}</dt>
            <dd>
              {url != null && /^https?:/.test(url) ? (
                <a href={url} target="_blank" rel="noreferrer">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
