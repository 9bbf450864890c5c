import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseDoi } from '../../../../src/domain/values/doi.ts';
import { useForm } from '../../data/form.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { workList } from './queries.ts';

interface MergeDialogProps {
  id: string;
  title: string;
  busy: boolean;
  onMerge: (into: string) => void;
  onClose: () => void;
}

/** Attaches the DOI of a publication to a work, or merges it into another work. */
export function MergeDialog({ id, title, busy, onMerge, onClose }: MergeDialogProps) {
  const t = useText();
  const { values, text } = useForm({ doi: '' }, { draft: `doi-of-work.${id}` });
  const parsed = parseDoi(values.doi);
  const isEmpty = values.doi.trim() === '';
  return (
    <Dialog title={t('works.merge')} onClose={onClose}>
      <Form
        submit={t('works.attach')}
        busy={busy}
        why={parsed === undefined ? t(isEmpty ? 'works.noDoi' : 'works.doiFault') : undefined}
        onSubmit={() => parsed !== undefined && onMerge(parsed)}
      >
        <p>{t('works.mergeHint')}</p>
        <TextField
          label={t('works.doi')}
          hint={t('works.doiHint')}
          placeholder="10.1234/abc"
          spellCheck={false}
          {...text('doi')}
          issue={!isEmpty && parsed === undefined ? t('works.doiFault') : undefined}
        />
      </Form>
      <h3>{t('works.otherWork')}</h3>
      <OtherWorks id={id} title={title} onPick={onMerge} />
    </Dialog>
  );
}

/** Other works with the same title, or any other. */
function OtherWorks({ id, title, onPick }: { id: string; title: string; onPick: (id: string) => void }) {
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
            <Button kind="quiet" onClick={() => onPick(work.id)}>
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
