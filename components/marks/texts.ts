export const drawingTexts = {
  today: "today",
  none: "None",
  equal: "The two hashes are equal.",
  differ: "The two hashes differ.",
  t3: "Score for T3: 60",
  t2: "Score for T2: 40",
} as const;
