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
      and p.month = to_char(last_day, 'YYYY-MM'))
$$;

-- Whoever is taken back has no last day any more, and nothing else says which days lie between.
-- Of somebody not permanent the last day is moved first, and the status after it.
create or replace function keep_days_away() returns trigger language plpgsql as $$
declare
  today date := (app_now() at time zone 'Africa/Nairobi')::date;
begin
  if tg_op = 'INSERT' then
    new.away_from := null;
    new.back_on := null;
    return new;
  end if;
  new.away_from := old.away_from;
  new.back_on := old.back_on;
  if old.status = 'terminated' and has_left(old.termination_date, today - 1)
      and (new.status <> 'terminated' or not has_left(new.termination_date, today)) then
    new.away_from := old.termination_date + 1;
    new.back_on := today;
  end if;
  return new;
end $$;

-- How many days of a period those are.
create or replace function days_away(away_from date, back_on date, first_day date, last_day date)
returns integer language sql immutable as $$
  select case when away_from is null then 0
    else greatest(0, least(back_on - 1, last_day) - greatest(away_from, first_day) + 1) end
$$;

grant execute on function has_left(date, date), leaves_by(date, date),
  final_pay_is_over(uuid, uuid, date, date), days_away(date, date, date, date) to mshahara_app, mshahara_platform;
