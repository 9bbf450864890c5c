import * as z from 'zod';
import {
  Evidence,
  type KnownProposal,
  proposalKinds,
  proposalStatuses,
} from '#src/ingestion/proposals/domain/proposal.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { Affiliation } from '#src/records/people/affiliation.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { shownPeriod } from '../groups/groups.ts';

export const ProposalParams = z.object({ id: z.string().meta({ description: 'The id of the proposal' }) });

const time = { description: 'Milliseconds since the epoch' };

export const ProposalItem = z
  .object({
    id: z.string(),
    kind: z.enum(proposalKinds).meta({
      description:
        "`unlink`: the publication was removed from the person's ORCID record. `work`: a publication of the " +
        'institution or of a person that no ORCID record lists. `award`: a publication and a project have the ' +
        'same award. `affiliation`: an employment on an ORCID record. `group_membership`: an employment on an ORCID ' +
        'record, or affiliations as printed, name a group',
    }),
    status: z.enum(proposalStatuses).meta({ description: '`obsolete`: it no longer applies. It reopens when it does' }),
    doi: z.string().nullable(),
    doi_url: z.url().nullable(),
    title: LocalizedText.nullable().meta({ description: 'Of the publication' }),
    orcids: z.array(z.string()).meta({ description: 'The people concerned' }),
    project_id: z.string().nullable(),
    period: Affiliation.nullable().meta({ description: 'The proposed affiliation period' }),
    membership: z
      .object({ group_id: z.string(), ...shownPeriod })
      .nullable()
      .meta({ description: 'The proposed membership of a group' }),
    evidence: Evidence.extend({
      seen_at: z.int().meta(time),
      seen: z.record(z.string(), z.unknown()).meta({ description: 'The evidence, by kind' }),
    }).meta({ id: 'ProposalEvidence' }),
    created_at: z.int().meta(time),
    decided_at: z.int().nullable(),
    decided_by: z.string().nullable().meta({ description: 'Who made the last decision, as in the activity log' }),
    version: z.int().meta({ description: '`If-Match: "<version>"` refuses later versions' }),
  })
  .meta({ id: 'Proposal' });

export const proposalItem = (proposal: KnownProposal): z.input<typeof ProposalItem> => ({
  ...proposal,
  doi_url: proposal.doi === null ? null : doiUrl(proposal.doi),
  membership: proposal.membership
    ? { group_id: proposal.membership.group_id, ...toPeriodInMs(proposal.membership) }
    : null,
});
