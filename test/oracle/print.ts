/**
 * Prints the expected content of the registry after ingesting a folder of recordings: `node test/oracle/print.ts
 * <dir>`.
 */
import { expectedRegistry, type RecordedWorks } from './oracle.ts';
import { recordedWorks } from './recordings.ts';

const [dir] = process.argv.slice(2);
if (!dir) {
  console.error('Usage: node test/oracle/print.ts <folder of recordings>');
  process.exit(2);
}

const records = recordedWorks(dir);

function row(name: string, ingested: RecordedWorks[]) {
  const { publications, works } = expectedRegistry(ingested);
  const all = [...publications.values()];
  return {
    researcher: name,
    groups: ingested.reduce((sum, { groups }) => sum + groups.length, 0),
    publications: publications.size,
    works: works.length,
    shared: all.filter(({ orcids }) => orcids.size > 1).length,
  };
}

console.table([...records.map((record) => row(record.orcid, [record])), row('all, in this order', records)]);
