/** Links the list of all values of a facet. */
export const allValuesText = (values: number, facet: string) => `All ${values.toLocaleString("en")} ${facet}`;
