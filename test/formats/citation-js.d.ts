/** The package has no types of its own. Only what the tests use. */
declare module '@citation-js/core' {
  export class Cite {
    constructor(data: unknown, options?: { generateGraph?: boolean });
    data: Record<string, unknown>[];
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
