import { ArrowDown, ArrowUp, GripVertical, Pencil, Plus, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, memo, useEffect, useRef, useState } from 'react';
import { contributorRoles } from '../../../src/vocabulary/roles/contributor-roles.ts';
import { creditRoleNames } from '../../../src/vocabulary/roles/credit-roles.ts';
import { inWords } from '../text/in-words.ts';
import { useText } from '../text/text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { movedRow, newRows, type PersonRow, pastedRows, personFaults, shownName } from './people.ts';
import { useVocabulary } from './vocabulary.ts';

interface PeopleEditorProps {
  label: string;
  rows: readonly PersonRow[];
  /** Contributors have roles. */
  hasRoles: boolean;
  onChange: (rows: readonly PersonRow[]) => void;
}

type Act = 'up' | 'down' | 'remove' | 'open';

/** People one below the other: edited one at a time, added, removed, and moved by keyboard or by dragging. */
export function PeopleEditor({ label, rows, hasRoles, onChange }: PeopleEditorProps) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const [openKey, setOpenKey] = useState<number>();
  const [draggedKey, setDraggedKey] = useState<number>();
  /** Where the focus goes after the rows have changed. */
  const [focus, setFocus] = useState<{ key: number; act: Act }>();
  const latest = useRef({ rows, draggedKey, onChange });
  latest.current = { rows, draggedKey, onChange };

  useEffect(() => {
    if (!focus) return;
    const row = list.current?.querySelector(`[data-key="${focus.key}"]`);
    row?.querySelector<HTMLElement>(focus.act === 'open' ? 'input' : `[data-act="${focus.act}"]`)?.focus();
    setFocus(undefined);
  }, [focus]);

  // Always the same functions, so that rows that did not change are not drawn again.
  const [acts] = useState<RowActs>(() => ({
    open(key) {
      setOpenKey(key);
      if (key !== undefined) setFocus({ key, act: 'open' });
    },
    change(key, part) {
      const { rows, onChange } = latest.current;
      onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
    },
    paste(key, names) {
      const { rows, onChange } = latest.current;
      onChange(
        pastedRows(
          rows,
          rows.findIndex((row) => row.key === key),
          names,
        ),
      );
    },
    move(from, to, act) {
      const { rows, onChange } = latest.current;
      const moved = rows[from];
      if (!moved || to < 0 || to >= rows.length) return;
      onChange(movedRow(rows, from, to));
      setFocus({ key: moved.key, act });
    },
    remove(key) {
      const { rows, onChange } = latest.current;
      const index = rows.findIndex((row) => row.key === key);
      const next = rows[index + 1] ?? rows[index - 1];
      onChange(rows.filter((row) => row.key !== key));
      if (next) setFocus({ key: next.key, act: 'remove' });
    },
    drag: setDraggedKey,
    drop(to) {
      const { rows, draggedKey, onChange } = latest.current;
      const from = rows.findIndex(({ key }) => key === draggedKey);
      if (from >= 0 && from !== to) onChange(movedRow(rows, from, to));
      setDraggedKey(undefined);
    },
  }));
  const add = () => {
    const added = newRows(rows, [''], hasRoles ? 'other' : '');
    onChange([...rows, ...added]);
    acts.open(added[0]?.key);
  };

  return (
    <div className="people-editor">
      <ol ref={list} aria-label={label}>
        {rows.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            index={index}
            isLast={index === rows.length - 1}
            isOpen={row.key === openKey}
            hasRoles={hasRoles}
            isDragged={row.key === draggedKey}
            acts={acts}
          />
        ))}
      </ol>
      <Button kind="quiet" icon={Plus} onClick={add}>
        {t('publication.people.add')}
      </Button>
    </div>
  );
}

interface RowActs {
  open: (key: number | undefined) => void;
  change: (key: number, part: Partial<PersonRow>) => void;
  paste: (key: number, names: readonly string[]) => void;
  move: (from: number, to: number, act: Act) => void;
  remove: (key: number) => void;
  drag: (key: number | undefined) => void;
  drop: (to: number) => void;
}

interface RowProps {
  row: PersonRow;
  index: number;
  isLast: boolean;
  isOpen: boolean;
  hasRoles: boolean;
  isDragged: boolean;
  acts: RowActs;
}

