import { parseArgs } from 'node:util';

type Cell = string | number | null;

type Row = Record<string, Cell>;

/** The results of a benchmark: a table, optionally a summary table, and facts about the whole run. */
export interface Report {
  rows: Row[];
  summary?: Row[];
  /** The figures to reach. */
  targets?: Row[];
  facts: Record<string, Cell>;
  /** Failed expectations. If there are any, the exit code is 1. */
  faults?: string[];
  /** Figures that programs read, at the top level of the JSON. */
  figures?: Record<string, number>;
}

/** The options of the command line, all numbers. */
export type Settings<Name extends string> = Record<Name, number>;

interface Command<Name extends string, Choice extends string, Flag extends string, Folder extends string> {
  /** The npm script. */
  name: string;
  summary: string;
  /** The options with their defaults; whole numbers from 1 unless stated otherwise. */
  options: Record<Name, NumberOption>;
  /** The options that are words: one of several, by default the first. */
  choices?: Record<Choice, { values: readonly string[]; describe: string }>;
  /** The options without a value. */
  flags?: Record<Flag, string>;
  /** The options that are paths of folders. One that is not given is an empty text. */
  folders?: Record<Folder, string>;
  /** The argument, if any. An optional one that is not given is an empty text. */
  argument?: { name: string; describe: string; isOptional?: true };
  /** Exit code 1 if it throws. */
  run(settings: Settings<Name>, argument: string, chosen: Chosen<Choice, Flag, Folder>): Promise<Report>;
}

/** The options of the command line that are no numbers. */
type Chosen<Choice extends string, Flag extends string, Folder extends string> = Record<Choice | Folder, string> &
  Record<Flag, boolean>;

interface NumberOption {
  defaultValue: number;
  describe: string;
  /** Any number from 0. */
  isAny?: true;
}

/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The maximum number of printed faults. */
const mostFaults = 40;

/** Runs a benchmark as a command. The report goes to stdout, as a table or with --json as JSON; progress to stderr. */
export async function runCommand<
  Name extends string,
  Choice extends string = never,
  Flag extends string = never,
  Folder extends string = never,
>(command: Command<Name, Choice, Flag, Folder>): Promise<void> {
  try {
    const { values, argument, chosen, asJson, help } = parse(command, process.argv.slice(2));
    if (help) {
      console.log(getUsage(command));
      return;
    }
    const report = await command.run(values, argument, chosen);
    const { figures, ...rest } = report;
    console.log(asJson ? JSON.stringify({ ...figures, ...rest }, null, 2) : formatReport(rest));
    if (report.faults && report.faults.length > 0) process.exitCode = 1;
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${getUsage(command)}`);
    else console.error(error instanceof Error ? error.stack : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** Prints the current step to stderr. */
export function progress(step: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${step}`);
}

function parse<Name extends string, Choice extends string, Flag extends string, Folder extends string>(
  { options, choices, argument, flags, folders }: Command<Name, Choice, Flag, Folder>,
  args: string[],
) {
  const names = Object.keys(options) as Name[];
  const words = Object.keys(choices ?? {}) as Choice[];
  const paths = Object.keys(folders ?? {}) as Folder[];
  const switches = Object.keys(flags ?? {}) as Flag[];
  const withValue = [...names, ...words, ...paths];
  const { values: given, positionals } = readArguments(withValue, switches, args, argument !== undefined);
  const isGiven = positionals.length === 1 || (argument?.isOptional && positionals.length === 0);
  if (argument && given.help !== true && !isGiven) throw new UsageError(`<${argument.name}> is missing`);
  const values = {} as Settings<Name>;
  for (const name of names) {
    const text = given[name] ?? String(options[name].defaultValue);
    const [pattern, form] = options[name].isAny
      ? ([/^\d{1,8}(\.\d{1,3})?$/, 'a number from 0'] as const)
      : ([/^[1-9]\d{0,7}$/, 'a whole number from 1'] as const);
    if (!pattern.test(String(text))) throw new UsageError(`--${name} must be ${form}`);
    values[name] = Number(text);
  }
  const chosen: Record<string, string | boolean> = {};
  for (const word of words) {
    const possible = choices?.[word].values ?? [];
    const value = String(given[word] ?? possible[0]);
    if (!possible.includes(value)) throw new UsageError(`--${word} must be ${possible.join(' or ')}`);
    chosen[word] = value;
  }
  for (const path of paths) chosen[path] = String(given[path] ?? '');
  for (const each of switches) chosen[each] = given[each] === true;
  return {
    values,
    argument: positionals[0] ?? '',
    chosen: chosen as Chosen<Choice, Flag, Folder>,
    asJson: given.json === true,
    help: given.help === true,
  };
}

