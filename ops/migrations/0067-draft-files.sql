-- The files that a draft names, beside its content: to look for a key in the text of each content costs the size of it.
alter table story_draft add column media text[] not null default '{}';
update story_draft d set media = named.keys
  from (select m.story_id, array_agg(m.key order by m.key) as keys
          from draft_media m join story_draft of on of.story_id = m.story_id
         where strpos(of.content::text, m.key) > 0 group by m.story_id) named
 where named.story_id = d.story_id;
