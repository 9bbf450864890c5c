/**
 * A permission of a function. Each grant becomes a least-privilege IAM policy and the environment variables of the
 * resource. A function has no other permissions. What a grant allows on the table is in lib/table-access.ts: a grant to
 * write something includes the reads that its storage functions make.
 */
export type Grant =
  /** Reading publications by DOI, with their edits. */
  | 'publications:read'
  /** Changing publications with their list rows and edits, their relations and the pairs of possible duplicates. */
  | 'publications:write'
  /** The same for publications from the sources, with the events of retractions, and reading the people they name. */
  | 'publications:store'
  /** Comparing the relations of publications whose writers were interrupted. */
  | 'publications:relate'
  /** Listing publications whose enrichment failed, to be read again. */
  | 'enrichments:defer'
  /** Finding the publications whose enrichment is to be read again. They are stored with `publications:store`. */
  | 'enrichments:retry'
  /** Keeping what the refresh has tried, confirming that people have not changed, and reading OpenAlex's kept answers. */
  | 'refresh:run'
  /** Reading what the refresh has tried and how much of its budgets it has used. */
  | 'refresh:read'
  /** Reading the pace of the refresh. */
  | 'setting:refresh'
  /** Reading people by iD. */
  | 'people:read'
  /** Storing people with their list rows. */
  | 'people:write'
  /** Adding people, and asking for the ingestion of people: both only unless they were erased. */
  | 'people:add'
  /** Erasing people, with every trace of them. Its audit records need `audit:append`. */
  | 'people:erase'
  /** Finding the erasures that have not finished. */
  | 'erasures:find'
  /** Forgetting that a person was erased. Its audit record needs `audit:append`. */
  | 'people:restore'
  /** Reading all affiliation periods of a person. */
  | 'affiliations:read'
  /** Changing the affiliation of a person, with the person. */
  | 'affiliations:write'
  /** Finding the works of a person, and the questions for curators that concern them. */
  | 'people:export'
  /** Reading works by id. */
  | 'works:read'
  /** Reading and storing works with their list rows and the pairs of possible duplicates. */
  | 'works:write'
  | 'projects:read'
  /** Storing projects with their list rows. */
  | 'projects:write'
  /** Reading pairs of possible duplicates by id. A pair has no record besides its row. */
  | 'duplicates:read'
  /** Proposing and withdrawing pairs of possible duplicates. */
  | 'duplicates:find'
  /** Deciding such pairs, besides changing the publications: deleting what marks a merge, and writing works. */
  | 'duplicates:decide'
  /** Withdrawing the question whether to import a publication. */
  | 'proposals:withdraw'
  /** Asking curators, and withdrawing questions. */
  | 'proposals:propose'
  /** Looking for what to ask: reading all publications, people, projects and questions, and how far that has come. */
  | 'proposals:find'
  /** Deciding such questions, besides changing publications and projects: writing affiliation periods. */
  | 'proposals:decide'
  /** Reading jobs with their works, and all jobs by month. */
  | 'jobs:read'
  /** Reading the latest jobs of people. */
  | 'jobs:latest'
  /** Reading all active jobs. */
  | 'jobs:active'
  /** Finding active jobs whose messages may be lost, noting that they were sent again, and ending jobs. */
  | 'jobs:resume'
  /** Creating jobs, and ending those that cannot be queued. */
  | 'jobs:request'
  /** Listing the works of a job, and ending it. Discarding what deleted jobs have left. */
  | 'jobs:plan'
  /** Recording what became of the works of a job, and ending it. */
  | 'jobs:work'
  /** Ending jobs. */
  | 'jobs:end'
  /** Reading a user with memberships and invitations. */
  | 'users:read'
  | 'users:list'
  | 'users:create'
  | 'users:update'
  /** Deleting users with their memberships and invitations. */
  | 'users:delete'
  /** Binding a user to an identity, and no other change of users. */
  | 'users:bind'
  /** Adding users to the user pool, and finding those that are there, if there is a pool. */
  | 'directory:add'
  /** Removing users from it. */
  | 'directory:remove'
  /** Letting the user pool send password reset mails. */
  | 'users:reset'
  /** Reading the members and invitations of a workspace. */
  | 'members:read'
  /** Changing the roles of members, and removing members. */
  | 'members:write'
  | 'invitations:create'
  | 'invitations:cancel'
  | 'invitations:accept'
  /** Reading an API key by its hash. */
  | 'api-keys:read'
  /** Reading all API keys and their usage. */
  | 'api-keys:list'
  /** Creating API keys, also in place of others. */
  | 'api-keys:create'
  /** Changing, revoking and deleting API keys. */
  | 'api-keys:update'
  /** Reading and updating the API keys that are not synced with API Gateway. */
  | 'api-keys:sync'
  /** Counting requests against limits. Routes with rate-limited credentials have it automatically. */
  | 'usage'
  /** Managing the keys of API Gateway that this deployment has created, and their usage plans. */
  | 'gateway-keys'
  /** Reading an installation with its origins and credentials. */
  | 'installations:read'
  /** Reading the installations of a workspace. */
  | 'installations:list'
  /** Creating and changing installations, their origins and credentials. */
  | 'installations:write'
  /** Claiming verified sites for a workspace, and releasing them. */
  | 'sites:claim'
  /** Finding the installation of a credential. */
  | 'credentials:find'
  /** Finding an origin of an installation by its id. */
  | 'origins:find'
  /** In-memory lists: reading the rows of one list and its snapshot. */
  | 'lists:publications'
  /** The list of curators, which has more fields. */
  | 'lists:curated-publications'
  | 'lists:works'
  | 'lists:people'
  | 'lists:projects'
  /** The list of pairs of possible duplicates. */
  | 'lists:duplicates'
  /** The list of questions for curators. */
  | 'lists:proposals'
  /** Writing the snapshots, and updating the timestamps of list rows that were committed late. */
  | 'lists:compact'
  | 'activity:read'
  /** Adding events to the activity log. */
  | 'activity:append'
  /** Clearing the activity log, which includes reading it and adding events. */
  | 'activity:clear'
  /** Reading the audit trail. */
  | 'audit:read'
  /** Appending to the audit trail. */
  | 'audit:append'
  /** Copying what was revoked out of the table. Grants to revoke something include writing it down there. */
  | 'revocations:record'
  | 'queue:researchers'
  | 'queue:works'
  /** Reading the number of messages in each queue. */
  | 'queues:count'
  | 'secret:api-key-pepper'
  | 'secret:openalex-api-key'
  /** Reading the secret of the operator routes, if there is one. */
  | 'secret:admin-cli'
  /** Requesting the sources within their limits. */
  | 'sources'
  /** Reading the secret of this service at the issuer of the institution, if there is one. */
  | 'secret:sign-in-client'
  /** Reading the settings for verifying session tokens. */
  | 'sign-in'
  /** Reading the rate limit of installations. */
  | 'limit:installations'
  /** Reading the private hosts that can be verified, which only the local stack has. */
  | 'verification'
  /** Reading who may reset the data, and the phrase that confirms it. */
  | 'setting:reset'
  /** Deleting publications, works, people and jobs for good, with their list rows. */
  | 'data:delete'
  /** Finding the publications whose author links need repair, and how far the repair has come. */
  | 'author-links:repair'
  /** Reading what the sources answered, to derive publications again from it, and how far that has come. */
  | 'records:rederive'
  /** Reading and writing all records, to rewrite those of older shapes. */
  | 'records:rewrite'
  /** Reading the rollout, its history, and the counters of the last minutes. */
  | 'rollout:read'
  /** Reading and changing the rollout. Its audit records need `audit:append`. */
  | 'rollout:write'
  /** Reading the rollout, and counting requests under it. */
  | 'rollout:count'
  /** Reading which institution the registry is of. */
  | 'setting:institution'
  /** Reading who may change the rollout. */
  | 'setting:rollout'
  /** Knowing the public address of the Consumer API, to ask it from outside. */
  | 'public-address'
  /** Reading metrics of CloudWatch. */
  | 'metrics:read';
