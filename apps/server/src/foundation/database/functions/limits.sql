-- The limiter's one statement: counts every key once and names those past their limit. A
-- message is counted in the transaction that records it, under whichever role that has.
create or replace function count_attempts(given json, at timestamptz) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  with asked as (
    select * from json_to_recordset(given) as g (key text, most int, until timestamptz)
  ), counted as (
    insert into attempts (key, count, until) select key, 1, until from asked order by key
    on conflict (key) do update set
      count = case when attempts.until <= at then 1 else attempts.count + 1 end,
      until = case when attempts.until <= at then excluded.until else attempts.until end
    returning key, count
  ) select key from counted join asked using (key) where count > most
$$;

alter function count_attempts(json, timestamptz) owner to mshahara_platform;
grant execute on function count_attempts(json, timestamptz) to mshahara_app, mshahara_platform;
