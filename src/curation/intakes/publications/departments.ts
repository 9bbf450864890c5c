import type { GroupRow } from '#src/records/groups/group.ts';
import { type NamesOfGroups, namesOfGroups } from '#src/records/groups/printed-names.ts';
import type { IntakeGroup } from '#src/records/intakes/intake.ts';
import { defaultText } from '#src/vocabulary/locale.ts';

/** Finds the group that a department of a file is: by its id, its external id, its name, or a printed name within the text. */
export function departmentFinder(groups: readonly GroupRow[]): (text: string) => IntakeGroup {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const byExternalId = new Map(
    groups.flatMap((group) => (group.external_id === null ? [] : [[group.external_id, group]])),
  );
  const names: NamesOfGroups = namesOfGroups(groups);
  const only = (ids: Iterable<string>) => {
    const [id, ...more] = ids;
    return id !== undefined && more.length === 0 ? byId.get(id) : undefined;
  };
  return (text) => {
    const written = text.trim();
    const group =
      byId.get(written) ?? byExternalId.get(written) ?? only(names.named(written)) ?? only(names.printedIn(written));
    return { text, group_id: group?.id ?? null, name: group ? (defaultText(group.name) ?? group.id) : null };
  };
}
