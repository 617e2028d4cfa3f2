import type { JudgedQuestion } from "./judged-questions";

/** What was answered to a question: the slugs, the best first, and the one that was picked. */
export interface Answered {
  listed: readonly string[];
  pick: string | null;
}

const LISTED = 5;

/** Returns a line of percentages. Only questions with a right answer count for the first three. */
export function judgedLine(title: string, questions: readonly JudgedQuestion[], answers: readonly Answered[]): string {
  const judged = questions.map(({ grades }, at) => {
    const { listed, pick } = answers[at] ?? { listed: [], pick: null };
    const gradeOf = (slug: string | undefined) => (slug === undefined ? 0 : (grades[slug] ?? 0));
    const right = Object.values(grades).filter((grade) => grade === 2).length;
    const found = listed.slice(0, LISTED).filter((slug) => gradeOf(slug) === 2).length;
    return {
      right,
      isFirst: gradeOf(listed[0]) === 2,
      recall: found / Math.min(LISTED, right),
      isPicked: pick !== null,
      isRight: pick !== null && gradeOf(pick) === 2,
      hasNone: Object.keys(grades).length === 0,
    };
  });
  const answerable = judged.filter(({ right }) => right > 0);
  const without = judged.filter(({ hasNone }) => hasNone);
  const figures = [
    percent(answerable.map(({ isFirst }) => Number(isFirst))),
    percent(answerable.map(({ recall }) => recall)),
    percent(answerable.map(({ isRight }) => Number(isRight))),
    percent(judged.map(({ isPicked, isRight }) => Number(isPicked && !isRight))),
    percent(without.map(({ isPicked }) => Number(!isPicked))),
  ];
  return `| ${[title, String(questions.length), ...figures].join(" | ")} |`;
}

export const JUDGED_HEAD =
  "| questions | | first | recall@5 | pick right | wrong | refused |\n|---|---:|---:|---:|---:|---:|---:|";

function percent(values: readonly number[]): string {
  if (values.length === 0) return "–";
  return ((100 * values.reduce((sum, value) => sum + value, 0)) / values.length).toFixed(1);
}
