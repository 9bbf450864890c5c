import type { components } from '../api/schema.ts';

interface Place {
  author_position: number | null;
  editor_position: number | null;
  contributor_position?: number | undefined;
}

interface Decision extends Place {
  orcid: string;
  decision: 'accept' | 'reject' | 'not_an_author' | 'undo';
}

/**
 * The decisions that restore, in order, what was decided about a researcher before `made`. Undoing a decision without
 * an author forgets all decisions, so earlier rejections must be repeated.
 */
export function undoDecisions(before: components['schemas']['MatchDecision'] | null, made: Decision): Decision[] {
  const at = ({ author_position, editor_position, contributor_position }: Place) => ({
    author_position,
    editor_position,
    // The previous release knows no such position.
    ...(contributor_position != null && { contributor_position }),
  });
  const isPlaced = (place: Place) => Object.values(at(place)).some((position) => position != null);
  const isAboutOne = isPlaced(made);
  const again = (isAboutOne ? [] : (before?.rejected ?? [])).filter(
    // An author who is no longer in the list cannot be rejected.
    isPlaced,
  );
  const rejections = again.map((place) => ({ ...made, ...at(place), decision: 'reject' as const }));
  const accepted = before?.accepted;
  if (isAboutOne && accepted) return [{ ...made, ...at(accepted), decision: 'accept' }];
  return [
    { ...made, decision: 'undo' },
    ...rejections,
    ...(accepted ? [{ ...made, ...at(accepted), decision: 'accept' as const }] : []),
  ];
}
