import { createRootRoute, type ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../text/text.ts';
import { EmptyNotice, ErrorNotice } from '../ui/notice.tsx';
import { Frame } from './frame.tsx';

/** The parent of all pages: the frame around them, and what is shown for a wrong address or a page that fails. */
export const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: PageError });

function NotFound() {
  const t = useText();
  return <EmptyNotice title={t('notFound.title')}>{t('notFound.text')}</EmptyNotice>;
}

function PageError({ error, reset }: ErrorComponentProps) {
  return <ErrorNotice error={error} onRetry={reset} />;
}
