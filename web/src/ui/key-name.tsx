import { usePreferences } from '../preferences.ts';

/** The key that does what a button does, beside its text. Shown while shortcuts are on. */
export function KeyName({ name }: { name: string }) {
  return usePreferences().shortcuts ? <kbd aria-hidden>{name}</kbd> : null;
}
