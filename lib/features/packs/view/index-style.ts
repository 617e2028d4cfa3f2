/** The style of the index. It is opened from a disk, so it has the portal's colours, and only fonts of the reader's machine. */
export const INDEX_STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f3f6f0,#10191d);--sunk:light-dark(#e8eee5,#1b292e);--ink:light-dark(#14202a,#e7eee6);--ink-2:light-dark(#3a4953,#bccac3);--hair:light-dark(#d2dbcf,#2a3a3e);--rule:light-dark(#14202a,#cfdad1);--accent:light-dark(#0e5a48,#7fcbb0);--wash:light-dark(#d9e9df,#1c3a33)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2{font-family:Georgia,serif;font-weight:600;line-height:1.2;margin:0}
h1{font-size:clamp(1.875rem,5vw,2.75rem)}h2{font-size:1.3125rem;padding-bottom:.4rem}h2 small{color:var(--ink-2);font:400 .875rem system-ui,sans-serif}
.kind{margin:0 0 .25rem;color:var(--accent);font-weight:600;font-size:.875rem}
header{border-bottom:3px double var(--rule);padding-bottom:1.25rem}
section{margin-top:2.75rem}
a{color:var(--accent);text-underline-offset:2px}a:hover{text-decoration-thickness:2px}
code,td a{font:.8125rem/1.5 ui-monospace,monospace}
dl{margin:1.5rem 0 0;font-size:.875rem}dl div{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:1rem;padding:.3rem 0}dt,th,.none,time{color:var(--ink-2)}dd{margin:0}
table{width:100%;border-collapse:collapse;border-top:1px solid var(--rule);font-size:.875rem}
th{text-align:left;font-weight:400;font-size:.8125rem}td,th{padding:.5rem .75rem .5rem 0;vertical-align:top;border-bottom:1px solid var(--hair)}
td:last-child,th:last-child{padding-right:0;width:6.5rem}td:first-child,td:last-child{white-space:nowrap}td:first-child,th:first-child{width:10rem}.files td:first-child{width:16rem;white-space:normal}
time{font-variant-numeric:tabular-nums}
.state{display:inline-block;padding:0 .5rem;border:1px solid currentColor;font-size:.8125rem;line-height:1.6}
.proven{color:var(--accent);background:var(--wash)}.stated{border-style:dashed}.erased{color:var(--ink-2);text-decoration:line-through}
.counts{list-style:none;margin:.5rem 0 1rem;padding:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1.25rem}.counts b{font:600 1.6875rem Georgia,serif;margin-right:.4rem}.counts p{margin:.3rem 0 0;color:var(--ink-2);font-size:.875rem}
aside{margin-top:1.5rem;padding:1rem 1.25rem;background:var(--sunk);border-left:4px solid var(--rule)}aside p{margin:0}
@media(max-width:36rem){body{padding-top:1.5rem}thead{position:absolute;clip-path:inset(50%)}tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem .75rem;padding:.6rem 0;border-bottom:1px solid var(--hair)}td{padding:0;border:0}td:nth-child(2){grid-row:2;grid-column:1/3}.files td:first-child,td:last-child,td:first-child{width:auto}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;background:none;font-size:10pt}tr,aside{break-inside:avoid}h2{break-after:avoid}}
`.trim();
