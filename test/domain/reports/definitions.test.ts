import { expect, test } from '@jest/globals';
import { outputTypes } from '#src/records/publications/coar.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import { kdsfTypeOf, kdsfTypes, outputTypesOfKdsf } from '#src/records/reports/kdsf-types.ts';
import { reportTemplates, templateDefinitions } from '#src/records/reports/templates.ts';

test('each type of outputs is counted as one type of the core data set, and is found by it', () => {
  for (const type of outputTypes) expect(outputTypesOfKdsf(kdsfTypeOf(type))).toContain(type);
  expect(kdsfTypes.flatMap(outputTypesOfKdsf).sort()).toEqual([...outputTypes].sort());
  // A misspelt type in the table would be that of no output.
  for (const kdsf of kdsfTypes) expect([kdsf, outputTypesOfKdsf(kdsf).length]).not.toEqual([kdsf, 0]);
});

test('each template is a definition, of types that exist', () => {
  for (const name of reportTemplates) {
    const definition = templateDefinitions[name];
    expect(ReportDefinition.parse({ name, ...definition })).toEqual({ name, ...definition });
    const types = definition.filter.output_type?.split('|') ?? [];
    expect(types.filter((type) => !outputTypes.includes(type))).toEqual([]);
  }
});
