import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { answerOf, api, type Schema } from '../../api/client.ts';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useAction } from '../action.ts';
import { PickGroup } from './picker.tsx';
import { allGroups, groupsOfOutput, type OutputKind, useGroupName } from './queries.ts';
import { useMayChange } from './stewardship.ts';

type Lists = Pick<Schema<'OutputGroups'>, 'added' | 'excluded'>;
const lists = ['added', 'excluded'] as const;

function setGroupsOfOutput(kind: OutputKind, id: string, { added, excluded }: Lists): Promise<unknown> {
  const options = { params: { path: { id } }, body: { added, excluded } };
  return answerOf(
    kind === 'publication'
      ? api.PUT('/api/publication-groups/{id}', options)
      : api.PUT('/api/work-groups/{id}', options),
  );
}

interface GroupsByHandProps {
  kind: OutputKind;
  id: string;
  /** The title. */
  name: string;
  canEdit: boolean;
}

/** The groups that a publication or work also belongs to, whoever its people are, and those that it does not. */
export function GroupsByHand({ kind, id, name, canEdit }: GroupsByHandProps) {
  const t = useText();
  const query = useQuery(groupsOfOutput(kind, id));
  const { ofGroup: mayChange, isAny } = useMayChange();
  const { data: all = [] } = useQuery({ ...allGroups, enabled: isAny });
  const nameOf = useGroupName();
  const { run, isPending } = useAction({ refreshes: ['groups', 'publications', 'works'], about: name });
  const set = (before: Lists, after: Partial<Lists>) =>
    run(
      () => setGroupsOfOutput(kind, id, { ...before, ...after }),
      () => ({ text: t('group.saved'), undo: () => setGroupsOfOutput(kind, id, before) }),
    );
  const mayWrite = isAny && canEdit;
  const notTheirs = all.flatMap((group) => (mayChange(group.id) ? [] : group.id));
  return (
    <section className="section" aria-labelledby="groups-title">
      <h2 id="groups-title">{t('page.groups')}</h2>
      <Loaded query={query} rows={2}>
        {({ added, excluded }) => {
          const now = { added, excluded };
          return (
            <dl className="facts groups-by-hand">
              {lists.map((list) => (
                <div key={list}>
                  <dt>{t(`group.${list}`)}</dt>
                  <dd>
                    {now[list].length === 0 && !mayWrite && <span className="fine">{t('ui.change.nothing')}</span>}
                    {now[list].map((group) => (
                      <span key={group} className="chosen-group">
                        <Link to="/groups/$id" params={{ id: group }}>
                          <bdi>{nameOf(group)}</bdi>
                        </Link>
                        {mayWrite && mayChange(group) && (
                          <IconButton
                            icon={X}
                            label={t('picker.remove', { name: nameOf(group) })}
                            busy={isPending}
                            onClick={() => set(now, { [list]: now[list].filter((each) => each !== group) })}
                          />
                        )}
                      </span>
                    ))}
                    {mayWrite && (
                      <PickGroup
                        except={[...added, ...excluded, ...notTheirs]}
                        onPick={(group) => void set(now, { [list]: [...now[list], group] })}
                      />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          );
        }}
      </Loaded>
    </section>
  );
}
