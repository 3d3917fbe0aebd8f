-- Kenya's public holidays of any year, and those of them that an organisation's list begins with.

-- Easter Sunday by the Gregorian calendar (Meeus, Jones and Butcher).
create or replace function easter_sunday(y int) returns date language plpgsql immutable as $$
declare
  a int := y % 19;
  b int := y / 100;
  c int := y % 100;
  h int := (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  l int := (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
  n int := h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114;
begin
  return make_date(y, n / 31, n % 31 + 1);
end $$;

-- By the tabular Islamic calendar: what is seen of the moon may differ by a day or two.
create or replace function islamic_day(y int, m int, d int) returns date
language plpgsql immutable as $$
begin
  return date '0622-07-18' + d + (59 * (m - 1) + 1) / 2 + (y - 1) * 354 + (3 + 11 * y) / 30;
end $$;

-- Public Holidays Act (Cap. 110): a fixed holiday on a Sunday is kept on the next day that is none;
-- on a Saturday nothing moves. Easter is computed. Idd is as it was gazetted or, where that has not
-- been seen, an estimate that is to be confirmed.
create or replace function kenya_holidays(y int)
returns table (day date, name text, expected boolean) language plpgsql stable as $$
begin
  return query
  with days as (
    select make_date(y, m, d) as day, f.name, false as expected
    from (values (1, 1, 'New Year''s Day'), (5, 1, 'Labour Day'), (6, 1, 'Madaraka Day'),
      (10, 10, 'Mazingira Day'), (10, 20, 'Mashujaa Day'), (12, 12, 'Jamhuri Day'),
      (12, 25, 'Christmas Day'), (12, 26, 'Boxing Day')) as f (m, d, name)
    union all values (easter_sunday(y) - 2, 'Good Friday', false),
      (easter_sunday(y) + 1, 'Easter Monday', false)
    union all
    select g.day, g.name, false from (values
      (date '2024-04-10', 'Idd-ul-Fitr'), ('2024-06-17', 'Idd-ul-Azha'),
      ('2025-03-31', 'Idd-ul-Fitr'), ('2025-06-06', 'Idd-ul-Azha'),
      ('2026-03-20', 'Idd-ul-Fitr'), ('2026-05-27', 'Idd-ul-Azha')) as g (day, name)
    where extract(year from g.day) = y
    union all
    -- Some years have two of them: the lunar one is eleven days shorter.
    select islamic_day(h, i.m, i.d), i.name, true
    from generate_series((y - 622) * 33 / 32 - 1, (y - 622) * 33 / 32 + 2) h
    cross join (values (10, 1, 'Idd-ul-Fitr'), (12, 10, 'Idd-ul-Azha')) as i (m, d, name)
    where y > 2026 and extract(year from islamic_day(h, i.m, i.d)) = y)
  select case when extract(dow from o.day) <> 0 then o.day
      -- The day after Christmas is a holiday itself.
      when o.name = 'Christmas Day' then o.day + 2 else o.day + 1 end,
    case when extract(dow from o.day) = 0 then o.name || ' (moved from Sunday)' else o.name end,
    o.expected
  from days o;
end $$;

-- The years that an organisation does not have yet: what it removed of the others stays away.
drop function if exists add_leave_holidays(uuid);
create or replace function add_leave_holidays(org uuid, until int) returns setof date
language plpgsql as $$
begin
  return query insert into leave_holidays (organization_id, seeded, day, name, expected)
  select org, true, h.day, h.name, h.expected
  from generate_series(coalesce((select max(extract(year from k.day))::int from leave_holidays k
    where k.organization_id = org and k.seeded) + 1, 2024), until) y
  cross join lateral kenya_holidays(y) h
  order by h.expected on conflict do nothing
  returning leave_holidays.day;
end $$;
