import { useRef } from 'react';
import { useLeaving } from '../ui/overlay/leaving.ts';
import { useForm } from './form.ts';

type Typed = Readonly<Record<string, string>>;

interface FilterFormOptions<Values extends Typed> {
  /** The name of the list and the filter. */
  name: string;
  /** The filter as it is. */
  shown: Values;
  /** Why what is typed cannot be applied. */
  faultOf: (typed: Values) => string | undefined;
  apply: (typed: Values) => void;
}

/**
 * The text typed into the panel of a filter. Leaving the panel applies it, because the choices beside it act at once;
 * Escape forgets it. Text that cannot be applied, or that the browser's Back closes, is there when the panel is opened
 * again.
 */
export function useFilterForm<Values extends Typed>({ name, shown, faultOf, apply }: FilterFormOptions<Values>) {
  const { values, text, discard } = useForm<Values>(shown, { draft: `filter.${name}.${JSON.stringify(shown)}` });
  const typed = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()])) as Values;
  const isChanged = Object.entries(typed).some(([field, value]) => value !== shown[field]);
  // Sending it closes the panel, which leaves it.
  const isSent = useRef(false);
  const send = () => {
    if (isSent.current || faultOf(typed) !== undefined) return;
    isSent.current = true;
    discard();
    if (isChanged) apply(typed);
  };
  useLeaving((isEscaped) => {
    if (isEscaped) discard();
    else send();
  });
  return { typed, text, send };
}
