import { Plus, X } from 'lucide-react';
import { useText } from '../text/text.ts';
import type { Translation } from '../text/translations.ts';
import { Button, IconButton } from './button.tsx';
import { TextAreaField, TextField } from './field.tsx';

interface TranslationFieldsProps {
  legend: string;
  hideLegend?: boolean;
  values: readonly Translation[];
  issue: string | undefined;
  isLong?: boolean;
  autoFocus?: boolean;
  onChange: (values: readonly Translation[]) => void;
}

/** A text in one or several languages: one field a language. */
export function TranslationFields({
  legend,
  hideLegend,
  values,
  issue,
  isLong,
  autoFocus,
  onChange,
}: TranslationFieldsProps) {
  const t = useText();
  const change = (index: number, part: Partial<Translation>) =>
    onChange(values.map((value, position) => (position === index ? { ...value, ...part } : value)));
  const Text = isLong ? TextAreaField : TextField;
  return (
    <fieldset className="translations">
      <legend className={hideLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      {values.map(({ tag, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tags are edited, so only the position identifies a row
        <div key={index} className="translation">
          <TextField
            label={t('ui.translation.language')}
            value={tag}
            placeholder="en"
            size={6}
            onChange={({ target }) => change(index, { tag: target.value })}
          />
          <Text
            label={t('ui.translation.text')}
            value={text}
            lang={tag || undefined}
            autoFocus={autoFocus && index === 0}
            issue={index === 0 ? issue : undefined}
            onChange={({ target }: { target: { value: string } }) => change(index, { text: target.value })}
          />
          {values.length > 1 && (
            <IconButton
              icon={X}
              label={t('ui.translation.remove')}
              onClick={() => onChange(values.filter((_, position) => position !== index))}
            />
          )}
        </div>
      ))}
      <Button kind="quiet" icon={Plus} onClick={() => onChange([...values, { tag: '', text: '' }])}>
        {t('ui.translation.add')}
      </Button>
    </fieldset>
  );
}
