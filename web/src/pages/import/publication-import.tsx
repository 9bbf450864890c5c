import { getRouteApi } from '@tanstack/react-router';
import { parseOrcidId } from '../../../../src/vocabulary/identifiers/orcid-id.ts';
import { answerOf, api } from '../../api/client.ts';
import { useDraft } from '../../data/draft.ts';
import { useText } from '../../text/text.ts';
import { TextField } from '../../ui/field.tsx';
import { StillAsked, useAsked } from './asked.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult } from './import-result.tsx';
import { OnlyColumn } from './only-column.tsx';
import { type ImportRow, type Outcome, readRows } from './rows.ts';
import { useSending } from './sending.ts';

const route = getRouteApi('/import');

const readDois = (text: string) => readRows(text, 'publications');

/** Imports publications by their DOIs, one request each, because one may take 8 seconds. */
export function PublicationImport() {
  const t = useText();
  const { ids = '' } = route.useSearch();
  const [{ text = ids, written = '' }, setDraft] = useDraft<{ text: string; written: string }>('import.publications');
  const setText = (text: string) => setDraft((now) => ({ ...now, text }));
  useAsked(ids, text, setText);
  const researchers = written.split(/[\s,;]+/).filter(Boolean);
  const wrong = researchers.filter((text) => !parseOrcidId(text));
  const { rows, setRows, outcomes, isSending, send, stop, clear } = useSending<ImportRow>(
    'publications',
    ([doi = '']) => importDoi(doi, researchers),
    { perRequest: 1, atOnce: 3 },
  );
  const wrongText = wrong.length > 0 ? t('import.wrongOrcids', { ids: wrong.join(', ') }) : undefined;
  const note = <OnlyColumn text={text} kind="publications" />;
  const sendAll = async (ids: readonly string[]) => {
    // Sent rows leave the form, but not what was added meanwhile. Retries of failed rows use the same researchers.
    if (await send(ids))
      setDraft(({ text: typed, ...rest }) => (typed === text || !typed ? rest : { text: typed, ...rest }));
  };
  if (!rows) {
    return (
      <ImportForm
        kind="publications"
        read={readDois}
        note={note}
        text={text}
        onText={setText}
        onRead={setRows}
        isBlocked={wrong.length > 0}
      >
        <TextField
          label={t('import.linkTo')}
          hint={t('import.linkToHint')}
          issue={wrongText}
          value={written}
          onChange={({ target }) => setDraft((now) => ({ ...now, written: target.value }))}
        />
      </ImportForm>
    );
  }
  const failed = [...outcomes].flatMap(([id, { state }]) => (state === 'failed' ? [id] : []));
  return (
    <>
      <StillAsked ids={ids} rows={rows} />
      {outcomes.size === 0 && note}
      <ImportResult
        kind="publications"
        rows={rows.map((row) => {
          if (row.id === undefined || row.problem) return row;
          const outcome = outcomes.get(row.id);
          return { ...row, outcome, isDone: outcome?.state === 'created' || outcome?.state === 'refreshed' };
        })}
        isSending={isSending}
        failures={failed.length}
        onSend={sendAll}
        onStop={stop}
        onRetry={() => send(failed)}
        onRestart={clear}
      />
    </>
  );
}

async function importDoi(doi: string, researchers: readonly string[]): Promise<ReadonlyMap<string, Outcome>> {
  const body = { doi, researcher_orcids: [...researchers] };
  const { created, title } = await answerOf(api.POST('/api/import/doi', { body }));
  const text = typeof title === 'string' ? title : Object.values(title ?? {})[0];
  return new Map([[doi, { state: created ? 'created' : 'refreshed', ...(text && { text }) }]]);
}
