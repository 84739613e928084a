/** The profile before anything is answered. */
export const emptyAnswers = {
  is_the_app_live_in_store: '',
  which_one_best_describes_your_role: '',
  i_want_to_focus_primarily_on: '',
  store_type: '',
  app_id: '',
};
