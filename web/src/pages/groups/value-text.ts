import { useGroupName } from '../../data/groups/queries.ts';
import { useText } from '../../text/text.ts';
import type { ParentValue, Values } from './form.ts';

/** A value of a field in words, for the comparison with that of somebody else. */
export function useConflictText(): (value: Values[keyof Values]) => string {
  const t = useText();
  const nameOf = useGroupName();
  const parent = ({ id, from, to }: ParentValue) => `${nameOf(id ?? '')} ${from} – ${to}`;
  return (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return t(value ? 'groups.shown' : 'groups.hidden');
    return value
      .map((each) => ('tag' in each ? [each.tag, each.text].filter(Boolean).join(': ') : parent(each)))
      .join('\n');
  };
}
