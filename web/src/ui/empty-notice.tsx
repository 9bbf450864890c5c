import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

/** Explains why something is empty and what to do next. */
export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="notice empty">
      <Inbox aria-hidden size={28} />
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}
