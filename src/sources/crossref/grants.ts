import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { fromDateParts } from '#src/vocabulary/partial-date.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { abstractOf } from '../fields/abstract.ts';
import { contributor } from './people.ts';
import type { Work } from './response.ts';

/** The titles of a grant's projects, which has none itself. */
export const projectTitles = ({ project }: Work): string[] =>
  project.flatMap((each) => each['project-title'].map(({ title }) => title));

/** The people, text and start of a grant, all of which are those of its projects, and its funders with its number. */
export function grantOf({ project, award }: Work): {
  authors: Bibliography['authors'];
  abstract: string | null;
  start: string | null;
  funders: Work['funder'];
} {
  const investigators = project.flatMap((each) => [
    ...each['lead-investigator'],
    ...each['co-lead-investigator'],
    ...each.investigator,
  ]);
  const [description] = project.flatMap((each) => each['project-description']);
  const starts = project.flatMap((each) => each['award-start'].flatMap((date) => fromDateParts(date) ?? []));
  return {
    authors: investigators.flatMap(contributor),
    abstract: abstractOf(description?.description, languageTag(description?.language)),
    start: starts.toSorted()[0] ?? null,
    funders: project.flatMap(({ funding }) =>
      funding.flatMap(({ funder }) =>
        funder ? { ...funder, award: [...funder.award, ...(award ? [award] : [])] } : [],
      ),
    ),
  };
}
