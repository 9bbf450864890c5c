import * as z from 'zod';
import { groupForEditing, personForEditing } from '#src/formats/editing/documents.ts';
import { projectForEditing } from '#src/formats/editing/project-document.ts';
import type { GroupParent, GroupRecord } from '#src/records/groups/group.ts';
import { GroupPatch } from '#src/records/groups/input.ts';
import { toPeriodInMs } from '#src/records/groups/periods.ts';
import { getGroup, getGroups } from '#src/records/groups/store/groups.ts';
import type { IntakeOutput } from '#src/records/intakes/intake.ts';
import { CuratedValues, EditedValues } from '#src/records/people/input.ts';
import { applyPersonChange, type PersonChange, type PersonRecord } from '#src/records/people/person.ts';
import { changePerson, getPeople } from '#src/records/people/store/people.ts';
import { applyProjectState, ProjectState, projectState } from '#src/records/projects/input.ts';
import { applyProjectPatch } from '#src/records/projects/patch.ts';
import type { ProjectRecord } from '#src/records/projects/project.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { invalidField, invalidRequest, Problem } from '#src/runtime/errors.ts';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { changeGroup } from '../../groups/groups.ts';
import { unknownPerson } from '../../people.ts';
import { changeProject } from '../../projects.ts';
import type { IntakeRowResult } from '../kind/kind.ts';
import { RowRefused } from '../kind/row-refused.ts';
import { type ChangedValues, type EditedRecords, fieldsOf, patchOf, TouchedRecord } from './edited-list.ts';
import { Settlement } from './settlement.ts';

/** For an undo: the fields that were changed, as they were before and after. */
const MadeChange = z.object({
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
type Fields = Record<string, unknown>;

const undone: IntakeRowResult = { outcome: 'undone' };
const unchanged: IntakeRowResult = { outcome: 'unchanged' };

/** The output of a schema. Throws `invalid_body` with its issues. */
function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input, { error: plainMessage });
  if (success) return data;
  throw invalidRequest('body', issuesOf(error));
}

function editedFields(
  output: IntakeOutput,
  names: readonly string[],
  { before, after }: { before: Fields; after: Fields },
): IntakeRowResult {
  const of = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { outcome: 'edited', output, made: { before: of(before), after: of(after) } };
}

/** The fields to set again. Throws `TouchedRecord` if one of them is neither as before the edit nor as after it. */
function fieldsBefore(made: unknown, now: Fields): Fields {
  const { before, after } = MadeChange.parse(made);
  const left = Object.entries(before).filter(([field, was]) => !isSameJson(now[field] ?? null, was));
  const isTouched = left.some(([field]) => !isSameJson(now[field] ?? null, after[field] ?? null));
  if (isTouched) throw new TouchedRecord('edited');
  return Object.fromEntries(left);
}

const PersonValues = z.strictObject({ ...EditedValues.shape, ...CuratedValues.shape }).partial();

/** The name in all languages. */
const personFields = ({ name, biography, photo_url, people_type, category_ids }: PersonRecord) => ({
  name,
  biography,
  photo_url,
  people_type,
  category_ids,
});

export const editedPeople: EditedRecords = {
  target: 'person',
  async find(ids) {
    const people = await getPeople([...ids]);
    return new Map(
      people.map((person) => [
        person.orcid,
        {
          ...personForEditing(person),
          title: person.name,
          isGone: false,
          accept: (values: ChangedValues) => void parsed(PersonValues, fieldsOf(values)),
        },
      ]),
    );
  },
  async write(id, changes, context) {
    const settlement = new Settlement(context, unchanged);
    const change = async (person: PersonRecord): Promise<PersonChange> => {
      await settlement.begin();
      const values = parsed(PersonValues, fieldsOf(changes(personForEditing(person).document)));
      const after = personFields(applyPersonChange(person, values));
      settlement.is(editedFields({ kind: 'person', id }, Object.keys(values), { before: personFields(person), after }));
      return values;
    };
    const person = await changePerson(id, change, context.changeContext, (at) => settlement.writes(at));
    if (!person) throw unknownPerson();
    await settlement.end();
  },
  async takeBack(id, made, context) {
    const settlement = new Settlement(context, undone);
    const change = async (person: PersonRecord): Promise<PersonChange> => {
      await settlement.begin();
      const { name, ...fields } = fieldsBefore(made, personFields(person)) as Partial<ReturnType<typeof personFields>>;
      return { ...fields, ...(name !== undefined && { whole_name: name }) };
    };
    const person = await changePerson(id, change, context.changeContext, (at) => settlement.writes(at));
    if (!person) throw new TouchedRecord('gone');
    await settlement.end();
  },
};

