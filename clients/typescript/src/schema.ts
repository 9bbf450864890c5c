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
         * What has changed in a list, for those who keep a copy of it
         * @description Needs the scope of the list, such as `publications.read`. Begin without a cursor; apply the changes in their order, by id; then ask with the cursor of the answer for as long as `has_more` is true, and with the last one the next time. A change may be told more than once. `reset` is true on the first answer, and on any later one when entries have gone without a trace: the copy then begins anew with these changes.
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
    "/integrations/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the API answers */
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
        /** The installation whose credential asks, with its origins and scopes */
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
         * Search the people who have public publications, with their names in all languages
         * @description In the order of their names.
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
        /** Search the public projects */
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
        /** Search the public publications, with their titles in all languages */
        get: operations["publications.list"];
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
        /** Refuses a verification without the id of an origin */
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
        /** The token by which an origin is verified */
        get: operations["verify.get"];
        put?: never;
        post?: never;
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
        /** Search the public works without a DOI */
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
        Error: {
            /**
             * @description What went wrong, for programs
             * @enum {string}
             */
            code: "body_too_large" | "busy" | "credential_expired" | "credential_inactive" | "internal_error" | "invalid_credential" | "invalid_id" | "invalid_query" | "method_not_allowed" | "missing_credential" | "not_found" | "origin_rejected" | "rate_limited" | "scope_not_granted" | "setup_incomplete" | "timeout";
            /** @description More about it; of an invalid request all that is wrong with it */
            details: ({
                /** @description What is wrong, at most 100 things */
                issues?: {
                    message: string;
                    /** @description Where, in the path, the query or the body; empty for all of it */
                    path: string;
                }[];
                /** @description How many more there are, if there are */
                more_issues?: number;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description What went wrong, for people */
            error: string;
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
            scopes: ("people.read" | "publications.read" | "works.read" | "projects.read")[];
            /** @enum {string} */
            status: "draft" | "pending_verification" | "active" | "disabled" | "revoked" | "archived";
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            updated_at: number;
            workspace_id: string;
        };
        ListChanges: {
            changes: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z */
                changed_at: number;
                /** @description The DOI of a publication, the ORCID iD of a person, else the id */
                id: string;
                /** @description The entry as its list shows it; null when it was removed */
                item: (components["schemas"]["PublicationItem"] | components["schemas"]["ProjectItem"] | components["schemas"]["WorkItem"] | components["schemas"]["PersonItem"]) | null;
                /** @enum {string} */
                type: "upserted" | "removed";
            }[];
            /** @description What to ask with next, now or the next time */
            cursor: string;
            /** @description Whether to ask again at once */
            has_more: boolean;
            /** @enum {string} */
            list: "publications" | "works" | "projects" | "people";
            /** @description Whether to throw away what the copy holds before these changes */
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
            people_type: string | null;
            photo_url: string | null;
            slug: string | null;
        };
        PersonList: {
            /** @description Only where `cursor` was given: what to ask `/changes` with, once all pages are read */
            changes_cursor?: string;
            /** @description Only where `cursor` was given: the cursor of the next page, null on the last */
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
            /** @description The partner entity's part of the funding */
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
             * @description The project's own page, else its address in the Consumer API
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
            /** @description Only where `cursor` was given: what to ask `/changes` with, once all pages are read */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            funding_currency: ("EUR" | "USD") | null;
            /** @description Only where `cursor` was given: the cursor of the next page, null on the last */
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
        PublicationItem: {
            /**
             * @description `complete` when it is clear of every linked researcher which author they are
             * @enum {string}
             */
            author_match_state: "needs_attention" | "complete";
            cited_by_count: number | null;
            doi: string;
            /** Format: uri */
            doi_url: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            last_fetched_at: number;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_type: string | null;
            publication_year: number | null;
            title: (string | {
                [key: string]: string;
            }) | null;
        };
        PublicationList: {
            /** @description Only where `cursor` was given: what to ask `/changes` with, once all pages are read */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            min_cited_by: number | null;
            /** @description Only where `cursor` was given: the cursor of the next page, null on the last */
            next_cursor?: string | null;
            page: number;
            pages: number;
            per_page: number;
            publication_type: string | null;
            publication_year: number | null;
            publications: components["schemas"]["PublicationItem"][];
            q: string;
            /** @enum {string} */
            sort: "last_fetched_at" | "publication_date" | "cited_by_count";
            total: number;
        };
        WorkItem: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z */
            created_at: number;
            /**
             * Format: uri
             * @description Where it is to be read, else its place on the ORCID record
             */
            href: string;
            id: string;
            /** @description `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
            publication_date: string | null;
            publication_year: number | null;
            title: string;
            work_type: string | null;
        };
        WorkList: {
            /** @description Only where `cursor` was given: what to ask `/changes` with, once all pages are read */
            changes_cursor?: string;
            /** @enum {string} */
            dir: "asc" | "desc";
            /** @description Only where `cursor` was given: the cursor of the next page, null on the last */
            next_cursor?: string | null;
            page: number;
            pages: number;
            per_page: number;
            publication_year: number | null;
            q: string;
            /** @enum {string} */
            sort: "created_at" | "publication_date" | "publication_year";
            total: number;
            work_type: string | null;
            works: components["schemas"]["WorkItem"][];
        };
    };
    responses: {
        /** @description `busy`: Other requests kept changing the same thing, or came too fast. Retry-After says when to try again. */
        BusyAsText: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description `busy`: Other requests kept changing the same thing, or came too fast. Retry-After says when to try again. */
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
        /**
         * @description `credential_inactive`: The installation or its credential is not active.
         *     `credential_expired`: The credential has expired.
         *     `origin_rejected`: The origin of the request is not verified for this installation.
         *     `scope_not_granted`: The credential does not hold the scope this route needs.
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
        /** @description `internal_error`: The service failed. The request id identifies the log entry. */
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
        /** @description `internal_error`: The service failed. The request id identifies the log entry. */
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
         *     `invalid_query`: A query parameter is missing its value, malformed or out of bounds.
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
        /** @description `invalid_query`: A query parameter is missing its value, malformed or out of bounds. */
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
         * @description `invalid_query`: A query parameter is missing its value, malformed or out of bounds.
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
        /** @description `invalid_query`: A query parameter is missing its value, malformed or out of bounds. */
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
         * @description `missing_credential`: The route needs a credential and the request has none.
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
        /** @description `not_found`: There is nothing with this address or id that the caller may see. */
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
        /** @description The copy the client has is current */
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
        /** @description The copy the client has is current */
        NotModifiedWithLimit: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Vary: components["headers"]["Vary"];
                "X-API-Version": components["headers"]["ApiVersion"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `rate_limited`: Too many requests; Retry-After says when to come back. */
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
         *     `internal_error`: The service failed. The request id identifies the log entry.
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
        /** @description `timeout`: The service took too long to answer. */
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
        /** @description `timeout`: The service took too long to answer. */
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
        /** @description `timeout`: The service took too long to answer. */
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
        /** @description The languages of texts that exist in several, where the parameter `locale` is not given (RFC 9110). */
        AcceptLanguage: string;
        /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
        IfNoneMatch: string;
        /** @description The workspace to work in; only people who belong to several need to say. Also as `workspace_id`. */
        WorkspaceId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The version of the API, as in its document */
        ApiVersion: string;
        /** @description Who may keep the answer, and for how long */
        CacheControl: string;
        /** @description Of an answer in a format other than JSON: under which name to save it */
        ContentDisposition: string;
        /** @description The languages the texts are in, one or several */
        ContentLanguage: string;
        /** @description Names this content, for If-None-Match */
        ETag: string;
        /** @description How many entries an answer in a format other than JSON has at most */
        ExportLimit: number;
        /** @description Of an answer in a format other than JSON: whether there are entries left over, to which Link leads */
        ExportTruncated: boolean;
        /** @description The addresses of the pages `first`, `prev`, `next` and `last`, as far as there are any (RFC 8288) */
        Link: string;
        /** @description What is left of the limit: `r` requests in the next `t` seconds */
        RateLimit: string;
        /** @description Requests a minute */
        RateLimitLimit: number;
        /** @description The limit: `q` requests in `w` seconds */
        RateLimitPolicy: string;
        /** @description Requests left in this minute */
        RateLimitRemaining: number;
        /** @description When the minute ends, in seconds since 1970-01-01T00:00:00Z */
        RateLimitReset: number;
        /** @description Names this request in the logs */
        RequestId: string;
        /** @description Seconds to wait before the next request */
        RetryAfter: number;
        /** @description The request headers the answer depends on */
        Vary: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "changes.list": {
        parameters: {
            query: {
                /** @description The cursor of the last answer, or the `changes_cursor` of a list. Empty begins. */
                cursor?: string;
                /** @description How many entries an answer has at most. */
                limit?: number;
                /** @description The list to keep a copy of. */
                list: "publications" | "works" | "projects" | "people";
                /** @description The language of texts that exist in several (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
            };
            header?: {
                /** @description The languages of texts that exist in several, where the parameter `locale` is not given (RFC 9110). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
    "health.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
            504: components["responses"]["Timeout"];
        };
    };
    "installation.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
                /** @description The `next_cursor` of the page before; empty for the first page. Pages then miss no entry and repeat none while others come and go, `page` counts for nothing, and `Link` leads by cursors. */
                cursor?: string;
                /** @description The page, from 1. A page beyond the last is empty. */
                page?: number;
                /** @description How many entries a page has. */
                per_page?: number;
                /** @description Only entries with this text in the name in any language, or the ORCID iD, in any case. */
                q?: string;
                /** @description Only entries that have changed since: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
                /** @description The `next_cursor` of the page before; empty for the first page. Pages then miss no entry and repeat none while others come and go, `page` counts for nothing, and `Link` leads by cursors. */
                cursor?: string;
                /** @description The direction to sort in. */
                dir?: "asc" | "desc";
                /** @description Only projects with funding in this currency. */
                funding_currency?: "EUR" | "USD";
                /** @description The language of texts that exist in several (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page, from 1. A page beyond the last is empty. */
                page?: number;
                /** @description How many entries a page has. */
                per_page?: number;
                /** @description Only entries with this text in the programme, the title or the abstract, in any case. */
                q?: string;
                /** @description The field to sort by. Entries without it come last. */
                sort?: "created_at" | "start_date" | "end_date";
                /** @description Only entries that have changed since: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The languages of texts that exist in several, where the parameter `locale` is not given (RFC 9110). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
                /** @description The `next_cursor` of the page before; empty for the first page. Pages then miss no entry and repeat none while others come and go, `page` counts for nothing, and `Link` leads by cursors. */
                cursor?: string;
                /** @description The direction to sort in. */
                dir?: "asc" | "desc";
                /** @description Only entries cited at least so often. 0 leaves out none. */
                min_cited_by?: number;
                /** @description The page, from 1. A page beyond the last is empty. */
                page?: number;
                /** @description How many entries a page has. */
                per_page?: number;
                /** @description Only entries of this type, by Crossref's name for it, such as `journal-article`. */
                publication_type?: string;
                /** @description Only entries of this year. */
                publication_year?: number;
                /** @description Only entries with this text in the title, in any case. */
                q?: string;
                /** @description The field to sort by. Entries without it come last. */
                sort?: "last_fetched_at" | "publication_date" | "cited_by_count";
                /** @description Only entries that have changed since: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
            };
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
    "verify.empty": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
            504: components["responses"]["TimeoutAsText"];
        };
    };
    "verify.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "no-store";
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
    "works.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; empty for the first page. Pages then miss no entry and repeat none while others come and go, `page` counts for nothing, and `Link` leads by cursors. */
                cursor?: string;
                /** @description The direction to sort in. */
                dir?: "asc" | "desc";
                /** @description The language of texts that exist in several (BCP 47). Default: Accept-Language, then English. */
                locale?: string;
                /** @description The page, from 1. A page beyond the last is empty. */
                page?: number;
                /** @description How many entries a page has. */
                per_page?: number;
                /** @description Only entries of this year. */
                publication_year?: number;
                /** @description Only entries with this text in the title, in any case. */
                q?: string;
                /** @description The field to sort by. Entries without it come last. */
                sort?: "created_at" | "publication_date" | "publication_year";
                /** @description Only entries that have changed since: milliseconds since 1970-01-01T00:00:00Z, or ISO 8601 with a time zone. */
                updated_since?: number | string;
                /** @description Only entries of this type, by ORCID's name for it, such as `report`. */
                work_type?: string;
            };
            header?: {
                /** @description The languages of texts that exist in several, where the parameter `locale` is not given (RFC 9110). */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                /** @description The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304. */
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
                    /** @description Who may keep the answer, and for how long */
                    "Cache-Control"?: "private, no-cache";
                    "Content-Language": components["headers"]["ContentLanguage"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Vary: components["headers"]["Vary"];
                    "X-API-Version": components["headers"]["ApiVersion"];
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
