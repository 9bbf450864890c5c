/** The package has no types of its own. Only what the tests use. */
declare module '@citation-js/core' {
  export class Cite {
    constructor(data: unknown, options?: { generateGraph?: boolean });
    data: Record<string, unknown>[];
    format(output: 'bibliography', options: { template: string; lang: string; format: string }): string;
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
declare module '@citation-js/plugin-csl';
