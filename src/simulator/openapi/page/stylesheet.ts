/** The page's stylesheet, in light and dark. The page is readable without it. */
export const openApiStylesheet = `:root {
  color-scheme: light dark;
  --ground: #fdfdfb;
  --raised: #f2f1ec;
  --line: #d9d6cc;
  --text: #22211d;
  --quiet: #5f5c52;
  --link: #0a56a3;
  --get: #1b6e3c;
  --post: #0a56a3;
  --change: #8a5200;
  --delete: #a3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #191a1c;
    --raised: #232528;
    --line: #3b3e43;
    --text: #e8e6e1;
    --quiet: #a9a69e;
    --link: #8cc0f5;
    --get: #86d3a2;
    --post: #8cc0f5;
    --change: #efc078;
    --delete: #f59b92;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto;
  max-width: 80rem;
  padding: 1.5rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  display: grid;
  grid-template-columns: minmax(12rem, 16rem) minmax(0, 1fr);
  gap: 0 2.5rem;
}
header { grid-column: 1 / -1; border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
h1 { margin: 0; line-height: 1.2; }
h1 small { color: var(--quiet); font-weight: normal; }
h2 { margin: 2rem 0 0.75rem; }
main section:first-child h2 { margin-top: 0; }
h4 { margin: 1rem 0 0.25rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; padding: 0.75rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 0.5rem 0; font-size: 0.9rem; }
nav ul { list-style: none; margin: 0; padding: 0 0 0.25rem 0.75rem; }
nav > ul { padding-left: 0; }
nav a { text-decoration: none; overflow-wrap: anywhere; }
nav a:hover, nav a:focus { text-decoration: underline; }
details { border: 1px solid var(--line); border-radius: 6px; background: var(--raised); margin: 0.5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 0.75rem; }
details:has(> .target:target) { border-color: var(--link); }
.target { scroll-margin-top: 4rem; }
summary { cursor: pointer; margin: 0 -1rem; padding: 0.5rem 1rem; overflow-wrap: anywhere; }
.answer, .example { background: var(--ground); }
.verb { display: inline-block; min-width: 4.5rem; font-weight: bold; }
.get { color: var(--get); }
.post, .put { color: var(--post); }
.patch { color: var(--change); }
.delete { color: var(--delete); }
.what, .remark, .type { color: var(--quiet); }
.fields { list-style: none; margin: 0; padding: 0; }
.fields .fields { border-left: 2px solid var(--line); padding-left: 1rem; }
.fields li { padding: 0.25rem 0; }
.fields p { margin: 0.1rem 0; }
.name { font-weight: bold; }
em { color: var(--change); font-style: normal; }
@media (max-width: 50rem) {
  body { display: block; padding: 1rem; }
  nav { position: static; max-height: 14rem; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 1rem; margin-bottom: 1rem; }
}
@media print {
  body { display: block; }
  nav { display: none; }
}
`
