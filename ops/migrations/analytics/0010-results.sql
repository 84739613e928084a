-- What SDKs may know of figures: how often the components of a story were answered with what, of whole days together. Their role
-- reads no table of figures. In plpgsql, which looks for the table when it is asked: a rebuild puts another in its place.
create function component_answers(app uuid, story uuid, components text[])
returns table (component text, answered text, times bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select d.component_id, d.value, sum(d.answers)::bigint from analytics.daily_answer d
     where d.app_id = app and d.story_id = story and d.component_id = any(components)
       and d.type in ('reaction_clicked', 'poll_selected', 'quiz_answered', 'rating_submitted')
     group by d.component_id, d.value;
end
$$;
revoke all on function component_answers(uuid, uuid, text[]) from public;
