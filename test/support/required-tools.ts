/** Continuous integration needs every tool. Elsewhere, tests of missing tools are skipped. */
export const areToolsRequired: boolean = process.env.CI === 'true';
