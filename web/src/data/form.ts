import { useState } from 'react';
import { issueOf } from '../api/issue-of.ts';
import { useDraft } from './draft.ts';

type NameOf<Values> = keyof Values & string;

/** The properties of a field of `web/src/ui/field.tsx`. */
interface Bound<Value> {
  value: Value;
  issue: string | undefined;
}

export interface FormValues<Values> {
  values: Values;
  set: (change: Partial<Values>) => void;
  /** Binds a line or an area of text. */
  text: <Name extends NameOf<Values>>(
    name: Name,
  ) => Bound<Values[Name]> & { onChange: (event: { target: { value: string } }) => void };
  /** Binds a choice. */
  choice: <Name extends NameOf<Values>>(
    name: Name,
  ) => Bound<Values[Name]> & { onChoose: (value: Values[Name]) => void };
  /** Returns to the values at the beginning: when they are sent, or somebody cancels. */
  discard: () => void;
}

interface FormOptions {
  /** The API's refusal of the values. */
  error?: unknown;
  /** The name of the draft that keeps what is typed when the page is left. That of a record names its state, too. */
  draft?: string;
}

/**
 * The values of a form. They have the names that they have in the request, so that each field shows what the API says
 * about it. A form in a dialog has a draft: the browser's Back closes it.
 */
export function useForm<Values extends object>(
  initial: Values,
  { error, draft }: FormOptions = {},
): FormValues<Values> {
  const [begun] = useState(initial);
  const [typed, setTyped] = useDraft<Values>(draft);
  const values = { ...begun, ...typed };
  const set = (change: Partial<Values>) => setTyped((now) => ({ ...now, ...change }));
  const bound = <Name extends NameOf<Values>>(name: Name) => ({ value: values[name], issue: issueOf(error, name) });
  return {
    values,
    set,
    text: (name) => ({
      ...bound(name),
      onChange: ({ target }) => set({ [name]: target.value } as unknown as Partial<Values>),
    }),
    choice: (name) => ({ ...bound(name), onChoose: (value) => set({ [name]: value } as unknown as Partial<Values>) }),
    discard: () => setTyped(() => ({})),
  };
}

interface Draft<Typed extends object, Seen> {
  typed: Partial<Typed>;
  /** The record when the first field was changed. */
  seen: Seen;
}

interface EditOptions<Typed extends object, Seen> {
  /** The name of the draft in this tab. */
  draft: string;
  /** The record as it is now. */
  shown: Seen;
  /** The typed fields that somebody else has changed, too. */
  conflictsOf: (typed: Partial<Typed>, seen: Seen, now: Seen) => NameOf<Typed>[];
  /** While a value is being saved it does not conflict with itself. */
  isSaving: boolean;
}

/**
 * The edits of a record that others may edit, too: what is typed and not saved, which stays in this tab, and the
 * fields about which somebody has to choose. Only the typed fields are to be sent.
 */
export function useEdits<Typed extends object, Seen>({
  draft,
  shown,
  conflictsOf,
  isSaving,
}: EditOptions<Typed, Seen>) {
  const [{ typed = {} as Partial<Typed>, seen = shown }, setDraft] = useDraft<Draft<Typed, Seen>>(draft);
  const keep = (left: Partial<Typed>, next: Seen) =>
    Object.keys(left).length === 0 ? {} : { typed: left, seen: next };
  const without = (now: Partial<Typed>, isGone: (name: NameOf<Typed>) => boolean) =>
    Object.fromEntries(Object.entries(now).filter(([name]) => !isGone(name as NameOf<Typed>))) as Partial<Typed>;
  const conflicts = isSaving ? [] : conflictsOf(typed, seen, shown);
  return {
    typed,
    seen,
    changed: Object.keys(typed) as NameOf<Typed>[],
    conflicts,
    write: <Name extends NameOf<Typed>>(name: Name, value: Typed[Name]) =>
      setDraft((now) => ({ seen: now.seen ?? shown, typed: { ...now.typed, [name]: value } as Partial<Typed> })),
    /** Forgets what was sent and is stored; what was typed since stays. */
    settle: (sent: Partial<Typed>, stored: Seen) =>
      setDraft(({ typed: now = {} as Partial<Typed> }) =>
        keep(
          without(now, (name) => now[name] === sent[name]),
          stored,
        ),
      ),
    discard: () => setDraft(() => ({})),
    keepMine: () => setDraft((now) => ({ ...now, seen: shown })),
    takeTheirs: () =>
      setDraft(({ typed: now = {} }) =>
        keep(
          without(now, (name) => conflicts.includes(name)),
          shown,
        ),
      ),
  };
}