/** A project with other values. Throws Problems as its page gets them. */
function editedProject(stored: ProjectRecord, values: ChangedValues, now: Date): ProjectRecord {
  if (stored.deleted_at !== null)
    throw new RowRefused('conflict', 'deleted', 'The project is deleted: restore it first');
  const patched = applyProjectPatch(stored, patchOf(values));
  if ('fault' in patched) throw invalidField('body', patched.fault.path.slice(1), patched.fault.message);
  return applyProjectState(stored, parsed(ProjectState, patched.state), now);
}

export const editedProjects: EditedRecords = {
  target: 'project',
  async find(ids) {
    const projects = await getProjects(ids);
    return new Map(
      [...projects].map(([id, project]) => [
        id,
        {
          ...projectForEditing(project),
          title: project.title,
          isGone: project.deleted_at !== null,
          accept: (values: ChangedValues) => void editedProject(project, values, new Date(0)),
        },
      ]),
    );
  },
  async write(id, changes, context) {
    const settlement = new Settlement(context, unchanged);
    const change = async (project: ProjectRecord) => {
      await settlement.begin();
      const values = changes(projectForEditing(project).document);
      const after = editedProject(project, values, context.changeContext.now);
      settlement.is(
        editedFields({ kind: 'project', id }, Object.keys(fieldsOf(values)), {
          before: projectState(project),
          after: projectState(after),
        }),
      );
      return after;
    };
    await changeProject(id, change, context.changeContext, undefined, (at) => settlement.writes(at));
    await settlement.end();
  },
  async takeBack(id, made, context) {
    const settlement = new Settlement(context, undone);
    const change = async (project: ProjectRecord) => {
      await settlement.begin();
      if (project.deleted_at !== null) throw new TouchedRecord('deleted');
      const fields = fieldsBefore(made, projectState(project));
      return applyProjectState(
        project,
        parsed(ProjectState, { ...projectState(project), ...fields }),
        context.changeContext.now,
      );
    };
    await changeProject(id, change, context.changeContext, undefined, (at) => settlement.writes(at));
    await settlement.end();
  },
};

/** A patch from values as they are stored: of periods, requests have moments. */
function groupPatchOf({ parents, starts_at, ends_at, ...fields }: Fields): GroupPatch {
  const days = { starts_at: (starts_at ?? null) as string | null, ends_at: (ends_at ?? null) as string | null };
  const moments = toPeriodInMs(days);
  return {
    ...fields,
    ...(parents !== undefined && {
      parents: (parents as GroupParent[]).map((parent) => ({ id: parent.id, ...toPeriodInMs(parent) })),
    }),
    ...(starts_at !== undefined && { starts_at: moments.starts_at }),
    ...(ends_at !== undefined && { ends_at: moments.ends_at }),
  };
}

const groupFields = (group: GroupRecord): Fields => ({ ...group });

export const editedGroups: EditedRecords = {
  target: 'group',
  async find(ids) {
    const groups = await getGroups(ids);
    return new Map(
      [...groups].map(([id, group]) => [
        id,
        {
          ...groupForEditing(group),
          title: group.name,
          isGone: group.deleted_at !== null,
          accept: (values: ChangedValues) => void parsed(GroupPatch, fieldsOf(values)),
        },
      ]),
    );
  },
  async write(id, changes, context) {
    const settlement = new Settlement(context, unchanged);
    let before: GroupRecord | undefined;
    let names: string[] = [];
    const patch = async (group: GroupRecord) => {
      await settlement.begin();
      const values = fieldsOf(changes(group));
      [before, names] = [group, Object.keys(values)];
      return parsed(GroupPatch, values);
    };
    const settle = (after: GroupRecord) => {
      if (before)
        settlement.is(
          editedFields({ kind: 'group', id }, names, { before: groupFields(before), after: groupFields(after) }),
        );
      return settlement.writes();
    };
    await changeGroup(id, patch, context.changeContext, () => {}, undefined, settle);
    await settlement.end();
  },
  async takeBack(id, made, context) {
    const settlement = new Settlement(context, undone);
    if ((await getGroup(id))?.deleted_at !== null) throw new TouchedRecord('deleted');
    const patch = async (group: GroupRecord) => {
      await settlement.begin();
      return parsed(GroupPatch, groupPatchOf(fieldsBefore(made, groupFields(group))));
    };
    try {
      await changeGroup(
        id,
        patch,
        context.changeContext,
        () => {},
        undefined,
        () => settlement.writes(),
      );
    } catch (error) {
      // Others have changed what belongs to what, so that it would be a circle now, or a group is gone.
      if (error instanceof Problem && error.code !== 'not_found') throw new TouchedRecord('changed');
      throw error;
    }
    await settlement.end();
  },
};
