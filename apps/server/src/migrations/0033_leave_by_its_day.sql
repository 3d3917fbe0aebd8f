-- Leave keeps its days and the rule they were counted by; balances open for no year that is over;
-- what a leaver is paid beyond the year and what was carried over is approved by name.

-- ---------------------------------------------------------------- the days of a leave

create table leave_request_days (
  organization_id uuid not null default app_org() references organizations (id),
  request_id uuid not null,
  day date not null,
  -- Of the calendar day, and what is taken of it from the balance: 0, 0.5 or 1.
  covered numeric(3, 2) not null check (covered in (0.5, 1)),
  counts numeric(3, 2) not null check (counts in (0, 0.5, 1)),
  why text not null check (why in ('counts', 'half day', 'weekend', 'holiday')),
  -- Of the holiday, and whether it was an estimate.
  name text,
  expected boolean not null default false,
  rule text not null check (rule in ('calendar', 'mon-fri', 'mon-sat', 'mon-fri sun', 'mon-sun')),
  primary key (organization_id, request_id, day),
  constraint leave_request_days_request foreign key (organization_id, request_id)
    references leave_requests (organization_id, id)
);
create index leave_request_days_by_day on leave_request_days (organization_id, day);
call org_table('leave_request_days', '');

-- Leave from before is written down as it would be counted now; where that is not what was taken
-- from the balance, by the pattern that comes to it.
create function pg_temp.counted(org uuid, first date, last date, half_first boolean,
  half_last boolean, rule text)
returns table (day date, covered numeric, counts numeric, why text, name text, expected boolean)
language sql stable as $$
  select g.day, g.covered, case when g.why in ('weekend', 'holiday') then 0 else g.covered end,
    g.why, g.name, coalesce(g.expected, false)
  from (select d.day::date, c.covered,
      case when rule <> 'calendar' and extract(dow from d.day) = 6
          and rule not in ('mon-sat', 'mon-sun')
        or rule <> 'calendar' and extract(dow from d.day) = 0
          and rule not in ('mon-fri sun', 'mon-sun') then 'weekend'
        when rule <> 'calendar' and h.day is not null then 'holiday'
        when c.covered = 0.5 then 'half day' else 'counts' end as why, h.name, h.expected
    from generate_series(first::timestamp, last::timestamp, interval '1 day') d (day)
    cross join lateral (select case when d.day = first and half_first
      or d.day = last and half_last then 0.5 else 1 end as covered) c
    left join leave_holidays h on h.organization_id = org and h.day = d.day::date) g
$$;
set local role mshahara_platform;
insert into leave_request_days
  (organization_id, request_id, day, covered, counts, why, name, expected, rule)
select r.organization_id, r.id, l.day, l.covered, l.counts, l.why,
  case when l.why = 'holiday' then l.name end, l.why = 'holiday' and l.expected, k.rule
from leave_requests r
join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
join organizations o on o.id = r.organization_id
left join leave_patterns p on p.organization_id = r.organization_id
  and p.employee_id = r.employee_id
cross join lateral (select c.rule
  from unnest(case when t.count_by = 'calendar' then array['calendar'] else array[
    case when coalesce(p.work_saturday, o.work_saturday)
      then case when coalesce(p.work_sunday, o.work_sunday) then 'mon-sun' else 'mon-sat' end
      else case when coalesce(p.work_sunday, o.work_sunday) then 'mon-fri sun' else 'mon-fri' end
    end, 'mon-fri', 'mon-sat', 'mon-fri sun', 'mon-sun'] end) with ordinality c (rule, place)
  order by (select sum(n.counts) from pg_temp.counted(r.organization_id, r.start_date, r.end_date,
    r.half_start, r.half_end, c.rule) n) = r.days desc, c.place limit 1) k
cross join lateral pg_temp.counted(r.organization_id, r.start_date, r.end_date, r.half_start,
  r.half_end, k.rule) l;
reset role;
drop function pg_temp.counted;
create trigger keep_leave_day before update or delete on leave_request_days
  for each row execute function keep_leave_day();

-- ---------------------------------------------------------------- balances and requests

create trigger leave_year_over before insert on leave_balances
  for each row execute function leave_year_over();

-- How far back an employee may ask for leave that was taken already.
alter table leave_types add column backdate_days int not null default 7
  check (backdate_days between 0 and 366);

-- Ended because its person left before it was decided; and whether that was told.
alter table leave_requests add column left_undecided text check (left_undecided in
  ('to tell', 'told'));
create index leave_requests_left on leave_requests (organization_id)
  where left_undecided = 'to tell';

-- ---------------------------------------------------------------- what leavers are paid

-- Found in a run, and approved by somebody for one person: whoever confirms it.
create table payroll_exceptions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  payroll_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  -- What was approved, as it was shown.
  detail text not null,
  approved_by uuid not null references users (id) default app_user(),
  approved_name text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint payroll_exceptions_payroll foreign key (organization_id, payroll_id)
    references payrolls (organization_id, id),
  constraint payroll_exceptions_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create unique index payroll_exceptions_once
  on payroll_exceptions (organization_id, payroll_id, employee_id, kind);
call org_table('payroll_exceptions', 'payroll');
revoke update, delete on payroll_exceptions from mshahara_app;

-- Days that this year has not earned and that were not carried over.
alter table leave_encashments add column beyond boolean not null default false;
create trigger leave_pay_approved before update on leave_encashments
  for each row when (new.beyond and new.status = 'paid' and old.status = 'draft')
  execute function leave_pay_approved();

-- ---------------------------------------------------------------- letters beyond the budget

create table leave_untold (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  user_id uuid not null references users (id),
  line text not null,
  link text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create index leave_untold_of_user on leave_untold (organization_id, user_id, number);
call org_table('leave_untold', '');
