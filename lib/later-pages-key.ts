/** The object key of a web dashboard that is built beside the templates, on a laptop, whose templates name no bundles. */
export const laterPagesKey = 'web.zip';
