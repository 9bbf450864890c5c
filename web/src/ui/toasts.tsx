import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../text/text.ts';
import { Button, IconButton } from './button.tsx';
import { useErrorText } from './notice.tsx';
import { useShortcuts } from './shortcuts.ts';

interface Toast {
  text: string;
  /** The name of the record that it is about, unless the text names it. */
  about?: string | undefined;
  /** Details, in the English of the API. */
  detail?: string;
  tone?: 'bad';
  /** Undoes the change, and resolves to whether that worked. It stays among the recent changes when the toast is gone. */
  undo?: () => Promise<boolean>;
}

interface ShownToast extends Toast {
  id: number;
}

/** A change of this visit that can be undone, or was. */
export interface RecentChange {
  id: number;
  text: string;
  about: string | undefined;
  /** In milliseconds since the epoch. */
  atMs: number;
  isUndone: boolean;
  undo: () => Promise<boolean>;
}

const mostToasts = 3;
const mostChanges = 100;
/** How long a toast is shown. Errors stay until they are dismissed. */
const shownMs = 5_000;
const shownWithUndoMs = 10_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});
const ChangesContext = createContext<readonly RecentChange[]>([]);

/** Reports a finished action, with an undo if possible. `about` names the record, unless the text does. */
export function useToast(about?: string): (toast: Toast) => void {
  const show = useContext(ToastContext);
  return useCallback((toast) => show({ ...(about && { about }), ...toast }), [show, about]);
}

/** Reports an error. `whoCan` names who has the permission if the user does not. */
export function useErrorToast(): (error: unknown, whoCan?: string | undefined) => void {
  const toast = useToast();
  const explain = useErrorText();
  return useCallback((error, whoCan) => toast({ ...explain(error, whoCan), tone: 'bad' }), [toast, explain]);
}

/** The changes of this visit with their undos, newest first. */
export const useRecentChanges = (): readonly RecentChange[] => useContext(ChangesContext);

/**
 * Shows toasts, the newest three, and remembers each undo. They go by themselves, but not while the pointer or the focus
 * is on them. The key z undoes the change of the newest toast.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useText();
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const [changes, setChanges] = useState<readonly RecentChange[]>([]);
  const [isPaused, setPaused] = useState(false);
  const lastId = useRef(0);
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => {
      lastId.current += 1;
      const id = lastId.current;
      const { undo, text, about } = toast;
      if (!undo) return setToasts((shown) => [...shown.slice(1 - mostToasts), { ...toast, id }]);
      const mark = (isUndone: boolean) =>
        setChanges((known) => known.map((each) => (each.id === id ? { ...each, isUndone } : each)));
      const undoOnce = async () => {
        dismiss(id);
        mark(true);
        const isUndone = await undo();
        mark(isUndone);
        return isUndone;
      };
      setToasts((shown) => [...shown.slice(1 - mostToasts), { ...toast, id, undo: undoOnce }]);
      const change = { id, text, about, atMs: Date.now(), isUndone: false, undo: undoOnce };
      setChanges((known) => [change, ...known].slice(0, mostChanges));
    },
    [dismiss],
  );
  useShortcuts(useMemo(() => ({ z: () => toasts.findLast(({ undo }) => undo)?.undo?.() }), [toasts]));
  const list = useMemo(
    () => (
      <section
        className="toasts"
        aria-label={t('toasts.label')}
        aria-live="polite"
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} isPaused={isPaused} onDismiss={dismiss} />
        ))}
      </section>
    ),
    [toasts, isPaused, dismiss, t],
  );
  return (
    <ToastContext value={show}>
      <ChangesContext value={changes}>
        {children}
        {list}
      </ChangesContext>
    </ToastContext>
  );
}

interface ToastLineProps {
  toast: ShownToast;
  isPaused: boolean;
  onDismiss: (id: number) => void;
}

function ToastLine({ toast: { id, text, about, detail, tone, undo }, isPaused, onDismiss }: ToastLineProps) {
  const t = useText();
  const hasUndo = undo !== undefined;
  const lasts = tone === 'bad' || isPaused;
  useEffect(() => {
    if (lasts) return;
    const timer = setTimeout(() => onDismiss(id), hasUndo ? shownWithUndoMs : shownMs);
    return () => clearTimeout(timer);
  }, [id, hasUndo, lasts, onDismiss]);
  return (
    <div className={`toast ${tone ?? ''}`}>
      <span className="toast-text" title={about === undefined ? text : `${text} · ${about}`}>
        {text}
        {about !== undefined && (
          <>
            {' · '}
            <bdi>{about}</bdi>
          </>
        )}
        {detail && <span lang="en">. {detail}</span>}
      </span>
      {undo && (
        <Button kind="quiet" onClick={undo}>
          {t('action.undo')}
        </Button>
      )}
      <IconButton icon={X} label={t('action.dismiss')} onClick={() => onDismiss(id)} />
    </div>
  );
}
