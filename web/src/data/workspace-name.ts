import { useText } from '../text/text.ts';

/** Returns how people call a workspace: the one that every registry begins with has a name, others go by their id. */
export function useWorkspaceName(): (id: string) => string {
  const t = useText();
  return (id) => (id === 'primary_entity' ? t('workspace.primary') : id);
}
