-- What of leave is written in whose session: whoever keeps the records adjusts balances by entries
-- that say so. Everybody else writes only what follows from asking for a leave, giving it up or
-- deciding it, and the sums are held at the end of the transaction.

create or replace function bound_may_any(variadic rights text[]) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from unnest(rights) r where bound_may_or_operator(r))
$$;

drop function if exists bound_runs_pay();

create or replace function keeps_leave() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select acts_by_itself() or bound_may_or_operator('edit leaves')
$$;

create or replace function refuse_sums(of_what text) returns void language plpgsql as $$
begin
  raise exception 'leave does not add up: %', of_what using errcode = 'insufficient_privilege',
    constraint = 'leave_adds_up';
end $$;

-- ---------------------------------------------------------------- entries

drop function if exists leave_gives(uuid, uuid, text, text, date);

-- Somebody's request of this type that was asked for, given up or decided just now, in a session
-- that may have done so.
create or replace function leave_moves_now(org uuid, balance uuid, request uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from leave_balances b join leave_requests r
      on r.organization_id = org and r.employee_id = b.employee_id
        and r.leave_type_id = b.leave_type_id
    where b.organization_id = org and b.id = balance and r.id = coalesce(request, r.id)
      and is_of_now(r.xmin)
      and (r.employee_id = bound_employee() or bound_may_any('create leaves', 'approve payrolls')
        or exists (select from leave_approvals a where a.organization_id = org
          and a.request_id = r.id and a.decided_by = bound_user() and is_of_now(a.xmin))))
$$;

-- A run that paid somebody is taken back in this very transaction.
create or replace function takes_back_pay(org uuid, whom uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from payslips p
    join payrolls r on r.organization_id = p.organization_id and r.id = p.payroll_id
    where p.organization_id = org and p.employee_id = whom and r.status = 'reversed'
      and is_of_now(r.xmin))
$$;

-- How much a type gives, and when, is said by the engine alone: so nobody gives anything here but
-- whoever keeps leave and the clock, which also does it for whoever asks for leave. The one exception
-- is the run that pays somebody last, within its confirmation, and of that nothing may stay in the
-- balance: whoever confirms a run says what it pays anyway, and it gains nobody a day beside. It also
-- brings back what was lost since the last day, which is lost again when the run is reversed; whoever
-- only makes runs writes nothing here.
-- Everything else moves what is there, with a request that is asked for, given up or decided in the
-- same transaction, and has to add up at its end.
create or replace function guard_leave_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lasting boolean := new.entitled = 0 and new.beyond = 0;
  moving boolean := new.used = 0 and new.pending = 0;
  this_year int := extract(year from app_now() at time zone 'Africa/Nairobi');
  whom uuid;
  allowed boolean;
begin
  if keeps_leave() and new.kind <> 'encashment' then return new; end if;
  select b.employee_id into whom from leave_balances b
    where b.organization_id = new.organization_id and b.id = new.balance_id;
  allowed := case
    -- Days that are paid out are used, and that is all: as many as somebody is paid for.
    when new.kind = 'encashment' then lasting and new.pending = 0 and new.used > 0
      and new.request_id is null
      and (keeps_leave() or pays_last(new.organization_id, whom)
        or pays_leave_finally(new.organization_id, whom, new.used))
    when new.kind in ('accrual', 'entitlement') then moving and new.beyond = 0
      and new.entitled >= 0 and new.request_id is null and (pays_last(new.organization_id, whom)
        or pays_leave_finally(new.organization_id, whom, 0))
    when new.kind in ('reservation', 'use', 'release', 'recount') and new.request_id is not null
      then lasting and leave_moves_now(new.organization_id, new.balance_id, new.request_id)
    when new.kind = 'release' then lasting and new.pending = 0 and new.used < 0
      and takes_back_pay(new.organization_id, whom)
    when new.kind in ('carry-over', 'expiry') then moving and (
      pays_last(new.organization_id, whom)
      or pays_leave_finally(new.organization_id, whom, 0)
      or new.kind = 'expiry' and new.entitled < 0 and takes_back_pay(new.organization_id, whom)
      or leave_moves_now(new.organization_id, new.balance_id, new.request_id)
        and (new.request_id is not null or new.entitled <= 0 or new.kind = 'carry-over'
          and extract(year from new.day) <= this_year))
    else false end;
  if not coalesce(allowed, false) then perform refuse_decision('an entry of leave'); end if;
  return new;
