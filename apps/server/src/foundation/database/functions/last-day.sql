-- Somebody's last day, and the last pay. Said here once: the last day counts, and neither the status
-- nor the terms of service. Whoever is suspended has not left.

-- On the last day itself everybody is still at work.
create or replace function has_left(last_day date, by_day date) returns boolean
language sql immutable as $$
  select coalesce(last_day < by_day, false)
$$;

-- Whoever is no longer there once a period is over: its pay is the final one.
create or replace function leaves_by(last_day date, end_of_period date) returns boolean
language sql immutable as $$
  select coalesce(last_day <= end_of_period, false)
$$;

-- Nothing more comes with final pay: it is confirmed, or a month has passed without.
create or replace function final_pay_is_over(org uuid, employee uuid, last_day date, today date)
returns boolean language sql stable as $$
  select coalesce(last_day < today - 31, false) or exists (select from paid_slips p
    where p.organization_id = org and p.employee_id = employee
      and p.kind = 'monthly' and p.month = to_char(last_day, 'YYYY-MM'))
$$;

-- Leave ends with the last day, but what a month was paid with stays as it was: its payslip has
-- paid, or not paid, for days after a last day that was told too late for it.
create or replace function leave_ends_on(org uuid, employee uuid, last_day date) returns date
language sql stable as $$
  select greatest(last_day, (select max(coalesce((s.person ->> 'termination_date')::date,
      ((s.month || '-01')::date + interval '1 month' - interval '1 day')::date))
    from paid_slips s where s.organization_id = org and s.employee_id = employee
      and s.kind = 'monthly' and s.month >= to_char(last_day, 'YYYY-MM')))
$$;

-- Whoever is taken back has no last day any more, or another one, and nothing else says which days
-- lie between: those after the last day, until the day on which it is recorded.
create or replace function keep_days_away() returns trigger language plpgsql as $$
declare
  today date := (app_now() at time zone 'Africa/Nairobi')::date;
begin
  new.away := case when tg_op = 'UPDATE' then old.away else '{}' end;
  if tg_op = 'UPDATE' and has_left(old.termination_date, today - 1)
      and not has_left(new.termination_date, today) then
    new.away := new.away + datemultirange(daterange(old.termination_date, today, '()'));
  end if;
  return new;
end $$;

-- How many days of a period those are.
create or replace function days_away(away datemultirange, first_day date, last_day date)
returns integer language sql immutable as $$
  select coalesce(sum(upper(d) - lower(d)), 0)::int
  from unnest(away * datemultirange(daterange(first_day, last_day, '[]'))) d
$$;

-- As the engine takes them.
create or replace function stretches(days datemultirange) returns json language sql immutable as $$
  select coalesce(json_agg(json_build_object('from', lower(d), 'to', upper(d) - 1) order by d), '[]')
  from unnest(days) d
$$;

grant execute on function has_left(date, date), leaves_by(date, date),
  final_pay_is_over(uuid, uuid, date, date), leave_ends_on(uuid, uuid, date),
  days_away(datemultirange, date, date), stretches(datemultirange) to mshahara_app, mshahara_platform;
