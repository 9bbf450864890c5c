import type { StyleName } from '../publications/list-citation.ts';
import { apaCitation } from './apa.ts';
import { harvardCitation } from './harvard.ts';
import type { StyleWriter } from './style-parts.ts';
import { vancouverCitation } from './vancouver.ts';

/** The citation styles of lists, by value of the `style` parameter. They are stored with each publication. */
export const styles = {
  apa: apaCitation,
  harvard: harvardCitation,
  vancouver: vancouverCitation,
} as const satisfies Record<StyleName, StyleWriter>;
