/** What templates of designs are for. */
export const templateCategories = ['sale', 'product', 'quiz_poll', 'countdown', 'editorial', 'rating'] as const;
export type TemplateCategory = (typeof templateCategories)[number];
