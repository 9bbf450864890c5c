/** The text of one language. The tag is empty if the text has no language. */
export interface Translation {
  tag: string;
  text: string;
}

export const translationsOf = (text: unknown): Translation[] =>
  typeof text === 'object' && text != null
    ? Object.entries(text).map(([tag, translation]) => ({ tag, text: String(translation) }))
    : [{ tag: '', text: String(text ?? '') }];

/** A single text without a language as it is, several by language. */
export const localizedOf = (translations: readonly Translation[]): string | Record<string, string> =>
  translations.length === 1 && translations[0]?.tag.trim() === ''
    ? translations[0].text.trim()
    : Object.fromEntries(translations.map(({ tag, text }) => [tag.trim(), text.trim()]));
