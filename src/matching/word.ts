/** A word of a name. */
export interface Word {
  /** Spellings without accents and case. */
  forms: readonly string[];
  isInitial: boolean;
  /** Null in an unsplit name. */
  part: 'given' | 'family' | null;
  /** "van", "de la", "al-": may be missing. */
  isParticle: boolean;
}