end $$;

-- What a run gives, it pays: nothing of it stays.
create or replace function leave_given_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not keeps_leave() and exists (select from leave_balances b
      where b.organization_id = new.organization_id and b.id = new.balance_id
        and b.entitled > b.used + b.pending) then
    perform refuse_sums('what was given');
  end if;
  return null;
end $$;

-- Only what was lost comes back, and what comes into a year has left the one before.
create or replace function leave_moved_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
  b record;
begin
  if acts_by_itself() then return null; end if;
  select k.year, k.employee_id, k.leave_type_id, t.carry_over_days as most into b
    from leave_balances k
    join leave_types t on t.organization_id = org and t.id = k.leave_type_id
    where k.organization_id = org and k.id = new.balance_id;
  if new.kind = 'expiry' then
    if (select sum(n.entitled) from leave_entries n where n.organization_id = org
        and n.balance_id = new.balance_id and n.kind = 'expiry') > 0
      or (select sum(n.entitled) from leave_entries n where n.organization_id = org
        and n.balance_id = new.balance_id and n.kind = 'expiry'
        and n.request_id = new.request_id)
      > (select coalesce(sum(l.counts), 0) from leave_request_days l where l.organization_id = org
        and l.request_id = new.request_id and l.day <= new.day) then
      perform refuse_sums('what was lost');
    end if;
    return null;
  end if;
  if exists (select from leave_entries n
      join leave_balances k on k.organization_id = org and k.id = n.balance_id
      where n.organization_id = org and n.kind = 'carry-over' and n.day = new.day
        and k.employee_id = b.employee_id and k.leave_type_id = b.leave_type_id
        and k.year in (extract(year from n.day), extract(year from n.day) - 1)
        and is_of_now(n.xmin)
      having sum(n.entitled) <> 0 or sum(n.beyond) <> 0)
    or new.day not in (make_date(b.year, 1, 1), make_date(b.year + 1, 1, 1))
    or new.entitled > 0 and new.day = make_date(b.year, 1, 1)
      and (select sum(n.entitled) from leave_entries n where n.organization_id = org
        and n.balance_id = new.balance_id and n.kind = 'carry-over' and n.day = new.day) > b.most
  then
    perform refuse_sums('what was carried over');
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- the days of a request

-- Written once, for a request that is asked for just now, as `leave_day` counts them by the rule and the
-- holidays on record: whoever asks makes no day count less, by a statement of theirs either. Only
-- whoever keeps leave, and the clock, write them anew.
create or replace function guard_leave_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
begin
  if keeps_leave() then return case TG_OP when 'DELETE' then old else new end; end if;
  if TG_OP <> 'INSERT' or not exists (select from leave_requests q
      join leave_types t on t.organization_id = org and t.id = q.leave_type_id
      join organizations o on o.id = org
      left join leave_patterns p on p.organization_id = org and p.employee_id = q.employee_id
      cross join lateral leave_rule(t.count_by, coalesce(p.work_saturday, o.work_saturday),
        coalesce(p.work_sunday, o.work_sunday)) rule
      cross join lateral leave_day(new.day, q.start_date, q.end_date, q.half_start, q.half_end,
        rule, exists (select from leave_holidays h
          where h.organization_id = org and h.day = new.day)) l
      where q.organization_id = org and q.id = new.request_id and q.status = 'pending'
        and is_of_now(q.xmin) and new.day between q.start_date and q.end_date
        and (new.rule, new.covered, new.counts, new.why) = (rule, l.covered, l.counts, l.why)) then
    perform refuse_decision('a day of leave');
  end if;
  return new;
end $$;

