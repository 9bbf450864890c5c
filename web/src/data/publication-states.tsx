import { EyeOff, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../api/client.ts';
import { useText } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';

type Publication = Pick<
  Schema<'CuratedPublicationItem'>,
  'visible' | 'deleted_at' | 'is_retracted' | 'integrity' | 'superseded_by' | 'match_state' | 'match_question'
>;

/** The states that a curator must know of a publication in a list. */
export function PublicationStates({ publication, children }: { publication: Publication; children?: ReactNode }) {
  const t = useText();
  const { visible, deleted_at, is_retracted, integrity, superseded_by } = publication;
  return (
    <span className="badges">
      {deleted_at != null && (
        <Badge tone="bad" icon={Trash2}>
          {t('publications.deleted')}
        </Badge>
      )}
      {!visible && <Badge icon={EyeOff}>{t('publications.hidden')}</Badge>}
      {is_retracted && <Badge tone="bad">{t('publications.retracted')}</Badge>}
      {(integrity === 'partial-retraction' || integrity === 'expression-of-concern') && (
        <Badge tone="warning">{t(`publications.notice.${integrity}`)}</Badge>
      )}
      {superseded_by != null && <Badge>{t('publications.superseded')}</Badge>}
      <Attention publication={publication} />
      {children}
    </span>
  );
}

/** Whether there is a question about its authors, which its page asks, or why there is none. */
function Attention({ publication: { match_state, match_question } }: { publication: Publication }) {
  const t = useText();
  if (match_state !== 'needs_attention') return null;
  if (match_question === 'authors_unknown') {
    return (
      <span title={t('publications.authorsUnknownHint')}>
        <Badge>{t('publications.authorsUnknown')}</Badge>
      </span>
    );
  }
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      {t('publications.needsAttention')}
    </Badge>
  );
}
