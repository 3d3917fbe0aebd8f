-- A person's shares are a whole or none, whichever road they take: anything else would lose a part of
-- what they cost, or count it twice. Looked at when the transaction ends.
create or replace function cost_shares_are_whole() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from cost_split_shares s
      where s.organization_id = coalesce(new.organization_id, old.organization_id)
        and s.split_id in (new.split_id, old.split_id)
      group by s.split_id having sum(s.share) <> 10000) then
    raise exception 'the shares are not a whole' using errcode = 'check_violation',
      constraint = 'cost_split_shares_whole';
  end if;
  return null;
end $$;

call as_platform('cost_shares_are_whole()');