function readArguments(withValue: string[], switches: string[], args: string[], allowPositionals: boolean) {
  const typed = <Type extends string>(names: string[], type: Type) =>
    Object.fromEntries(names.map((name) => [name, { type }]));
  try {
    const flags = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const options = { ...typed(withValue, 'string' as const), ...typed(switches, 'boolean' as const), ...flags };
    const { values, positionals } = parseArgs({ args, options, allowPositionals });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function getUsage<Name extends string, Choice extends string, Flag extends string, Folder extends string>({
  name,
  summary,
  options,
  choices,
  argument,
  flags,
  folders,
}: Command<Name, Choice, Flag, Folder>): string {
  const numbers = Object.entries<NumberOption>(options).map(([option, { defaultValue, describe }]) => [
    `--${option} <n>`,
    `${describe} (default ${defaultValue})`,
  ]);
  const argumentForm = argument && (argument.isOptional ? `[${argument.name}]` : `<${argument.name}>`);
  const first = argument ? [[argumentForm, argument.describe]] : [];
  const words = Object.entries<NonNullable<typeof choices>[Choice]>(choices ?? {}).map(
    ([option, { values, describe }]) => [
      `--${option} <word>`,
      `${values.join(' or ')}: ${describe} (default ${values[0]})`,
    ],
  );
  const paths = Object.entries<string>(folders ?? {}).map(([option, describe]) => [`--${option} <folder>`, describe]);
  const switches = Object.entries<string>(flags ?? {}).map(([option, describe]) => [`--${option}`, describe]);
  const named = [...switches, ...numbers, ...words, ...paths];
  const all = [...first, ...named, ['--json', 'print the results as JSON'], ['--help', 'print this text']];
  const lines = all.map(([option = '', text]) => `  ${option.padEnd(20)}${text}`);
  return `Usage: npm run ${name} -- ${argumentForm ? `${argumentForm} ` : ''}[options]\n\n${summary}\n\n${lines.join('\n')}`;
}

function formatReport({ rows, summary, targets, facts, faults = [] }: Report): string {
  const lines = Object.entries(facts).map(([name, value]) => `- ${name}: ${formatCell(value)}`);
  const wrong = faults.length === 0 ? [] : ['', `${faults.length} things do not hold:`, ...faults.slice(0, mostFaults)];
  const tables = [rows, summary, targets].flatMap((each) => (each ? [table(each), ''] : []));
  return [...tables, ...lines, ...wrong].join('\n');
}

function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column] ?? null)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const isNumber = (column: number) => rows.some((row) => typeof row[columns[column] ?? ''] === 'number');
  const lines = cells.map((line) => {
    const padded = line.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    return `| ${padded.join(' | ')} |`;
  });
  lines.splice(
    1,
    0,
    `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber(column) ? ':' : '-'}|`).join('')}`,
  );
  return lines.join('\n');
}

/** Rounds to three significant digits, the precision of the measurements. */
function formatCell(cell: Cell): string {
  if (typeof cell !== 'number') return cell ?? '';
  return Number.isInteger(cell) || Math.abs(cell) >= 100
    ? String(Math.round(cell))
    : String(Number(cell.toPrecision(3)));
}
