import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../text/text.ts';

/** Longer titles use a smaller font. */
const longTitle = 160;

interface PageProps {
  title: string;
  /** The language of the title, if known and possibly different from the dashboard's. */
  lang?: string | undefined;
  /** A link to the list that the page belongs to. */
  back?: { to: LinkProps['to']; text: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title, also used for the document, its actions and its content. */
export function Page({ title, lang, back, actions, children }: PageProps) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t('frame.brand')}`;
  }, [title, t]);
  return (
    <div className="page">
      {back && (
        <Link to={back.to} className="back">
          <ArrowLeft aria-hidden size={16} />
          {back.text}
        </Link>
      )}
      <div className="page-header">
        <h1 lang={lang} className={title.length > longTitle ? 'long' : undefined}>
          {title}
        </h1>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
