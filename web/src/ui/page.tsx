import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useText } from '../text/text.ts';
import { useVisits } from './visits.ts';

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
  const { previous, lastOf } = useVisits();
  return (
    <div className="page">
      {back && (
        <BackLink {...back} lastSearch={lastOf(String(back.to))?.search} isBefore={previous?.path === back.to} />
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

interface BackLinkProps extends NonNullable<PageProps['back']> {
  lastSearch: Record<string, unknown> | undefined;
  /** Whether the list is the page before this one. */
  isBefore: boolean;
}

/** Leads to the list as it was left: its search, and, if it is the page before, its scrolling. */
function BackLink({ to, text, lastSearch, isBefore }: BackLinkProps) {
  const { history } = useRouter();
  const goBack = (event: MouseEvent) => {
    if (!isBefore || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link to={to} search={(lastSearch ?? {}) as LinkProps['search']} className="back" onClick={goBack}>
      <ArrowLeft aria-hidden size={16} />
      {text}
    </Link>
  );
}
