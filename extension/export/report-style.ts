/** Style sheet of the report, light and dark, on screen and paper. */
export const reportStyle = `
:root { color-scheme: light dark; --bg: #f6f7f9; --card: #fff; --line: #dfe2e8; --text: #1b1f27; --faint: #5b6372; --good: #15803d; }
@media (prefers-color-scheme: dark) { :root { --bg: #15171c; --card: #1c1f26; --line: #363c48; --text: #e8eaf0; --faint: #a2aaba; --good: #4ade80; } }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 40px 20px; display: grid; gap: 16px; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; }
h2 { margin: 0; font-size: 14px; display: flex; gap: 8px; align-items: center; }
p { margin: 6px 0 0; }
code { font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.faint { color: var(--faint); }
article, section { padding: 16px 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); break-inside: avoid; }
article { border-inline-start: 4px solid #b45309; }
article.high { border-inline-start-color: #b42318; }
article.low { border-inline-start-color: #4b5565; }
.pin { display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 50% 50% 50% 4px; background: #312e81; color: #fff; }
.comment { font-size: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
.answer { color: #b45309; }
.answer.fixed { color: var(--good); }
ul { margin: 8px 0 0; padding-inline-start: 18px; overflow-wrap: anywhere; }
img { display: block; max-width: 100%; margin-top: 12px; border: 1px solid var(--line); border-radius: 8px; }
`;