-- What a request has of balances is what its days come to, year by year.
create or replace function check_leave_request(org uuid, request uuid) returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  r record;
begin
  select q.days, q.status, q.end_date - q.start_date + 1 as span into r from leave_requests q
    where q.organization_id = org and q.id = request;
  if exists (select from (select extract(year from d.day)::int as year, sum(d.counts) as days
        from leave_request_days d where d.organization_id = org and d.request_id = request
        group by 1) d
      full join (select b.year, sum(n.used) as used, sum(n.pending) as pending
        from leave_entries n
        join leave_balances b on b.organization_id = org and b.id = n.balance_id
        where n.organization_id = org and n.request_id = request group by 1) n using (year)
      where coalesce(n.pending, 0) <> case when r.status = 'pending' then coalesce(d.days, 0)
          else 0 end
        or coalesce(n.used, 0) <> case when r.status = 'approved' then coalesce(d.days, 0)
          else 0 end)
    or (select (count(*), coalesce(sum(d.counts), 0)) from leave_request_days d
      where d.organization_id = org and d.request_id = request) <> (r.span::bigint, r.days)
    -- What came back for a leave has gone again with it.
    or r.status not in ('pending', 'approved') and exists (select from leave_entries n
      where n.organization_id = org and n.request_id = request and n.kind = 'expiry'
      having sum(n.entitled) > 0) then
    perform refuse_sums('a request');
  end if;
end $$;

create or replace function leave_request_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if keeps_leave() then return null; end if;
  if TG_TABLE_NAME = 'leave_entries' then
    perform check_leave_request(new.organization_id, new.request_id);
    return null;
  end if;
  perform check_leave_request(new.organization_id, new.id);
  if new.status = 'approved' or TG_OP = 'UPDATE' and old.status = 'approved' then
    perform check_leave_pay(new.organization_id, new.employee_id, new.leave_type_id);
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- what goes with a request

-- Into a letter to whoever is asked just now, or stands in for them; they use it up.
create or replace function guard_leave_link() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
  today date := (app_now() at time zone 'Africa/Nairobi')::date;
begin
  if acts_by_itself() then return new; end if;
  if TG_OP = 'UPDATE' and (to_jsonb(new) - 'used_at' <> to_jsonb(old) - 'used_at'
      or old.user_id is distinct from bound_user())
    or TG_OP = 'INSERT' and (new.used_at is not null or not exists (select from leave_approvals a
      where a.organization_id = org and a.id = new.approval_id and a.status = 'pending'
        and is_of_now(a.xmin) and a.user_id in (select leave_places(org, new.user_id, today)))) then
    perform refuse_decision('a link');
  end if;
  return new;
end $$;

-- Of a leave that is asked for just now, and nobody else's: whoever may see the request may read it.
create or replace function guard_leave_file() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
begin
  if acts_by_itself() then return new; end if;
  if exists (select from leave_request_files f
      where f.organization_id = org and f.file = new.file)
    or not exists (select from leave_requests r where r.organization_id = org
      and r.id = new.request_id and is_of_now(r.xmin) and r.created_by = bound_user()
      and r.status in ('pending', 'approved')) then
    perform refuse_decision('a file');
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------- what leave costs

-- A run takes it and somebody closes it afterwards: nothing is written down as taken or closed.
create or replace function guard_leave_pay() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> 'draft' or new.payslip_id is not null or new.outcome is not null then
    perform refuse_decision('what leave costs');
  end if;
  return new;
end $$;

-- What is kept of each month is what `leave_cost` comes to, less what somebody has waived.
create or replace function leave_pay_differs(org uuid, who uuid, of_type uuid) returns boolean
language sql stable as $$
  select exists (select from leave_cost(org, who, of_type) c
    full join (select p.request_id, p.month,
        coalesce(sum(p.days) filter (where p.outcome is distinct from 'waived'), 0) as days,
        coalesce(sum(p.days) filter (where p.outcome = 'waived'), 0) as waived
      from leave_pay_days p join leave_requests r on r.organization_id = org
        and r.id = p.request_id and r.leave_type_id = of_type
      where p.organization_id = org and p.employee_id = who group by 1, 2) k
      using (request_id, month)
    where coalesce(k.days, 0) > coalesce(c.days, 0)
      or coalesce(k.days, 0) < greatest(0, coalesce(c.days, 0) - coalesce(k.waived, 0)))
