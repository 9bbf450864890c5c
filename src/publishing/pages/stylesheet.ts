/** The style of all pages: light and dark, from 320 pixels. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ground: #fff;
  --ink: #1b1f24;
  --soft: #57606a;
  --line: #d0d7de;
  --link: #0550ae;
  --alert: #82071e;
  --alert-ground: #ffebe9;
  --open: #116329;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117;
    --ink: #e6edf3;
    --soft: #9da7b3;
    --line: #30363d;
    --link: #79b8ff;
    --alert: #ffb3ad;
    --alert-ground: #3c1618;
    --open: #6fdd8b;
  }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 100%/1.55 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; }
header, main { max-width: 50rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; border-block-end: 1px solid var(--line); }
header p { margin: 0; }
.site { font-weight: 600; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 0; padding: .5rem 1rem; background: var(--ground); }
h1 { font-size: clamp(1.4rem, 1.1rem + 1.5vw, 2rem); line-height: 1.25; margin: .25rem 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
.kind, .source, .more { color: var(--soft); margin: 0 0 .5rem; }
.notice { border-inline-start: 4px solid var(--alert); background: var(--alert-ground); padding: .5rem .75rem; margin: 1rem 0; }
.notice p { margin: 0; }
.authors { list-style: none; padding: 0; margin: 0 0 .5rem; display: flex; flex-wrap: wrap; gap: .15rem .9rem; }
.abstract { white-space: pre-line; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .35rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
dd ul { padding: 0; margin: 0; list-style: none; }
.exports { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
publication-list { display: block; }
publication-list ul { padding-inline-start: 0; list-style: none; }
publication-list li { margin: 0 0 .9rem; }
publication-list [role="search"] { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 1rem 0; align-items: end; }
publication-list label { display: grid; color: var(--soft); font-size: .9rem; min-width: 0; }
publication-list input, publication-list select { font: inherit; max-width: 100%; padding: .35rem .5rem; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 4px; }
.publication-open-access { color: var(--open); }
.publication-retracted { color: var(--alert); }
nav ul { display: flex; gap: 1rem; list-style: none; padding: 0; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-block-end: .6rem; } }
@media print { .skip, nav, header a { display: none; } }
`;
