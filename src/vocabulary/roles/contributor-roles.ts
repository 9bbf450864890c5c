/**
 * The roles that editors can give to contributors: Crossref's
 * (https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/contributors/) and DataCite's
 * (https://datacite-metadata-schema.readthedocs.io/en/4.6/appendices/appendix-1/contributorType/), in kebab-case.
 */
export const contributorRoles: ReadonlySet<string> = new Set(
  [
    'author chair editor reader review-assistant reviewer reviewer-external stats-reviewer translator',
    'contact-person data-collector data-curator data-manager distributor hosting-institution other producer',
    'project-leader project-manager project-member registration-agency registration-authority related-person',
    'research-group researcher rights-holder sponsor supervisor work-package-leader',
  ].flatMap((roles) => roles.split(' ')),
);
