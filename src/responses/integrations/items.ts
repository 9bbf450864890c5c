import * as z from 'zod';
import type { GroupRow } from '#src/records/groups/group.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import { currencies, type ProjectRow, projectHref } from '#src/records/projects/project.ts';
import { PublicationRow } from '#src/records/publications/row.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { env } from '#src/runtime/env.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale, LocalizedText } from '#src/vocabulary/locale.ts';
import { includedCitation } from '../citations.ts';
import { shownPeriod } from '../groups/groups.ts';
import { standingNotice } from '../publications.ts';
import { includedGroups } from './included.ts';

/** The items of the Integrations API's lists, and the conversion of rows to them. */

const date = z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' });
const localized = LocalizedText.meta({ description: 'A text, or the same text by language tag (BCP 47)' });
const openObject = z.record(z.string(), z.unknown());

export const PublicationEntry = z
  .object({
    doi: z.string(),
    author_match_state: PublicationRow.shape.author_match_state.meta({
      description: '`complete` if every linked researcher is matched to an author',
    }),
    title: localized.nullable(),
    doi_url: z.url(),
    publication_date: date,
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    is_retracted: z.boolean(),
    integrity: standingNotice,
    last_fetched_at: z.int(),
    citation: includedCitation,
    groups: includedGroups,
    license: z.string().nullable().optional().meta({
      description: 'By name, such as `cc-by-4.0`; the filter `license` compares it. Only with `include=citation`',
    }),
    researcher_orcids: z.array(z.string()).optional().meta({
      description:
        'The people whose publication it is, by whom the filter `orcid` finds it. Only with `include=citation`',
    }),
  })
  .meta({ id: 'PublicationItem' });

export const publicationEntry = (row: PublicationRow): z.input<typeof PublicationEntry> => ({
  ...row,
  integrity: row.integrity ?? undefined,
  license: undefined,
  doi_url: doiUrl(row.doi),
});

/** An item with what a copy needs beside the citation to filter as the list does. */
export const citedPublicationItem = (row: PublicationRow): z.input<typeof PublicationEntry> => ({
  ...publicationEntry(row),
  license: row.license,
  researcher_orcids: row.orcids,
});

export const WorkItem = z
  .object({
    id: z.string(),
    title: z.string(),
    work_type: z.string().nullable(),
    publication_date: date,
    publication_year: z.int().nullable(),
    created_at: z.int(),
    href: z.url().meta({ description: 'URL of the work, or its page on the ORCID record if it has none' }),
    citation: includedCitation,
    groups: includedGroups,
  })
  .meta({ id: 'WorkItem' });

export const workItem = (row: WorkRow, language: string): z.input<typeof WorkItem> => ({
  ...row,
  title: inLocale(row.title, language) ?? '',
});

export const ProjectItem = z
  .object({
    id: z.string(),
    programme: z.string(),
    title: z.string(),
    abstract: z.string().nullable(),
    start_date: date,
    end_date: date,
    cesam_funding_amount: z.number().nullable().meta({ description: "The partner entity's share of the funding" }),
    cesam_funding_currency: z.enum(currencies),
    total_funding_amount: z.number().nullable(),
    total_funding_currency: z.enum(currencies),
    funding_entities: z.array(z.unknown()),
    proponent_institution: z.string().nullable(),
    project_logo: openObject.nullable(),
    funding_partner_images: z.array(openObject),
    created_at: z.int(),
    href: z.url().meta({ description: "The project's website, or its URL in the Consumer API if it has none" }),
  })
  .meta({ id: 'ProjectItem' });

export const projectItem = (row: ProjectRow, language: string): z.input<typeof ProjectItem> => ({
  ...row,
  programme: inLocale(row.programme, language) ?? '',
  title: inLocale(row.title, language) ?? '',
  abstract: inLocale(row.abstract, language),
  href: projectHref(row, env('PUBLIC_BASE_URL')),
});

export const GroupItem = z
  .object({
    id: z.string(),
    name: localized,
    kind: z.string().nullable(),
    parents: z
      .array(z.object({ id: z.string(), ...shownPeriod }))
      .meta({ description: 'The public groups that it belongs to or belonged to, each with its period' }),
    taken_over_by: z.string().nullable().meta({ description: 'The public group that continues it' }),
    ror: z.string().nullable(),
    homepage: z.string().nullable(),
    ...shownPeriod,
  })
  .meta({ id: 'GroupItem' });

/** A group as `groupAsShown` gives it. */
export const groupItem = (row: GroupRow): z.input<typeof GroupItem> => ({
  ...row,
  ...toPeriodInMs(row),
  parents: row.parents.map((parent) => ({ id: parent.id, ...toPeriodInMs(parent) })),
});

export const PersonItem = z
  .object({
    orcid: z.string().optional().meta({ description: 'The ORCID iD. Only if the request has `include=orcid`' }),
    name: localized,
    photo_url: z.string().nullable(),
    slug: z.string().nullable(),
    people_type: z.string().nullable(),
  })
  .meta({ id: 'PersonItem' });

/** A person with a private name has the ORCID iD as the name. */
export const personItem = ({ orcid, name, photo_url, slug, people_type }: PersonRow): z.input<typeof PersonItem> => ({
  name: name ?? orcid,
  photo_url,
  slug,
  people_type,
});
