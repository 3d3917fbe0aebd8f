-- What the server has to say about a figure or an entry is kept as a code with values as well, so that
-- each reader is told it in their own language. The text stays: it is what was said, in English, and
-- where a person wrote it there is nothing else. What was written before gets its code here.
alter table loans add column max_working_code jsonb;
alter table leave_entries add column reason_code jsonb;
grant update (reason_code) on leave_entries to mshahara_eraser;

-- Nothing of it changes what was lent or how a balance stands: no trigger need look.
alter table loans disable trigger user, no force row level security;
alter table leave_entries disable trigger user, no force row level security;

create function pg_temp.kept(code text, places text[], found text[]) returns jsonb
language sql as $$
  select jsonb_build_object('code', code) || case when cardinality(places) = 0 then '{}' else
    jsonb_build_object('values', (select jsonb_object_agg(v.place, case
      when v.place in ('net', 'salary', 'advanced') then
        to_jsonb((coalesce(replace(v.told, ',', ''), '0')::numeric * 100)::bigint)
      when v.place in ('months', 'share', 'days', 'of', 'year') then to_jsonb(v.told::numeric)
      when v.place in ('day', 'to') then to_jsonb(to_date(v.told, 'DD Month, YYYY'))
      else to_jsonb(v.told) end)
    from unnest(places, found) as v (place, told))) end
$$;

update loans l set max_working_code =
  pg_temp.kept('loans.' || w.name, w.places, regexp_match(l.max_working, w.pattern))
from (values
  ('lastNetPay', '{net,months}'::text[],
    '^Last net pay ([\d,.]+) × 2/3, to the nearest 1,000: [\d,.]+ × (\d+) months?$'),
  ('earnedByToday', '{share,days,of,salary,advanced}',
    '^([\d.]+)% of what was earned by today, ([\d.]+) of (\d+) days of a salary of ([\d,.]+)'
    || '(?:, less ([\d,.]+) advanced already)?$')
) as w (name, places, pattern)
where l.max_working ~ w.pattern;

update leave_entries n set reason_code =
  pg_temp.kept('leave.' || w.name, w.places, regexp_match(n.reason, w.pattern))
from (values
  ('opened', '{}'::text[], '^Opened with these days$'),
  ('notPaidOut', '{}', '^Not paid out after all$'),
  ('paidOnLeaving', '{}', '^Paid on leaving$'),
  ('paidAsApproved', '{}', '^Paid on leaving, as approved$'),
  ('runReversed', '{}', '^The payroll that paid it was reversed$'),
  ('onLastDay', '{}', '^There on the last day$'),
  ('givenBackLate', '{}', '^Given back after carried days had expired$'),
  ('takenInTime', '{}', '^Carried days that were taken in time$'),
  ('notTakenInTime', '{}', '^Carried days that were not taken in time$'),
  ('noneCarried', '{}', '^No carried days were left$'),
  ('notNeeded', '{}', '^Not needed after all$'),
  ('carriedEarly', '{day}', '^Ahead of time, for leave from (\d\d \w+, \d{4})$'),
  ('carriedOver', '{year}', '^(\d{4}) to \d{4}$'),
  ('notTaken', '{year}', '^Not taken in (\d{4}) and not carried over$'),
  ('recordedLater', '{year}', '^Taken in (\d{4}), recorded later$'),
  ('holidaysAdded', '{}', '^The public holidays of a coming year were added$'),
  ('holidayAdded', '{holiday,day}', '^(.+) on (\d\d \w+, \d{4}) was added$'),
  ('holidayRemoved', '{holiday,day}', '^(.+) on (\d\d \w+, \d{4}) was removed$'),
  ('holidayMoved', '{holiday,day,to}', '^(.+) moved from (\d\d \w+, \d{4}) to (\d\d \w+, \d{4})$'),
  ('workWeekChanged', '{}', '^The working days of the organization changed$'),
  ('ownWeekChanged', '{name}', '^The working days of (?!the organization changed$)(.+) changed$'),
  ('countedBy', '{type,count_by}', '^(.+) is counted in (working|calendar) days now$')
) as w (name, places, pattern)
-- What people may have written themselves stays theirs.
where n.kind <> 'adjustment' and (n.kind <> 'encashment' or w.name like 'paid%')
  and n.reason ~ w.pattern;

alter table loans enable trigger user, force row level security;
alter table leave_entries enable trigger user, force row level security;
