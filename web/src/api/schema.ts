/** Made from openapi/dashboard-api.json by "npm run generate" of the repository. Not to be edited. */

export interface paths {
    "/api/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity events of the workspace
         * @description Newest first. Without `from` and `to`, events of the last 30 days.
         */
        get: operations["activity.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity/cleanup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete activity events of the workspace
         * @description Deletes all events or those before a time, and records the deletion as an event. If `complete` is false, there were too many events for one request: send it again.
         */
        post: operations["activity.cleanup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/aliases/{doi}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a DOI an alias of a publication
         * @description Whatever sources say. If the DOI is a publication itself, the two are merged, and `publication` is kept, as in `POST /api/duplicates/{id}`. `DELETE` takes it back. An alias of another publication must be detached first (409). Repeating it changes nothing.
         */
        post: operations["aliases.attach"];
        /**
         * Detach an alias from its publication
         * @description The DOI becomes a publication of its own if an agency or an ORCID record describes it, with the researchers who list only this DOI. Otherwise it leads nowhere. Sources do not make it an alias of that publication again. After a merge, this undoes it. `POST` takes it back. The sources are asked for at most 6 s; if one does not answer, nothing changes (502). Detaching it again changes nothing.
         */
        delete: operations["aliases.detach"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish signing in with a browser
         * @description The identity provider redirects here. Sets the session cookies and redirects to the requested page, or to `/sign-in?error=<reason>`: `denied`, `expired` or `refused`.
         */
        get: operations["auth.callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start signing in with a browser
         * @description Redirects to the identity provider, with the authorization code flow and PKCE. The browser returns to `return_to`. Behind a load balancer that signs people in, redirects there immediately.
         */
        get: operations["auth.login"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out with a browser
         * @description Ends the session for everyone who has a copy of its token, revokes the refresh token and deletes the cookies. To end the session at the identity provider as well, the browser goes to `end_session_url`, which is null if the provider has no such address or cannot be reached.
         */
        post: operations["auth.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend the session of a browser
         * @description Uses the refresh token in the cookie. After a 401 the person has to sign in again.
         */
        post: operations["auth.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a password reset mail
         * @description The response is the same whether or not there is a user with this address. The mail links to `redirectTo`, an `https` URL on a trusted origin, with `code` and `email` as query parameters. The limits are three mails per minute to one e-mail address and ten requests per minute from one IP address.
         */
        post: operations["password-reset.request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the code of a mail
         * @description `email` and `code` are those of the link in the mail. A code is used up with the first password it sets, and expires after an hour. All sessions of the user end. The response to a wrong code is the same whether or not there is a user with this address. Requests must come from a page of the dashboard, and count towards the same limit per IP address as those for a mail.
         */
        post: operations["password-reset.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk-edits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of a bulk edit
         * @description For a bulk edit that outlasts its request, by the `bulk_edit_id` of `POST /api/publications/bulk-edit`. `queued` ids are edited within minutes; ids that cannot be edited within an hour are `failed`. The report is kept for 90 days and visible only to its workspace.
         */
        get: operations["bulk-edits.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all users of the dashboard
         * @description Sorted by e-mail address.
         */
        get: operations["users.list"];
        put?: never;
        /**
         * Create a user of the dashboard
         * @description The user pool of the deployment, if there is one, mails an initial password. After 502, the request can be repeated immediately; after 500 or 504, in 30 seconds. Repeating it completes the creation.
         */
        post: operations["users.create"];
        /**
         * Delete a user and all their memberships
         * @description Each removed membership is an activity event of its workspace. After 502 or 504, the user has lost all permissions; repeat the request to complete the deletion.
         */
        delete: operations["users.delete"];
        options?: never;
        head?: never;
        /**
         * Grant or revoke the superadmin role of a user
         * @description Without `is_superadmin`, only `updated_at` changes. Takes effect with the next request of the user.
         */
        patch: operations["users.update"];
        trace?: never;
    };
    "/api/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pairs of records that may be one publication
         * @description By default those without a decision, most likely first. They are found when a publication is stored or edited, and once a day in the whole registry. The list includes every decision made before the request.
         */
        get: operations["duplicates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/duplicates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pair of records that may be one publication
         * @description The ETag can be sent in If-Match to decide this version.
         */
        get: operations["duplicates.get"];
        put?: never;
        /**
         * Merge the records of a pair, keep them apart, or undo that
         * @description `merge` keeps one publication. It gets the DOIs and researchers of the other record, and its edits of fields that nobody has edited in the kept one; the other record is stored and leaves all lists. `different` keeps both, and the pair is not proposed again. `undo` reopens the pair; after a merge, it restores the other record as it was. Repeating a decision changes nothing; a different one must be undone first (409).
         */
        post: operations["duplicates.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a fault of the pages
         * @description The pages of the dashboard report faults of their scripts, which are written to the log of the API with the id of this request, without iDs and e-mail addresses. Each person may report 100 per day (UTC).
         */
        post: operations["faults.report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/doi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import one publication by its DOI
         * @description Fetches the publication immediately, for at most 8 s. Creates it (201) or refreshes it (200) and links the researchers to it; links are only added. Edits, visibility and deletion stay as they are. Unknown researchers become people without a name; erased ones are not linked and are listed in `erased`. If a source does not answer in time, nothing is written (502). A DOI that no agency knows is an error (400).
         */
        post: operations["import.doi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/orcid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the publications of researchers
         * @description Queues one job for each distinct ORCID iD that has no active job. `jobs` has the new jobs and the active ones, in the order of the iDs; `queued` is the number of new ones. With `skip_existing`, people fetched before are skipped and listed in `skipped`. Erased people are skipped and listed in `erased`.
         */
        post: operations["import.orcid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request the ingestion of researchers
         * @description Like `/api/import/orcid`. `requested` is the number of iDs received.
         */
        post: operations["ingest.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ingestion jobs
         * @description All jobs of all workspaces, newest first. The counts of a job are complete when it has ended.
         */
        get: operations["ingest-jobs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an ingestion job with the outcome of each work
         * @description The works of the ORCID record by id, with their outcomes and the reasons. While the job runs, counts and progress are current. The works are kept for 90 days, the job and its counts permanently.
         */
        get: operations["ingest-jobs.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed works of an ingestion job
         * @description Queues a new job for the same researcher, with only the failed works, or with the whole ORCID record if the job failed as a whole. The new job names the old one in `retry_of`. 409 if the job is active, has no failures or was already retried, or if the researcher has an active job or was erased.
         */
        post: operations["ingest-jobs.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest ingestion job of researchers
         * @description One entry for each distinct iD, in the order of the request. Researchers who were never ingested have the status null.
         */
        get: operations["ingest.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/stuck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ingestion jobs that have been active for too long
         * @description Queued jobs by the time of their creation, jobs in progress by the time of their start, oldest first. `count` is the number of jobs in the response.
         */
        get: operations["ingest.stuck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ingest/stuck/{jobId}/force-fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an active ingestion job as failed
         * @description What the job has stored stays. Its remaining messages do nothing, and the researcher can be ingested again. 404 if there is no such job of this researcher, or if it is not active.
         */
        post: operations["ingest.force-fail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the installations of the workspace
         * @description Newest first.
         */
        get: operations["installations.list"];
        put?: never;
        /**
         * Create an installation of a plugin
         * @description The installation is a draft until an origin is added, and can be used once an origin is verified.
         */
        post: operations["installations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an installation of the workspace */
        get: operations["installations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the fields or status of an installation
         * @description Missing fields stay as they are. The status can change between active and disabled, from any status to revoked, and from draft, disabled or revoked to archived. Revoked and archived are final. All other changes follow from the origins.
         */
        patch: operations["installations.update"];
        trace?: never;
    };
    "/api/installations/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the credentials of an installation, without their secrets */
        get: operations["installation-credentials.list"];
        put?: never;
        /**
         * Issue a credential of an installation
         * @description The response contains the secret, which cannot be read again.
         */
        post: operations["installation-credentials.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}/credentials/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential of an installation permanently
         * @description The credential may still be accepted for up to a minute.
         */
        delete: operations["installation-credentials.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}/credentials/{credentialId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a credential of an installation
         * @description Issues a new credential. With `revoke_old`, the old one is revoked at the same time; otherwise it stays valid. `expires_at` defaults to that of the old one. The response contains the secret, which cannot be read again.
         */
        post: operations["installation-credentials.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}/origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an origin to an installation
         * @description The origin must be verified before the plugin can be used on it. `verification` contains the token the site must publish and the URLs where it can do so.
         */
        post: operations["installation-origins.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}/origins/{originId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an origin of an installation permanently
         * @description An active installation without another verified origin becomes `pending_verification`.
         */
        delete: operations["installation-origins.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installations/{id}/origins/{originId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify that a site publishes the token of its origin
         * @description The response is 200 even if verification fails: `verification_status` is `verified` or `failed`, and `last_verification_error` is the reason. A failed verification can be repeated. A verified origin stays verified and is not checked again.
         */
        post: operations["installation-origins.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations of the caller */
        get: operations["invitations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation to a workspace
         * @description The membership takes effect with the next request of the caller.
         */
        post: operations["invitations.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all people, also by category
         * @description The people of `/api/researchers`.
         */
        get: operations["people.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{orcid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get everything about a person by ORCID iD
         * @description With edits beside the values of ORCID, all affiliation periods, and the latest ingestion.
         */
        get: operations["people.get"];
        put?: never;
        post?: never;
        /**
         * Erase a person and all their data
         * @description Permanently deletes the person with their affiliations, works, jobs and questions for curators, and removes them from publications, projects and logs. A keyed hash is stored, so that no ingestion restores them. Publications stay, with their authors as published by the sources. Repeat the request until `done` is true, also after an error: it continues where it stopped. If records fail, everything else is erased, and the final answer is 500, with this result and `failed` in `details`. When everything is erased, a last pass at `again_at` erases data written in the meantime. Without another request, the registry finishes by itself within about twenty minutes. An iD without any data is remembered too.
         */
        delete: operations["people.erase"];
        options?: never;
        head?: never;
        /**
         * Set the photo, type and categories of a person
         * @description Missing fields stay as they are. A category exists as long as it has people.
         */
        patch: operations["people.update"];
        trace?: never;
    };
    "/api/people/{orcid}/affiliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Start a new affiliation period of a person
         * @description Starts an open-ended period and ends the previously open one at the same time, whatever its entity. `starts_at` may be in the past or in the future. Repeating a request with the same values changes nothing.
         */
        patch: operations["people.affiliation"];
        trace?: never;
    };
    "/api/people/{orcid}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all data about a person
         * @description For data access requests. Of the activity log, contains the events of the request's workspace. Repeat with `next` as `cursor` until it is null. An iD without any data has no records.
         */
        get: operations["people.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{orcid}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a person who was erased
         * @description Queues an ingestion of the person and, in the same transaction, lifts the erasure. Data added by curators is not restored. Returns the active job if there is one. 409 until the erasure has finished. For a person who was not erased, it is a normal ingestion.
         */
        post: operations["people.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories of people
         * @description In alphabetical order, each with its number of people.
         */
        get: operations["people.categories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects, including hidden and deleted ones
         * @description The list includes every write made before the request.
         */
        get: operations["projects.list"];
        put?: never;
        /**
         * Create a project
         * @description Without an `id`, the project gets one made from its title. Give one if the request may be sent twice: the second is answered 409. An id stays in use when its project is deleted.
         */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a project, even if it is hidden or deleted */
        get: operations["projects.get"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description The project leaves the public APIs and keeps its data: a patch of `/deleted` with false restores it. Deleting a deleted project changes nothing.
         */
        delete: operations["projects.delete"];
        options?: never;
        head?: never;
        /**
         * Change a project, or hide, delete or restore it
         * @description The body is a JSON Patch (RFC 6902) of the project as GET shows it, applied as a whole or not at all. `/visible` hides and shows it, `/deleted` deletes and restores it; a deleted project can only be changed by a patch that restores it. People are changed in `/member_orcids` and `/coordinator_orcids`. With `If-Match`, the answer is 412 if the project has changed since. Without it, concurrent patches of different fields are all kept.
         */
        patch: operations["projects.update"];
        trace?: never;
    };
    "/api/projects/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import up to 500 projects by their ids
         * @description A project with a new id is created; all fields of one with a known id are replaced, and missing ones become empty. Only a missing `visible` stays as it is, and a deleted project stays deleted. If any project is invalid, nothing is written, and the answer lists every fault. Each project is written separately: after a 503 or a broken connection, send the same request again; projects already written are then `unchanged`. With `dry_run`, nothing is written, and the answer has the outcome that each project would have now.
         */
        post: operations["projects.bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the proposals to curators
         * @description By default those without a decision, newest first. Nothing is carried out until somebody accepts it. The list includes every decision made before the request.
         */
        get: operations["proposals.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept or reject a proposal, or undo that
         * @description `accept` carries out the proposal: it removes the link between a person and a publication, imports a publication and links the known people to it, links a publication to a project, or adds an affiliation period, which fails (409) if it overlaps with another one. `reject` prevents it from being proposed again. `undo` reopens the proposal and reverts an acceptance; an imported publication must be deleted instead (409). Repeating a decision changes nothing; a different one must be undone first (409).
         */
        post: operations["proposals.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publication-edits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the edits of a publication
         * @description Newest first, with each field before and after. Changes of visibility, deletions and restorations are in the activity log. Lists, such as the authors, are limited to the first 1,000 entries, or to those from `authors_offset` on.
         */
        get: operations["publication-edits.list"];
        put?: never;
        /**
         * Revert an edit of a publication
         * @description Makes a new edit that restores the fields of the other one to their values before it: those of an earlier edit, or the sources' current ones. If a later edit has changed one of the fields again, nothing is changed (409, with the fields): revert that one first. Reverting an edit again changes nothing.
         */
        post: operations["publication-edits.revert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publication-matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the publications with researchers whose author is unclear
         * @description The queue of curators, most recently fetched first, including hidden publications but not deleted ones. Includes every change made before the request. Where no source names any author or editor, there is nothing to decide: `state=authors_unknown` lists these; they are asked again when authors arrive.
         */
        get: operations["publication-matches.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publication-matches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get which authors the researchers of a publication are, and why
         * @description With the candidates of unmatched researchers, and curators' decisions. The ETag can be sent in If-Match to decide about this version.
         */
        get: operations["publication-matches.get"];
        put?: never;
        /**
         * Decide which author a researcher is, or is not
         * @description `accept` states that the researcher is this author, `reject` that they are not; `reject` without a position states that they are none of the candidates. `not_an_author` takes the publication from the researcher: no source links them again. `undo` forgets the decision about this author, or without a position all decisions about the researcher, who is linked again if they were no author. A decision stays when the publication is fetched, edited or repaired, as long as the author is in the list. With If-Match, it applies only to that version. A deleted publication must be restored first (400).
         */
        post: operations["publication-matches.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publication-researchers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a person to a publication
         * @description The person must be in the registry, and is matched to the authors like other researchers. It takes back an earlier `DELETE`. Linking them again changes nothing. A deleted publication must be restored first (400).
         */
        post: operations["publication-researchers.link"];
        /**
         * Unlink a person from a publication
         * @description Also somebody whose ORCID record lists it: sources do not link them again, as after `not_an_author`. `POST` takes it back. Unlinking them again changes nothing. A deleted publication must be restored first (400).
         */
        delete: operations["publication-researchers.unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all publications, including hidden and deleted ones
         * @description The response includes every change that was made before. Formats other than JSON return all items, or the requested page: at most 1000 items and about 5 MB. If there are more, `X-Export-Truncated` is true and `Link` has the URL of the next part.
         */
        get: operations["publications.list"];
        put?: never;
        post?: never;
        /** Reject a deletion of a publication without an id */
        delete: operations["publications.delete-empty"];
        options?: never;
        head?: never;
        /** Reject a change of a publication without an id */
        patch: operations["publications.update-empty"];
        trace?: never;
    };
    "/api/publications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a publication with its sources, edits and researchers
         * @description Includes hidden and deleted publications. The ETag can be sent in If-Match to change this version.
         */
        get: operations["publications.get"];
        put?: never;
        post?: never;
        /**
         * Delete a publication so that it can be restored
         * @description It is no longer public, and ingestions leave it deleted. `POST /api/publications/bulk` restores it, as visible or hidden as it was. Deleting it again changes nothing.
         */
        delete: operations["publications.delete"];
        options?: never;
        head?: never;
        /**
         * Edit a publication or change its visibility
         * @description A JSON Patch (RFC 6902) of `visible`, `title`, `publication_date`, `publication_year`, `publication_type`, `is_retracted`, `open_access_status`, `enriched_metadata` and `data`, as shown in `merged`. All of it is applied, or nothing, and of at most 1000 fields. Edits take precedence over the sources. Removing a field, or a field of `data` or `enriched_metadata`, returns it to the source's value. Concurrent patches are applied one after the other; with If-Match, only to the version it names. A deleted publication must be restored first (400).
         */
        patch: operations["publications.update"];
        trace?: never;
    };
    "/api/publications/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete or restore up to 500 publications
         * @description Changes the publications that it finds. `success` is true if every id was found, including publications that already were deleted or not deleted as requested. After an error, send the request again: it continues.
         */
        post: operations["publications.bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publications/bulk-edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit up to 500 publications with one JSON Patch
         * @description Applies the patch to each publication separately, like `PATCH /api/publications/{id}`, and returns the outcome for each id. It may change at most 1,000 fields of a publication. Publications for which it is invalid, deleted ones, and those being changed concurrently (`busy`) stay as they are: send the ids of busy ones again. Those that do not fit into the time of the request are `queued` and edited within minutes: do not send these again, but read `GET /api/bulk-edits/{id}` with `bulk_edit_id`. `POST /api/publication-edits/{id}` reverts an edit by its `edit_id`, unless a later one has changed the same field.
         */
        post: operations["publications.bulk-edit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publications/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the publications that are not deleted */
        get: operations["publications.stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/publications/stats/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the new publications of the last days and months
         * @description By the time a publication entered the registry, in UTC, oldest first. Deleted ones are not counted.
         */
        get: operations["publications.timeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/researchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all researchers
         * @description All people in the registry, with the current affiliation and the numbers of publications.
         */
        get: operations["researchers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/researchers/{orcid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get everything about a researcher by ORCID iD
         * @description With edits beside the values of ORCID, all affiliation periods, and the latest ingestion.
         */
        get: operations["researchers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit the name and biography of a researcher
         * @description Edits take precedence over ORCID and survive ingestions. A value that is already shown changes nothing, and ORCID's own value ends the edit. A missing biography stays; null clears it. The slug and names in languages other than English stay. Publications are not matched again.
         */
        patch: operations["researchers.update"];
        trace?: never;
    };
    "/api/researchers/{orcid}/affiliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Start a new affiliation period of a researcher
         * @description Starts an open-ended period and ends the previously open one at the same time, whatever its entity. `starts_at` may be in the past or in the future. Repeating a request with the same values changes nothing.
         */
        patch: operations["researchers.affiliation"];
        trace?: never;
    };
    "/api/researchers/{orcid}/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the publications of a researcher, including hidden ones
         * @description Most recently fetched first. Includes every change made before the request. Empty for an ORCID iD without publications, even if it is unknown.
         */
        get: operations["researchers.publications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search publications, people, projects and works without a DOI at once
         * @description Finds publications by title, author, DOI, journal, publisher, and by ORCID iD and every name of a linked person; people by every name and iD; projects by title and id; works by title, author and identifier. Nothing that is deleted.
         */
        get: operations["search.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in user with their rights, and when the session ends */
        get: operations["session.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description Newest first. Includes revoked and expired keys, but not deleted ones. Contains no secrets.
         */
        get: operations["api-keys.list"];
        put?: never;
        /**
         * Create an API key
         * @description The response contains the secret, which cannot be read again. The key can be used immediately.
         */
        post: operations["api-keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/api-keys/{keyHash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key permanently and remove it from the list */
        delete: operations["api-keys.delete"];
        options?: never;
        head?: never;
        /**
         * Update the name, scopes, limit or active state of an API key
         * @description A change takes effect within a minute. A key with `active` false is rejected until it is activated again. A revoked or deleted key cannot be reactivated.
         */
        patch: operations["api-keys.update"];
        trace?: never;
    };
    "/api/site-tools/api-keys/{keyHash}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Creates a key with the name, scopes, limit and expiry of the old one. With `revoke_old`, the old key is revoked at the same time; otherwise both can be used until the old one is deleted. A key can be rotated once, and only while it is usable: of several concurrent requests, one succeeds and the others get 409.
         */
        post: operations["api-keys.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit records of the deployment
         * @description Newest first, of all workspaces. Without `from` and `to`, records of the last 30 days.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/clear-stuck-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fail ingestion jobs that have been active for too long
         * @description Fails queued jobs that were created, and processing jobs that were started, before the threshold. A worker that is still busy with one cannot revive it. The body may be empty. If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.
         */
        post: operations["site-tools.clear-stuck-jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/rederive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Derive publications and works again from the stored answers of their sources
         * @description After a change of how the sources are read. Agencies are asked only about aliases that may be wrong: those that are other publications become so. Edits, links, decisions and other aliases stay. Examines at most `limitPerShard` publications and works in each list shard. Each request continues after those that the last one examined, and dry runs after the last dry run. If `complete` is false, send it again. After the end, or a day without a request, it starts over. The body may be empty. If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.
         */
        post: operations["site-tools.rederive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the refresh will do tonight
         * @description The dry run of the scheduled refresh: what is due at each source in the current or next night, what the budgets allow, and what has failed. No source is asked, and nothing is written.
         */
        get: operations["site-tools.refresh"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/repair-author-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match the researchers of a publication to its authors again
         * @description Uses the current names of the people and authors of the publication. This is not an edit: the publication keeps its `edit_count`.
         */
        post: operations["site-tools.repair-author-links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/repair-author-links/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match the researchers of all publications that need attention again
         * @description Examines publications whose links need attention, in each list shard at most `limitPerShard`. Each request continues after the publications that the last one examined. If `complete` is false, send it again. After the end, or a day without a request, it starts over. The body may be empty. If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.
         */
        post: operations["site-tools.repair-author-links-bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/reset-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who is affected by a reset of the data
         * @description Lists whose data `POST /api/site-tools/reset-data` deletes, to show before its confirmation phrase is typed.
         */
        get: operations["site-tools.reset-scope"];
        put?: never;
        /**
         * Delete all publications, works and people
         * @description Deletes all publications, works and people of the deployment for good, with their list rows, source responses, aliases, edits and affiliations: the data of all workspaces, whichever of them the phrase names. Ingestion jobs are deleted only with `clearIngestionJobs`. API keys, users, installations, projects, the activity log and the audit trail stay. If `complete` is false, there was too much for one request: send it again. If a shard fails, the others are still processed. The answer is then 500 with this result in `details`.
         */
        post: operations["site-tools.reset-data"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/site-tools/rollout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the rollout of locale-aware search
         * @description With the last 20 changes, newest first, and advice on when to go to the next stage.
         */
        get: operations["rollout.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the stage of locale-aware search, enable or disable it
         * @description Any stage from 0 to 100 can be set at any time. A stage set while disabled is kept for later. Enabling clears `auto_disabled`. A change takes effect within a minute. Requires a role in any workspace; a deployment can require a superadmin.
         */
        patch: operations["rollout.update"];
        trace?: never;
    };
    "/api/site-tools/rollout/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how locale-aware search has performed in the last hour
         * @description Only requests that searched by the rules of a locale. `live` has the last three minutes, oldest first, and may lack some seconds. `hour` has each minute of the last hour with requests, oldest first, one to three minutes late.
         */
        get: operations["rollout.metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/work-edits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the edits of a work without a DOI
         * @description Newest first, with each field before and after.
         */
        get: operations["work-edits.list"];
        put?: never;
        /**
         * Revert an edit of a work without a DOI
         * @description As for publications: a new edit restores the fields to their values before it. If a later edit has changed one of them again, nothing is changed (409, with the fields).
         */
        post: operations["work-edits.revert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/works": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all works without a DOI, including hidden and deleted ones
         * @description The response includes every change that was made before. Formats other than JSON return all items, or the requested page: at most 1000 items and about 5 MB. If there are more, `X-Export-Truncated` is true and `Link` has the URL of the next part.
         */
        get: operations["works.list"];
        put?: never;
        /**
         * Add a work without a DOI by hand
         * @description Its content decides its id: the same request again finds the work of the first one (200) and changes nothing. The fields are those that `PATCH /api/works/{id}` edits.
         */
        post: operations["works.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/works/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a work without a DOI with its source, edits and people
         * @description Includes hidden, deleted and merged works. The ETag can be sent in If-Match to change this version.
         */
        get: operations["works.get"];
        put?: never;
        post?: never;
        /**
         * Delete a work without a DOI so that it can be restored
         * @description It is no longer public, and ingestions leave it deleted. `POST /api/works/bulk` restores it. Deleting it again changes nothing.
         */
        delete: operations["works.delete"];
        options?: never;
        head?: never;
        /**
         * Edit a work without a DOI or change its visibility
         * @description A JSON Patch (RFC 6902) of `visible`, `title`, `publication_date`, `publication_year`, `work_type` and `data`, as shown in `merged`. All of it is applied, or nothing. Edits take precedence over the ORCID record and survive every ingestion. Removing a field returns it to the source's value. With If-Match, the patch is applied only to the version it names. A deleted work must be restored first (400); a merged one must be separated first (409).
         */
        patch: operations["works.update"];
        trace?: never;
    };
    "/api/works/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a DOI to a work, or merge it into another work
         * @description With the DOI of a publication in the registry, that one replaces the work: import it first. With the id of another work, that one does. It takes over people, people who were unlinked, and edits of fields that nobody has edited there. A publication that was added after the work was hidden is hidden, too. Ingestions do not bring the work back. `DELETE` on this path undoes it. Repeating it changes nothing.
         */
        post: operations["works.merge"];
        /**
         * Undo a merge of a work, or detach its DOI
         * @description The work is as it was. The publication or the other work stays, without what it took over.
         */
        delete: operations["works.separate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/works/{id}/researchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link a person to a work without a DOI
         * @description The person must be in the registry. Linking them again changes nothing.
         */
        post: operations["works.link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/works/{id}/researchers/{orcid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a person from a work without a DOI
         * @description Also the owner of the ORCID record that lists it: ingestions do not link them again. Unlinking them again changes nothing.
         */
        delete: operations["works.unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/works/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete, restore, hide or show up to 100 works without a DOI
         * @description Each in a transaction of its own. `success` is true if every id was found and none is merged or has become a publication. After an error, send the request again: it continues.
         */
        post: operations["works.bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person to the workspace
         * @description They become a member when they sign in and accept the invitation (`POST /api/invitations/accept`) within 14 days. If there is no user with this address, one is created, and the user pool of the deployment, if there is one, mails an initial password. Existing users get no mail. A new invitation replaces an earlier one. Each caller may invite a number of times per day (UTC), which the deployment sets (default 20); every call counts.
         */
        post: operations["invitations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/invitations/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an invitation to the workspace
         * @description The invited person remains a user, but without access to the workspace.
         */
        delete: operations["invitations.cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members and invitations of the workspace
         * @description Sorted by e-mail address. Expired invitations are not included.
         */
        get: operations["members.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/members/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from the workspace
         * @description Takes effect with their next request. The user and their other memberships remain. Only a superadmin can remove the last administrator.
         */
        delete: operations["members.remove"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member of the workspace
         * @description Takes effect with their next request. Only a superadmin can change the role of the last administrator.
         */
        patch: operations["members.update"];
        trace?: never;
    };
    "/debug-auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how this request is authenticated
         * @description For debugging sign-in problems. Returns neither the token nor the values of its claims.
         */
        get: operations["debug-auth.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the interactive API reference of the Dashboard API */
        get: operations["docs.page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/api-reference.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the script of the API reference page */
        get: operations["docs.asset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the API is available */
        get: operations["health.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description The verified e-mail address. Null if the token contains none, or if its user is bound to a different identity.
         */
        get: operations["me.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/dashboard-api.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the OpenAPI document of the Dashboard API */
        get: operations["openapi.dashboard-api"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActivityEvent: {
            actor_id: string | null;
            entity_id: string;
            /** @enum {string} */
            event_type: "publication.edited" | "publication.deleted" | "publication.restored" | "publication.visibility_changed" | "publication.merged" | "publication.unmerged" | "proposal.accepted" | "proposal.rejected" | "proposal.reopened" | "publication.retracted" | "publication.reinstated" | "workspace.user.invited" | "workspace.user.invite_cancelled" | "workspace.user.removed" | "workspace.user.role_updated" | "ingestion.requested" | "ingestion.job.started" | "ingestion.job.completed" | "ingestion.job.partial_failure" | "ingestion.work.failed" | "ingestion.job.failed" | "workspace.settings.activity_cleared";
            id: string;
            message: string;
            metadata_json: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            occurred_at: number;
            resource_id: string | null;
            /** @enum {string} */
            severity: "info" | "warn" | "error";
            /** @enum {string} */
            status: "success" | "partial" | "failure";
        };
        ActivityLog: {
            events: components["schemas"]["ActivityEvent"][];
            page: number;
            pages: number;
            per_page: number;
            total: number;
        };
        AffiliationResult: {
            /** @description The new period */
            affiliation: {
                ends_at: null;
                entity_id: string;
                person_orcid: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            };
            /** @description The affiliation at this moment: another one if the new period starts in the future, or null */
            current_affiliation: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                ends_at: number | null;
                entity_id: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            } | null;
            success: boolean;
        };
        Alias: {
            /** @description Why it is an alias: sources say so, publications were merged, or a curator attached it. Null if it is none */
            basis: ("source" | "merge" | "curator") | null;
            doi: string;
            /** @description The DOI of the publication that it leads to, possibly itself; null if it leads nowhere */
            publication: string | null;
        };
        ApiKey: {
            active: boolean;
            client_name: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            created_by: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            expires_at: number | null;
            key_hash: string;
            key_prefix: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_used_at: number | null;
            last4: string;
            rate_limit_per_minute: number;
            request_count: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            revoked_at: number | null;
            rotated_from: string | null;
            /** @default null */
            rotated_to: string | null;
            scopes: ("ingest" | "membership.update")[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
        };
        AuditRecord: {
            /** @enum {string} */
            action: "api_key.created" | "api_key.updated" | "api_key.rotated" | "api_key.revoked" | "api_key.deleted" | "installation.created" | "installation.updated" | "installation.origin_added" | "installation.origin_verified" | "installation.origin_revoked" | "installation.credential_issued" | "installation.credential_rotated" | "installation.credential_revoked" | "user.created" | "user.updated" | "user.deleted" | "activity.cleared" | "person.updated" | "person.affiliation_changed" | "person.erasure_started" | "person.erased" | "person.erasure_lifted" | "project.created" | "project.updated" | "project.deleted" | "project.restored" | "job.failed" | "site_data.reset_started" | "site_data.reset" | "author_links.repaired" | "publication.imported" | "publication.rederived" | "rollout.updated" | "rollout.auto_disabled";
            actor_id: string | null;
            after: {
                [key: string]: unknown;
            } | null;
            before: {
                [key: string]: unknown;
            } | null;
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            occurred_at: number;
            request_id: string;
            resource_id: string | null;
            workspace_id: string | null;
        };
        AuditTrail: {
            page: number;
            pages: number;
            per_page: number;
            records: components["schemas"]["AuditRecord"][];
            total: number;
        };
        AuthorLinks: {
            /** @enum {string} */
            author_match_state: "needs_attention" | "complete";
            researchers: {
                /** @description Index into the authors; null if none clearly matches */
                author_position: number | null;
                /** @default [] */
                candidates: {
                    author_position: number | null;
                    editor_position: number | null;
                    name: string;
                    reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
                    score: number;
                }[];
                /** @description Index into the editors */
                editor_position: number | null;
                evidence: ("orcid" | "name") | null;
                orcid: string;
                /** @default [] */
                reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
                /** @default null */
                score: number | null;
            }[];
        };
        BulkEditReport: {
            /** @description The number of ids with a known outcome */
            done: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            finished_at: number | null;
            id: string;
            /** @description Milliseconds since the epoch */
            requested_at: number;
            /** @description In the order of the request, including what the request did itself */
            results: components["schemas"]["BulkEditResult"][];
            /** @enum {string} */
            status: "processing" | "completed";
            total: number;
        };
        BulkEditResult: {
            /** @description The edit that was made, to revert exactly that. Absent if there was none, for example if only the visibility changed */
            edit_id?: string;
            /** @description As sent */
            id: string;
            /** @description Why the patch is invalid for this publication, or was not applied */
            message?: string;
            /**
             * @description `queued`: it is edited later, and `GET /api/bulk-edits/{id}` reports the outcome
             * @enum {string}
             */
            outcome: "edited" | "unchanged" | "not_found" | "deleted" | "invalid" | "busy" | "queued" | "failed";
        };
        ChangedPublication: {
            /** @description The number of edits of content, without changes of visibility */
            edit_count: number;
            ok: boolean;
            visible: boolean;
        };
        ChangedWork: {
            /** @description The number of edits of content */
            edit_count: number;
            ok: boolean;
            visible: boolean;
        };
        CuratedPerson: {
            /** @description The current affiliation */
            affiliation: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                ends_at: number | null;
                entity_id: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            } | null;
            category_ids: string[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number | null;
            /** @description The name, or the name by language tag (BCP 47); null if it is private on ORCID and not set by a curator */
            name: (string | {
                [key: string]: string;
            }) | null;
            orcid: string;
            people_type: string | null;
            photo_url: string | null;
            /** @description The publications that are not deleted, including hidden ones */
            publication_count: number;
            publication_counts: components["schemas"]["PersonPublicationCounts"];
            slug: string | null;
        };
        CuratedPersonDetail: {
            /** @description The current affiliation */
            affiliation: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                ends_at: number | null;
                entity_id: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            } | null;
            /** @description All periods, latest start first */
            affiliations: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                created_at: number;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                ends_at: number | null;
                entity_id: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            }[];
            biography: string | null;
            category_ids: string[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description The fields set by a curator, each with ORCID's current value; null for the others */
            edits: {
                biography: {
                    original: string | null;
                    value: string | null;
                } | null;
                name: {
                    original: (string | {
                        [key: string]: string;
                    }) | null;
                    value: (string | {
                        [key: string]: string;
                    }) | null;
                } | null;
            };
            family_name: string | null;
            given_name: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number | null;
            /** @description The latest ingestion, which may be in progress */
            last_ingestion: components["schemas"]["PersonIngestion"] | null;
            /** @description The name, or the name by language tag (BCP 47); null if it is private on ORCID and not set by a curator */
            name: (string | {
                [key: string]: string;
            }) | null;
            orcid: string;
            people_type: string | null;
            photo_url: string | null;
            /** @description The publications that are not deleted, including hidden ones */
            publication_count: number;
            publication_counts: components["schemas"]["PersonPublicationCounts"];
            slug: string | null;
        };
        CuratedPersonList: {
            active_only: boolean;
            affiliation_status: ("primary_entity" | "external") | null;
            category_id: string | null;
            /** @enum {string} */
            dir: "asc" | "desc";
            entity_id: string | null;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            page: number;
            pages: number;
            people: components["schemas"]["CuratedPerson"][];
            per_page: number;
            q: string;
            /** @enum {string} */
            sort: "name" | "last_fetched_at";
            total: number;
        };
        CuratedPublicationItem: {
            /** @description In APA style, 7th edition */
            apa_citation: string | null;
            author_count?: number;
            /** @description The first three */
            authors?: string[];
            cited_by_count: number | null;
            /** @description The journal, book or proceedings; at most 200 characters */
            container_title: string | null;
            /** @description Milliseconds since the epoch */
            created_at: number;
            /** @description ISO 8601 */
            deleted_at: string | null;
            /** Format: uri */
            doi_url: string;
            edit_count: number;
            /** @description The DOI */
            id: string;
            /** @description The most serious notice that applies, if there is one: `retraction`, `withdrawal`, `removal`, `partial-retraction`, `expression-of-concern`, `correction`, `clarification` or `addendum` */
            integrity?: string;
            is_retracted: boolean;
            /** @description Milliseconds since the epoch */
            last_fetched_at: number;
            /** @enum {string} */
            match_state: "needs_attention" | "complete";
            open_access_status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            researcher_orcids: string[];
            researchers: components["schemas"]["LinkedResearcher"][];
            source: ("crossref" | "datacite" | "orcid") | null;
            /** @description The DOI of the version that lists show instead */
            superseded_by: string | null;
            title: string | null;
            visible: boolean;
        };
        CuratedPublicationList: {
            dir: string;
            /** @description Only if the request has it */
            exclude_subtype?: string;
            /** @description Null if not requested */
            facets: {
                [key: string]: components["schemas"]["Facet"];
            } | null;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @description Only if the request has it */
            identifier?: string;
            /** @description Only if the request has it */
            integrity?: string;
            /** @description Only if it was requested */
            is_edited?: boolean;
            is_retracted: boolean | null;
            /** @description Only if the request has it */
            journal?: string;
            match_state: string | null;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            min_cited_by: number | null;
            /** @description Only if it was requested */
            missing?: string;
            open_access_status: string | null;
            orcid_id: string | null;
            page: number;
            pages: number;
            per_page: number;
            /** @description Only if the request has it */
            publication_subtype?: string;
            publication_type: string | null;
            /** @description A text if several were requested */
            publication_year: number | string | null;
            publication_year_from: number | null;
            publication_year_to: number | null;
            publications: components["schemas"]["CuratedPublicationItem"][];
            /** @description Only if it was requested */
            publisher?: string;
            q: string;
            /** @description Only if it was `everything` */
            search_in?: string;
            sort: string;
            source: string | null;
            status: string;
            total: number;
            versions: string;
            visibility: string;
        };
        CuratedValues: {
            category_ids: string[];
            orcid: string;
            people_type: string | null;
            photo_url: string | null;
            success: boolean;
        };
        CuratedWorkItem: {
            /** @description The names of the first authors */
            authors: string[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description ISO 8601 */
            deleted_at: string | null;
            edit_count: number;
            href: string;
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            merged_into: string | null;
            /** @enum {string} */
            origin: "orcid" | "curator";
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_year: number | null;
            researcher_orcids: string[];
            title: string | null;
            visible: boolean;
            work_type: string | null;
        };
        CuratedWorkList: {
            dir: string;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            identifier: string | null;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            orcid_id: string | null;
            origin: string | null;
            page: number;
            pages: number;
            per_page: number;
            publication_year_from: number | null;
            publication_year_to: number | null;
            q: string;
            sort: string;
            status: string;
            total: number;
            visibility: string;
            work_type: string | null;
            works: components["schemas"]["CuratedWorkItem"][];
        };
        DashboardInstallation: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            description: string | null;
            display_name: string;
            id: string;
            origins: components["schemas"]["DashboardOrigin"][];
            /** @enum {string} */
            platform: "wordpress" | "drupal";
            scopes: ("people.read" | "publications.read" | "works.read" | "projects.read")[];
            /** @enum {string} */
            status: "draft" | "pending_verification" | "active" | "disabled" | "revoked" | "archived";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            workspace_id: string;
        };
        DashboardOrigin: {
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z
             * @default 0
             */
            created_at: number;
            id: string;
            last_verification_error: string | null;
            origin: string;
            /** @description How to verify the origin; null if it has no token */
            verification: {
                /** @description The token that one of the URLs must return, as text/plain */
                token: string;
                /** @description The URLs that are requested, in this order */
                urls: string[];
            } | null;
            /** @enum {string} */
            verification_status: "pending" | "verified" | "failed" | "revoked";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            verified_at: number | null;
        };
        DashboardPublication: {
            /** @description Other DOIs of the same publication */
            aliases: string[];
            /** @description The total number of authors in `merged.data`; a response has 1,000 of them */
            author_count: number;
            /** @enum {string} */
            author_match_state: "needs_attention" | "complete";
            cited_by_count: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description ISO 8601 */
            deleted_at: string | null;
            /** Format: uri */
            doi_url: string;
            edit_count: number;
            /** @description The fields that an editor has set. All others have the sources' values. */
            edited: {
                /** @description The edited fields of `data` */
                data?: {
                    [key: string]: components["schemas"]["EditedField"];
                };
                /** @description The edited fields of `enriched_metadata` */
                enriched_metadata?: {
                    [key: string]: components["schemas"]["EditedField"];
                };
                is_retracted?: components["schemas"]["EditedField"];
                open_access_status?: components["schemas"]["EditedField"];
                publication_date?: components["schemas"]["EditedField"];
                publication_type?: components["schemas"]["EditedField"];
                publication_year?: components["schemas"]["EditedField"];
                title?: components["schemas"]["EditedField"];
            };
            /** @description What OpenAlex says */
            enriched: {
                abstract: string | null;
                /** @default [] */
                alternative_titles: string[];
                article_number: string | null;
                /** @default null */
                arxiv_id: string | null;
                authors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    suffix?: string;
                }[];
                cited_by_count: number | null;
                container_title: string | null;
                /** @default [] */
                contributors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    role: string;
                    suffix?: string;
                }[];
                /** @default null */
                date_issued: string | null;
                /** @default null */
                date_online: string | null;
                /** @default null */
                date_posted: string | null;
                /** @default null */
                date_print: string | null;
                /** @default null */
                edition: string | null;
                editors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    suffix?: string;
                }[];
                /** @default null */
                eid: string | null;
                /** @default null */
                event_date: string | null;
                /** @default null */
                event_place: string | null;
                /** @default null */
                event_title: string | null;
                funders: {
                    /** @default [] */
                    award_details: {
                        number: string | null;
                        title: string | null;
                        uri: string | null;
                    }[];
                    awards: string[];
                    doi: string | null;
                    name: string | null;
                    /** @default null */
                    ror: string | null;
                }[];
                /** @default null */
                handle: string | null;
                /** @default null */
                institution: string | null;
                /** @default [] */
                integrity: {
                    date: string | null;
                    doi: string | null;
                    kind: string;
                    source: string;
                }[];
                is_retracted: boolean | null;
                isbn: string[];
                issn: string[];
                /** @default [] */
                issn_types: {
                    issn: string;
                    /** @enum {string} */
                    type: "print" | "electronic" | "linking";
                }[];
                issue: string | null;
                language: string | null;
                /** @default null */
                license: string | null;
                license_url: string | null;
                open_access_status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
                pages: string | null;
                /** @default null */
                pmcid: string | null;
                /** @default null */
                pmid: string | null;
                publication_date: string | null;
                /** @default null */
                publication_place: string | null;
                /** @default null */
                publication_subtype: string | null;
                publication_type: string | null;
                publication_year: number | null;
                publisher: string | null;
                /** @default [] */
                relations: {
                    doi: string;
                    /** @enum {string} */
                    type: "is-preprint-of" | "is-version-of" | "is-identical-to" | "is-part-of" | "corrects" | "retracts" | "is-supplement-to" | "is-review-of" | "is-comment-on" | "is-translation-of" | "has-preprint" | "has-version" | "has-part" | "is-corrected-by" | "is-retracted-by" | "is-supplemented-by" | "has-review" | "has-comment" | "has-translation";
                }[];
                /** @default null */
                series_title: string | null;
                subjects: string[];
                subtitle: string | null;
                title: (string | {
                    [key: string]: string;
                }) | null;
                title_html: string | null;
                url: string | null;
                /** @default null */
                version: string | null;
                volume: string | null;
            } | null;
            /** @description Additional data from OpenAlex */
            enrichment: {
                [key: string]: unknown;
            } | null;
            /** @description Whether OpenAlex failed and will be asked again */
            enrichment_pending: boolean;
            /** @description The DOI */
            id: string;
            is_retracted: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_edited_at: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description The publication as shown: edits take precedence over the sources */
            merged: {
                cited_by_count: number | null;
                data: {
                    [key: string]: unknown;
                };
                enriched_metadata: {
                    [key: string]: unknown;
                } | null;
                is_retracted: boolean;
                open_access_status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
                publication_date: string | null;
                publication_type: string | null;
                publication_year: number | null;
                title: (string | {
                    [key: string]: string;
                }) | null;
            };
            /** @description Whom no source links again */
            not_authors: components["schemas"]["NotAnAuthor"][];
            open_access_status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
            /** @description The ORCID records' data, by iD. Null if not known apart from `original` */
            orcid_bibliographies: {
                [key: string]: {
                    arxiv_id: string | null;
                    authors: {
                        affiliation_details?: {
                            country: string | null;
                            name: string | null;
                            printed: string | null;
                            ror: string | null;
                        }[];
                        affiliations: string[];
                        family: string | null;
                        given: string | null;
                        is_corresponding?: boolean;
                        name: string;
                        orcid: string | null;
                        suffix?: string;
                    }[];
                    container_title: string | null;
                    /** @default null */
                    eid: string | null;
                    /** @default null */
                    handle: string | null;
                    /** @default [] */
                    issn: string[];
                    listed_as: string;
                    /** @default null */
                    pmcid: string | null;
                    /** @default null */
                    pmid: string | null;
                    publication_date: string | null;
                    publication_subtype: string | null;
                    publication_type: string | null;
                    put_code: number;
                    subtitle: string | null;
                    title: string | null;
                    title_html: string | null;
                    url: string | null;
                }[];
            } | null;
            /** @description The source's data */
            original: {
                abstract: string | null;
                /** @default [] */
                alternative_titles: string[];
                article_number: string | null;
                /** @default null */
                arxiv_id: string | null;
                authors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    suffix?: string;
                }[];
                cited_by_count: number | null;
                container_title: string | null;
                /** @default [] */
                contributors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    role: string;
                    suffix?: string;
                }[];
                /** @default null */
                date_issued: string | null;
                /** @default null */
                date_online: string | null;
                /** @default null */
                date_posted: string | null;
                /** @default null */
                date_print: string | null;
                /** @default null */
                edition: string | null;
                editors: {
                    affiliation_details?: {
                        country: string | null;
                        name: string | null;
                        printed: string | null;
                        ror: string | null;
                    }[];
                    affiliations: string[];
                    family: string | null;
                    given: string | null;
                    is_corresponding?: boolean;
                    name: string;
                    orcid: string | null;
                    suffix?: string;
                }[];
                /** @default null */
                eid: string | null;
                /** @default null */
                event_date: string | null;
                /** @default null */
                event_place: string | null;
                /** @default null */
                event_title: string | null;
                funders: {
                    /** @default [] */
                    award_details: {
                        number: string | null;
                        title: string | null;
                        uri: string | null;
                    }[];
                    awards: string[];
                    doi: string | null;
                    name: string | null;
                    /** @default null */
                    ror: string | null;
                }[];
                /** @default null */
                handle: string | null;
                /** @default null */
                institution: string | null;
                /** @default [] */
                integrity: {
                    date: string | null;
                    doi: string | null;
                    kind: string;
                    source: string;
                }[];
                is_retracted: boolean | null;
                isbn: string[];
                issn: string[];
                /** @default [] */
                issn_types: {
                    issn: string;
                    /** @enum {string} */
                    type: "print" | "electronic" | "linking";
                }[];
                issue: string | null;
                language: string | null;
                /** @default null */
                license: string | null;
                license_url: string | null;
                open_access_status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
                pages: string | null;
                /** @default null */
                pmcid: string | null;
                /** @default null */
                pmid: string | null;
                publication_date: string | null;
                /** @default null */
                publication_place: string | null;
                /** @default null */
                publication_subtype: string | null;
                publication_type: string | null;
                publication_year: number | null;
                publisher: string | null;
                /** @default [] */
                relations: {
                    doi: string;
                    /** @enum {string} */
                    type: "is-preprint-of" | "is-version-of" | "is-identical-to" | "is-part-of" | "corrects" | "retracts" | "is-supplement-to" | "is-review-of" | "is-comment-on" | "is-translation-of" | "has-preprint" | "has-version" | "has-part" | "is-corrected-by" | "is-retracted-by" | "is-supplemented-by" | "has-review" | "has-comment" | "has-translation";
                }[];
                /** @default null */
                series_title: string | null;
                subjects: string[];
                subtitle: string | null;
                title: (string | {
                    [key: string]: string;
                }) | null;
                title_html: string | null;
                url: string | null;
                /** @default null */
                version: string | null;
                volume: string | null;
            };
            /** @description The institution's own authors: those affiliated with it, and people of the registry; at most 1,000 */
            own_authors: {
                name: string;
                /** @description The linked researcher's iD, or else the one that the sources have */
                orcid: string | null;
                /** @description Index in the whole list of authors */
                position: number;
                /** @description `affiliation`: an affiliation has one of the ROR iDs of the institution. `person`: a person of the registry is matched to this author */
                reasons: ("affiliation" | "person")[];
            }[];
            /** @description The origin of each field of `merged.data` that has a value or was edited */
            provenance: {
                [key: string]: "crossref" | "datacite" | "openalex" | "europepmc" | "orcid" | "editor";
            };
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            researchers: components["schemas"]["ResearcherMatch"][];
            /** @enum {string} */
            source: "crossref" | "datacite" | "orcid";
            title: (string | {
                [key: string]: string;
            }) | null;
            /** @description From ORCID records, by language */
            translated_titles: {
                [key: string]: string;
            };
            visible: boolean;
        };
        DashboardWork: {
            apa_citation: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description ISO 8601 */
            deleted_at: string | null;
            edit_count: number;
            /** @description The edited fields, each with the editor's value and the source's */
            edited: {
                [key: string]: unknown;
            };
            /** @description URL of the work, or of its page on the ORCID record; or a URN of its id */
            href: string;
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_edited_at: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description The work as shown: edits take precedence over the source */
            merged: {
                data: {
                    [key: string]: unknown;
                };
                publication_date: string | null;
                publication_year: number | null;
                title: (string | {
                    [key: string]: string;
                }) | null;
                work_type: string | null;
            };
            /** @description The id of the work that it was merged into */
            merged_into: string | null;
            /** @description The owner of the ORCID record that lists it */
            orcid: string | null;
            /**
             * @description `curator`: added by hand
             * @enum {string}
             */
            origin: "orcid" | "curator";
            /** @description The DOI of the publication that it has become */
            replaced_by: string | null;
            /** @description The people it is linked to */
            researchers: {
                name: (string | {
                    [key: string]: string;
                }) | null;
                orcid: string;
            }[];
            /** @description What the ORCID record says; null if it was added by hand */
            source: {
                arxiv_id: string | null;
                details: {
                    abstract: string | null;
                    authors: {
                        affiliation_details?: {
                            country: string | null;
                            name: string | null;
                            printed: string | null;
                            ror: string | null;
                        }[];
                        affiliations: string[];
                        family: string | null;
                        given: string | null;
                        is_corresponding?: boolean;
                        name: string;
                        orcid: string | null;
                        suffix?: string;
                    }[];
                    citation: {
                        type: string;
                        value: string;
                    } | null;
                    cited: {
                        container_title?: string;
                        edition?: string;
                        institution?: string;
                        isbn?: string;
                        issn?: string;
                        issue?: string;
                        pages?: string;
                        publication_place?: string;
                        publisher?: string;
                        series_title?: string;
                        volume?: string;
                    };
                    editors: {
                        affiliation_details?: {
                            country: string | null;
                            name: string | null;
                            printed: string | null;
                            ror: string | null;
                        }[];
                        affiliations: string[];
                        family: string | null;
                        given: string | null;
                        is_corresponding?: boolean;
                        name: string;
                        orcid: string | null;
                        suffix?: string;
                    }[];
                    language: string | null;
                } | null;
                /** @default null */
                entered_by: string | null;
                identifiers: {
                    relationship: string | null;
                    type: string;
                    url: string | null;
                    value: string;
                }[];
                journal_title: string | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                modified_at: number | null;
                publication_date: string | null;
                put_code: number;
                subtitle: string | null;
                title: (string | {
                    [key: string]: string;
                }) | null;
                title_html: string | null;
                url: string | null;
                work_type: string | null;
            } | null;
            visible: boolean;
        };
        /** @description Without a position if they are not in the list any more */
        DecidedAuthor: {
            /** @description Index into the authors of `merged.data` */
            author_position: number | null;
            /** @description Index into the editors of `merged.data` */
            editor_position: number | null;
            /** @description As printed at the time of the decision */
            name: string;
        };
        Duplicate: {
            /** @description Milliseconds since the epoch */
            created_at: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            decided_at: number | null;
            /** @description Who made the last decision, as in the activity log */
            decided_by: string | null;
            id: string;
            /** @description The DOI that was kept, if they are merged; of two works, the id */
            kept: string | null;
            reasons: ("same_title" | "same_title_without_subtitle" | "similar_title" | "same_authors" | "shared_authors" | "same_researcher" | "same_year" | "adjacent_year" | "same_venue" | "preprint" | "doi_version" | "stated_version" | "close_year" | "long_title" | "same_identifier" | "identical_works")[];
            /** @description The two records. After a merge, both show their current state: the kept publication, and a work as it was. Null if a record was permanently deleted */
            records: (components["schemas"]["DuplicateRecord"] | null)[];
            /** @description How likely they are one publication: 70 to 100 */
            score: number;
            /**
             * @description `obsolete`: no longer a candidate, because a record was changed, deleted or merged with another one
             * @enum {string}
             */
            status: "open" | "different" | "merged" | "obsolete";
            /** @description The record to keep by default: of two publications, the version of record. Null if one is gone */
            suggested_keep: string | null;
            /** @description Why: the first thing by which the two differ. `confirmed`: only the other one says that they are versions */
            suggested_keep_reason: ("only_publication" | "first_work" | "public" | "not_a_preprint" | "stated_original" | "in_a_journal" | "published_text" | "registered" | "confirmed" | "newest" | "highest_version" | "first_doi") | null;
        };
        DuplicateList: {
            /** @enum {string} */
            dir: "asc" | "desc";
            duplicates: components["schemas"]["Duplicate"][];
            kind: ("publication" | "work") | null;
            page: number;
            pages: number;
            per_page: number;
            record: string | null;
            /** @enum {string} */
            sort: "score" | "created_at" | "decided_at";
            /** @enum {string} */
            status: "open" | "different" | "merged" | "obsolete" | "all";
            total: number;
        };
        DuplicateRecord: {
            /** @description Other DOIs of the same publication */
            aliases: string[];
            author_count: number;
            /** @description The names of the first 20 authors */
            authors: string[];
            cited_by_count: number | null;
            /** @description The journal, book or conference */
            container_title: string | null;
            /** @description ISO 8601 */
            deleted_at: string | null;
            edit_count: number;
            /** @description The DOI of a publication, or the id of a work */
            id: string;
            /**
             * @description `work`: a work on an ORCID record, without a DOI
             * @enum {string}
             */
            kind: "publication" | "work";
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            publisher: string | null;
            researcher_orcids: string[];
            /** @description The same with their names */
            researchers: {
                name: (string | {
                    [key: string]: string;
                }) | null;
                orcid: string;
            }[];
            /** @enum {string} */
            source: "crossref" | "datacite" | "orcid";
            subtitle: string | null;
            title: (string | {
                [key: string]: string;
            }) | null;
            /** @description The address that it leads to */
            url: string;
            visible: boolean;
        };
        EditedField: {
            /** @description The sources' current value, or null */
            source_value: unknown;
            /** @description The editor's value */
            value: unknown;
        };
        Erasure: {
            /** @description Everything found is erased, and a last pass is due at this time, in milliseconds since 1970-01-01T00:00:00Z. null: repeat immediately, unless it is done. */
            again_at: number | null;
            /** @description Whether the erasure has finished. If not, repeat the request. In a dry run: whether everything was counted */
            done: boolean;
            dry_run: boolean;
            /** @description The person's pseudonym in the activity log and the audit trail */
            pseudonym: string;
            /** @description The records erased by this request; in a dry run, the existing ones */
            totals: {
                /** @description Events that have the pseudonym now */
                activity: number;
                /** @description Audit records that have the pseudonym now */
                audit: number;
                jobs: number;
                /** @description The record, with affiliations and list row */
                person: number;
                /** @description Projects from which the person was removed */
                projects: number;
                proposals: number;
                /** @description Publications from which the person was removed */
                publications: number;
                /** @description Works without a DOI */
                works: number;
            };
        };
        Error: {
            /**
             * @description The error code, for programs
             * @enum {string}
             */
            code?: "body_too_large" | "busy" | "conflict" | "forbidden" | "internal_error" | "invalid_body" | "invalid_credential" | "invalid_id" | "invalid_query" | "method_not_allowed" | "missing_credential" | "not_configured" | "not_found" | "origin_rejected" | "precondition_failed" | "rate_limited" | "timeout" | "upstream_unavailable";
            /** @description Further information, such as the issues of an invalid request */
            details?: ({
                /** @description The issues of the request, at most 100 */
                issues?: {
                    message: string;
                    /** @description The location in the path, query or body; empty for the whole part */
                    path: string;
                }[];
                /** @description The number of further issues, if any */
                more_issues?: number;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description The error message, for people */
            error: string;
            /** @description The value of the X-Request-Id header */
            request_id?: string;
        };
        /** @description The values of a field in all matching publications, most frequent first. Null: without a value. Of `journal`, those with the 50 most frequent ISSNs, and of `publisher` the 50 most frequent */
        Facet: {
            count: number;
            /** @description Of a journal */
            title?: string | null;
            value: string | number | null;
        }[];
        FoundInRegistry: {
            limit: number;
            people: {
                name: string | null;
                orcid: string;
            }[];
            projects: {
                id: string;
                title: string | null;
            }[];
            publications: {
                /** @description The first three */
                authors: string[];
                container_title: string | null;
                /** @description The DOI */
                id: string;
                publication_year: number | null;
                title: string | null;
                visible: boolean;
            }[];
            q: string;
            /** @description All that match */
            total_people: number;
            /** @description All that match */
            total_projects: number;
            /** @description All that match */
            total_publications: number;
            /** @description All that match */
            total_works: number;
            works: {
                /** @description The first three */
                authors: string[];
                id: string;
                publication_year: number | null;
                title: string | null;
            }[];
        };
        ImportedPublication: {
            aliases: string[];
            /** @enum {string} */
            author_match_state: "needs_attention" | "complete";
            cited_by_count: number | null;
            created: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            deleted_at: string | null;
            doi: string;
            doi_url: string;
            edit_count: number;
            /** @description People skipped because they were erased. Nothing else is stored about the request for them. */
            erased: string[];
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            researcher_orcids: string[];
            researchers: {
                /** @enum {string} */
                match_state: "needs_attention" | "complete";
                name: (string | {
                    [key: string]: string;
                }) | null;
                orcid: string;
            }[];
            source: string;
            title: (string | {
                [key: string]: string;
            }) | null;
            visible: boolean;
        };
        IngestionJob: {
            attempts: number;
            counts: {
                created: number;
                failed: number;
                found: number;
                skipped: number;
                updated: number;
            };
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            error_message: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            finished_at: number | null;
            job_id: string;
            orcid_id: string;
            requested_by: string;
            /** @default null */
            retried_by: string | null;
            /** @default null */
            retry_of: string | null;
            /**
             * @default record
             * @enum {string}
             */
            scope: "record" | "changed_works" | "failed_works";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            started_at: number | null;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "partial_failure" | "failed";
        };
        IngestionJobDetail: {
            job: components["schemas"]["IngestionJob"];
            outcome: string | null;
            page: number;
            pages: number;
            per_page: number;
            progress: components["schemas"]["IngestionJobProgress"];
            total: number;
            works: components["schemas"]["IngestionJobWork"][];
        };
        IngestionJobList: {
            jobs: components["schemas"]["IngestionJob"][];
            orcid_id: string | null;
            page: number;
            pages: number;
            per_page: number;
            status: string | null;
            total: number;
        };
        IngestionJobProgress: {
            done: number;
            found: number;
            pending: number;
        };
        IngestionJobWork: {
            doi: string | null;
            doi_url: string | null;
            /** @description The DOI on the ORCID record, or the id of a work without a DOI. */
            id: string;
            /**
             * @description Works without a DOI are listed as works.
             * @enum {string}
             */
            kind: "publication" | "work";
            /** @enum {string} */
            outcome: "pending" | "created" | "updated" | "skipped" | "failed";
            /** @description The DOI of the publication it belongs to, if it is a component or file and not a publication. */
            part_of: string | null;
            /** @description The DOI under which the publication is stored, if it is stored. */
            publication_id: string | null;
            /** @description The reason, in words for the researcher. */
            reason: string;
            title: (string | {
                [key: string]: string;
            }) | null;
            /** @description What was cut, because a source sent more than is stored: docs/sources.md. */
            warnings: string[];
            work_id: string | null;
        };
        InstallationCredential: {
            active: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            expires_at: number | null;
            id: string;
            last4: string;
            /**
             * @description Milliseconds since 1970-01-01T00:00:00Z
             * @default null
             */
            revoked_at: number | null;
            /** @default null */
            rotated_from: string | null;
        };
        InstallationList: {
            installations: components["schemas"]["DashboardInstallation"][];
            page: number;
            pages: number;
            per_page: number;
            status: ("draft" | "pending_verification" | "active" | "disabled" | "revoked" | "archived") | null;
            total: number;
        };
        Invitation: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            email: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            expires_at: number;
            invited_by: string | null;
            /** @enum {string} */
            role: "workspace_member" | "workspace_admin";
        };
        /** @description A JSON Patch (RFC 6902). */
        JsonPatch: {
            /** @description The pointer to move or copy from. */
            from?: string;
            /** @enum {string} */
            op: "add" | "remove" | "replace" | "move" | "copy" | "test";
            /** @description A JSON pointer (RFC 6901). */
            path: string;
            /** @description The value to add, to replace with or to test for. */
            value?: unknown;
        }[];
        LinkedResearcher: {
            /**
             * @description `complete` if matched to exactly one author
             * @enum {string}
             */
            match_state: "needs_attention" | "complete";
            /** @description Null if no name is known */
            name: string | null;
            orcid: string;
        };
        MatchCandidate: {
            /** @description As the publication has them, or else OpenAlex; at most 5 */
            affiliations: string[];
            author_position: number | null;
            editor_position: number | null;
            name: string;
            reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
            score: number;
        };
        MatchDecision: {
            accepted: components["schemas"]["DecidedAuthor"] | null;
            /** @description Who made it, as in the activity log */
            actor_id: string | null;
            /** @description The latest decision, in milliseconds since the epoch */
            decided_at: number;
            /** @description False if the accepted author is no longer in the list */
            in_force: boolean;
            /** @description Whether the researcher is none of the candidates */
            is_none: boolean;
            rejected: components["schemas"]["DecidedAuthor"][];
        };
        Member: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            email: string;
            /** @enum {string} */
            role: "workspace_member" | "workspace_admin";
        };
        /** @description A person who is no author, as a curator has said */
        NotAnAuthor: {
            /** @description Who said it, as in the activity log */
            actor_id: string | null;
            /** @description In milliseconds since the epoch */
            decided_at: number;
            name: string | null;
            orcid: string;
        };
        OpenMatch: {
            /** @description The total number of authors */
            author_count: number;
            /** @enum {string} */
            author_match_state: "needs_attention" | "complete";
            /** @description Whom a curator can choose from: the first 100, and all candidates. The details of the publication have more */
            authors: {
                name: string;
                orcid: string | null;
                /** @description Where it is not the index in the response */
                position?: number;
            }[];
            /** Format: uri */
            doi_url: string;
            /** @description The first 100 */
            editors: {
                name: string;
                orcid: string | null;
            }[];
            /** @description The DOI */
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description How many have an open question */
            open_count: number;
            /** @description Those with an open question, at most 10; the details of the publication have all of them */
            researchers: components["schemas"]["OpenResearcherMatch"][];
            title: (string | {
                [key: string]: string;
            }) | null;
            visible: boolean;
        };
        OpenMatchCandidate: {
            /** @description As the publication has them, or else OpenAlex; at most 5 */
            affiliations: string[];
            author_position: number | null;
            /** @description DOIs of the researcher's other publications that also list somebody of this name, at most 5: the author may be that co-author */
            coauthor_on: string[];
            editor_position: number | null;
            name: string;
            reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
            score: number;
        };
        OpenResearcherMatch: {
            /** @description Index into the authors of `merged.data` */
            author_position: number | null;
            candidates: components["schemas"]["OpenMatchCandidate"][];
            /** @description Null without a match */
            decided_by: ("orcid" | "name" | "curator") | null;
            decision: components["schemas"]["MatchDecision"] | null;
            /** @description Index into the editors of `merged.data` */
            editor_position: number | null;
            /** @description The basis of the match, apart from a decision */
            evidence: ("orcid" | "name") | null;
            /** @description Whether a curator is asked */
            is_open: boolean;
            /** @enum {string} */
            match_state: "needs_attention" | "complete";
            name: string | null;
            orcid: string;
            /** @description `authors_unknown`: nothing can be decided until a source names authors. Null: nobody is asked */
            question: ("open" | "authors_unknown") | null;
            reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
            /** @description The score of the match, from 0 to 1 */
            score: number | null;
            /** @description Authors who are also on the researcher's other publications, and on how many; at most 5, most frequent first. From lists of up to 50 authors, and the latest 50 publications */
            shared_coauthors: {
                name: string;
                publications: number;
            }[];
        };
        OwnInvitation: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            expires_at: number;
            invited_by: string | null;
            /** @enum {string} */
            role: "workspace_member" | "workspace_admin";
            workspace_id: string;
        };
        OwnMembership: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @enum {string} */
            role: "workspace_member" | "workspace_admin";
            workspace_id: string;
        };
        PersonExport: {
            /** @description The `cursor` of the request for the next part; null at the end */
            next: string | null;
            orcid: string;
            records: {
                /**
                 * @description `orcid_work`: a group of works in ORCID's form. `publication`: the link to one, with the evidence and the data of the ORCID record. `activity`, `audit`: an event or audit record that names the person
                 * @enum {string}
                 */
                kind: "person" | "affiliation" | "orcid_work" | "work" | "publication" | "project" | "proposal" | "job" | "activity" | "audit";
                /** @description As stored */
                record: {
                    [key: string]: unknown;
                };
            }[];
        };
        PersonIngestion: {
            counts: {
                created: number;
                failed: number;
                found: number;
                skipped: number;
                updated: number;
            };
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            error_message: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            finished_at: number | null;
            job_id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            started_at: number | null;
            /** @enum {string} */
            status: "queued" | "processing" | "completed" | "partial_failure" | "failed";
        };
        /** @description The publications of a person by state */
        PersonPublicationCounts: {
            deleted: number;
            hidden: number;
            /** @description Those that are not deleted and have a researcher who is not matched to exactly one author */
            needs_attention: number;
            visible: number;
        };
        Project: {
            abstract: (string | {
                [key: string]: string;
            }) | null;
            /** @description The partner entity's share of the funding */
            cesam_funding_amount: number | null;
            /** @enum {string} */
            cesam_funding_currency: "EUR" | "USD";
            coordinator_orcids: string[];
            coordinators: components["schemas"]["ProjectParticipant"][];
            /** @description Milliseconds since the epoch */
            created_at: number;
            /** @description Further public data, in any form */
            data: {
                [key: string]: unknown;
            };
            deleted: boolean;
            /** @description ISO 8601; null if it is not deleted */
            deleted_at: string | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            end_date: string | null;
            funding_entities: unknown[];
            funding_partner_images: {
                [key: string]: unknown;
            }[];
            id: string;
            member_orcids: string[];
            members: components["schemas"]["ProjectParticipant"][];
            /** @description The project's own website */
            page_url: string | null;
            /** @description A text, or the same text by language tag (BCP 47) */
            programme: string | {
                [key: string]: string;
            };
            project_logo: {
                [key: string]: unknown;
            } | null;
            proponent_institution: string | null;
            /** @default [] */
            publication_dois: string[];
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            start_date: string | null;
            /** @description A text, or the same text by language tag (BCP 47) */
            title: string | {
                [key: string]: string;
            };
            total_funding_amount: number | null;
            /** @enum {string} */
            total_funding_currency: "EUR" | "USD";
            /** @description Milliseconds since the epoch */
            updated_at: number;
            /** @description The number of writes. `If-Match: "<version>"` refuses later versions. */
            version: number;
            visible: boolean;
        };
        ProjectItem: {
            cesam_funding_amount: number | null;
            /** @enum {string} */
            cesam_funding_currency: "EUR" | "USD";
            /** @description Milliseconds since the epoch */
            created_at: number;
            /** @description ISO 8601; null if it is not deleted */
            deleted_at: string | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            end_date: string | null;
            id: string;
            /** @description The project's own website */
            page_url: string | null;
            /** @description A text, or the same text by language tag (BCP 47) */
            programme: string | {
                [key: string]: string;
            };
            proponent_institution: string | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            start_date: string | null;
            /** @description A text, or the same text by language tag (BCP 47) */
            title: string | {
                [key: string]: string;
            };
            total_funding_amount: number | null;
            /** @enum {string} */
            total_funding_currency: "EUR" | "USD";
            /** @description Milliseconds since the epoch */
            updated_at: number;
            visible: boolean;
        };
        ProjectList: {
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            page: number;
            pages: number;
            per_page: number;
            programme: string | null;
            projects: components["schemas"]["ProjectItem"][];
            q: string;
            /** @enum {string} */
            sort: "updated_at" | "created_at" | "title" | "start_date" | "end_date";
            /** @enum {string} */
            status: "active" | "deleted" | "all";
            total: number;
            /** @enum {string} */
            visibility: "all" | "visible" | "hidden";
        };
        ProjectParticipant: {
            /** @description Null if the registry does not know the person or the name */
            name: (string | {
                [key: string]: string;
            }) | null;
            orcid: string;
        };
        Proposal: {
            /** @description Milliseconds since the epoch */
            created_at: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            decided_at: number | null;
            /** @description Who made the last decision, as in the activity log */
            decided_by: string | null;
            doi: string | null;
            doi_url: string | null;
            evidence: components["schemas"]["ProposalEvidence"];
            id: string;
            /**
             * @description `unlink`: the publication was removed from the person's ORCID record. `work`: a publication of the institution or of a person that no ORCID record lists. `award`: a publication and a project have the same award. `affiliation`: an employment on an ORCID record
             * @enum {string}
             */
            kind: "unlink" | "work" | "award" | "affiliation";
            /** @description The people concerned */
            orcids: string[];
            /** @description The proposed affiliation period */
            period: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                ends_at: number | null;
                entity_id: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @enum {string} */
                status: "primary_entity" | "external";
            } | null;
            project_id: string | null;
            /**
             * @description `obsolete`: it no longer applies. It reopens when it does
             * @enum {string}
             */
            status: "open" | "accepted" | "rejected" | "obsolete";
            /** @description Of the publication */
            title: (string | {
                [key: string]: string;
            }) | null;
            /** @description `If-Match: "<version>"` refuses later versions */
            version: number;
        };
        ProposalEvidence: {
            /** @description The evidence, by kind */
            seen: {
                [key: string]: unknown;
            };
            /** @description Milliseconds since the epoch */
            seen_at: number;
            /** @enum {string} */
            source: "orcid" | "crossref" | "datacite" | "openalex";
        };
        ProposalList: {
            /** @enum {string} */
            dir: "asc" | "desc";
            doi: string | null;
            kind: ("unlink" | "work" | "award" | "affiliation") | null;
            orcid_id: string | null;
            page: number;
            pages: number;
            per_page: number;
            proposals: components["schemas"]["Proposal"][];
            /** @enum {string} */
            sort: "created_at" | "decided_at";
            /** @enum {string} */
            status: "open" | "accepted" | "rejected" | "obsolete" | "all";
            total: number;
        };
        PublicationEdit: {
            /** @description True if long values are cut, because the page would be too large. Ask for fewer edits per page. */
            abridged?: boolean;
            /** @description Who made it, as in the activity log */
            actor_id: string | null;
            changes: {
                /** @description The value shown after */
                after: unknown;
                /** @description How many entries the list after has, if the response has only some */
                after_count?: number;
                /** @description The value shown before, from an editor or the sources */
                before: unknown;
                /** @description How many entries the list before has, if the response has only some */
                before_count?: number;
                /** @description Whether it is now an editor's value; false: the source's */
                edited_after: boolean;
                /** @description Whether an editor had set the value before */
                edited_before: boolean;
                /** @description A JSON pointer, such as `/title` or `/data/authors` */
                field: string;
            }[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            edited_at: number;
            id: string;
            /** @description The id of the edit that it reverts */
            reverts: string | null;
        };
        PublicationMatches: {
            /** @description The total number of authors */
            author_count: number;
            /** @enum {string} */
            author_match_state: "needs_attention" | "complete";
            /** @description The first 1,000, and all whom a researcher is matched to or may be. The index is the position, unless the author has one */
            authors: {
                name: string;
                orcid: string | null;
                /** @description Where it is not the index in the response */
                position?: number;
            }[];
            /** Format: uri */
            doi_url: string;
            editors: {
                name: string;
                orcid: string | null;
            }[];
            /** @description The DOI */
            id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description Whom no source links again */
            not_authors: components["schemas"]["NotAnAuthor"][];
            researchers: components["schemas"]["ResearcherMatch"][];
            title: (string | {
                [key: string]: string;
            }) | null;
            visible: boolean;
        };
        PublicationPeriod: {
            count: number;
            /** @description `YYYY-MM-DD` or `YYYY-MM` */
            key: string;
            /** @description Such as `Mon 12` or `Mar 2026` */
            label: string;
        };
        PublicationStatistics: {
            edited_publications: number;
            hidden_publications: number;
            /** @description The researchers who are linked to at least one publication */
            orcid_sources: number;
            /** @description Hidden ones included */
            total_publications: number;
        };
        PublicationTimeseries: {
            daily_last_7_days: components["schemas"]["PublicationPeriod"][];
            monthly_last_6_months: components["schemas"]["PublicationPeriod"][];
        };
        RederiveShardReport: {
            changed: number;
            /** @description How many were processed; in a dry run, how many a run would process */
            count: number;
            error?: string;
            incomplete: number;
            /** @description At least this many are left for another call; null if unknown */
            left: number | null;
            ok: boolean;
            shard: number;
        };
        RepairShardReport: {
            changed: number;
            /** @description How many were processed; in a dry run, how many a run would process */
            count: number;
            error?: string;
            /** @description At least this many are left for another call; null if unknown */
            left: number | null;
            ok: boolean;
            shard: number;
        };
        ResearcherList: {
            active_only: boolean;
            affiliation_status: ("primary_entity" | "external") | null;
            /** @enum {string} */
            dir: "asc" | "desc";
            entity_id: string | null;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            page: number;
            pages: number;
            per_page: number;
            q: string;
            researchers: components["schemas"]["CuratedPerson"][];
            /** @enum {string} */
            sort: "name" | "last_fetched_at" | "publication_count";
            total: number;
        };
        ResearcherMatch: {
            /** @description Index into the authors of `merged.data` */
            author_position: number | null;
            /** @description Possible authors if there is no match, at most 5, best first */
            candidates: components["schemas"]["MatchCandidate"][];
            /** @description Null without a match */
            decided_by: ("orcid" | "name" | "curator") | null;
            decision: components["schemas"]["MatchDecision"] | null;
            /** @description Index into the editors of `merged.data` */
            editor_position: number | null;
            /** @description The basis of the match, apart from a decision */
            evidence: ("orcid" | "name") | null;
            /** @description Whether a curator is asked */
            is_open: boolean;
            /** @enum {string} */
            match_state: "needs_attention" | "complete";
            name: string | null;
            orcid: string;
            /** @description `authors_unknown`: nothing can be decided until a source names authors. Null: nobody is asked */
            question: ("open" | "authors_unknown") | null;
            reasons: ("orcid" | "other_orcid" | "orcid_contradicts_name" | "openalex_orcid" | "openalex_orcid_elsewhere" | "full_name" | "initials" | "short_given_name" | "short_family_name" | "swapped_order" | "romanized" | "family_name_only" | "given_name_only" | "similar_name" | "different_name" | "incomparable_name" | "several_fit" | "curator" | "decision_lapsed")[];
            /** @description The score of the match, from 0 to 1 */
            score: number | null;
        };
        Rollout: {
            /** @description Whether the service disabled the feature itself */
            auto_disabled: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            disabled_at: number | null;
            disabled_reason: ("manual" | "error_rate_exceeded" | "latency_exceeded") | null;
            enabled: boolean;
            /** @constant */
            feature: "locale-search";
            /** @description Percentage of the workspaces that have the feature */
            stage: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            /** @description E-mail address of the user; null for the service itself, and before the first change */
            updated_by: string | null;
        };
        RolloutChange: {
            /** @enum {string} */
            action: "rollout.updated" | "rollout.auto_disabled";
            after: components["schemas"]["RolloutState"];
            before: components["schemas"]["RolloutState"];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            changed_at: number;
            changed_by: string | null;
            /** @description Why, in the words of the user or of the service */
            reason: string | null;
        };
        RolloutLimits: {
            average_latency_ms: number;
            error_rate: number;
            min_requests: number;
            window_minutes: number;
        };
        RolloutMetrics: {
            disables_above: components["schemas"]["RolloutLimits"];
            /** @constant */
            feature: "locale-search";
            /** @description Null if CloudWatch does not answer */
            hour: {
                /** @description Requests answered with a 5xx */
                errors: number;
                requests: number;
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                starts_at: number;
                /** @description Sum of the durations in milliseconds */
                total_latency: number;
            }[] | null;
            live: {
                /** @description Requests answered with a 5xx */
                errors: number;
                /** @description UTC, such as 20260131_1200 */
                minute: string;
                requests: number;
                /** @description Sum of the durations in milliseconds */
                total_latency: number;
            }[];
            warns_above: components["schemas"]["RolloutLimits"];
        };
        RolloutState: {
            /** @description Whether the service disabled the feature itself */
            auto_disabled: boolean;
            disabled_reason: ("manual" | "error_rate_exceeded" | "latency_exceeded") | null;
            enabled: boolean;
            /** @description Percentage of the workspaces that have the feature */
            stage: number;
        };
        RolloutWithHistory: {
            /** @description Whether the service disabled the feature itself */
            auto_disabled: boolean;
            changes: components["schemas"]["RolloutChange"][];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            disabled_at: number | null;
            disabled_reason: ("manual" | "error_rate_exceeded" | "latency_exceeded") | null;
            enabled: boolean;
            /** @constant */
            feature: "locale-search";
            soak: components["schemas"]["SoakAdvice"];
            /** @description Percentage of the workspaces that have the feature */
            stage: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            /** @description E-mail address of the user; null for the service itself, and before the first change */
            updated_by: string | null;
        };
        ShardReport: {
            /** @description How many were processed; in a dry run, how many a run would process */
            count: number;
            error?: string;
            /** @description At least this many are left for another call; null if unknown */
            left: number | null;
            ok: boolean;
            shard: number;
        };
        SoakAdvice: {
            /** @description The next stage of 0, 10, 25, 50, 100; null at 100 */
            next_stage: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            soak_ends_at: number | null;
            /** @description How long this stage should run before the next */
            soak_hours: number;
            soak_passed: boolean;
            /** @description When the feature was enabled or the stage set; null while it is disabled */
            soaking_since: number | null;
        };
        User: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            display_name: string | null;
            email: string;
            id: string;
            is_superadmin: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
        };
    };
    responses: {
        /** @description `body_too_large`: The body is larger than 256 KB. */
        BodyTooLarge: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "body_too_large";
                };
            };
        };
        /** @description `busy`: Too many concurrent requests. Retry-After is the number of seconds to wait. */
        Busy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "busy";
                };
            };
        };
        /**
         * @description `busy`: Too many concurrent requests. Retry-After is the number of seconds to wait.
         *     `not_configured`: This part of the service is not configured.
         */
        BusyOrNotConfigured: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "busy" | "not_configured";
                };
            };
        };
        /** @description `conflict`: The request conflicts with the current state of the resource. */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "conflict";
                };
            };
        };
        /** @description `internal_error`: The service failed. The request id identifies the entry in the log. */
        InternalError: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "internal_error";
                };
            };
        };
        /**
         * @description `invalid_id`: An identifier in the path is malformed.
         *     `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         */
        InvalidIdOrInvalidQuery: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_id" | "invalid_query";
                };
            };
        };
        /**
         * @description `invalid_id`: An identifier in the path is malformed.
         *     `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         *     `invalid_body`: The body is not valid JSON, or does not match the schema of this route.
         */
        InvalidIdOrInvalidQueryOrInvalidBody: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_id" | "invalid_query" | "invalid_body";
                };
            };
        };
        /** @description `invalid_query`: A query parameter is missing, malformed, repeated or out of range. */
        InvalidQuery: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_query";
                };
            };
        };
        /**
         * @description `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         *     `invalid_body`: The body is not valid JSON, or does not match the schema of this route.
         */
        InvalidQueryOrInvalidBody: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_query" | "invalid_body";
                };
            };
        };
        /**
         * @description `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         *     `invalid_id`: An identifier in the path is malformed.
         */
        InvalidQueryOrInvalidId: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_query" | "invalid_id";
                };
            };
        };
        /**
         * @description `missing_credential`: The route requires a credential and the request has none.
         *     `invalid_credential`: The credential is unknown, malformed or no longer active.
         */
        MissingCredentialOrInvalidCredential: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "missing_credential" | "invalid_credential";
                };
            };
        };
        /**
         * @description `not_configured`: This part of the service is not configured.
         *     `busy`: Too many concurrent requests. Retry-After is the number of seconds to wait.
         */
        NotConfiguredOrBusy: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "not_configured" | "busy";
                };
            };
        };
        /** @description `not_found`: The resource does not exist, or the caller may not see it. */
        NotFound: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "not_found";
                };
            };
        };
        /** @description The client's cached copy is current */
        NotModified: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                Vary: components["headers"]["Vary"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `origin_rejected`: The origin of the request is not verified for this installation. */
        OriginRejected: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "origin_rejected";
                };
            };
        };
        /**
         * @description `origin_rejected`: The origin of the request is not verified for this installation.
         *     `forbidden`: The caller does not have permission to do this.
         */
        OriginRejectedOrForbidden: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "origin_rejected" | "forbidden";
                };
            };
        };
        /** @description `precondition_failed`: The resource has changed since the version that If-Match names. Read it again. */
        PreconditionFailed: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "precondition_failed";
                };
            };
        };
        /** @description `rate_limited`: The rate limit is exceeded. Retry-After is the number of seconds to wait. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `timeout`: The request timed out. */
        Timeout: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "timeout";
                };
            };
        };
        /** @description `upstream_unavailable`: A metadata source, the user directory or API Gateway did not answer. Try again. */
        UpstreamUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "upstream_unavailable";
                };
            };
        };
    };
    parameters: {
        /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
        AcceptLanguage: string;
        /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
        IfMatch: string;
        /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
        IfNoneMatch: string;
        /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
        WorkspaceId: string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` if long texts and lists were cut, because the response would be larger than 5 MB. Ask for fewer items per page. */
        Abridged: boolean;
        /** @description The version of the API */
        ApiVersion: string;
        /** @description Who may cache the response, and for how long */
        CacheControl: string;
        /** @description The file name of a response in a format other than JSON */
        ContentDisposition: string;
        /** @description The languages of the texts */
        ContentLanguage: string;
        /** @description The entity tag, for If-None-Match and If-Match */
        ETag: string;
        /** @description The maximum number of items in a response in a format other than JSON */
        ExportLimit: number;
        /** @description Whether there are more items, in a response in a format other than JSON. Link then has the URL of the rest. */
        ExportTruncated: boolean;
        /** @description The URLs of the pages `first`, `prev`, `next` and `last`, if they exist (RFC 8288) */
        Link: string;
        /** @description The address to go to */
        Location: string;
        /** @description The remaining limit: `r` requests in the next `t` seconds */
        RateLimit: string;
        /** @description The limit of requests per minute */
        RateLimitLimit: number;
        /** @description The limit: `q` requests in `w` seconds */
        RateLimitPolicy: string;
        /** @description The remaining requests in this minute */
        RateLimitRemaining: number;
        /** @description The end of the minute, in seconds since 1970-01-01T00:00:00Z */
        RateLimitReset: number;
        /** @description The id of this request in the logs */
        RequestId: string;
        /** @description The seconds to wait before the next request */
        RetryAfter: number;
        /** @description The request headers that the response depends on */
        Vary: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "activity.list": {
        parameters: {
            query?: {
                /** @description Only events of this actor, such as `user:ada@example.org`. */
                actor_id?: string;
                /** @description Only events of this type. */
                event_type?: "publication.edited" | "publication.deleted" | "publication.restored" | "publication.visibility_changed" | "publication.merged" | "publication.unmerged" | "proposal.accepted" | "proposal.rejected" | "proposal.reopened" | "publication.retracted" | "publication.reinstated" | "workspace.user.invited" | "workspace.user.invite_cancelled" | "workspace.user.removed" | "workspace.user.role_updated" | "ingestion.requested" | "ingestion.job.started" | "ingestion.job.completed" | "ingestion.job.partial_failure" | "ingestion.work.failed" | "ingestion.job.failed" | "workspace.settings.activity_cleared";
                /** @description Only events at or after this time. Default: 30 days before `to`, or before now. */
                from?: number | string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
                /** @description Only events of this job, publication or person. */
                resource_id?: string;
                /** @description Only events of this severity. */
                severity?: "info" | "warn" | "error";
                /** @description Only events with this status. */
                status?: "success" | "partial" | "failure";
                /** @description Only events at or before this time. Default: now. */
                to?: number | string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLog"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "activity.cleanup": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Events before this time are deleted. */
                    before: number | string;
                    /** @constant */
                    mode: "before_date";
                } | {
                    /** @constant */
                    mode: "all";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        complete: boolean;
                        deleted_count: number;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "aliases.attach": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The alias: `10.1234/abc`, in upper case, percent-encoded, or as a URL. */
                doi: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any DOI of the publication */
                    publication: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alias"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "aliases.detach": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The alias: `10.1234/abc`, in upper case, percent-encoded, or as a URL. */
                doi: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alias"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "auth.callback": {
        parameters: {
            query?: {
                /** @description The code to exchange for tokens. */
                code?: string;
                /** @description Why the identity provider issued no code. */
                error?: string;
                /** @description The identity provider, if it identifies itself (RFC 9207). */
                iss?: string;
                /** @description The state of the request for the code. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description See Other */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": "";
                };
            };
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "auth.login": {
        parameters: {
            query?: {
                /** @description The origin of the page, if it is not the first one of the dashboard. */
                origin?: string;
                /** @description Whether the identity provider asks for the password even if somebody is already signed in there. */
                reauthenticate?: "true" | "false";
                /** @description The path of the dashboard to return to. */
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description See Other */
            303: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": "";
                };
            };
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["BusyOrNotConfigured"];
            504: components["responses"]["Timeout"];
        };
    };
    "auth.logout": {
        parameters: {
            query?: {
                /** @description The origin of the page, if it is not the first one of the dashboard. */
                origin?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        end_session_url: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidQuery"];
            403: components["responses"]["OriginRejected"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["BusyOrNotConfigured"];
            504: components["responses"]["Timeout"];
        };
    };
    "auth.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Milliseconds since 1970-01-01T00:00:00Z */
                        expires_at: number;
                    };
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "password-reset.request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    redirectTo: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["BusyOrNotConfigured"];
            504: components["responses"]["Timeout"];
        };
    };
    "password-reset.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** Format: email */
                    email: string;
                    /**
                     * Format: password
                     * @description With a lower-case letter, an upper-case letter and a digit; no space at the beginning or the end
                     */
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            403: components["responses"]["OriginRejected"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["BusyOrNotConfigured"];
            504: components["responses"]["Timeout"];
        };
    };
    "bulk-edits.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkEditReport"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "users.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["User"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotConfiguredOrBusy"];
            504: components["responses"]["Timeout"];
        };
    };
    "users.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    display_name?: string | null;
                    /** Format: email */
                    email: string;
                    is_superadmin: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["NotConfiguredOrBusy"];
            504: components["responses"]["Timeout"];
        };
    };
    "users.delete": {
        parameters: {
            query: {
                email: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["NotConfiguredOrBusy"];
            504: components["responses"]["Timeout"];
        };
    };
    "users.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    is_superadmin?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotConfiguredOrBusy"];
            504: components["responses"]["Timeout"];
        };
    };
    "duplicates.list": {
        parameters: {
            query: {
                /** @description The sort direction. */
                dir: "asc" | "desc";
                /** @description Only pairs of two publications, or those with a work. */
                kind?: "publication" | "work";
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only pairs with this record, by the DOI of a publication or the id of a work. */
                record?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort: "score" | "created_at" | "decided_at";
                /** @description Only pairs with this status, or all. */
                status: "open" | "different" | "merged" | "obsolete" | "all";
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DuplicateList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "duplicates.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the pair */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Duplicate"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "duplicates.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the pair */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    decision: "merge";
                    /** @description The DOI of the publication to keep; of two works, the id of one. Default: `suggested_keep` */
                    keep?: string;
                } | {
                    /** @constant */
                    decision: "different";
                } | {
                    /** @constant */
                    decision: "undo";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Duplicate"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "faults.report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the browser says about the fault */
                    message: string;
                    /** @description The pattern of the address of the page, without its values */
                    page: string;
                    /** @description The release of the pages */
                    release: string;
                    /** @description Where in the scripts it happened */
                    stack: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the report in the logs */
                        request_id: string;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "import.doi": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    doi: string;
                    /** @default [] */
                    researcher_orcids?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedPublication"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedPublication"];
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "import.orcid": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orcid_ids: string[];
                    /**
                     * @description Skips people who were fetched before.
                     * @default false
                     */
                    skip_existing?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description People skipped because they were erased. Nothing else is stored about the request for them. */
                        erased: string[];
                        jobs: components["schemas"]["IngestionJob"][];
                        queued: number;
                        skipped: string[];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orcid_ids: string[];
                    /**
                     * @description Skips people who were fetched before.
                     * @default false
                     */
                    skip_existing?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description People skipped because they were erased. Nothing else is stored about the request for them. */
                        erased: string[];
                        jobs: components["schemas"]["IngestionJob"][];
                        queued: number;
                        requested: number;
                        skipped: string[];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest-jobs.list": {
        parameters: {
            query: {
                /** @description Only jobs of this researcher. */
                orcid_id?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only jobs with these statuses. Several are separated by `|`: queued, processing, completed, partial_failure, failed. */
                status?: string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionJobList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest-jobs.get": {
        parameters: {
            query: {
                /** @description Only works with these outcomes. Several are separated by `|`: pending, created, updated, skipped, failed. */
                outcome?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionJobDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest-jobs.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["IngestionJob"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest.status": {
        parameters: {
            query: {
                /** @description Up to 100 ORCID iDs, separated by commas. */
                orcid_ids: string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statuses: (components["schemas"]["IngestionJob"] | {
                            orcid_id: string;
                            status: null;
                        })[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest.stuck": {
        parameters: {
            query?: {
                /** @description The maximum number of jobs. */
                limit?: number;
                /** @description Only jobs that have been active for longer than this. */
                threshold_seconds?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        jobs: components["schemas"]["IngestionJob"][];
                        threshold_seconds: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "ingest.force-fail": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default Force-failed by operator */
                    error_message?: string;
                    orcid_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["IngestionJob"];
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installations.list": {
        parameters: {
            query: {
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only installations with this status. */
                status?: "draft" | "pending_verification" | "active" | "disabled" | "revoked" | "archived";
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    /** @description The display name */
                    display_name: string;
                    /** @enum {string} */
                    platform: "wordpress" | "drupal";
                    /** @description The scopes of its credentials */
                    scopes: ("people.read" | "publications.read" | "works.read" | "projects.read")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installation: components["schemas"]["DashboardInstallation"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installations.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installation: components["schemas"]["DashboardInstallation"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installations.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    /** @description The display name */
                    display_name?: string;
                    /** @description The scopes of its credentials */
                    scopes?: ("people.read" | "publications.read" | "works.read" | "projects.read")[];
                    /** @enum {string} */
                    status?: "active" | "disabled" | "revoked" | "archived";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installation: components["schemas"]["DashboardInstallation"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-credentials.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credentials: components["schemas"]["InstallationCredential"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-credentials.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The expiry, in milliseconds since 1970-01-01T00:00:00Z. If null or missing, it does not expire. */
                    expires_at?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credential: components["schemas"]["InstallationCredential"];
                        /** @description The value for the `X-API-Key` header. It is not stored and cannot be read again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-credentials.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of a credential */
                credentialId: string;
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credential: components["schemas"]["InstallationCredential"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-credentials.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of a credential */
                credentialId: string;
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The expiry, in milliseconds since 1970-01-01T00:00:00Z. If null or missing, it does not expire. */
                    expires_at?: number | null;
                    revoke_old: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credential: components["schemas"]["InstallationCredential"];
                        /** @description The value for the `X-API-Key` header. It is not stored and cannot be read again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-origins.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Scheme, host and port of the site, such as `https://www.example.org` */
                    origin: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        origin: components["schemas"]["DashboardOrigin"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-origins.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
                /** @description The id of an origin */
                originId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        origin: components["schemas"]["DashboardOrigin"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "installation-origins.verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of an installation */
                id: string;
                /** @description The id of an origin */
                originId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        origin: components["schemas"]["DashboardOrigin"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "invitations.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["OwnInvitation"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "invitations.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["OwnMembership"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.list": {
        parameters: {
            query?: {
                /** @description Only people with a current affiliation. */
                active_only?: boolean;
                /** @description Only people whose current affiliation has this status. With `entity_id`, one affiliation has both. */
                affiliation_status?: "primary_entity" | "external";
                /** @description Only people in this category. */
                category_id?: string;
                /** @description The sort direction. Default: `asc` for `name`, otherwise `desc`. */
                dir?: "asc" | "desc";
                /** @description Only people whose current affiliation is with this entity. */
                entity_id?: string;
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
                /** @description Only items with this text in the name (with locale-aware search, in any language) or the ORCID iD, which may be in any form, ignoring case. */
                q?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort?: "name" | "last_fetched_at";
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedPersonList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedPersonDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.erase": {
        parameters: {
            query: {
                /** @description `ERASE`, a space and the ORCID iD */
                confirmation: string;
                /** @description Only count what would be erased */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All categories of the person. The answer has each once, in alphabetical order. */
                    category_ids?: string[];
                    /** @description The kind of person, such as `staff`; null for none */
                    people_type?: string | null;
                    /** @description An https URL of a photo; null for none */
                    photo_url?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedValues"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.affiliation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entity, such as `primary_entity` */
                    entity_id: string;
                    /** @description The start, in milliseconds since 1970-01-01T00:00:00Z. Default: now. */
                    starts_at?: number;
                    /** @enum {string} */
                    status: "primary_entity" | "external";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AffiliationResult"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.export": {
        parameters: {
            query?: {
                /** @description `next` of the last response. Omit it for the first part. */
                cursor?: string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        job: components["schemas"]["IngestionJob"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "people.categories": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: {
                            category_id: string;
                            people: number;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.list": {
        parameters: {
            query: {
                /** @description The sort direction. */
                dir: "asc" | "desc";
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only projects of this programme, by its full name in any language, ignoring case and accents. */
                programme?: string;
                /** @description Only items with this text in the id or the title (with locale-aware search, in any language), ignoring case. */
                q: string;
                /** @description The field to sort by. Items without a value come last. */
                sort: "updated_at" | "created_at" | "title" | "start_date" | "end_date";
                /** @description Projects that are not deleted, only deleted ones, or all. */
                status: "active" | "deleted" | "all";
                /** @description All projects, or only visible or hidden ones. */
                visibility: "all" | "visible" | "hidden";
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default null */
                    abstract?: (string | {
                        [key: string]: string;
                    }) | null;
                    /** @default null */
                    cesam_funding_amount?: number | null;
                    /**
                     * @default EUR
                     * @enum {string}
                     */
                    cesam_funding_currency?: "EUR" | "USD";
                    /**
                     * @description ORCID iDs
                     * @default []
                     */
                    coordinator_orcids?: string[];
                    /** @default {} */
                    data?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD`
                     * @default null
                     */
                    end_date?: string | null;
                    /** @default [] */
                    funding_entities?: unknown[];
                    /** @default [] */
                    funding_partner_images?: {
                        [key: string]: unknown;
                    }[];
                    id?: string;
                    /**
                     * @description ORCID iDs
                     * @default []
                     */
                    member_orcids?: string[];
                    /** @default null */
                    page_url?: string | null;
                    programme: string | {
                        [key: string]: string;
                    };
                    /** @default null */
                    project_logo?: {
                        [key: string]: unknown;
                    } | null;
                    /** @default null */
                    proponent_institution?: string | null;
                    /**
                     * @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD`
                     * @default null
                     */
                    start_date?: string | null;
                    title: string | {
                        [key: string]: string;
                    };
                    /** @default null */
                    total_funding_amount?: number | null;
                    /**
                     * @default EUR
                     * @enum {string}
                     */
                    total_funding_currency?: "EUR" | "USD";
                    visible?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the project */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the project */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the project */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonPatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "projects.bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    dry_run?: boolean;
                    projects: {
                        /** @default null */
                        abstract?: (string | {
                            [key: string]: string;
                        }) | null;
                        /** @default null */
                        cesam_funding_amount?: number | null;
                        /**
                         * @default EUR
                         * @enum {string}
                         */
                        cesam_funding_currency?: "EUR" | "USD";
                        /**
                         * @description ORCID iDs
                         * @default []
                         */
                        coordinator_orcids?: string[];
                        /** @default {} */
                        data?: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD`
                         * @default null
                         */
                        end_date?: string | null;
                        /** @default [] */
                        funding_entities?: unknown[];
                        /** @default [] */
                        funding_partner_images?: {
                            [key: string]: unknown;
                        }[];
                        id: string;
                        /**
                         * @description ORCID iDs
                         * @default []
                         */
                        member_orcids?: string[];
                        /** @default null */
                        page_url?: string | null;
                        programme: string | {
                            [key: string]: string;
                        };
                        /** @default null */
                        project_logo?: {
                            [key: string]: unknown;
                        } | null;
                        /** @default null */
                        proponent_institution?: string | null;
                        /**
                         * @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD`
                         * @default null
                         */
                        start_date?: string | null;
                        title: string | {
                            [key: string]: string;
                        };
                        /** @default null */
                        total_funding_amount?: number | null;
                        /**
                         * @default EUR
                         * @enum {string}
                         */
                        total_funding_currency?: "EUR" | "USD";
                        visible?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In the order of the request */
                        projects: {
                            deleted: boolean;
                            id: string;
                            /** @enum {string} */
                            outcome: "created" | "updated" | "unchanged";
                            version: number;
                            visible: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "proposals.list": {
        parameters: {
            query: {
                /** @description The sort direction. */
                dir: "asc" | "desc";
                /** @description Only proposals about the publication with this DOI. */
                doi?: string;
                /** @description Only proposals of this kind. */
                kind?: "unlink" | "work" | "award" | "affiliation";
                /** @description Only proposals that concern the person with this ORCID iD. */
                orcid_id?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description The field to sort by. Items without a value come last. */
                sort: "created_at" | "decided_at";
                /** @description Only proposals with this status, or all. */
                status: "open" | "accepted" | "rejected" | "obsolete" | "all";
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "proposals.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the proposal */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "accept" | "reject" | "undo";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-edits.list": {
        parameters: {
            query?: {
                /** @description The position of the first author to return. A response has 1,000 of them; `author_count` is the total number. */
                authors_offset?: number;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        edits: components["schemas"]["PublicationEdit"][];
                        id: string;
                        page: number;
                        pages: number;
                        per_page: number;
                        total: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-edits.revert": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the edit */
                    revert: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPublication"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-matches.list": {
        parameters: {
            query: {
                /** @description Only publications of researchers with this ORCID iD. Several values are separated by `|`; one is enough. */
                orcid_id?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description `authors_unknown`: those that cannot be decided yet, because no source names authors. */
                state?: "open" | "authors_unknown";
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matches: components["schemas"]["OpenMatch"][];
                        orcid_id: string | null;
                        page: number;
                        pages: number;
                        per_page: number;
                        total: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-matches.get": {
        parameters: {
            query?: {
                /** @description The position of the first author to return. A response has 1,000 of them; `author_count` is the total number. */
                authors_offset?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationMatches"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-matches.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Index into the authors. Required to accept, unless an editor is
                     * @default null
                     */
                    author_position?: number | null;
                    /** @enum {string} */
                    decision: "accept" | "reject" | "not_an_author" | "undo";
                    /**
                     * @description Index into the editors
                     * @default null
                     */
                    editor_position?: number | null;
                    /** @description A researcher of the publication */
                    orcid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationMatches"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-researchers.link": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orcid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationMatches"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publication-researchers.unlink": {
        parameters: {
            query: {
                orcid: string;
            };
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationMatches"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.list": {
        parameters: {
            query: {
                /** @description The sort direction. */
                dir: "asc" | "desc";
                /** @description Only publications that are not of this subtype. Several values are separated by `|`; one is enough. */
                exclude_subtype?: string;
                /** @description Also count the values of these fields in all publications that match. Some of `publication_type`, `publication_year`, `match_state`, `source`, `open_access_status`, `visibility`, `publication_subtype`, `integrity`, `journal`, `publisher`, `is_edited`, `missing`, separated by commas. */
                facets?: string;
                /** @description The format of the response. Default: the preferred format of Accept, then JSON. */
                format?: "json" | "bibtex" | "ris" | "csl-json" | "csv";
                /** @description Only records with this PMID, PMCID, handle, arXiv id, EID or ISBN, in any notation. Several values are separated by `|`; one is enough. */
                identifier?: string;
                /** @description Only publications whose most serious notice is of this kind, such as `retraction` or `expression-of-concern`. Several values are separated by `|`; one is enough. */
                integrity?: string;
                /** @description Only publications that a curator has edited, or only others. */
                is_edited?: boolean;
                /** @description Only publications that are retracted, or are not. */
                is_retracted?: boolean;
                /** @description Only publications of the journal with this ISSN, whichever of its ISSNs they have. Several values are separated by `|`; one is enough. */
                journal?: string;
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description Only publications whose authors are matched, or only others. One of `needs_attention`, `complete`. Several values are separated by `|`; one is enough. */
                match_state?: string;
                /** @description Only items with at least this number of citations. 0 means all items. */
                min_cited_by?: number;
                /** @description Only publications without this: authors, an abstract, a venue (of articles, chapters and papers) or a date. One of `authors`, `abstract`, `venue`, `date`. Several values are separated by `|`; one is enough. */
                missing?: string;
                /** @description The number of items to skip. Only for formats other than JSON without `page` and `per_page`. */
                offset?: number;
                /** @description Only publications with this open-access status. One of `gold`, `hybrid`, `bronze`, `green`, `diamond`, `closed`. Several values are separated by `|`; one is enough. */
                open_access_status?: string;
                /** @description Only publications of researchers with this ORCID iD. Several values are separated by `|`; one is enough. */
                orcid_id?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only publications of this subtype, such as `review`, `editorial`, `letter`, `erratum` or `retraction-notice`. Several values are separated by `|`; one is enough. */
                publication_subtype?: string;
                /** @description Only publications of this type, in Crossref's vocabulary, such as `journal-article`. Several values are separated by `|`; one is enough. */
                publication_type?: string;
                /** @description Only publications of this year. Several values are separated by `|`; one is enough. */
                publication_year?: number | string;
                /** @description Only publications of this year or later. */
                publication_year_from?: number;
                /** @description Only publications of this year or earlier. */
                publication_year_to?: number;
                /** @description Only publications of this publisher. Several values are separated by `|`; one is enough. */
                publisher?: string;
                /** @description Only items with this text in the title (with locale-aware search, in any language) or the name of an author, ignoring case. */
                q: string;
                /** @description Where to search for `q`: in titles and author names, or also in DOIs, ORCID iDs, journals, publishers and all names of linked people. */
                search_in?: "titles_and_authors" | "everything";
                /** @description The field to sort by. Items without a value come last. */
                sort: "last_fetched_at" | "publication_date" | "publication_year" | "cited_by_count" | "title" | "edit_count";
                /** @description Only publications with data from this source. One of `crossref`, `datacite`, `orcid`. Several values are separated by `|`; one is enough. */
                source?: string;
                /** @description Only publications that are not deleted, only deleted ones, or all. */
                status: "active" | "deleted" | "all";
                /** @description Only the shown version of each publication, or the others, or all. */
                versions?: "shown" | "superseded" | "all";
                /** @description Only publications with this visibility. */
                visibility: "all" | "visible" | "hidden";
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Export-Limit": components["headers"]["ExportLimit"];
                    "X-Export-Truncated": components["headers"]["ExportTruncated"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedPublicationList"];
                    "application/vnd.citationstyles.csl+json": ({
                        id: string;
                        type: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    "application/x-bibtex": string;
                    "application/x-research-info-systems": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.delete-empty": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidId"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.update-empty": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidId"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.get": {
        parameters: {
            query?: {
                /** @description The position of the first author to return. A response has 1,000 of them; `author_count` is the total number. */
                authors_offset?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPublication"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonPatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPublication"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "delete" | "restore";
                    /** @description DOIs as people write them; several of one publication count once */
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of publications changed by this request */
                        changed: number;
                        /** @description The ids of these publications, as sent */
                        changed_ids: string[];
                        /** @description The ids without a publication, as sent */
                        not_found: string[];
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.bulk-edit": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description DOIs as people write them; several of one publication count once */
                    ids: string[];
                    patch: components["schemas"]["JsonPatch"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Only if some are `queued`: the id of the report at `GET /api/bulk-edits/{id}` */
                        bulk_edit_id?: string;
                        results: components["schemas"]["BulkEditResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.stats": {
        parameters: {
            query?: {
                /** @description Only publications that are not of this subtype. Several values are separated by `|`; one is enough. */
                exclude_subtype?: string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationStatistics"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "publications.timeseries": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationTimeseries"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "researchers.list": {
        parameters: {
            query: {
                /** @description Only people with a current affiliation. */
                active_only: boolean;
                /** @description Only people whose current affiliation has this status. With `entity_id`, one affiliation has both. */
                affiliation_status?: "primary_entity" | "external";
                /** @description The sort direction. Default: `asc` for `name`, otherwise `desc`. */
                dir: "asc" | "desc";
                /** @description Only people whose current affiliation is with this entity. */
                entity_id?: string;
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only items with this text in the name (with locale-aware search, in any language) or the ORCID iD, which may be in any form, ignoring case. */
                q: string;
                /** @description The field to sort by. Items without a value come last. */
                sort: "name" | "last_fetched_at" | "publication_count";
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResearcherList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "researchers.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedPersonDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "researchers.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description null or an empty text clears it; left out, it stays */
                    biography?: string | null;
                    /** @description The name in English, or in no known language */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "researchers.affiliation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entity, such as `primary_entity` */
                    entity_id: string;
                    /** @description The start, in milliseconds since 1970-01-01T00:00:00Z. Default: now. */
                    starts_at?: number;
                    /** @enum {string} */
                    status: "primary_entity" | "external";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AffiliationResult"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "researchers.publications": {
        parameters: {
            query?: {
                /** @description Whether to include deleted publications. */
                includeDeleted?: boolean;
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The ORCID iD, such as `0000-0002-1825-0097` */
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedPublicationList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "search.list": {
        parameters: {
            query: {
                /** @description The maximum number of publications, and of people. The lists have the rest. */
                limit?: number;
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The text, or an identifier in any notation. */
                q: string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundInRegistry"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "session.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The verified e-mail address; null as in /me */
                        email: string | null;
                        /** @description When the token expires, in milliseconds since 1970-01-01T00:00:00Z; null if unknown */
                        expires_at: number | null;
                        is_superadmin: boolean;
                        memberships: {
                            /** @enum {string} */
                            role: "workspace_member" | "workspace_admin";
                            workspace_id: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "api-keys.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "api-keys.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client_name: string;
                    /**
                     * @description Milliseconds since the epoch; null if it does not expire
                     * @default null
                     */
                    expires_at?: number | null;
                    /** @default 60 */
                    rate_limit_per_minute?: number;
                    scopes: ("ingest" | "membership.update")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["ApiKey"];
                        /** @description The value for the `X-API-Key` header. It is not stored and cannot be read again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "api-keys.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The `key_hash` of the key */
                keyHash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "api-keys.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The `key_hash` of the key */
                keyHash: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active?: boolean;
                    client_name?: string;
                    rate_limit_per_minute?: number;
                    scopes?: ("ingest" | "membership.update")[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "api-keys.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The `key_hash` of the key */
                keyHash: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revoke_old: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: components["schemas"]["ApiKey"];
                        revoked_old: boolean;
                        /** @description The value for the `X-API-Key` header. It is not stored and cannot be read again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description Only records of this action. */
                action?: "api_key.created" | "api_key.updated" | "api_key.rotated" | "api_key.revoked" | "api_key.deleted" | "installation.created" | "installation.updated" | "installation.origin_added" | "installation.origin_verified" | "installation.origin_revoked" | "installation.credential_issued" | "installation.credential_rotated" | "installation.credential_revoked" | "user.created" | "user.updated" | "user.deleted" | "activity.cleared" | "person.updated" | "person.affiliation_changed" | "person.erasure_started" | "person.erased" | "person.erasure_lifted" | "project.created" | "project.updated" | "project.deleted" | "project.restored" | "job.failed" | "site_data.reset_started" | "site_data.reset" | "author_links.repaired" | "publication.imported" | "publication.rederived" | "rollout.updated" | "rollout.auto_disabled";
                /** @description Only records of this actor, such as `user:ada@example.org`. */
                actor_id?: string;
                /** @description Only records at or after this time. Default: 30 days before `to`, or before now. */
                from?: number | string;
                /** @description Only records of this kind of resource: the part of `action` before the dot. */
                kind?: "api_key" | "installation" | "user" | "activity" | "person" | "project" | "job" | "site_data" | "author_links" | "publication" | "rollout";
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
                /** @description Only records of this key, installation, user, person, project, job, publication or feature. */
                resource_id?: string;
                /** @description Only records at or before this time. Default: now. */
                to?: number | string;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditTrail"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.clear-stuck-jobs": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only list the jobs that would be failed
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description The error message of the jobs
                     * @default Cleared by operator
                     */
                    reason?: string;
                    /** @default 900 */
                    thresholdSeconds?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether nothing is left. If not, send the request again */
                        complete: boolean;
                        dryRun: boolean;
                        jobs: {
                            /** @description Since it started, or since it was created if it is queued */
                            age_seconds: number;
                            /** @description Whether this request has failed the job */
                            cleared: boolean;
                            job_id: string;
                            orcid_id: string;
                            /**
                             * @description When it was found
                             * @enum {string}
                             */
                            status: "queued" | "processing";
                        }[];
                        shards: components["schemas"]["ShardReport"][];
                        totals: {
                            cleared: number;
                            found: number;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.rederive": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only count what would change
                     * @default false
                     */
                    dryRun?: boolean;
                    /** @default 1000 */
                    limitPerShard?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of publications about whose aliases an agency did not answer */
                        aliases_unchecked: number;
                        /** @description Whether nothing is left. If not, send the request again */
                        complete: boolean;
                        dryRun: boolean;
                        /** @description Records that failed, or were busy because of concurrent changes; at most 100 */
                        failed: {
                            /** @description The number of failures in a row */
                            attempts: number;
                            /** @description The DOI or other id */
                            id: string;
                            reason: string;
                            shard: number;
                        }[];
                        failed_total: number;
                        /** @description The number of publications and works in which each field changes: the fields of `data`, `enriched_metadata` and `author_match_state`. `not_shown`: only a source's value changes, and another source takes precedence */
                        fields: {
                            [key: string]: number;
                        };
                        /** @description The number of publications and works for which the answer of each source is not stored. Its previous data stays */
                        missing: {
                            [key: string]: number;
                        };
                        shards: components["schemas"]["RederiveShardReport"][];
                        totals: {
                            changed: number;
                            examined: number;
                            incomplete: number;
                        };
                        /** @description The first hundred aliases that are other publications, and what they lead or led to */
                        wrong_aliases: {
                            alias: string;
                            publication: string;
                        }[];
                        wrong_aliases_total: number;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.refresh": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        estimated_end: {
                            /** @description If nothing has changed. Milliseconds since the epoch */
                            earliest: number;
                            /** @description If everything has changed. Milliseconds since the epoch */
                            latest: number;
                        } | null;
                        /** @description What was tried without success, next first; at most 100 */
                        failing: {
                            /** @description The last attempt. Milliseconds since the epoch */
                            attempted_at: number;
                            attempts: number;
                            /** @description Not retried before this time. Milliseconds since the epoch */
                            due_at: number;
                            id: string;
                            /** @enum {string} */
                            kind: "person" | "publication" | "source";
                            reason: string;
                            /** @enum {string} */
                            source: "orcid" | "crossref" | "datacite" | "openalex" | "europepmc";
                        }[];
                        failing_total: number;
                        /** @description Null if the refresh is disabled */
                        night: {
                            /** @description Its end. Milliseconds since the epoch */
                            ends_at: number;
                            /** @description Its start. Milliseconds since the epoch */
                            starts_at: number;
                        } | null;
                        sources: {
                            /** @description Of the UTC day */
                            budget: {
                                requests: number;
                                used: number;
                            };
                            /** @description People or publications to refresh */
                            due: number;
                            paused_until: number | null;
                            /** @description For all due records: `least` and `most`, depending on how much has changed at the source */
                            requests: {
                                least: number;
                                most: number;
                            };
                            /** @enum {string} */
                            source: "orcid" | "crossref" | "datacite" | "openalex" | "europepmc";
                            /** @description How many of them have failed and are not due for a retry */
                            waiting: number;
                            /** @description How many due records the budget allows: `least` and `most`, depending on how much has changed at the source */
                            within_budget: {
                                least: number;
                                most: number;
                            };
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.repair-author-links": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Match only people who are currently at the partner entity
                     * @default false
                     */
                    cesamOnly?: boolean;
                    doi: string;
                    /**
                     * @description Only show what would change
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: components["schemas"]["AuthorLinks"];
                        before: components["schemas"]["AuthorLinks"];
                        changed: boolean;
                        /** @description The canonical DOI */
                        doi: string;
                        dryRun: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.repair-author-links-bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Match only people who are currently at the partner entity
                     * @default false
                     */
                    cesamOnly?: boolean;
                    /**
                     * @description Only count what would change
                     * @default false
                     */
                    dryRun?: boolean;
                    /** @default 100 */
                    limitPerShard?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether nothing is left. If not, send the request again */
                        complete: boolean;
                        dryRun: boolean;
                        /** @description Records that failed, or were busy because of concurrent changes; at most 100 */
                        failed: {
                            /** @description The number of failures in a row */
                            attempts: number;
                            /** @description The DOI or other id */
                            id: string;
                            reason: string;
                            shard: number;
                        }[];
                        failed_total: number;
                        shards: components["schemas"]["RepairShardReport"][];
                        totals: {
                            changed: number;
                            examined: number;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.reset-scope": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The registry is shared: a reset deletes the data of all workspaces, whichever one confirms it
                         * @constant
                         */
                        scope: "all_workspaces";
                        /** @description All known workspaces, and the data of each that is affected */
                        workspaces: {
                            /** @description Edits of publications still in its activity log, which are lost */
                            edits: number;
                            /** @description Installations of plugins, whose lists become empty */
                            installations: number;
                            /** @description Its members, who lose their curated data */
                            users: number;
                            workspace: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "site-tools.reset-data": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Also delete the jobs, active ones included
                     * @default false
                     */
                    clearIngestionJobs?: boolean;
                    /** @description By default `RESET`, a space and the id of your workspace */
                    confirmation: string;
                    /**
                     * @description Only count what would be deleted
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether nothing is left. If not, send the request again */
                        complete: boolean;
                        dryRun: boolean;
                        /** @description Records that failed, or were busy because of concurrent changes; at most 100 */
                        failed: {
                            /** @description The number of failures in a row */
                            attempts: number;
                            /** @description The DOI or other id */
                            id: string;
                            /** @description As in `totals` */
                            kind: string;
                            reason: string;
                            shard: number;
                        }[];
                        failed_total: number;
                        /**
                         * @description The registry is shared: a reset deletes the data of all workspaces, whichever one confirms it
                         * @constant
                         */
                        scope: "all_workspaces";
                        shards: components["schemas"]["ShardReport"][];
                        totals: {
                            /** @description Pairs of possible duplicates */
                            duplicates: number;
                            jobs: number;
                            people: number;
                            proposals: number;
                            publications: number;
                            works: number;
                        };
                        /** @description All known workspaces, and the data of each that is affected */
                        workspaces: {
                            /** @description Edits of publications still in its activity log, which are lost */
                            edits: number;
                            /** @description Installations of plugins, whose lists become empty */
                            installations: number;
                            /** @description Its members, who lose their curated data */
                            users: number;
                            workspace: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "rollout.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolloutWithHistory"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "rollout.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /** @description The reason, for the history and the audit trail */
                    reason?: string;
                    stage?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rollout"];
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "rollout.metrics": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolloutMetrics"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "work-edits.list": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                perPage?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        edits: components["schemas"]["PublicationEdit"][];
                        id: string;
                        page: number;
                        pages: number;
                        per_page: number;
                        total: number;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "work-edits.revert": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the edit */
                    revert: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.list": {
        parameters: {
            query: {
                /** @description The sort direction. */
                dir: "asc" | "desc";
                /** @description The format of the response. Default: the preferred format of Accept, then JSON. */
                format?: "json" | "bibtex" | "ris" | "csl-json" | "csv";
                /** @description Only records with this PMID, PMCID, handle, arXiv id, EID or ISBN, in any notation. Several values are separated by `|`; one is enough. */
                identifier?: string;
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The number of items to skip. Only for formats other than JSON without `page` and `per_page`. */
                offset?: number;
                /** @description Only works of people with this ORCID iD. Several values are separated by `|`; one is enough. */
                orcid_id?: string;
                /** @description Only works from ORCID records, or only those that curators added. One of `orcid`, `curator`. Several values are separated by `|`; one is enough. */
                origin?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page: number;
                /** @description The number of items per page. */
                perPage: number;
                /** @description Only works of this year or later. */
                publication_year_from?: number;
                /** @description Only works of this year or earlier. */
                publication_year_to?: number;
                /** @description Only items with this text in the title (with locale-aware search, in any language) or the name of an author, ignoring case. */
                q: string;
                /** @description The field to sort by. Items without a value come last. */
                sort: "last_fetched_at" | "publication_date" | "publication_year" | "title" | "edit_count";
                /** @description Only works that are not deleted, only those that are deleted, merged or now publications, or all. */
                status: "active" | "deleted" | "all";
                /** @description Only works with this visibility. */
                visibility: "all" | "visible" | "hidden";
                /** @description Only works of this type, in ORCID's vocabulary. Several values are separated by `|`; one is enough. */
                work_type?: string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Export-Limit": components["headers"]["ExportLimit"];
                    "X-Export-Truncated": components["headers"]["ExportTruncated"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CuratedWorkList"];
                    "application/vnd.citationstyles.csl+json": ({
                        id: string;
                        type: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    "application/x-bibtex": string;
                    "application/x-research-info-systems": string;
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Such as `authors`, `publisher`, `isbn`, `pages` and `url`, as in publications
                     * @default {}
                     */
                    data?: {
                        [key: string]: unknown;
                    };
                    /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
                    publication_date?: string;
                    /**
                     * @description People to link it to
                     * @default []
                     */
                    researcher_orcids?: string[];
                    /** @description A text, or the same text by language tag (BCP 47) */
                    title: string | {
                        [key: string]: string;
                    };
                    /** @description A type in ORCID's vocabulary, such as `dissertation-thesis` */
                    work_type: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardWork"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardWork"];
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardWork"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonPatch"];
                "application/json-patch+json": components["schemas"]["JsonPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.merge": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A DOI, or the id of a work */
                    into: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.separate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.link": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orcid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.unlink": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing is changed. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                /** @description The id of the work, as in lists */
                id: string;
                orcid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWork"];
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "works.bulk": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "delete" | "restore" | "hide" | "show";
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The works changed by this request */
                        changed_ids: string[];
                        not_found: string[];
                        /** @description Merged works */
                        refused: {
                            id: string;
                            message: string;
                        }[];
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "invitations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "workspace_member" | "workspace_admin";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: components["schemas"]["Invitation"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamUnavailable"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "invitations.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "members.list": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "members.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "members.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`. */
                "X-Workspace-Id"?: components["parameters"]["WorkspaceId"];
            };
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "workspace_member" | "workspace_admin";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBody"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejectedOrForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "debug-auth.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The verified e-mail address, partly masked */
                        email: string | null;
                        /** @description Where a token was sent */
                        sent: {
                            authorization: boolean;
                            cookie: boolean;
                            x_amzn_oidc_data: boolean;
                        };
                        /** @description Unverified details of the token; null if it is not a JWT */
                        token: {
                            alg: string | null;
                            /** @description The names of the claims, without values */
                            claims: string[];
                            /** @description Seconds since 1970-01-01T00:00:00Z */
                            exp: number | null;
                            issuer: string | null;
                            kid: string | null;
                        } | null;
                        /** @description Which token is used */
                        used: ("authorization" | "x_amzn_oidc_data" | "cookie") | null;
                        /** @description Whether the token is valid; null if the issuer's keys cannot be fetched */
                        verified: boolean | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "docs.page": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "public, max-age=3600, stale-while-revalidate=86400";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "docs.asset": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "public, max-age=3600, stale-while-revalidate=86400";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "health.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        service: "dashboard-api";
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "me.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["MissingCredentialOrInvalidCredential"];
            403: components["responses"]["OriginRejected"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
    "openapi.dashboard-api": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Who may cache the response, and for how long */
                    "Cache-Control"?: "public, max-age=3600, stale-while-revalidate=86400";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Busy"];
            504: components["responses"]["Timeout"];
        };
    };
}
