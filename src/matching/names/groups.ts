import type { Author } from '#src/vocabulary/bibliography.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { isGroupName, type NameParts } from './person-name.ts';

/** Words before a group's name that join it to the authors before it: "for the", "on behalf of", "and members of the". */
const joining =
  /^(?:(?:and|for|with|from|on behalf of|in collaboration with|representing|(?:the )?(?:members|participants|investigators|collaborators) (?:of|in|for))(?:\s+|$)){1,3}(?:the(?:\s+|$))?/i;

/** Last words that end no person's name. */
const ofGroups =
  /(?:^|\s)(?:collaborations?|consorti(?:um|a)|committee|investigators|collaborators|commission|task ?force|(?:study|working|research|trial|writing|steering|interest) group|network|initiative|alliance)$/i;

/**
 * The group that is deposited as a person: "for the" | "Kiln Study Group", "Kiln" | "Collaboration". Undefined for people.
 */
export function groupInParts({ given, family }: NameParts): string | undefined {
  if (given === null || family === null) return undefined;
  const rest = given.replace(joining, '').trim();
  const isJoined = rest === '' && (/\bthe$/i.test(given.trim()) || isGroupName(family));
  if (isJoined || (/^the$/i.test(given) && isGroupName(family))) return isJoined ? family : `${given} ${family}`;
  const whole = `${rest} ${family}`;
  return ofGroups.test(whole) && (isGroupName(rest) || ofGroups.test(family)) ? whole : undefined;
}

/** A group's name without the words that join it to the authors before it: "on behalf of the Kiln Study Group". */
export function withoutJoining(name: string): string {
  const rest = name.replace(joining, '');
  return rest !== name && isGroupName(rest) ? rest : name;
}

/** Whether works of a type are in a journal. Blogs and books are named after people. */
export const isInJournal = (type: string | null): boolean => /^journal-(?:article|issue|volume)$/.test(type ?? '');

/** The authors, of whom one who has the name of the journal, such as "The Pot", is a group, unless they have an iD. */
export function withJournalAsGroup(authors: readonly Author[], journals: readonly (string | null)[]): Author[] {
  const names = new Set(journals.flatMap((name) => (name === null ? [] : nameKey(name))));
  return authors.map((author) => {
    const isJournal = author.orcid === null && author.family !== null && names.has(nameKey(author.name));
    if (!isJournal) return author;
    const { suffix: _, ...known } = author;
    return { ...known, given: null, family: null };
  });
}

const nameKey = (name: string) =>
  foldForSearch(name, 'en')
    .replace(/^the\s/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
