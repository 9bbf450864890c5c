import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { detachAlias } from '#src/curation/aliases/detach.ts';
import { changePublication } from '#src/curation/change-publication.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { Problem } from '#src/runtime/errors.ts';
import { carberry, lovelace } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { crossref, doi, ingest, listed, serve } from '../support/grouped-dois.ts';
import { findInconsistencies } from '../support/inconsistencies.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { allItems } from '../support/table.ts';

// Curators outweigh sources: whatever these say, in any order, a decision about an alias holds until the next one.

captureLog();
const names = ['10.5555/one', '10.5555/two', '10.5555/three'] as const;
const name = fc.constantFrom(...names);
const curator = () => ({ workspace: 'primary_entity', actor: 'user:a', now: new Date() });
const title = 'On Cracked Pots of the North';

type Source = { kind: 'import'; of: string } | { kind: 'ingest'; who: string; group: string[] } | Says;
/** Changes Crossref's answer for a DOI from now on. */
type Says = { kind: 'says'; of: string; is: 'own' | 'unknown' | (typeof names)[number] };
type Decision = { kind: 'attach'; of: string; to: string } | { kind: 'detach'; of: string };

const says = fc.record({
  kind: fc.constant('says' as const),
  of: name,
  is: fc.constantFrom('own', 'unknown', ...names),
});
const sourceStep: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ kind: fc.constant('import' as const), of: name }),
  fc.record({
    kind: fc.constant('ingest' as const),
    who: fc.constantFrom(carberry, lovelace),
    group: fc.uniqueArray(name, { minLength: 1 }),
  }),
  says,
);
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ kind: fc.constant('attach' as const), of: name, to: name }),
  fc.record({ kind: fc.constant('detach' as const), of: name }),
);
const rounds = fc.array(fc.record({ sources: fc.array(sourceStep, { maxLength: 4 }), decision }), {
  minLength: 1,
  maxLength: 4,
});

function answer({ of, is }: Says): void {
  if (is === 'unknown') serve(`/crossref/works/${encodeURIComponent(of)}`, undefined);
  else if (is === 'own' || is === of) crossref(of, title);
  else crossref(of, title, { DOI: is, aliases: [of] });
}

async function run(step: Source): Promise<void> {
  if (step.kind === 'says') answer(step);
  else if (step.kind === 'ingest')
    await ingest(step.who, ...step.group.map((each) => listed(title, doi(each), ['eid', 'x'])));
  else await importDoi({ doi: step.of, orcids: [] }, { ...curator(), requestId: 'r' });
}

const decide = (step: Decision) =>
  step.kind === 'attach' ? attachAlias(step.of, step.to, curator()) : detachAlias(step.of, curator());

/** Whether a request was carried out; one that is refused changes nothing. */
async function isDone(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const leadsTo = async (each: string) => (await getPublication(each))?.doi;
const editsAt = async (each: string) => (await getPublication(each))?.edits;

test('a decision holds against all sources; edits stay; nothing is half there', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      await freshTable();
      await storePerson(carberry, 'Josiah', 'Carberry');
      await storePerson(lovelace, 'Ada', 'Lovelace');
      for (const of of names) answer({ kind: 'says', of, is: 'own' });
      await importDoi({ doi: names[0], orcids: [] }, { ...curator(), requestId: 'r' });
      let held: (() => Promise<boolean>) | undefined;
      for (const [n, round] of all.entries()) {
        for (const step of round.sources) {
          await isDone(() => run(step));
          if (held) expect(await held()).toBe(true);
        }
        await isDone(() =>
          changePublication(names[0], () => ({ values: new Map([['/title', `Edited ${n}`]]) }), curator()),
        );
        const { of } = round.decision;
        const [holder, before] = [await leadsTo(of), await editsAt(of)];
        const isMade = await isDone(() => decide(round.decision));
        const after = await leadsTo(of);
        // A publication that another DOI was detached from keeps its edits.
        if (holder !== undefined && holder !== of && after !== holder && before?.title !== undefined) {
          const kept = [(await editsAt(holder))?.title, (await editsAt(of))?.title];
          expect(kept).toContainEqual(before.title);
        }
        if (isMade && round.decision.kind === 'detach' && holder !== undefined && holder !== of)
          held = async () => (await leadsTo(of)) !== holder;
        else if (isMade && round.decision.kind === 'attach') held = async () => (await leadsTo(of)) === after;
        expect(findInconsistencies(await allItems())).toEqual([]);
      }
    }),
    { numRuns: Number(process.env.ALIAS_SEQUENCES ?? 25), endOnFailure: true },
  );
}, 600_000);
