-- What a second person agrees to as rows that would be written (B29): people who are new, and pay items
-- above an amount. Triggers note what a transaction writes; at its commit all of it is what somebody
-- else has agreed to in that transaction, by its digest, or nothing is kept. So an upload is one
-- proposal, and what is taken out and put back within a transaction is no change.

-- On which days somebody could be paid at all: as `is_in_pay`.
create or replace function days_in_pay(status text, since date, until date) returns daterange
language sql immutable as $$
  select case when status in ('active', 'terminated') then daterange(since, until, '[]')
    else 'empty'::daterange end
$$;

create or replace function note_joining() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not acts_by_itself() and second_asked_for(bound_org(), 'joining') then
    insert into acts_due (organization_id, act, kind, record_id, payee_id)
    select a.organization_id, 'joining', TG_TABLE_NAME, a.id, a.id from added a;
  end if;
  return null;
end $$;

-- Somebody who is there already is paid again, or for longer.
create or replace function second_person_rejoins() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given jsonb := agreed_input(new.organization_id, 'joining', new.id);
begin
  if not acts_by_itself() and second_asked_for(new.organization_id, 'joining')
    and (given is null or exists (
      select from unnest('{status,employment_date,termination_date}'::text[]) k
      where to_jsonb(new) -> k is distinct from to_jsonb(old) -> k
        -- Whoever is back has no last day any more, unless one is given.
        and not (given ? k and (given ->> k) is not distinct from (to_jsonb(new) ->> k))
        and not (k = 'termination_date' and new.termination_date is null
          and given ->> 'status' is not null))) then
    perform refuse_unchecked('nobody else has agreed that they are paid again');
  end if;
  return null;
end $$;

-- Whoever joins, as the database has them by now, with all salaries; without what only tells when and
-- under which number they were added.
create or replace function joined_as(kind text, whom uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select p.row - '{id,organization_id,number,employee_no,casual_no,created_at}'::text[] || p.pay from (
    select to_jsonb(e) as row, jsonb_build_object('salaries', (
      select jsonb_agg(jsonb_build_array(s.month, s.amount)
          -- What is not agreed net is told as it always was: a proposal may be waiting.
          || case when s.agreed_net is null then '[]' else jsonb_build_array(s.agreed_net) end
        order by s.number) from salaries s
      where s.organization_id = bound_org() and s.employee_id = whom)) as pay
    from employees e where kind = 'employees' and e.organization_id = bound_org() and e.id = whom
    union all
    select to_jsonb(c), '{}' from casuals c
    where kind = 'casuals' and c.organization_id = bound_org() and c.id = whom) p
$$;

-- All that this transaction has written of such acts and that is not as it was, and whether it is what
-- a second person is asked about.
create or replace function writes_due() returns table (
  act text, kind text, payee_id uuid, person text, before jsonb, after jsonb, total numeric,
  asked boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select 'joining', d.kind, null::uuid, concat_ws(' ', j ->> 'first_name', j ->> 'last_name'),
    null::jsonb, j, null::numeric, true
  from acts_due d cross join joined_as(d.kind, d.record_id) j
  where d.organization_id = bound_org() and d.xact = pg_current_xact_id_if_assigned()
    and d.act = 'joining'
  union all
  select 'items', i.kind, i.payee_id,
    concat_ws(' ', e.first_name, e.last_name) || ' (' || e.employee_no || ')', i.before, i.after,
    i.total, i.total is not null
  from items_written(bound_org()) i
  join employees e on e.organization_id = bound_org() and e.id = i.payee_id
$$;

-- Null where nothing needs anybody. It covers everything, as it is agreed to as a whole.
create or replace function due_digest() returns text language sql stable as $$
  select case when bool_or(w.asked) then digest_of(string_agg(w.line, '' order by w.line)) end
  from (select asked, jsonb_build_array(act, kind, payee_id, before, after, total, asked)::text as line
    from writes_due()) w
$$;

-- Whoever else changes pay items of the same people is waited for: each of two would see a sum without
-- the other's. One order, and no more than 64 locks for a sheet of thousands. Asked by itself: what is
-- read in one statement with it was there before the wait.
create or replace function hold_noted_people() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org constant uuid := bound_org();
  part int;
begin
  for part in select distinct hashtext(d.payee_id::text) & 63 from acts_due d
    where d.organization_id = org and d.xact = pg_current_xact_id_if_assigned() and d.act = 'items'
    order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('pay items ' || org || ' ' || part, 0));
  end loop;
end $$;

-- At commit. The first row speaks for all of the transaction.
create or replace function acts_are_agreed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org constant uuid := new.organization_id;
  written text;
begin
  -- By its whole key: what is deleted already is not read again for each of many.
  if not exists (select from acts_due d where d.organization_id = org and d.xact = new.xact
      and d.kind = new.kind and d.record_id = new.record_id) then
    return null;
  end if;
  perform hold_noted_people();
  written := due_digest();
  if written is not null and not exists (select from proposals p where p.organization_id = org
      and p.state = 'agreed' and is_of_now(p.xmin) and p.due = written
      and not exists (select from acts_due d where d.organization_id = org and d.xact = new.xact
        and (not d.act = any (p.acts) or p.needs <> right_to_write(d.kind)))) then
    perform refuse_unchecked('nobody else has agreed to this');
  end if;
  delete from acts_due d where d.organization_id = org and d.xact = new.xact;
  return null;
end $$;

-- Whoever agrees may do it themselves.
create or replace function right_to_write(kind text) returns text language sql immutable as $$
  select case kind when 'employees' then 'create employees' when 'casuals' then 'create casuals'
    when 'off_cycle_amounts' then 'edit payrolls' else 'edit employees' end
$$;

-- Those on casual workers only where there are any.
create or replace function rights_of_act_in(org uuid, act text) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select needs from unnest(rights_of_act(act)) needs where asked_about(org) is not null
    and (needs not like '% casuals' or exists (select from casuals c where c.organization_id = org))
$$;

call for_requests('writes_due()', 'hold_noted_people()', 'rights_of_act_in(uuid, text)');
call as_platform('note_joining()', 'second_person_rejoins()', 'joined_as(text, uuid)',
  'acts_are_agreed()');
grant execute on function due_digest(), days_in_pay(text, date, date)
  to mshahara_app, mshahara_platform;
grant execute on function right_to_write(text) to mshahara_platform;
-- Row triggers ask it, whoever writes.
grant execute on function days_in_pay(text, date, date) to mshahara_eraser;
