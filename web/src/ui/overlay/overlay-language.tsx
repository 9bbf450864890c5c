import { type ReactNode, useContext } from 'react';
import { I18nProvider } from 'react-aria-components';
import { TextContext } from '../../text/text.ts';

/** Sets the language of React Aria's own texts, which are for screen readers. */
export function OverlayLanguage({ children }: { children: ReactNode }) {
  const { language } = useContext(TextContext);
  return <I18nProvider locale={language}>{children}</I18nProvider>;
}
