-- A proposal that is closed stays as it was, and nothing that moves pay is accepted unconfirmed.

create or replace function keep_detail_proposal() returns trigger language plpgsql as $$
begin
  if current_user = 'mshahara_eraser' then return coalesce(new, old); end if;
  if TG_OP = 'DELETE' or old.status <> 'open' or new.employee_id <> old.employee_id then
    raise exception 'a proposal is kept' using errcode = 'check_violation',
      constraint = 'detail_proposals_kept';
  end if;
  -- What was confirmed was confirmed of that revision.
  if new.revision <> old.revision and (new.old_confirmed_at is not null
      or new.new_confirmed_at is not null) then
    raise exception 'another revision is not confirmed' using errcode = 'check_violation',
      constraint = 'detail_proposals_kept';
  end if;
  return new;
end $$;

create or replace function keep_detail_change() returns trigger language plpgsql as $$
declare
  p record;
begin
  if current_user = 'mshahara_eraser' then return coalesce(new, old); end if;
  select * into p from detail_proposals where organization_id = (coalesce(new, old)).organization_id
    and id = (coalesce(new, old)).proposal_id;
  if p.status <> 'open' then
    raise exception 'a proposal is kept' using errcode = 'check_violation',
      constraint = 'detail_proposals_kept';
  end if;
  if TG_OP = 'DELETE' then return old; end if;
  if new.accepted and new.subject in ('phone', 'bank') and not p.ready then
    raise exception 'not confirmed' using errcode = 'check_violation',
      constraint = 'detail_changes_confirmed';
  end if;
  return new;
end $$;
