import { Check, CircleDashed, X } from 'lucide-react';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Installation, Origin } from './queries.ts';

const looks = {
  draft: { tone: 'neutral', icon: CircleDashed },
  pending_verification: { tone: 'warning', icon: CircleDashed },
  active: { tone: 'good', icon: Check },
  disabled: { tone: 'neutral', icon: X },
  revoked: { tone: 'bad', icon: X },
  archived: { tone: 'neutral', icon: X },
  pending: { tone: 'warning', icon: CircleDashed },
  verified: { tone: 'good', icon: Check },
  failed: { tone: 'bad', icon: X },
} as const;

export function StatusBadge({ status }: { status: Installation['status'] | Origin['verification_status'] }) {
  const t = useText();
  return <Badge {...looks[status]}>{t(`installations.status.${status}`)}</Badge>;
}
