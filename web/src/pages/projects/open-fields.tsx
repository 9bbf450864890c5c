import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type OpenObject, textOfOpen } from './form.ts';

interface RowsProps<Row> {
  legend: string;
  rows: readonly Row[];
  /** The content of a new row; undefined if there can be no more. */
  added: Row | undefined;
  addText: string;
  issue?: string | undefined;
  onChange: (rows: readonly Row[]) => void;
  children: (row: Row, change: (row: Row) => void) => ReactNode;
}

function Rows<Row>({ legend, rows, added, addText, issue, onChange, children }: RowsProps<Row>) {
  const t = useText();
  return (
    <fieldset className="project-rows">
      <legend>{legend}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited, so only the position identifies one
        <div key={index} className="project-row">
          {children(row, (next) => onChange(rows.map((other, position) => (position === index ? next : other))))}
          <IconButton
            icon={X}
            label={t('projects.removeRow', { field: legend, number: index + 1 })}
            onClick={() => onChange(rows.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      {issue && (
        <p className="field-issue" role="alert">
          {issue}
        </p>
      )}
      {added !== undefined && (
        <Button kind="quiet" icon={Plus} onClick={() => onChange([...rows, added])}>
          {addText}
        </Button>
      )}
    </fieldset>
  );
}

interface ListProps<Row> {
  legend: string;
  values: readonly Row[];
  issue?: string | undefined;
  onChange: (values: readonly Row[]) => void;
}

/** The name of a funder, which may be an object with more than a name. */
const nameOf = (funder: unknown): string | undefined => {
  if (typeof funder === 'string') return funder;
  const { name } = Object(funder) as OpenObject;
  return typeof name === 'string' ? name : undefined;
};

/** Funders by name. What else is stored about one is kept. */
export function FundersField({ legend, values, issue, onChange }: ListProps<unknown>) {
  const t = useText();
  return (
    <Rows
      legend={legend}
      rows={values}
      added={'' as unknown}
      addText={t('projects.addFunder')}
      issue={issue}
      onChange={onChange}
    >
      {(funder, change) => {
        const name = nameOf(funder);
        if (name === undefined) return <Kept label={t('projects.funder')} value={funder} />;
        const next = (text: string) => (typeof funder === 'string' ? text : { ...Object(funder), name: text });
        return (
          <TextField label={t('projects.funder')} value={name} onChange={({ target }) => change(next(target.value))} />
        );
      }}
    </Rows>
  );
}

const textIn = (object: OpenObject, name: string) => (typeof object[name] === 'string' ? (object[name] as string) : '');

/** Images by address, with a text for people who do not see them. `most` limits how many there are. */
export function ImagesField({ legend, values, issue, most, onChange }: ListProps<OpenObject> & { most: number }) {
  const t = useText();
  return (
    <Rows
      legend={legend}
      rows={values}
      added={values.length < most ? { url: '', alt: '' } : undefined}
      addText={t('projects.addImage')}
      issue={issue}
      onChange={onChange}
    >
      {(image, change) => (
        <>
          <TextField
            label={t('projects.imageUrl')}
            type="url"
            value={textIn(image, 'url')}
            onChange={({ target }) => change({ ...image, url: target.value })}
          />
          <TextField
            label={t('projects.imageAlt')}
            value={textIn(image, 'alt')}
            onChange={({ target }) => change({ ...image, alt: target.value })}
          />
        </>
      )}
    </Rows>
  );
}

/** Further data by name. Values that are no texts are shown and kept. */
export function DataField({ legend, values, issue, onChange }: ListProps<readonly [string, unknown]>) {
  const t = useText();
  return (
    <Rows
      legend={legend}
      rows={values}
      added={['', ''] as const}
      addText={t('projects.addData')}
      issue={issue}
      onChange={onChange}
    >
      {([name, value], change) => (
        <>
          <TextField
            label={t('projects.dataName')}
            value={name}
            onChange={({ target }) => change([target.value, value])}
          />
          {typeof value === 'string' ? (
            <TextField
              label={t('projects.dataValue')}
              value={value}
              onChange={({ target }) => change([name, target.value])}
            />
          ) : (
            <Kept label={t('projects.dataValue')} value={value} />
          )}
        </>
      )}
    </Rows>
  );
}

/** A value of a form that this page does not edit. */
function Kept({ label, value }: { label: string; value: unknown }) {
  const t = useText();
  return <TextField label={label} value={textOfOpen(value)} readOnly hint={t('projects.kept')} />;
}
