/** What is wrong with a component: it stops publishing, or could be better. */
export type LayerProblem = 'error' | 'advice';
