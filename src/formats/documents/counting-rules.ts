import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import type { ReportDefinition } from '#src/records/reports/definition.ts';
import type { Fact } from './report-document.ts';

type Rule = readonly [label: string, text: string];

const english = {
  whole: [
    'Outputs',
    'Each output counts once in each row, and once in each sum, however many people or groups have a part in it.',
  ],
  in_several: [
    'Of these in several',
    'The outputs of a row that other rows of the same kind count, too. They are why the rows add up to more than the sum.',
  ],
  fractional: [
    'Fractions',
    'The matched authors of a row divided by all authors of the output, added up. An author in several groups of one level is split evenly between them.',
  ],
  fractional_unknown: [
    'Without a known fraction',
    'Outputs whose number of authors, or whose own authors, are not known. They are in no fraction.',
  ],
  unknown: ['Unknown values', 'What has no value is a row of its own, and is in the sum.'],
  first: ['Year', 'The year of the first publication, online or in print, unless somebody has set the year by hand.'],
  issue: [
    'Year',
    'The year of the issue, or that of the first publication if it has none, unless somebody has set the year by hand.',
  ],
  groups: [
    'Groups',
    'An output belongs to a group if one of its authors was a member then, by the rule of the filter, or if somebody has put it there. It counts for the groups above, too.',
  ],
} as const satisfies Record<string, Rule>;

const german: Record<keyof typeof english, Rule> = {
  whole: [
    'Ergebnisse',
    'Jedes Ergebnis zählt in jeder Zeile einmal und in jeder Summe einmal, wie viele Personen oder Einheiten auch beteiligt sind.',
  ],
  in_several: [
    'Davon in mehreren',
    'Die Ergebnisse einer Zeile, die auch in anderen Zeilen derselben Art zählen. Ihretwegen ergeben die Zeilen zusammen mehr als die Summe.',
  ],
  fractional: [
    'Anteile',
    'Die zugeordneten Autorinnen und Autoren einer Zeile geteilt durch alle des Ergebnisses, zusammengezählt. Wer mehreren Einheiten einer Ebene angehört, wird gleichmäßig auf sie verteilt.',
  ],
  fractional_unknown: [
    'Ohne bekannten Anteil',
    'Ergebnisse, bei denen die Zahl der Autorinnen und Autoren oder die eigenen nicht bekannt sind. Sie sind in keinem Anteil enthalten.',
  ],
  unknown: ['Unbekannte Werte', 'Was keinen Wert hat, steht in einer eigenen Zeile und ist in der Summe enthalten.'],
  first: [
    'Jahr',
    'Das Jahr der ersten Veröffentlichung, online oder gedruckt, wenn nicht jemand das Jahr von Hand gesetzt hat.',
  ],
  issue: [
    'Jahr',
    'Das Jahr des Heftes, ersatzweise der ersten Veröffentlichung, wenn nicht jemand das Jahr von Hand gesetzt hat.',
  ],
  groups: [
    'Einheiten',
    'Ein Ergebnis gehört zu einer Einheit, wenn eine Autorin oder ein Autor nach der Regel des Filters dort Mitglied war oder wenn es jemand zugeordnet hat. Es zählt auch für die übergeordneten Einheiten.',
  ],
};

/** How the numbers of a report were counted, in words. */
export function countingRules(
  { counting, year_of, group_by, filter }: Pick<ReportDefinition, 'counting' | 'year_of' | 'group_by' | 'filter'>,
  language: StyleLanguage,
): Fact[] {
  const rules = language === 'de' ? german : english;
  const names: (keyof typeof english)[] = [
    'whole',
    ...(group_by.length > 0 ? (['in_several', 'unknown'] as const) : []),
    ...(counting === 'fractional' ? (['fractional', 'fractional_unknown'] as const) : []),
    year_of,
    ...(group_by.includes('group') || filter.group_id !== undefined ? (['groups'] as const) : []),
  ];
  return names.map((name) => ({ label: rules[name][0], text: rules[name][1] }));
}
