import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseDoi } from '../../../../src/vocabulary/identifiers/doi.ts';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { refreshes } from './acts.ts';
import { mergeWork, separateWork, workList } from './queries.ts';

interface MergeDialogProps {
  id: string;
  title: string;
  onClose: () => void;
}

/** Attaches the DOI of a publication to a work, or merges it into another work. */
export function MergeDialog({ id, title, onClose }: MergeDialogProps) {
  const t = useText();
  const action = useAction({ refreshes, showsError: true, oneAtATime: true });
  const form = useForm({ into: '' }, { ...action, draft: `merge-of-work.${id}` });
  const typed = form.values.into;
  const parsed = parseDoi(typed);
  const isEmpty = typed.trim() === '';
  const merge = (into: string) =>
    action.run(
      () => mergeWork(id, into),
      ({ visible, into: kept }) => {
        form.discard();
        onClose();
        // An older API does not say whether the other record is shown.
        const isHidden = visible && kept?.visible === false;
        return { text: t(isHidden ? 'works.mergedHidden' : 'works.merged', { into }), undo: () => separateWork(id) };
      },
    );
  const field = form.text('into');
  return (
    <Dialog title={t('works.merge')} onClose={onClose}>
      <Form
        submit={t('works.attach')}
        busy={action.isPending}
        error={action.error}
        why={parsed === undefined ? t(isEmpty ? 'works.noDoi' : 'works.doiFault') : undefined}
        onSubmit={() => parsed !== undefined && merge(parsed)}
        onCancel={onClose}
      >
        <p>{t('works.mergeHint')}</p>
        <TextField
          label={t('works.doi')}
          hint={t('works.doiHint')}
          placeholder="10.1234/abc"
          spellCheck={false}
          autoFocus
          {...field}
          onChange={(event) => {
            action.reset();
            field.onChange(event);
          }}
          issue={!isEmpty && parsed === undefined ? t('works.doiFault') : field.issue}
        />
      </Form>
      <h3>{t('works.otherWork')}</h3>
      <OtherWorks id={id} title={title} busy={action.isPending} onPick={merge} />
    </Dialog>
  );
}

interface OtherWorksProps {
  id: string;
  title: string;
  busy: boolean;
  onPick: (id: string) => void;
}

/** Other works with the same title, or any other. */
function OtherWorks({ id, title, busy, onPick }: OtherWorksProps) {
  const t = useText();
  const [q, setQ] = useState(title);
  const { data, error, refetch } = useQuery(workList({ q }));
  const others = (data?.works ?? []).filter((work) => work.id !== id).slice(0, 8);
  return (
    <div>
      <SearchField label={t('works.search')} value={q} onSearch={setQ} />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data && others.length === 0 && <p className="fine">{t('works.noOther')}</p>}
      <ul className="picker">
        {others.map((work) => (
          <li key={work.id}>
            <Button kind="quiet" busy={busy} onClick={() => onPick(work.id)}>
              <bdi>{work.title ?? work.id}</bdi>
              <span className="fine">
                {[joinTexts(work.authors.slice(0, 3)), work.publication_year].filter(Boolean).join(' · ')}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
