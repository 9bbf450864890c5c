/** The styles of citations in documents. */
export const reportStyles = ['apa', 'harvard', 'vancouver', 'chicago', 'din-iso-690'] as const;
export type ReportStyle = (typeof reportStyles)[number];
