import type { StyleName } from '../publications/list-citation.ts';
import { apaCitation } from './apa.ts';
import type { Citation } from './csl.ts';
import { harvardCitation } from './harvard.ts';
import { vancouverCitation } from './vancouver.ts';

/** The citation styles, by value of the `style` parameter. */
export const styles = {
  apa: apaCitation,
  harvard: harvardCitation,
  vancouver: vancouverCitation,
} as const satisfies Record<StyleName, (citation: Citation) => string>;
