import type { Node, Source, Violation } from './source.ts';

/** Names that two files of src export: a reader who searches for one of them finds two things. */
export function checkExports(sources: readonly Source[]): Violation[] {
  const exports = sources.filter(({ path }) => path.startsWith('src/')).flatMap(exportsOf);
  return [...Map.groupBy(exports, ({ name }) => name)].flatMap(([name, places]) => {
    const [first, ...others] = [...new Map(places.map((place) => [place.file, place])).values()];
    return others.map(({ file, line }) => ({
      file,
      line,
      message: `exports ${name}, which ${first?.file} exports, too: one name for one thing (docs/glossary.md)`,
    }));
  });
}

function exportsOf({ path, nodes, lineOf }: Source): { name: string; file: string; line: number }[] {
  return nodes.flatMap(({ node }) => {
    if (node.type !== 'ExportDeclaration') return [];
    const declared = node.declaration as Node;
    const names = declared.type === 'VariableDeclaration' ? (declared.declarations as Node[]) : [declared];
    return names.flatMap(({ id, identifier }) => {
      const { value } = (id ?? identifier) as Node;
      return typeof value === 'string' ? [{ name: value, file: path, line: lineOf(node) }] : [];
    });
  });
}
