import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useText } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { useErrorText } from './notice.tsx';
import { useShortcuts } from './shortcuts.ts';

interface Toast {
  text: string;
  /** Details, in the English of the API. */
  detail?: string;
  tone?: 'good' | 'bad';
  /** Undoes the change. A toast with an undo stays until it is dismissed. */
  undo?: () => void;
}

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Reports a finished action, with an undo if possible. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** Reports an error. `whoCan` names who has the permission if the user does not. */
export function useErrorToast(): (error: unknown, whoCan?: string) => void {
  const toast = useToast();
  const explain = useErrorText();
  return useCallback((error, whoCan) => toast({ ...explain(error, whoCan), tone: 'bad' }), [toast, explain]);
}

/** Shows at most five toasts; the oldest leaves first. The key z runs the latest undo. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => setToasts((shown) => [...shown.slice(-4), { ...toast, id: (shown.at(-1)?.id ?? 0) + 1 }]),
    [],
  );
  useShortcuts(
    useMemo(
      () => ({
        z: () => {
          const latest = toasts.findLast(({ undo }) => undo);
          if (!latest) return;
          dismiss(latest.id);
          latest.undo?.();
        },
      }),
      [toasts, dismiss],
    ),
  );
  const list = useMemo(
    () => (
      <section className="toasts" aria-label={t('toasts.label')} aria-live="polite">
        {toasts.map(({ id, text, detail, tone, undo }) => (
          <div key={id} className={`toast ${tone ?? ''}`}>
            <span className="toast-text">
              {text}
              {detail && <span lang="en">. {detail}</span>}
            </span>
            {undo && (
              <Button
                kind="quiet"
                onClick={() => {
                  dismiss(id);
                  undo();
                }}
              >
                {t('action.undo')}
              </Button>
            )}
            <IconButton icon={X} label={t('action.dismiss')} onClick={() => dismiss(id)} />
          </div>
        ))}
      </section>
    ),
    [toasts, dismiss, t],
  );
  return (
    <ToastContext value={show}>
      {children}
      {list}
    </ToastContext>
  );
}
