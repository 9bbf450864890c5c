import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { fromDateParts } from '#src/vocabulary/partial-date.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { abstractOf } from '../fields/abstract.ts';
import { crossrefContributor } from './people.ts';
import type { CrossrefRecord } from './response.ts';

/** The titles of a grant's projects, which has none itself. */
export const grantTitles = ({ project }: CrossrefRecord): string[] =>
  project.flatMap((each) => each['project-title'].map(({ title }) => title));

/** The people, text and start of a grant, all of which are those of its projects, and its funders with its number. */
export function grantOf({ project, award }: CrossrefRecord): {
  authors: Bibliography['authors'];
  abstract: string | null;
  start: string | null;
  funders: CrossrefRecord['funder'];
} {
  const investigators = project.flatMap((each) => [
    ...each['lead-investigator'],
    ...each['co-lead-investigator'],
    ...each.investigator,
  ]);
  const [description] = project.flatMap((each) => each['project-description']);
  const starts = project.flatMap((each) => each['award-start'].flatMap((date) => fromDateParts(date) ?? []));
  return {
    authors: investigators.flatMap(crossrefContributor),
    abstract: abstractOf(description?.description, languageTag(description?.language)),
    start: starts.toSorted()[0] ?? null,
    funders: project.flatMap(({ funding }) =>
      funding.flatMap(({ funder }) =>
        funder ? { ...funder, award: [...funder.award, ...(award ? [award] : [])] } : [],
      ),
    ),
  };
}
