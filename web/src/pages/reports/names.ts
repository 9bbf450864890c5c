import { useCallback, useContext } from 'react';
import { dimensionName, outputTypeName } from '../../../../src/formats/documents/document-texts.ts';
import type { ReportDimension } from '../../../../src/records/reports/definition.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { TextContext, useHasText, useText } from '../../text/text.ts';
import type { CountKey, Counts } from './shapes.ts';

/** The language of words that documents share with pages. */
export function useDocumentLanguage(): 'en' | 'de' {
  return useContext(TextContext).language;
}

/** The name of what outputs are counted by. */
export function useDimensionName(): (dimension: ReportDimension) => string {
  const language = useDocumentLanguage();
  return (dimension) => dimensionName(dimension, language);
}

/** The name of a value of a dimension. */
export function useKeyName(labels: Counts['labels']): (dimension: ReportDimension, key: CountKey) => string {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  const language = useDocumentLanguage();
  return useCallback(
    (dimension, key) => {
      const none = `reports.none.${dimension}`;
      if (key === null) return t(hasText(none) ? none : 'reports.unknown');
      const value = String(key);
      const text = `reports.value.${dimension}.${value}`;
      if (hasText(text)) return t(text);
      if (dimension === 'type') return outputTypeName(value, language);
      if (dimension === 'open_access') return names.access(value) ?? value;
      return labels[dimension]?.[value] ?? value;
    },
    [labels, t, hasText, names, language],
  );
}

/** Kinds of open access from the most open one; what is not known comes last, as everywhere. */
const openness: readonly CountKey[] = ['diamond', 'gold', 'hybrid', 'green', 'bronze', 'closed'];

/** Rows in the order of their values, as the API has them, but kinds of open access by openness. */
export function inOrder<Row>(
  dimensions: readonly ReportDimension[],
  rows: readonly Row[],
  keysOf: (row: Row) => readonly CountKey[],
): readonly Row[] {
  const at = dimensions.indexOf('open_access');
  if (at < 0) return rows;
  const before = (row: Row) => JSON.stringify(keysOf(row).slice(0, at));
  const rank = (row: Row) => {
    const place = openness.indexOf(keysOf(row)[at] ?? null);
    return place < 0 ? openness.length : place;
  };
  return rows.toSorted((one, other) => (before(one) === before(other) ? rank(one) - rank(other) : 0));
}
