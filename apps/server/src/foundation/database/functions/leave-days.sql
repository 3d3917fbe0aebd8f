-- Which days of a leave count, and what they cost of pay: said here alone. Handlers ask it, and the
-- guards hold what is written down to it.

-- ---------------------------------------------------------------- days (C5)

-- By which days a leave is counted; kept with each of them (C21).
create or replace function leave_rule(count_by text, saturday boolean, sunday boolean) returns text
language sql immutable as $$
  select case when count_by = 'calendar' then 'calendar'
    when saturday then case when sunday then 'mon-sun' else 'mon-sat' end
    when sunday then 'mon-fri sun' else 'mon-fri' end
$$;

-- How much of a calendar day a leave covers, how much of that is taken from the balance, and why.
create or replace function leave_day(
  day date, first date, last date, half_first boolean, half_last boolean, rule text,
  is_holiday boolean
) returns table (covered numeric, counts numeric, why text) language sql immutable as $$
  select c.covered, case when w.why in ('weekend', 'holiday') then 0 else c.covered end, w.why
  from (select case when day = first and half_first or day = last and half_last
    then 0.5 else 1 end as covered) c
  cross join lateral (select case
    when rule <> 'calendar' and extract(dow from day) = 6 and rule not in ('mon-sat', 'mon-sun')
      or rule <> 'calendar' and extract(dow from day) = 0
        and rule not in ('mon-fri sun', 'mon-sun') then 'weekend'
    when rule <> 'calendar' and is_holiday then 'holiday'
    when c.covered < 1 then 'half day' else 'counts' end as why) w
$$;

-- ---------------------------------------------------------------- pay (C9)

-- What somebody's approved leave of a type takes from the pay of which month, in days, each leave by
-- the terms it was approved under: once the year's days at full pay are used up, which earlier leave
-- does first, its calendar days less the share that is paid. A weekend goes with the days before it.
-- Only days of the employment cost anything: of a month that was paid, as its payslip has it.
drop function if exists leave_cost(uuid, uuid, uuid);
create or replace function leave_cost(org uuid, who uuid, of_type uuid)
returns table (request_id uuid, month text, days numeric, calendar numeric, first date, last date,
  paid_share int)
language plpgsql stable as $$
declare
  d record;
  year int;
  used numeric := 0;
  whole numeric;
  less numeric;
begin
  for d in select r.id, l.day, l.covered, l.counts, k.share, coalesce(k.in_full, 0) as in_full
    from leave_requests r
    join leave_types t on t.organization_id = org and t.id = r.leave_type_id
    cross join lateral (select
      coalesce(r.paid_share, case when t.is_paid then t.paid_share else 0 end) as share,
      case when r.paid_share is not null then r.full_pay_days
        when t.is_paid then t.full_pay_days end as in_full) k
    join leave_request_days l on l.organization_id = org and l.request_id = r.id
    join employees e on e.organization_id = org and e.id = who
    left join lateral (select s.person from paid_slips s where s.organization_id = org
      and s.employee_id = who and s.kind = 'monthly' and s.month = to_char(l.day, 'YYYY-MM')
      limit 1) s on true
    cross join lateral (select
      case when s.person is null then e.employment_date
        else (s.person ->> 'employment_date')::date end as first,
      case when s.person is null then e.termination_date
        else (s.person ->> 'termination_date')::date end as last) w
    where r.organization_id = org and r.employee_id = who and r.leave_type_id = of_type
      and r.status = 'approved' and k.share < 100
      and l.day >= coalesce(w.first, l.day) and l.day <= coalesce(w.last, l.day)
    order by r.start_date, l.day
  loop
    if year is distinct from extract(year from d.day)::int then
      year := extract(year from d.day);
      used := 0;
    end if;
    whole := least(d.counts, greatest(0, d.in_full - used));
    less := round((case when d.counts > 0 then d.counts - whole
      when used >= d.in_full then d.covered else 0 end) * (100 - d.share) / 100, 2);
    used := used + whole;
    continue when less = 0;
    if (request_id, month) is distinct from (d.id, to_char(d.day, 'YYYY-MM')) then
      if request_id is not null then return next; end if;
      request_id := d.id;
      month := to_char(d.day, 'YYYY-MM');
      days := 0;
      calendar := 0;
      first := d.day;
      paid_share := d.share;
    end if;
    days := days + less;
    calendar := calendar + d.covered;
    last := d.day;
  end loop;
  if request_id is not null then return next; end if;
end $$;

call for_requests('leave_rule(text, boolean, boolean)',
  'leave_day(date, date, date, boolean, boolean, text, boolean)', 'leave_cost(uuid, uuid, uuid)');
