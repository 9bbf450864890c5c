import { type ReactNode, useContext } from 'react';
import { I18nProvider } from 'react-aria-components';
import { TextContext } from '../../text/text.ts';

/** React Aria has texts of its own, for screen readers: they are in the chosen language. */
export function OverlayLanguage({ children }: { children: ReactNode }) {
  const { language } = useContext(TextContext);
  return <I18nProvider locale={language}>{children}</I18nProvider>;
}