$$;

-- So whoever asks for leave, gives it up or approves it writes down neither more nor less.
create or replace function check_leave_pay(org uuid, who uuid, of_type uuid) returns void
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if leave_pay_differs(org, who, of_type) then perform refuse_sums('what leave costs'); end if;
end $$;

-- Whoever makes or confirms payrolls, too, and whoever keeps leave.
create or replace function leave_pay_adds_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := coalesce(new.organization_id, old.organization_id);
  request uuid;
begin
  if acts_by_itself() then return null; end if;
  request := case when TG_OP = 'DELETE' then old.request_id else new.request_id end;
  perform check_leave_pay(org, r.employee_id, r.leave_type_id) from leave_requests r
    where r.organization_id = org and r.id = request;
  if TG_OP = 'INSERT' and not exists (select from leave_requests r where r.organization_id = org
      and r.id = request and r.employee_id = new.employee_id) then
    perform refuse_sums('what leave costs');
  end if;
  return null;
end $$;

-- Whose days, how many and of which month never changes: a correction is another row.
create or replace function keep_leave_cost() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refuse_decision('what leave costs');
end $$;

-- Unpaid days of earlier months that the payslips of a run could not bear, as they were worked out:
-- by the first record of a request and month.
create or replace function leave_carried(org uuid, run uuid) returns table (id uuid,
  payslip_id uuid, employee_id uuid, number bigint, days numeric, rest numeric, name text,
  pay_month text)
language sql stable as $$
  select r.id, p.id, r.employee_id, r.number, r.days, (line ->> 'carried')::numeric,
    line ->> 'name', p.month
  from payslips p
  join leave_pay_days r on r.organization_id = p.organization_id and r.payslip_id = p.id
  join lateral jsonb_array_elements(p.incomes) line on line ->> 'id' = r.id::text
  where p.organization_id = org and p.payroll_id = run and line ? 'carried'
$$;

