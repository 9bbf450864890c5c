/** Made from openapi/integrations-api.json by "npm run generate" of the repository. Not to be edited. */

export interface paths {
    "/integrations/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a list, to keep a local copy in sync
         * @description Requires the scope of the list, such as `publications.read`. Start without a cursor and apply the changes in order, by id. Repeat with the returned `cursor` while `has_more` is true, and use the last cursor for the next sync. A change may be returned more than once. `reset` is true in the first response, and in a later one if removals can no longer be listed: discard the local copy and start again with these changes. With `group_id`, only in the lists `publications` and `works` and with the scope `groups.read`, an entry is removed when it does not belong to the groups any more; a cursor is for one question only, and another one starts again.
         */
        get: operations["changes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search public groups, such as departments, with their names in all languages */
        get: operations["groups.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/health": {
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
    "/integrations/v1/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the calling installation with its origins and scopes */
        get: operations["installation.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search people with public publications, with their names in all languages
         * @description Sorted by name.
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
    "/integrations/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search public projects */
        get: operations["projects.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search public publications, with their titles in all languages */
        get: operations["publications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search publications and people, with their texts in all languages
         * @description Publications, most recently fetched first, and people by name. Without the scope `people.read`, `people` is empty and `total_people` is 0. Filters by group are for publications.
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
    "/integrations/v1/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reject a verification request without an origin id */
        get: operations["verify.empty"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/verify/{originId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the verification token of an origin */
        get: operations["verify.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks of the calling installation, without their secrets */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Register a webhook of the calling installation
         * @description Events are posted to `url`, signed as by Standard Webhooks 1.0.0. The URL must be on a verified origin. The response contains the signing secret, which cannot be read again. An installation has at most five webhooks (409 above).
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook of the calling installation, with its log */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook of the calling installation
         * @description A webhook that answers 410, or does not take an event at any attempt, is disabled. Enabled again within a week, it gets the events that have waited.
         */
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/integrations/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook of the calling installation, newest first
         * @description Every attempt is a delivery, with the answer of the receiver. They are kept for 30 days.
         */
        get: operations["webhook-deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/webhooks/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery again
         * @description With the same `webhook-id`, within a minute or two. Nothing happens if the event is still waiting. At most 60 an hour of an installation (429 above, with Retry-After): a sync gets what was missed.
         */
        post: operations["webhook-deliveries.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret of a webhook of the calling installation
         * @description The response contains the new secret, which cannot be read again. For a day, deliveries have the signatures of both secrets.
         */
        post: operations["webhooks.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/integrations/v1/works": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search public works without a DOI */
        get: operations["works.list"];
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
        Delivery: {
            answer: string | null;
            attempt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            attempted_at: number;
            doi: string | null;
            duration_ms: number;
            error: string | null;
            event_id: string;
            id: string;
            /** @enum {string} */
            list: "publications" | "works" | "projects" | "people" | "groups";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            next_attempt_at: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            occurred_at: number;
            /** @enum {string} */
            outcome: "delivered" | "failed";
            status: number | null;
            /** @enum {string} */
            type: "list.changed" | "publication.withdrawn" | "publication.retracted" | "groups.changed";
        };
        Error: {
            /**
             * @description The error code, for programs
             * @enum {string}
             */
            code: "body_too_large" | "busy" | "conflict" | "credential_expired" | "credential_inactive" | "internal_error" | "invalid_body" | "invalid_credential" | "invalid_id" | "invalid_query" | "method_not_allowed" | "missing_credential" | "not_found" | "origin_rejected" | "rate_limited" | "scope_not_granted" | "setup_incomplete" | "timeout";
            /** @description Further information, such as the issues of an invalid request */
            details: ({
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
        };
        GroupItem: {
            /** @description The first moment after it, in milliseconds since the epoch. null: ever after */
            ends_at: number | null;
            homepage: string | null;
            id: string;
            kind: string | null;
            /** @description A text, or the same text by language tag (BCP 47) */
            name: string | {
                [key: string]: string;
            };
            /** @description The public groups that it belongs to or belonged to, each with its period */
            parents: {
                /** @description The first moment after it, in milliseconds since the epoch. null: ever after */
                ends_at: number | null;
                id: string;
                /** @description Milliseconds since the epoch. null: always before */
                starts_at: number | null;
            }[];
            ror: string | null;
            /** @description Milliseconds since the epoch. null: always before */
            starts_at: number | null;
            /** @description The public group that continues it */
            taken_over_by: string | null;
        };
        GroupList: {
            /** @description The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`. */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            groups: components["schemas"]["GroupItem"][];
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            /** @description The cursor of the next page; null on the last page. Only if the request has a `cursor`. */
            next_cursor?: string | null;
            page: number;
            pages: number;
            per_page: number;
            q: string;
            /** @enum {string} */
            sort: "name" | "created_at" | "updated_at";
            total: number;
        };
        Installation: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            description: string | null;
            display_name: string;
            id: string;
            origins: components["schemas"]["Origin"][];
            /** @enum {string} */
            platform: "wordpress" | "drupal";
            scopes: ("people.read" | "publications.read" | "works.read" | "projects.read" | "groups.read")[];
            /** @enum {string} */
            status: "draft" | "pending_verification" | "active" | "disabled" | "revoked" | "archived";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            workspace_id: string;
        };
        ItemGroup: {
            id: string;
            /** @description Whether the output belongs to the group itself; false if only to a part of it */
            is_direct: boolean;
        };
        ListChanges: {
            changes: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                changed_at: number;
                /** @description The DOI of a publication, the ORCID iD of a person, or the id of a project, work or group */
                id: string;
                /** @description The item as in its list; null if it was removed */
                item: (components["schemas"]["PublicationItem"] | components["schemas"]["ProjectItem"] | components["schemas"]["WorkItem"] | components["schemas"]["PersonItem"] | components["schemas"]["GroupItem"]) | null;
                /** @description The DOI of that publication, or the id of that work */
                merged_into: string | null;
                /** @description Why it was removed. `merged`: it is now part of the entry in `merged_into`. `withdrawn`: it is not public, or not of the groups that are asked for */
                reason: ("withdrawn" | "merged") | null;
                /** @description How a publication is related to others; null in other lists and if it was removed */
                relations: {
                    doi: string;
                    /** @enum {string} */
                    type: "is-preprint-of" | "is-version-of" | "is-identical-to" | "is-part-of" | "corrects" | "retracts" | "is-supplement-to" | "is-review-of" | "is-comment-on" | "is-translation-of" | "has-preprint" | "has-version" | "has-part" | "is-corrected-by" | "is-retracted-by" | "is-supplemented-by" | "has-review" | "has-comment" | "has-translation";
                }[] | null;
                /** @enum {string} */
                type: "upserted" | "removed";
            }[];
            /** @description The cursor of the next request */
            cursor: string;
            /** @description Whether there are more changes to fetch now */
            has_more: boolean;
            /** @enum {string} */
            list: "publications" | "works" | "projects" | "people" | "groups";
            /** @description Whether to discard the local copy before applying these changes */
            reset: boolean;
        };
        Origin: {
            id: string;
            last_verification_error: string | null;
            origin: string;
            /** @enum {string} */
            verification_status: "pending" | "verified" | "failed" | "revoked";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            verified_at: number | null;
        };
        PersonItem: {
            /** @description A text, or the same text by language tag (BCP 47) */
            name: string | {
                [key: string]: string;
            };
            /** @description The ORCID iD. Only if the request has `include=orcid` */
            orcid?: string;
            people_type: string | null;
            photo_url: string | null;
            slug: string | null;
        };
        PersonList: {
            /** @description The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`. */
            changes_cursor?: string;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            /** @description The cursor of the next page; null on the last page. Only if the request has a `cursor`. */
            next_cursor?: string | null;
            page: number;
            pages: number;
            people: components["schemas"]["PersonItem"][];
            per_page: number;
            q: string;
            total: number;
        };
        ProjectItem: {
            abstract: string | null;
            /** @description The partner entity's share of the funding */
            cesam_funding_amount: number | null;
            /** @enum {string} */
            cesam_funding_currency: "EUR" | "USD";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            end_date: string | null;
            funding_entities: unknown[];
            funding_partner_images: {
                [key: string]: unknown;
            }[];
            /**
             * Format: uri
             * @description The project's website, or its URL in the Consumer API if it has none
             */
            href: string;
            id: string;
            programme: string;
            project_logo: {
                [key: string]: unknown;
            } | null;
            proponent_institution: string | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            start_date: string | null;
            title: string;
            total_funding_amount: number | null;
            /** @enum {string} */
            total_funding_currency: "EUR" | "USD";
        };
        ProjectList: {
            /** @description The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`. */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            funding_currency: ("EUR" | "USD") | null;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            /** @description The cursor of the next page; null on the last page. Only if the request has a `cursor`. */
            next_cursor?: string | null;
            page: number;
            pages: number;
            per_page: number;
            projects: components["schemas"]["ProjectItem"][];
            q: string;
            /** @enum {string} */
            sort: "created_at" | "start_date" | "end_date";
            total: number;
        };
        PublicationCitation: {
            article_number: string | null;
            /** @description The total number of authors */
            author_count: number;
            /** @description The first 30, and at most 30 further people of the registry */
            authors: {
                family: string | null;
                given: string | null;
                /** @description Whether the author is a person of the registry */
                is_member: boolean;
                /** @description As printed, or the name of a group */
                name: string;
                orcid: string | null;
                /** @description The `slug` of that person */
                person_slug: string | null;
                /** @description The position among all authors, where the index is another one */
                position?: number;
                suffix: string | null;
            }[];
            /** @description The journal, book, proceedings or repository */
            container_title: string | null;
            issue: string | null;
            open_access: {
                status: ("gold" | "hybrid" | "bronze" | "green" | "diamond" | "closed") | null;
                url: string | null;
            };
            pages: string | null;
            publisher: string | null;
            /** @description The date and DOI of the notice, as far as they are known; null if it is not retracted */
            retraction: {
                date: string | null;
                doi: string | null;
            } | null;
            /** @enum {string} */
            style: "apa" | "harvard" | "vancouver";
            /** @description The whole citation as plain text, with the title in English if it has one */
            text: string;
            /** @description Its preprints, articles and other versions */
            versions: {
                doi: string;
                /** @enum {string} */
                type: "is-preprint-of" | "is-version-of" | "is-identical-to" | "is-part-of" | "corrects" | "retracts" | "is-supplement-to" | "is-review-of" | "is-comment-on" | "is-translation-of" | "has-preprint" | "has-version" | "has-part" | "is-corrected-by" | "is-retracted-by" | "is-supplemented-by" | "has-review" | "has-comment" | "has-translation";
            }[];
            volume: string | null;
        };
        PublicationItem: {
            /**
             * @description `complete` if every linked researcher is matched to an author
             * @enum {string}
             */
            author_match_state: "needs_attention" | "complete";
            /** @description Only if the request has `include=citation` */
            citation?: components["schemas"]["PublicationCitation"];
            cited_by_count: number | null;
            doi: string;
            /** Format: uri */
            doi_url: string;
            /** @description The public groups that it belongs to. Only with `include=groups` */
            groups?: components["schemas"]["ItemGroup"][];
            /** @description The most serious notice that applies, if there is one: `retraction`, `withdrawal`, `removal`, `partial-retraction`, `expression-of-concern`, `correction`, `clarification` or `addendum` */
            integrity?: string;
            is_retracted: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description By name, such as `cc-by-4.0`; the filter `license` compares it. Only with `include=citation` */
            license?: string | null;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            /** @description The people whose publication it is, by whom the filter `orcid` finds it. Only with `include=citation` */
            researcher_orcids?: string[];
            title: (string | {
                [key: string]: string;
            }) | null;
        };
        PublicationList: {
            /** @description The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`. */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Only if the request has it */
            entity_id?: string;
            /** @description Only if the request has it */
            exclude_subtype?: string;
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @enum {string} */
            group_basis?: "at_publication" | "current" | "ever";
            group_id?: string;
            group_primary?: boolean;
            /** @description Only if the request has it */
            identifier?: string;
            /** @description Only if the request has it */
            integrity?: string;
            /** @description Only if the request has it */
            is_retracted?: boolean;
            /** @description Only if the request has it */
            journal?: string;
            /** @description Only if the request has it */
            license?: string;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            min_cited_by: number | null;
            /** @description The cursor of the next page; null on the last page. Only if the request has a `cursor`. */
            next_cursor?: string | null;
            /** @description Only if the request has it */
            open_access_status?: string;
            /** @description Only if the request has it */
            orcid?: string;
            /** @description Only if the request has it */
            output_type?: string;
            page: number;
            pages: number;
            per_page: number;
            /** @description Only if the request has it */
            project_id?: string;
            /** @description Only if the request has it */
            publication_subtype?: string;
            publication_type: string | null;
            publication_year: number | null;
            /** @description Only if the request has it */
            publication_year_from?: number;
            /** @description Only if the request has it */
            publication_year_to?: number;
            /** @description True if publications without a year are asked for */
            publication_year_unknown?: boolean;
            /** @description Only if the request has several years */
            publication_years?: number[];
            publications: components["schemas"]["PublicationItem"][];
            q: string;
            /** @enum {string} */
            sort: "last_fetched_at" | "publication_date" | "cited_by_count";
            subgroups?: boolean;
            total: number;
        };
        SearchResults: {
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used: boolean;
            /** @enum {string} */
            group_basis?: "at_publication" | "current" | "ever";
            group_id?: string;
            group_primary?: boolean;
            limit: number;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale: string;
            people: components["schemas"]["PersonItem"][];
            publications: components["schemas"]["PublicationItem"][];
            q: string;
            subgroups?: boolean;
            /** @description All matching people */
            total_people: number;
            /** @description All matching publications */
            total_publications: number;
        };
        Webhook: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            disabled_reason: ("requested" | "gone" | "failing" | "origin_not_verified") | null;
            events: ("list.changed" | "publication.withdrawn" | "publication.retracted" | "groups.changed")[];
            id: string;
            previous_secret_until: number | null;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            url: string;
        };
        WorkItem: {
            /** @description Only if the request has `include=citation` */
            citation?: components["schemas"]["PublicationCitation"];
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /** @description The public groups that it belongs to. Only with `include=groups` */
            groups?: components["schemas"]["ItemGroup"][];
            /**
             * Format: uri
             * @description URL of the work, or its page on the ORCID record if it has none
             */
            href: string;
            id: string;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_year: number | null;
            /** @description The people whose work it is. Only with `include=citation` */
            researcher_orcids?: string[];
            title: string;
            work_type: string | null;
        };
        WorkList: {
            /** @description The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`. */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Whether an item was found only by a text in another language than the requested one */
            fallback_used?: boolean;
            /** @enum {string} */
            group_basis?: "at_publication" | "current" | "ever";
            group_id?: string;
            group_primary?: boolean;
            /** @description The requested locale, or `en` if items were found and none of them by a text in the requested locale */
            matched_locale?: string;
            /** @description The cursor of the next page; null on the last page. Only if the request has a `cursor`. */
            next_cursor?: string | null;
            page: number;
            pages: number;
            per_page: number;
            publication_year: number | null;
            /** @description True if publications without a year are asked for */
            publication_year_unknown?: boolean;
            /** @description Only if the request has several years */
            publication_years?: number[];
            q: string;
            /** @enum {string} */
            sort: "created_at" | "publication_date" | "publication_year";
            subgroups?: boolean;
            total: number;
            work_type: string | null;
            works: components["schemas"]["WorkItem"][];
        };
    };
    responses: {
        /** @description `body_too_large`: The body is larger than 256 KB. */
        BodyTooLargeWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /** @description `busy`: Too many concurrent requests. Retry-After is the number of seconds to wait. */
        BusyAsText: {
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
                "text/plain": string;
            };
        };
        /** @description `busy`: Too many concurrent requests. Retry-After is the number of seconds to wait. */
        BusyWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /** @description `conflict`: The request conflicts with the current state of the resource. */
        ConflictWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /**
         * @description `credential_inactive`: The installation or its credential is not active.
         *     `credential_expired`: The credential has expired.
         *     `origin_rejected`: The origin of the request is not verified for this installation.
         *     `scope_not_granted`: The credential does not have the scope that this route requires.
         */
        CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "credential_inactive" | "credential_expired" | "origin_rejected" | "scope_not_granted";
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
        /** @description `internal_error`: The service failed. The request id identifies the entry in the log. */
        InternalErrorAsText: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /**
         * @description `invalid_id`: An identifier in the path is malformed.
         *     `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         */
        InvalidIdOrInvalidQueryAsText: {
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
                "text/plain": string;
            };
        };
        /**
         * @description `invalid_id`: An identifier in the path is malformed.
         *     `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         *     `invalid_body`: The body is not valid JSON, or does not match the schema of this route.
         */
        InvalidIdOrInvalidQueryOrInvalidBodyWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /**
         * @description `invalid_id`: An identifier in the path is malformed.
         *     `invalid_query`: A query parameter is missing, malformed, repeated or out of range.
         */
        InvalidIdOrInvalidQueryWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        InvalidQueryOrInvalidBodyWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        InvalidQueryOrInvalidIdAsText: {
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
                "text/plain": string;
            };
        };
        /** @description `invalid_query`: A query parameter is missing, malformed, repeated or out of range. */
        InvalidQueryWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
         * @description `missing_credential`: The route requires a credential and the request has none.
         *     `invalid_credential`: The credential is unknown, malformed or no longer active.
         */
        MissingCredentialOrInvalidCredentialWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /** @description `not_found`: The resource does not exist, or the caller may not see it. */
        NotFoundAsText: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description `not_found`: The resource does not exist, or the caller may not see it. */
        NotFoundWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The client's cached copy is current */
        NotModifiedWithLimit: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `rate_limited`: The rate limit is exceeded. Retry-After is the number of seconds to wait. */
        RateLimitedWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /**
         * @description `setup_incomplete`: The service is not completely configured.
         *     `internal_error`: The service failed. The request id identifies the entry in the log.
         */
        SetupIncompleteOrInternalErrorWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "setup_incomplete" | "internal_error";
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
        /** @description `timeout`: The request timed out. */
        TimeoutAsText: {
            headers: {
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description `timeout`: The request timed out. */
        TimeoutWithLimit: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
        /** @description The query parameters that the route does not know and ignored, percent-encoded and separated by commas; at most 20. */
        IgnoredParameters: string;
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
    "changes.list": {
        parameters: {
            query: {
                /** @description The `cursor` of the last response, or the `changes_cursor` of a list. Omit it to start from the beginning. */
                cursor?: string;
                /** @description When somebody must be a member: on the day of publication, today, or ever. Default: the setting of the registry. */
                group_basis?: "at_publication" | "current" | "ever";
                /** @description Only what belongs to this group, or to no group: `none`. An unknown group has nothing. Several values are separated by `|`; one is enough. */
                group_id?: string;
                /** @description Whether only a person's primary membership counts, while there is one. Default: false. */
                group_primary?: boolean;
                /** @description What items have in addition. `citation`: authors, container, open access, and the whole citation as text. `groups`: the public groups that it belongs to by the usual rule, those above included; needs the scope `groups.read`. Some of `citation`, `groups`, separated by commas. */
                include?: string;
                /** @description The maximum number of changes in the response. */
                limit?: number;
                /** @description The list to sync. */
                list: "publications" | "works" | "projects" | "people" | "groups";
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The style of the citations. Only with `include=citation`. */
                style?: "apa" | "harvard" | "vancouver";
                /** @description Whether what belongs to a part of a group belongs to it, too, as long as it is one. Default: true. */
                subgroups?: boolean;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListChanges"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "groups.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated when the list changes. `page` is then ignored, and `Link` contains cursors. */
                cursor?: string;
                /** @description The sort direction. */
                dir?: "asc" | "desc";
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                per_page?: number;
                /** @description Only items with this text in the name, ignoring case. */
                q?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort?: "name" | "created_at" | "updated_at";
                /** @description Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
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
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        version: string;
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
    "installation.get": {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installation: components["schemas"]["Installation"];
                    };
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "people.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated when the list changes. `page` is then ignored, and `Link` contains cursors. */
                cursor?: string;
                /** @description What items have in addition. Some of `orcid`, separated by commas. */
                include?: string;
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                per_page?: number;
                /** @description Only items with this text in the name (with locale-aware search, in any language) or the ORCID iD, ignoring case. */
                q?: string;
                /** @description Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "projects.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated when the list changes. `page` is then ignored, and `Link` contains cursors. */
                cursor?: string;
                /** @description The sort direction. */
                dir?: "asc" | "desc";
                /** @description Only projects with funding in this currency. */
                funding_currency?: "EUR" | "USD";
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                per_page?: number;
                /** @description Only items with this text in the programme, the title or the abstract, ignoring case. */
                q?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort?: "created_at" | "start_date" | "end_date";
                /** @description Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "publications.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated when the list changes. `page` is then ignored, and `Link` contains cursors. */
                cursor?: string;
                /** @description The sort direction. */
                dir?: "asc" | "desc";
                /** @description Only publications of people whose current affiliation is with this entity. With `orcid`, of those of them. */
                entity_id?: string;
                /** @description Only publications that are not of this subtype. Several values are separated by `|`; one is enough. */
                exclude_subtype?: string;
                /** @description When somebody must be a member: on the day of publication, today, or ever. Default: the setting of the registry. */
                group_basis?: "at_publication" | "current" | "ever";
                /** @description Only what belongs to this group, or to no group: `none`. An unknown group has nothing. Several values are separated by `|`; one is enough. */
                group_id?: string;
                /** @description Whether only a person's primary membership counts, while there is one. Default: false. */
                group_primary?: boolean;
                /** @description Only records with this PMID, PMCID, handle, arXiv id, EID or ISBN, in any notation. Several values are separated by `|`; one is enough. */
                identifier?: string;
                /** @description What items have in addition. `citation`: authors, container, open access, and the whole citation as text. `groups`: the public groups that it belongs to by the usual rule, those above included; needs the scope `groups.read`. Some of `citation`, `groups`, separated by commas. */
                include?: string;
                /** @description Only publications whose most serious notice is of this kind, such as `retraction` or `expression-of-concern`. Several values are separated by `|`; one is enough. */
                integrity?: string;
                /** @description Only publications that are retracted, or are not. */
                is_retracted?: boolean;
                /** @description Only publications of the journal with this ISSN, whichever of its ISSNs they have. `unknown`: without one. Several values are separated by `|`; one is enough. */
                journal?: string;
                /** @description Only publications under this licence: `cc-by` in any version, or `cc-by-4.0`. `unknown`: without one. Several values are separated by `|`; one is enough. */
                license?: string;
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description Only items with at least this number of citations. 0 means all items. */
                min_cited_by?: number;
                /** @description Only publications with this open-access status, or of which it is unknown. One of `gold`, `hybrid`, `bronze`, `green`, `diamond`, `closed`, `unknown`. Several values are separated by `|`; one is enough. */
                open_access_status?: string;
                /** @description Only publications of the person with this ORCID iD; of at most 350 people. `unknown`: of nobody whom the registry knows. Several values are separated by `|`; one is enough. */
                orcid?: string;
                /** @description Only what has this type in the vocabulary of publications and works, COAR's with hyphens, such as `doctoral-thesis`. `unknown`: without one. Several values are separated by `|`; one is enough. */
                output_type?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                per_page?: number;
                /** @description Only what is linked to this project. */
                project_id?: string;
                /** @description Only publications of this subtype, such as `review`, `editorial`, `letter`, `erratum` or `retraction-notice`. Several values are separated by `|`; one is enough. */
                publication_subtype?: string;
                /** @description Only publications of this type, in Crossref's vocabulary, such as `journal-article`. `unknown`: without one. Several values are separated by `|`; one is enough. */
                publication_type?: string;
                /** @description Only publications of this year. `unknown`: without one. Several values are separated by `|`; one is enough. */
                publication_year?: number | string;
                /** @description Only publications of this year or later. */
                publication_year_from?: number;
                /** @description Only publications of this year or earlier. */
                publication_year_to?: number;
                /** @description Only items with this text in the title, ignoring case. */
                q?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort?: "last_fetched_at" | "publication_date" | "cited_by_count";
                /** @description The style of the citations. Only with `include=citation`. */
                style?: "apa" | "harvard" | "vancouver";
                /** @description Whether what belongs to a part of a group belongs to it, too, as long as it is one. Default: true. */
                subgroups?: boolean;
                /** @description Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationList"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "search.list": {
        parameters: {
            query: {
                /** @description When somebody must be a member: on the day of publication, today, or ever. Default: the setting of the registry. */
                group_basis?: "at_publication" | "current" | "ever";
                /** @description Only what belongs to this group, or to no group: `none`. An unknown group has nothing. Several values are separated by `|`; one is enough. */
                group_id?: string;
                /** @description Whether only a person's primary membership counts, while there is one. Default: false. */
                group_primary?: boolean;
                /** @description The maximum number of publications, and of people. The lists have the rest. */
                limit?: number;
                /** @description The language to search in (BCP 47), with locale-aware search. Default: Accept-Language, then English. */
                locale?: string;
                /** @description The text to find in titles of publications and in names or ORCID iDs of people, ignoring case. */
                q: string;
                /** @description Whether what belongs to a part of a group belongs to it, too, as long as it is one. Default: true. */
                subgroups?: boolean;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "verify.empty": {
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
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQueryOrInvalidIdAsText"];
            500: components["responses"]["InternalErrorAsText"];
            503: components["responses"]["BusyAsText"];
            504: components["responses"]["TimeoutAsText"];
        };
    };
    "verify.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the origin */
                originId: string;
            };
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
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQueryAsText"];
            404: components["responses"]["NotFoundAsText"];
            500: components["responses"]["InternalErrorAsText"];
            503: components["responses"]["BusyAsText"];
            504: components["responses"]["TimeoutAsText"];
        };
    };
    "webhooks.list": {
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The events to be told of; by default all but `groups.changed` */
                    events?: ("list.changed" | "publication.withdrawn" | "publication.retracted" | "groups.changed")[];
                    /** @description Where events are posted: a path on a verified origin of the installation */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The signing secret, which is not returned again */
                        secret: string;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidQueryOrInvalidBodyWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            409: components["responses"]["ConflictWithLimit"];
            413: components["responses"]["BodyTooLargeWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
            400: components["responses"]["InvalidIdOrInvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            404: components["responses"]["NotFoundWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The events to be told of; by default all but `groups.changed` */
                    events?: ("list.changed" | "publication.withdrawn" | "publication.retracted" | "groups.changed")[];
                    /** @enum {string} */
                    status?: "active" | "disabled";
                    /** @description Where events are posted: a path on a verified origin of the installation */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryOrInvalidBodyWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            404: components["responses"]["NotFoundWithLimit"];
            413: components["responses"]["BodyTooLargeWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhook-deliveries.list": {
        parameters: {
            query?: {
                /** @description The `cursor` of the last response */
                cursor?: string;
                /** @description The maximum number of changes in the response. */
                limit?: number;
            };
            header?: {
                /** @description The ETags of cached copies, or `*`. If one is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a webhook */
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cursor of the next page; null at the end */
                        cursor: string | null;
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidIdOrInvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            404: components["responses"]["NotFoundWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhook-deliveries.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a delivery */
                deliveryId: string;
                /** @description The id of a webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
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
            400: components["responses"]["InvalidIdOrInvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            404: components["responses"]["NotFoundWithLimit"];
            409: components["responses"]["ConflictWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "webhooks.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a webhook */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The signing secret, which is not returned again */
                        secret: string;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidIdOrInvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            404: components["responses"]["NotFoundWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
    "works.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated when the list changes. `page` is then ignored, and `Link` contains cursors. */
                cursor?: string;
                /** @description The sort direction. */
                dir?: "asc" | "desc";
                /** @description When somebody must be a member: on the day of publication, today, or ever. Default: the setting of the registry. */
                group_basis?: "at_publication" | "current" | "ever";
                /** @description Only what belongs to this group, or to no group: `none`. An unknown group has nothing. Several values are separated by `|`; one is enough. */
                group_id?: string;
                /** @description Whether only a person's primary membership counts, while there is one. Default: false. */
                group_primary?: boolean;
                /** @description What items have in addition. `citation`: authors, container, open access, and the whole citation as text. `groups`: the public groups that it belongs to by the usual rule, those above included; needs the scope `groups.read`. Some of `citation`, `groups`, separated by commas. */
                include?: string;
                /** @description The language of translated texts (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page number, starting at 1. A page beyond the last one is empty. */
                page?: number;
                /** @description The number of items per page. */
                per_page?: number;
                /** @description Only publications of this year. `unknown`: without one. Several values are separated by `|`; one is enough. */
                publication_year?: number | string;
                /** @description Only items with this text in the title, ignoring case. */
                q?: string;
                /** @description The field to sort by. Items without a value come last. */
                sort?: "created_at" | "publication_date" | "publication_year";
                /** @description The style of the citations. Only with `include=citation`. */
                style?: "apa" | "harvard" | "vancouver";
                /** @description Whether what belongs to a part of a group belongs to it, too, as long as it is one. Default: true. */
                subgroups?: boolean;
                /** @description Only items changed at or after this time: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
                /** @description Only items of this type, in ORCID's vocabulary, such as `report`. Several values are separated by `|`; one is enough. */
                work_type?: string;
            };
            header?: {
                /** @description The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing. */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
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
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-Abridged": components["headers"]["Abridged"];
                    "X-API-Version": components["headers"]["ApiVersion"];
                    "X-Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkList"];
                };
            };
            304: components["responses"]["NotModifiedWithLimit"];
            400: components["responses"]["InvalidQueryWithLimit"];
            401: components["responses"]["MissingCredentialOrInvalidCredentialWithLimit"];
            403: components["responses"]["CredentialInactiveOrCredentialExpiredOrOriginRejectedOrScopeNotGrantedWithLimit"];
            429: components["responses"]["RateLimitedWithLimit"];
            500: components["responses"]["SetupIncompleteOrInternalErrorWithLimit"];
            503: components["responses"]["BusyWithLimit"];
            504: components["responses"]["TimeoutWithLimit"];
        };
    };
}
