import { useQueries, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { parseOrcidId } from '../../../src/domain/values/orcid-id.ts';
import { answerOf, api } from '../api/client.ts';
import { useLocalized } from '../text/localized.ts';
import { useText } from '../text/text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

/** As many as fit in the list that browsers open below a field. */
const mostSuggestions = 10;
/** Of longer lists the first have names. */
const mostNames = 50;

const personName = (orcid: string) => ({
  queryKey: ['people', 'name', orcid],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await answerOf(api.GET('/api/people/{orcid}', { params: { path: { orcid } }, signal }))).name,
  staleTime: 60_000,
  retry: false,
});

interface PeopleFieldProps {
  label: string;
  orcids: readonly string[];
  issue: string | undefined;
  onChange: (orcids: readonly string[]) => void;
}

/** People by name: those of the registry are suggested while one types; anybody can be added by ORCID iD. */
export function PeopleField({ label, orcids, issue, onChange }: PeopleFieldProps) {
  const t = useText();
  const localized = useLocalized();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const isName = q.length > 1 && parseOrcidId(q) === undefined;
  const { data: found } = useQuery({
    queryKey: ['people', 'suggestions', q],
    queryFn: ({ signal }) => {
      const query = { q, sort: 'name' as const, page: 1, perPage: mostSuggestions };
      return answerOf(api.GET('/api/people', { params: { query }, signal }));
    },
    enabled: isName,
  });
  const names = useQueries({ queries: orcids.slice(0, mostNames).map(personName) });
  const suggested = (isName ? (found?.people ?? []) : [])
    .filter(({ orcid }) => !orcids.includes(orcid))
    .map(({ orcid, name }) => ({ orcid, name: localized(name) ?? orcid }));
  const [only] = suggested.length === 1 ? suggested : [];
  const chosen = parseOrcidId(typed) ?? suggested.find(({ name }) => name === typed.trim())?.orcid ?? only?.orcid;
  const add = (orcid: string) => {
    if (!orcids.includes(orcid)) onChange([...orcids, orcid]);
    setTyped('');
  };
  return (
    <fieldset className="people-field">
      <legend>{label}</legend>
      {orcids.length > 0 && (
        <ul>
          {orcids.map((orcid, index) => {
            const name = localized(names[index]?.data);
            return (
              <li key={orcid}>
                <span>
                  <bdi>{name ?? orcid}</bdi> {name !== undefined && <code>{orcid}</code>}
                </span>
                <IconButton
                  icon={X}
                  label={t('ui.people.remove', { name: name ?? orcid })}
                  onClick={() => onChange(orcids.filter((other) => other !== orcid))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <div className="people-field-add">
        <TextField
          label={t('ui.people.add')}
          hint={t('ui.people.hint')}
          issue={issue}
          value={typed}
          list={listId}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            // Somebody chosen from the list, or a pasted iD, is added at once.
            const orcid = parseOrcidId(target.value);
            if (orcid) add(orcid);
            else setTyped(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            if (chosen) add(chosen);
          }}
        />
        <datalist id={listId}>
          {suggested.map(({ orcid, name }) => (
            <option key={orcid} value={orcid} label={name}>
              {name}
            </option>
          ))}
        </datalist>
        {chosen && (
          <Button icon={Plus} onClick={() => add(chosen)}>
            {t('ui.people.addOne', { name: suggested.find(({ orcid }) => orcid === chosen)?.name ?? chosen })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