-- What a run that is being confirmed has not taken is a record of its own again, and due. Nothing is
-- more or less for it.
create or replace function carry_leave_days(run uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := bound_org();
  c record;
begin
  if not acts_by_itself() and not bound_may_or_operator('approve payrolls') then
    perform refuse_decision('what leave costs');
  end if;
  for c in select k.* from leave_carried(org, run) k
    join payslips s on s.organization_id = org and s.id = k.payslip_id and s.frozen
    join payrolls r on r.organization_id = org and r.id = run and r.status = 'draft'
  loop
    if c.rest = c.days then
      update leave_pay_days d set payslip_id = null where d.organization_id = org and d.id = c.id;
      continue;
    end if;
    insert into leave_pay_days (organization_id, request_id, employee_id, month, days, working)
    select org, d.request_id, d.employee_id, d.month, c.rest, d.working from leave_pay_days d
      where d.organization_id = org and d.id = c.id;
    update leave_pay_days d set days = d.days - c.rest
      where d.organization_id = org and d.id = c.id;
  end loop;
end $$;

-- Approved leave ends with the employment: once the last day is over, or with the run that pays
-- somebody last. Answers what it had of balances for the days after. Whoever is concerned is told.
create or replace function end_leave_with_last_day(requests uuid[]) returns table (request_id uuid,
  balance_id uuid, days numeric)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := bound_org();
  c record;
begin
  for c in select r.id, r.employee_id, r.leave_type_id, r.start_date, e.termination_date,
      leave_ends_on(org, e.id, e.termination_date) as last
    from leave_requests r
    join employees e on e.organization_id = org and e.id = r.employee_id
    where r.organization_id = org and r.id = any (requests) and r.status = 'approved'
      and r.end_date > leave_ends_on(org, e.id, e.termination_date)
    order by r.id for update of r
  loop
    if not pays_last(org, c.employee_id) and not (acts_by_itself() and has_left(
        c.termination_date, (app_now() at time zone 'Africa/Nairobi')::date)) then
      perform refuse_decision('a leave');
    end if;
    return query select c.id, b.id, sum(d.counts) from leave_request_days d
      join leave_balances b on b.organization_id = org and b.employee_id = c.employee_id
        and b.leave_type_id = c.leave_type_id and b.year = extract(year from d.day)
      where d.organization_id = org and d.request_id = c.id and d.day > c.last
      group by b.id having sum(d.counts) > 0;
    if c.start_date > c.last then
      update leave_requests r set status = 'cancelled', level = null, left_undecided = 'to tell'
        where r.organization_id = org and r.id = c.id;
    else
      delete from leave_request_days d
        where d.organization_id = org and d.request_id = c.id and d.day > c.last;
      update leave_requests r set end_date = c.last, half_end = false, left_undecided = 'to tell',
        days = (
          select sum(d.counts) from leave_request_days d
          where d.organization_id = org and d.request_id = c.id)
        where r.organization_id = org and r.id = c.id;
    end if;
  end loop;
end $$;

-- Approved leave that has begun ends earlier: for whoever took it or keeps the records. What is over
-- was taken (`keep_leave_day`): whoever keeps the records gives back today and what follows, and one's
-- own today is taken too. Nobody gives back to themselves what takes from their pay. Where nothing
-- that counts is left before, nothing was taken. Answers what it had of balances for the days after.
create or replace function shorten_leave(request uuid, last date) returns table (balance_id uuid,
  days numeric)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := bound_org();
  today date := (app_now() at time zone 'Africa/Nairobi')::date;
  keeps boolean := bound_may_or_operator('edit leaves');
  c record;
  taken numeric;
begin
  select r.id, r.employee_id, r.leave_type_id into c from leave_requests r
    where r.organization_id = org and r.id = request and r.status = 'approved'
      and r.start_date <= today and last < r.end_date
      and (keeps and last >= today - 1 or r.employee_id = bound_employee() and last >= today
        and not exists (select from leave_pay_days p
          where p.organization_id = org and p.request_id = r.id))
    for update;
  if not found then perform refuse_decision('a leave'); end if;
  select coalesce(sum(d.counts), 0) into taken from leave_request_days d
    where d.organization_id = org and d.request_id = c.id and d.day <= last;
  return query select b.id, sum(d.counts) from leave_request_days d
    join leave_balances b on b.organization_id = org and b.employee_id = c.employee_id
      and b.leave_type_id = c.leave_type_id and b.year = extract(year from d.day)
    where d.organization_id = org and d.request_id = c.id and d.day > last
    group by b.id having sum(d.counts) > 0;
  if taken = 0 then
    update leave_requests r set status = 'cancelled', level = null
      where r.organization_id = org and r.id = c.id;
  else
    delete from leave_request_days d
      where d.organization_id = org and d.request_id = c.id and d.day > last;
    update leave_requests r set end_date = last, half_end = false, days = taken
      where r.organization_id = org and r.id = c.id;
  end if;
end $$;

call for_requests('leave_carried(uuid, uuid)', 'carry_leave_days(uuid)',
  'leave_pay_differs(uuid, uuid, uuid)', 'end_leave_with_last_day(uuid[])',
  'shorten_leave(uuid, date)');
call as_platform('bound_may_any(text[])', 'keeps_leave()',
  'refuse_sums(text)', 'leave_moves_now(uuid, uuid, uuid)', 'takes_back_pay(uuid, uuid)',
  'guard_leave_entry()',
  'leave_given_adds_up()', 'leave_moved_adds_up()',
  'guard_leave_day()', 'check_leave_request(uuid, uuid)', 'leave_request_adds_up()',
  'guard_leave_link()', 'guard_leave_file()',
  'guard_leave_pay()', 'check_leave_pay(uuid, uuid, uuid)', 'leave_pay_adds_up()',
  'keep_leave_cost()');
