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

grant execute on function has_left(date, date), leaves_by(date, date),
  final_pay_is_over(uuid, uuid, date, date) to mshahara_app, mshahara_platform;
