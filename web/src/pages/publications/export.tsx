import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../data/download.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useErrorToast } from '../../ui/toasts.tsx';
import { type ExportFormat, exportFormats, exportPublications, exportSome } from './queries.ts';
import { countOf, type Targets } from './use-selection.ts';

/** Downloads publications in an export format. Says how far it is, and can be cancelled. */
export function ExportMenu({ targets }: { targets: Targets }) {
  const t = useText();
  const { number } = useFormat();
  const showError = useErrorToast();
  const [running, setRunning] = useState<{ done: number; total: number; cancel: () => void }>();
  const run = async (format: ExportFormat) => {
    const controller = new AbortController();
    const onProgress = (done: number) =>
      setRunning({ done, total: countOf(targets), cancel: () => controller.abort() });
    const options = { signal: controller.signal, onProgress };
    onProgress(0);
    try {
      const file =
        'rows' in targets
          ? exportSome(
              targets.rows.map(({ id }) => id),
              format,
              options,
            )
          : exportPublications(targets.search, format, options);
      const { extension, type } = exportFormats[format];
      download(`publications.${extension}`, type, await file);
    } catch (error) {
      if (!controller.signal.aborted) showError(error);
    }
    setRunning(undefined);
  };
  if (running) {
    return (
      <>
        <span role="status">
          {t('publications.export.progress', { done: number(running.done), total: number(running.total) })}
        </span>
        <Button icon={X} onClick={running.cancel}>
          {t('publications.export.cancel')}
        </Button>
      </>
    );
  }
  const items = (Object.keys(exportFormats) as ExportFormat[]).map((id) => ({
    id,
    text: t(`publications.export.${id}`),
  }));
  return (
    <Menu
      label={t('publications.export')}
      icon={Download}
      showLabel
      items={items}
      onChoose={(id) => run(id as ExportFormat)}
    />
  );
}
