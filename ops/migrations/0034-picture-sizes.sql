-- Pictures whose smaller sizes were made, or cannot be. Uploads have them from their first day; earlier pictures get
-- them in the background. What stands here is a fact of the file's content and goes with the file.
create table picture_sizes (
  key text primary key,
  made_at timestamptz not null
);
