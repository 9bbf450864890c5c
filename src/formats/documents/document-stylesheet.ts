/** The styles of a document, within it: it is read and printed from a disk, too. */
export const documentStylesheet = `
:root { color-scheme: light dark; --line: #767676; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; } h3 { margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { font-weight: 600; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: start; vertical-align: top; }
.number { text-align: end; font-variant-numeric: tabular-nums; } .sum { font-weight: 600; }
ul.outputs { list-style: none; padding: 0; } ul.outputs > li { padding-inline-start: 2rem; text-indent: -2rem; margin-bottom: .5rem; }
ol.outputs > li { margin-bottom: .5rem; }
@page { margin: 2cm; @bottom-center { content: counter(page) " / " counter(pages); } }
@media print {
  :root { color-scheme: light; } body { font-size: 10.5pt; max-width: none; margin: 0; padding: 0; }
  h1, h2, h3, h4 { break-after: avoid; } li, tr { break-inside: avoid; } thead { display: table-header-group; }
  section + section { break-before: page; } a { color: inherit; text-decoration: none; }
}
`;
