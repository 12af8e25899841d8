/** The page's style: system fonts, light and dark, down to a width of 360 pixels. */
export const PAGE_STYLE = `
:root { color-scheme: light; --text: #1c2430; --back: #fff; --soft: #f2f4f7; --line: #d4d9e1; --link: #0b57c2; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --text: #e6eaf0; --back: #14181f; --soft: #1e242d; --line: #394352; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 1rem; }
a { color: var(--link); }
code { font: 0.875em/1.5 ui-monospace, monospace; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
details { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 8px; }
summary { padding: 0.6rem 0.8rem; border-radius: 8px; cursor: pointer; }
summary:hover, details[open] > summary { background: var(--soft); }
summary span { display: block; }
summary b { display: inline-block; min-width: 4.8rem; }
details > div { padding: 0 0.8rem 0.8rem; }
details > div > span { scroll-margin-top: 5rem; }
details ul { padding-left: 1.2rem; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;
