import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { loaded } from '../../api/failures.ts';
import { download } from '../../data/download.ts';
import { type EditFormat, editFormats } from '../../data/editing/edit-formats.ts';
import type { Running } from '../../data/export-parts.ts';
import { listParameters } from '../../data/publication-filters/counts.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useErrorToast } from '../../ui/toasts.tsx';
import { type ExportFormat, exportFormats, exportPublications, exportSome } from './queries.ts';
import { countOf, type Targets } from './use-selection.ts';

const isForEditing = (format: ExportFormat | EditFormat): format is EditFormat => format in editFormats;

/** Downloads publications in an export format. Says how far it is, and can be cancelled. */
export function ExportMenu({ targets }: { targets: Targets }) {
  const t = useText();
  const { number } = useFormat();
  const showError = useErrorToast();
  const [running, setRunning] = useState<{ done: number; total: number; cancel: () => void }>();
  const fileOf = async (format: ExportFormat | EditFormat, options: Running): Promise<BlobPart> => {
    const ids = 'rows' in targets ? targets.rows.map(({ id }) => id) : undefined;
    const search = 'search' in targets ? targets.search : {};
    if (isForEditing(format)) {
      const { sheetForEditing } = await loaded(import('../../data/editing/sheet.ts'));
      const records = ids ? { ids } : { query: listParameters({ ...search, include: undefined }) };
      return sheetForEditing({ list: 'publications', ...records }, format, options);
    }
    return ids ? exportSome(ids, format, options) : exportPublications(search, format, options);
  };
  const run = async (format: ExportFormat | EditFormat) => {
    const controller = new AbortController();
    const onProgress = (done: number) =>
      setRunning({ done, total: countOf(targets), cancel: () => controller.abort() });
    onProgress(0);
    try {
      const { extension, type } = isForEditing(format) ? editFormats[format] : exportFormats[format];
      const name = isForEditing(format) ? 'publications-edit' : 'publications';
      download(`${name}.${extension}`, type, await fileOf(format, { signal: controller.signal, onProgress }));
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
  const all = [...Object.keys(exportFormats), ...Object.keys(editFormats)] as (ExportFormat | EditFormat)[];
  const items = all.map((id) => ({
    id,
    text: t(`publications.export.${id}`),
  }));
  return (
    <Menu
      label={t('publications.export')}
      icon={Download}
      showLabel
      items={items}
      onChoose={(id) => run(id as ExportFormat | EditFormat)}
    />
  );
}
