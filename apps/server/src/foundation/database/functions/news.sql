-- Every server hears at once that somebody has news or that a session has ended, and tells the
-- pages that are open. What the news are is not said here: whoever wants to know asks, and is
-- let in or not.
create or replace function tell_of_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', new.user_id::text);
  return null;
end $$;

create or replace function tell_of_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', old.id::text);
  return null;
end $$;
