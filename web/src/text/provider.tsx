import type { I18n } from '@lingui/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Language, loadTexts, rememberLanguage, TextContext } from './text.ts';

export function TextProvider({ initial, children }: { initial: I18n; children: ReactNode }) {
  const [i18n, setI18n] = useState(initial);
  const language = i18n.locale as Language;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      i18n,
      language,
      choose: async (wanted: Language) => {
        setI18n(await loadTexts(wanted));
        rememberLanguage(wanted);
      },
    }),
    [i18n, language],
  );
  return <TextContext value={value}>{children}</TextContext>;
}
