/** Says how many there are: `1 audit`, `2,000 entries`. @param many the word for any number but one */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
