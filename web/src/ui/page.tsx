import { type ReactNode, useEffect } from 'react';
import { useText } from '../text/text.ts';

/** A page: its title, which is also the document's, the actions beside it, and its content. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t('frame.brand')}`;
  }, [title, t]);
  return (
    <div className="page">
      <div className="page-header">
        <h1>{title}</h1>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