/** One person. Not drawn again unless it changes, so that typing stays quick among a thousand. */
const Row = memo(function Row({ row, index, isLast, isOpen, hasRoles, isDragged, acts }: RowProps) {
  const t = useText();
  const name = shownName(row) || t('publication.people.new');
  const [fault] = personFaults(row);
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      acts.drag(row.key);
    },
    onDragEnd: () => acts.drag(undefined),
  };
  return (
    <li
      data-key={row.key}
      className={isDragged ? 'person-row dragged' : 'person-row'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        acts.drop(index);
      }}
    >
      <div className="person-line">
        <span className="drag-handle" aria-hidden {...drag}>
          <GripVertical size={16} />
        </span>
        <span className="person-name" dir="auto">
          {name}
          {row.orcid && <span className="fine"> {row.orcid}</span>}
        </span>
        <span className="row-actions">
          <IconButton
            icon={Pencil}
            label={t('publication.people.edit', { name })}
            aria-expanded={isOpen}
            onClick={() => acts.open(isOpen ? undefined : row.key)}
          />
          <IconButton
            icon={ArrowUp}
            data-act="up"
            label={t('publication.people.up', { name })}
            disabled={index === 0}
            onClick={() => acts.move(index, index - 1, 'up')}
          />
          <IconButton
            icon={ArrowDown}
            data-act="down"
            label={t('publication.people.down', { name })}
            disabled={isLast}
            onClick={() => acts.move(index, index + 1, 'down')}
          />
          <IconButton
            icon={X}
            data-act="remove"
            label={t('publication.people.remove', { name })}
            onClick={() => acts.remove(row.key)}
          />
        </span>
      </div>
      {fault && !isOpen && (
        <p className="field-issue" role="alert">
          {t(`publication.fault.${fault}`)}
        </p>
      )}
      {isOpen && <PersonFields row={row} hasRoles={hasRoles} acts={acts} />}
    </li>
  );
});

function PersonFields({ row, hasRoles, acts }: Pick<RowProps, 'row' | 'hasRoles' | 'acts'>) {
  const t = useText();
  const names = useVocabulary();
  const faults = personFaults(row);
  const field = (part: 'given' | 'family' | 'name' | 'suffix' | 'orcid') => ({
    value: row[part],
    onChange: ({ target }: { target: { value: string } }) => acts.change(row.key, { [part]: target.value }),
  });
  /** A pasted list of names becomes a row for each. */
  const pasteNames = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').split(/\r?\n/);
    const pastedNames = pasted.flatMap((line) => line.trim() || []);
    if (pastedNames.length < 2) return;
    event.preventDefault();
    acts.paste(row.key, pastedNames);
  };
  const roles = row.role === '' || contributorRoles.has(row.role) ? contributorRoles : [row.role, ...contributorRoles];
  return (
    <div className="person-fields">
      <TextField label={names.field('given')} {...field('given')} />
      <TextField label={names.field('family')} {...field('family')} />
      <TextField
        label={t('publication.people.name')}
        hint={t('publication.people.nameHint')}
        issue={faults.includes('name') ? t('publication.fault.name') : undefined}
        onPaste={pasteNames}
        {...field('name')}
      />
      <TextField label={t('publication.people.suffix')} {...field('suffix')} />
      <TextField
        label={names.field('orcid')}
        issue={faults.includes('orcid') ? t('publication.fault.orcid') : undefined}
        spellCheck={false}
        {...field('orcid')}
      />
      {!hasRoles && (
        <CheckboxField
          label={t('publication.people.corresponding')}
          checked={row.isCorresponding}
          onChange={({ target }) => acts.change(row.key, { isCorresponding: target.checked })}
        />
      )}
      {hasRoles && (
        <SelectField
          label={names.field('role')}
          value={row.role}
          options={[
            ...(row.role === '' ? [{ value: '', text: t('publication.noValue') }] : []),
            ...[...roles].map((role) => ({ value: role, text: inWords(role) })),
          ]}
          onChoose={(role) => acts.change(row.key, { role })}
        />
      )}
      {row.was?.credit_roles && (
        <p className="fine">
          {names.field('credit_roles')}: {row.was.credit_roles.map((role) => creditRoleNames[role]).join(', ')}
        </p>
      )}
      <TextAreaField
        label={names.field('affiliations')}
        hint={t('publication.linesHint')}
        rows={Math.min(6, row.affiliations.split('\n').length + 1)}
        value={row.affiliations}
        onChange={({ target }) => acts.change(row.key, { affiliations: target.value })}
      />
    </div>
  );
}
