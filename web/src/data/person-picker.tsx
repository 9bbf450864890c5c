import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useLocalized } from '../text/localized.ts';
import { useText } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';

const shown = 8;

/** The name of a person in the registry; the iD until it is known, or if there is none. */
export function usePersonName(orcid: string | undefined): string | undefined {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['people', 'person', orcid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/people/{orcid}', { params: { path: { orcid: orcid ?? '' } }, signal })),
    enabled: orcid !== undefined,
    placeholderData: undefined,
  });
  return (data && localized(data.name)) ?? orcid;
}

/** Finds a person of the registry by a name or iD. */
export function PersonPicker({ onPick }: { onPick: (orcid: string) => void }) {
  const t = useText();
  const localized = useLocalized();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['people', 'picker', q],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/people', { params: { query: { q, sort: 'name', page: 1, perPage: shown } }, signal })),
  });
  return (
    <>
      <SearchField label={t('people.search')} value={q} onSearch={setQ} />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data?.total === 0 && <p className="fine">{t('picker.nobody')}</p>}
      <ul className="picker">
        {data?.people.map(({ orcid, name }) => (
          <li key={orcid}>
            <Button kind="quiet" onClick={() => onPick(orcid)}>
              <bdi>{localized(name) ?? orcid}</bdi>
              {name && <span className="fine">{orcid}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {data && data.total > shown && <p className="fine">{t('picker.more', { count: data.total - shown })}</p>}
    </>
  );
}
