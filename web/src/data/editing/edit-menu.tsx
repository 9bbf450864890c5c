import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { EditedList } from '../../../../src/records/intakes/edited-lists.ts';
import { loaded } from '../../api/failures.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useErrorToast } from '../../ui/toasts.tsx';
import { download } from '../download.ts';
import { type EditFormat, editFormats } from './edit-formats.ts';

interface EditMenuProps {
  list: EditedList;
  total: number;
  /** The parameters of the list as it is filtered, with or without a page. */
  query: object;
}

/** Downloads a whole list to be edited in a spreadsheet. Says how far it is, and can be cancelled. */
export function EditMenu({ list, total, query }: EditMenuProps) {
  const t = useText();
  const { number } = useFormat();
  const showError = useErrorToast();
  const [running, setRunning] = useState<{ done: number; cancel: () => void }>();
  const run = async (format: EditFormat) => {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (done: number) => setRunning({ done, cancel: () => controller.abort() });
    onProgress(0);
    try {
      const { extension, type } = editFormats[format];
      const { sheetForEditing } = await loaded(import('./sheet.ts'));
      const file = await sheetForEditing({ list, query }, format, { signal, onProgress });
      download(`${list}-edit.${extension}`, type, file);
    } catch (error) {
      if (!signal.aborted) showError(error);
    }
    setRunning(undefined);
  };
  if (running) {
    return (
      <>
        <span role="status">
          {t('publications.export.progress', { done: number(running.done), total: number(total) })}
        </span>
        <Button icon={X} onClick={running.cancel}>
          {t('publications.export.cancel')}
        </Button>
      </>
    );
  }
  return (
    <Menu
      label={t('publications.export')}
      icon={Download}
      showLabel
      items={(Object.keys(editFormats) as EditFormat[]).map((id) => ({ id, text: t(`publications.export.${id}`) }))}
      onChoose={(id) => run(id as EditFormat)}
    />
  );
}
