-- Videos that hold picture and sound alone. Uploads are written so before they are named by their content; what was stored
-- earlier is replaced under its key, so its key is the hash of what it was. `sha256` is that of the file which lies there
-- once `done_at` is set; a done one without it cannot be written anew and stays as it came.
create table video_cleaning (
  key text primary key,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  done_at timestamptz
);
create index upload_video on upload (key) where mime_type like 'video/%';
