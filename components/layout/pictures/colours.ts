/**
 * The light tokens that pictures use, by their names in app/tokens.css. Pictures read no styles, so a test compares
 * them.
 */
export const LIGHT = {
  paper: "#f3f6f0",
  ink: "#14202a",
  "ink-2": "#3a4953",
  "ink-3": "#566670",
  "rule-hair": "#d2dbcf",
  "rule-total": "#14202a",
  accent: "#0e5a48",
  "tier-0": "#dfe8df",
  "tier-1": "#b4d3c1",
  "tier-2": "#74ad93",
  "tier-3": "#2f7f66",
  "tier-4": "#0a4537",
  "tier-edge": "#4c7c6a",
  "glyph-void": "#ccd7ca",
} as const;
