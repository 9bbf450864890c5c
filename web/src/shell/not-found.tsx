import { useText } from '../text/text.ts';
import { Page } from '../ui/page.tsx';

export default function NotFound() {
  const t = useText();
  return (
    <Page title={t('shell.notFound.title')}>
      <p>{t('shell.notFound.text')}</p>
    </Page>
  );
}
