import { useInfiniteQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useAction } from '../../../data/action.ts';
import { useActorName } from '../../../data/actor.ts';
import { useFormat } from '../../../text/format.ts';
import { joinTexts } from '../../../text/join-texts.ts';
import { useLocalized } from '../../../text/localized.ts';
import { useText } from '../../../text/text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { type EarlierImport, earlierImports, undoMemberships } from './requests.ts';

/** The imports that can still be taken back. Nothing while they are read, or of an API that does not list them. */
export function EarlierImports() {
  const t = useText();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(earlierImports);
  const columns = useColumns();
  const imports = data?.pages.flatMap((page) => page.imports) ?? [];
  if (imports.length === 0) return null;
  return (
    <section>
      <h2>{t('import.earlier')}</h2>
      <Table caption={t('import.earlier')} columns={columns} rows={imports} rowId={({ id }) => id} />
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('import.intakes.more')}
        </Button>
      )}
    </section>
  );
}

function useColumns(): Column<EarlierImport>[] {
  const t = useText();
  const { number } = useFormat();
  const actorName = useActorName();
  const localized = useLocalized();
  const namesOf = ({ groups, group_count }: EarlierImport) => {
    const names = joinTexts(
      groups.map(({ id, name }) => localized(name) || id),
      '; ',
    );
    const more = group_count - groups.length;
    return more > 0 ? t('import.earlier.more', { names, count: more, shown: number(more) }) : names;
  };
  return [
    { id: 'created', header: t('import.intake.created'), cell: ({ created_at }) => <Moment ms={created_at} /> },
    {
      id: 'groups',
      header: t('import.earlier.groups'),
      isRowHeader: true,
      cell: (each) => <TwoLines text={namesOf(each)} />,
    },
    { id: 'mode', header: t('import.mode'), cell: ({ mode }) => t(`import.mode.${mode}`) },
    {
      id: 'actor',
      header: t('import.intake.actor'),
      cell: ({ actor }) => actor != null && <span title={actor}>{actorName(actor)}</span>,
    },
    {
      id: 'undo',
      header: t('import.intake.undoColumn'),
      cell: (each) => <Undo earlier={each} names={namesOf(each)} />,
    },
  ];
}

function Undo({ earlier: { id, undone_at, undo_pending }, names }: { earlier: EarlierImport; names: string }) {
  const t = useText();
  const undoing = useAction({ refreshes: ['groups', 'people', 'publications', 'works'] });
  if (undone_at != null && !undo_pending) return t('import.earlier.undone');
  return (
    <>
      {undone_at != null && t('import.earlier.undonePartly')}
      <IconButton
        icon={Undo2}
        label={t(undone_at == null ? 'import.earlier.undoOf' : 'import.earlier.undoRest', { names })}
        busy={undoing.isPending}
        onClick={() =>
          undoing.run(
            () => undoMemberships({ id }),
            (done) => undoneText(t, done),
          )
        }
      />
    </>
  );
}

/** The effect of an undo in words. */
export function undoneText(
  t: ReturnType<typeof useText>,
  { restored, left }: { restored: number; left: readonly string[] },
): string {
  const done = t('import.undone', { count: restored });
  return left.length === 0 ? done : `${done} ${t('import.undoneLeft', { count: left.length })}`;
}
