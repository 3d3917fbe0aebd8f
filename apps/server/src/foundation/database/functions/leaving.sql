-- Whoever leaves: what was recorded of it, and what final dues have paid.

-- Nothing of a leaving changes once it is paid, or undone; and never whose it is and who recorded it.
-- A run that is being confirmed is waited for.
create or replace function keep_leaving() returns trigger language plpgsql as $$
declare
  one record := coalesce(old, new);
  leaving uuid := case TG_TABLE_NAME when 'leavings' then to_jsonb(one) ->> 'id'
    else to_jsonb(one) ->> 'leaving_id' end;
begin
  if current_user <> 'mshahara_eraser' then
    perform from payslips s join payrolls p
      on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = one.organization_id and s.leaving_id = leaving and not s.void
      for share of p;
    if exists (select from payslips s where s.organization_id = one.organization_id
        and s.leaving_id = leaving and s.frozen and not s.void) then
      raise exception 'final dues are paid' using errcode = 'check_violation',
        constraint = 'leavings_paid';
    end if;
    if TG_OP = 'UPDATE' and (to_jsonb(old) ->> 'undone_at' is not null
        or exists (select from unnest('{organization_id,id,employee_id,recorded_by,created_at}'::text[])
          k where to_jsonb(new) -> k is distinct from to_jsonb(old) -> k)) then
      raise exception 'a leaving is kept' using errcode = 'check_violation',
        constraint = 'leavings_kept';
    end if;
  end if;
  return coalesce(new, old);
end $$;

-- Leave that final dues have paid is not paid by the month's run once more, also where the last day
-- was moved or somebody came back: their next leave is a line of their next final dues.
create or replace function leave_in_final_dues(org uuid, employee uuid, day date) returns boolean
language sql stable as $$
  select exists (select from leavings l join payslips s
      on s.organization_id = l.organization_id and s.leaving_id = l.id
    where l.organization_id = org and l.employee_id = employee and l.last_day <= day
      and s.frozen and not s.void and s.incomes @> '[{"type": "leave", "dues": true}]')
$$;

-- Whether what somebody has left by is paid: whoever was taken back since leaves once more.
create or replace function final_dues_are_paid(org uuid, employee uuid) returns boolean
language sql stable as $$
  select exists (select from payslips s
    join leavings l on l.organization_id = s.organization_id and l.id = s.leaving_id
    join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
    where s.organization_id = org and s.employee_id = employee and s.frozen and not s.void
      and not e.away @> (l.last_day + 1))
$$;

-- And the month's run pays it where it keeps leave, or holds what it pays of it already.
create or replace function month_pays_leave(org uuid, employee uuid, day date) returns boolean
language sql stable as $$
  select exists (select from payslips s join leave_encashments r
      on r.organization_id = s.organization_id and r.payslip_id = s.id and r.leaving
    where s.organization_id = org and s.employee_id = employee and not s.void and not s.extra
      and s.month = to_char(day, 'YYYY-MM'))
    or (select c.pay_leavers from leave_settings c where c.organization_id = org)
    and not leave_in_final_dues(org, employee, day)
    and not exists (select from payslips s where s.organization_id = org
      and s.employee_id = employee and s.month = to_char(day, 'YYYY-MM') and s.frozen
      and not s.void and not s.extra)
$$;

grant execute on function leave_in_final_dues(uuid, uuid, date), final_dues_are_paid(uuid, uuid),
  month_pays_leave(uuid, uuid, date) to mshahara_app, mshahara_platform;

-- A claim is what its payslip says is left, from its confirmation to its reversal.
create or replace function keep_final_claim() returns trigger language plpgsql as $$
declare
  held boolean;
begin
  if TG_OP = 'INSERT' then
    held := exists (select from payslips s join payrolls p
        on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = new.organization_id and s.id = new.payslip_id
        and s.employee_id = new.employee_id and s.frozen and not s.void
        and new.amount = case p.kind when 'correction' then (s.input ->> 'owed')::numeric / 100
          when 'final' then (select sum((line ->> 'balance')::numeric) / 100
            from jsonb_array_elements(s.deductions) line where line ->> 'kind' = 'owed') end);
  else
    held := exists (select from payslips s join payrolls p
        on p.organization_id = s.organization_id and p.id = s.payroll_id
      where s.organization_id = old.organization_id and s.id = old.payslip_id
        and p.status = 'reversed');
  end if;
  if not held then
    raise exception 'not what the payslip says' using errcode = 'check_violation',
      constraint = 'final_claims_kept';
  end if;
  return coalesce(new, old);
end $$;

-- Whoever else records something of the claim is waited for.
create or replace function not_beyond_claim() returns trigger language plpgsql as $$
declare
  owed numeric;
begin
  perform hold_final_claim(new.claim_id);
  select c.amount into owed from final_claims c
    where c.organization_id = new.organization_id and c.id = new.claim_id;
  if new.amount + coalesce((select sum(n.amount) from final_claim_entries n
      where n.organization_id = new.organization_id and n.claim_id = new.claim_id), 0) > owed then
    raise exception 'more than is owed' using errcode = 'check_violation',
      constraint = 'final_claim_entries_beyond';
  end if;
  return new;
end $$;

-- What final dues left is given up by whoever may confirm them; and by two where two confirm them.
create or replace function second_person_gives_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if acts_by_itself() then return new; end if;
  if not bound_may_or_operator('approve payrolls') then
    perform refuse_decision('a claim that is given up');
  end if;
  if confirming_needs_second(new.organization_id, 'final')
    and not agreed_now(new.organization_id, 'confirming', new.claim_id) then
    perform refuse_unchecked('nobody else has agreed to give this up');
  end if;
  return new;
end $$;
call as_platform('second_person_gives_up()');

-- Whoever else records something of a claim is waited for; nothing of it changes.
create or replace function hold_final_claim(claim uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('final claim ' || claim, 0))
$$;
grant execute on function hold_final_claim(uuid) to mshahara_app, mshahara_platform;

-- What final dues are made from, as it was recorded; amounts in cents.
create or replace function leaving_on_record(org uuid, leaving uuid) returns json
language sql stable as $$
  select json_build_object(
    'terms', json_build_object('last_day', l.last_day, 'reason', l.reason, 'notice', l.notice,
      'notice_unit', l.notice_unit, 'notice_count', l.notice_count,
      'notice_served', l.notice_served, 'leave_days', l.leave_days,
      'severance_days', l.severance_days, 'severance_divisor', l.severance_divisor,
      'service_pay', l.service_pay, 'gratuity_percent', l.gratuity_percent,
      'exempt_reason', l.exempt_reason),
    'lines', (select coalesce(json_agg(json_build_object('code', n.code, 'label', n.label,
        'amount', n.amount * 100, 'reason', n.reason) order by n.place), '[]')
      from leaving_lines n where n.organization_id = org and n.leaving_id = leaving),
    'years', l.years)
  from leavings l where l.organization_id = org and l.id = leaving
$$;
grant execute on function leaving_on_record(uuid, uuid) to mshahara_app, mshahara_platform;
