import { FileDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type DocumentFormat,
  documentFormats,
  documentForms,
} from '../../../../../src/formats/documents/document-formats.ts';
import { download } from '../../../data/download.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorToast } from '../../../ui/toasts.tsx';
import type { Run } from '../shapes.ts';
import { readDocument } from './read-document.ts';

/** The documents of a run. A large one is made by a job: the page says how far it is, and saves it when it is there. */
export function Documents({ run: { id, name } }: { run: Run }) {
  const t = useText();
  const { number } = useFormat();
  const showError = useErrorToast();
  const [running, setRunning] = useState<{ format: DocumentFormat; done: number; total: number | null }>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const save = async (format: DocumentFormat) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setRunning({ format, done: 0, total: null });
    try {
      const file = await readDocument(id, format, {
        signal,
        onProgress: (done, total) => setRunning({ format, done, total }),
      });
      const { ending, mediaType } = documentForms[format];
      download(`${fileName(name)}${ending}`, mediaType, file);
    } catch (error) {
      if (!signal.aborted) showError(error);
    }
    if (!signal.aborted) setRunning(undefined);
  };
  const cancel = () => {
    controller.current?.abort();
    setRunning(undefined);
  };
  return (
    <section className="section" aria-labelledby="documents">
      <h2 id="documents">{t('reports.documents')}</h2>
      {running && (
        <p role="status">
          {running.total == null
            ? t('reports.document.making')
            : t('reports.progress.of', { done: number(running.done), total: number(running.total) })}{' '}
          <Button icon={X} onClick={cancel}>
            {t('action.cancel')}
          </Button>
        </p>
      )}
      <ul className="report-documents">
        {documentFormats.map((format) => (
          <li key={format}>
            <Button
              icon={FileDown}
              busy={running?.format === format}
              disabled={running !== undefined}
              onClick={() => save(format)}
            >
              {t(`reports.document.${format}`)}
            </Button>
            <span className="fine">{t(`reports.document.${format}.hint`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name of a report as that of a file. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'report';
