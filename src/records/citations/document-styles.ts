import { chicagoCitation } from './chicago.ts';
import { isoCitation } from './iso-690.ts';
import type { ReportStyle } from './style-names.ts';

import type { StyleWriter } from './style-parts.ts';
import { styles } from './styles.ts';

/** The citation styles of documents. Only functions that write documents load them all. */
export const documentStyles = {
  ...styles,
  chicago: chicagoCitation,
  'din-iso-690': isoCitation,
} as const satisfies Record<ReportStyle, StyleWriter>;
