import { useTexts } from '../text/text.ts';
import { Page } from '../ui/page.tsx';
import { shellTexts } from './texts.ts';

export default function NotFound() {
  const s = useTexts(shellTexts);
  return (
    <Page title={s('notFound.title')}>
      <p>{s('notFound.text')}</p>
    </Page>
  );
}
