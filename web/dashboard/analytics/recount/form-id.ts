/** The id of the form whose button stands at the foot of the drawer, where no message moves it. */
export const formId = 'recount-form';
