-- What everybody writes, and only of their own: proposals, jobs, news, letters. Whoever writes
-- statements as the application, in anybody's session, writes no more than that person may.

-- Whoever works here proposes, changes and withdraws; that a code was typed is the platform's word;
-- somebody else, who keeps the records, decides.
create or replace function guard_detail_proposal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own boolean := coalesce(new.employee_id = bound_employee(), false);
begin
  if acts_by_itself() then return new; end if;
  if (new.old_confirmed_at is not null or new.new_confirmed_at is not null)
    and (TG_OP = 'INSERT' or (new.old_confirmed_at, new.old_by, new.new_confirmed_at)
      is distinct from (old.old_confirmed_at, old.old_by, old.new_confirmed_at))
    or new.status = 'decided' and (own or not bound_may_or_operator('edit employees'))
    or new.status <> 'decided' and not own then
    perform refuse_decision('a proposal');
  end if;
  return new;
end $$;

-- What somebody has confirmed is no longer changed, and what moves pay waits for a code.
create or replace function guard_detail_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed detail_changes := coalesce(new, old);
  p detail_proposals;
  decides boolean := TG_OP = 'UPDATE' and new.accepted is distinct from old.accepted;
begin
  if acts_by_itself() then return changed; end if;
  select * into p from detail_proposals d
    where d.organization_id = changed.organization_id and d.id = changed.proposal_id;
  if decides = coalesce(p.employee_id = bound_employee(), false)
    or decides and not bound_may_or_operator('edit employees')
    or decides and new.accepted and new.subject in ('phone', 'bank') and not p.needs_old
    or TG_OP = 'UPDATE' and to_jsonb(new) - '{accepted,file}'::text[]
      <> to_jsonb(old) - '{accepted,file}'::text[]
    or TG_OP <> 'UPDATE'
      and (p.old_confirmed_at is not null or p.new_confirmed_at is not null)
    or TG_OP = 'INSERT' and (new.accepted is not null
      or new.subject in ('phone', 'bank') and not p.needs_old) then
    perform refuse_decision('a proposal');
  end if;
  return changed;
end $$;

-- A request asks for work in its own name and looks on; how far it is, the work itself says.
create or replace function guard_job() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app' and (new.user_id is distinct from bound_user()
      or TG_OP = 'INSERT'
        and (new.state <> 'queued' or new.result is not null or new.error is not null)
      or TG_OP = 'UPDATE' and to_jsonb(new) - 'asked_at' <> to_jsonb(old) - 'asked_at') then
    perform refuse_decision('a job');
  end if;
  return new;
end $$;

-- Everybody reads their own news, and changes nothing else about them.
create or replace function guard_notification() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and (old.user_id is distinct from bound_user()
      or to_jsonb(new) - 'read_at' <> to_jsonb(old) - 'read_at') then
    perform refuse_decision('news');
  end if;
  return new;
end $$;

-- One's own payslip, or anybody's for whoever sees them all.
create or replace function guard_payslip_mail() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and not bound_may_or_operator('view payrolls')
    and (TG_OP = 'UPDATE' and new.payslip_id <> old.payslip_id or not exists (select from payslips s
      where s.organization_id = new.organization_id and s.id = new.payslip_id
        and s.employee_id = bound_employee())) then
    perform refuse_decision('a letter');
  end if;
  return new;
end $$;

-- One's own payslip or card, or a file of a run for whoever may have it made: one that a bank pays by,
-- for whoever may approve the payroll. In the name of whoever asks, and no file of another run.
create or replace function guard_byproduct() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if not (case
      when new.type ~ '(^|-)bank$' then bound_may_or_operator('approve payrolls')
      when new.employee_id = bound_employee() and new.payroll_id is null then true
      else bound_may_or_operator('export payrolls') or bound_may_or_operator('view payrolls') end)
    or exists (select from byproducts b where b.organization_id = new.organization_id
      and b.file = new.file and b.payroll_id is distinct from new.payroll_id) then
    perform refuse_decision('a file');
  end if;
  new.made_by := name_of(bound_user());
  new.user_id := bound_user();
  return new;
end $$;

-- Approved by whoever is signed in, in their name; of oneself only where nobody else could.
create or replace function guard_exception() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if somebody_else_must(new.employee_id, 'approve payrolls') then
    perform refuse_decision('one''s own pay');
  end if;
  new.approved_name := name_of(bound_user());
  return new;
end $$;

-- Days are put down to be paid out by whoever keeps leave, and of their own only where nobody else
-- could; out of the balance of whom they are paid to. What is left on leaving is paid with the last
-- payslip. Runs then say what became of them, and nothing else about them changes.
create or replace function guard_encashment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said constant text[] := '{payslip_id,status,beyond,why}';
  org uuid := new.organization_id;
  allowed boolean;
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'UPDATE' then
    allowed := to_jsonb(new) - said = to_jsonb(old) - said;
  else
    allowed := new.status = 'draft' and exists (select from leave_balances b
        where b.organization_id = org and b.id = new.balance_id
          and b.employee_id = new.employee_id)
      and case when new.leaving then exists (select from payslips p
          join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
          where p.organization_id = org and p.id = new.payslip_id
            and p.employee_id = new.employee_id and p.month = new.month and not p.extra
            and p.month = to_char(e.termination_date, 'YYYY-MM'))
          or new.payslip_id is null and pays_leave_finally(org, new.employee_id, new.days)
        else new.payslip_id is null and new.beyond = 0 and bound_may_or_operator('edit leaves')
          and not somebody_else_must(new.employee_id, 'edit leaves') end;
  end if;
  if not coalesce(allowed, false) then perform refuse_decision('leave paid out'); end if;
  return new;
end $$;

create or replace function number_only_rises() returns trigger language plpgsql as $$
begin
  -- By no more than a large import takes: after the largest of all nothing could be made.
  if new.name <> old.name or new.last not between old.last and old.last + 100000 then
    raise exception 'a number is given once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

call as_platform('guard_detail_proposal()', 'guard_detail_change()', 'guard_job()',
  'guard_notification()', 'guard_payslip_mail()', 'guard_byproduct()', 'guard_exception()',
  'guard_encashment()');
