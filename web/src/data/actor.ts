import { useText } from '../text/text.ts';
import { useKeyName } from './api-keys.ts';

const ofUser = 'user:';
const ofKey = 'api_key:';

/**
 * Returns the name of an actor: the e-mail address of a user, the client of an API key, or for those who may not see
 * keys the start of its hash. Any other id is unchanged.
 */
export function useActorName(): (id: string) => string {
  const t = useText();
  const keyName = useKeyName();
  return (id) => {
    if (id.startsWith(ofUser)) return id.slice(ofUser.length);
    if (!id.startsWith(ofKey)) return id;
    const hash = id.slice(ofKey.length);
    return t('actor.key', { name: keyName(hash) ?? `${hash.slice(0, 8)}…` });
  };
}
