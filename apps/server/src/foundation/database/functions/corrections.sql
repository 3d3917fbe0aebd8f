-- A correction says what should have been paid; what it leaves owed is taken from later pay.

-- What should have been paid is entered while the correction is a draft; the run is held meanwhile.
create or replace function correction_draft() returns trigger language plpgsql as $$
declare
  one record := coalesce(new, old);
  run text;
begin
  select p.status || ' ' || p.kind into run from payslips s
    join payrolls p on p.organization_id = s.organization_id and p.id = s.payroll_id
    where s.organization_id = one.organization_id and s.id = one.payslip_id for share of p;
  -- Gone with its payslip.
  if run is distinct from 'draft correction' and not (TG_OP = 'DELETE' and run is null) then
    raise exception 'payroll is not a draft correction' using errcode = 'check_violation',
      constraint = 'correction_draft';
  end if;
  return one;
end $$;

-- What a payslip takes of what corrections left, and what a last one leaves as a claim instead. Kinds
-- of lines are asked first: few payslips have them.
create or replace function taken_of_owed(deductions jsonb) returns table (slip text, cents numeric)
language sql immutable as $$
  select line ->> 'id', case line ->> 'kind' when 'owed' then (line ->> 'balance')::numeric
      else (line ->> 'amount')::numeric end
  from jsonb_array_elements(deductions) line
  where (deductions @> '[{"kind": "overpaid"}]' or deductions @> '[{"kind": "owed"}]')
    and (line ->> 'kind' = 'overpaid'
      or line ->> 'kind' = 'owed' and line ->> 'id' ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$')
$$;

-- What corrections of somebody left to be taken back, and what later payslips have not taken yet.
-- Both are in payslips that are confirmed: whatever is reversed changes it by itself.
create or replace function still_owed(org uuid, who uuid)
returns table (slip_id uuid, code text, month text, owed numeric, rest numeric)
language sql stable as $$
  select o.id, p.code, o.month, (o.input ->> 'owed')::numeric / 100,
    ((o.input ->> 'owed')::numeric - coalesce((select sum(k.cents)
      from payslips t cross join lateral taken_of_owed(t.deductions) k
      where t.organization_id = org and t.employee_id = who and t.frozen and not t.void
        and k.slip = o.id::text), 0)) / 100
    -- After final dues no payroll takes it: all of it is a claim.
    - coalesce((select c.amount from final_claims c
        where c.organization_id = org and c.payslip_id = o.id), 0)
  from payslips o join payrolls p on p.organization_id = o.organization_id and p.id = o.payroll_id
  where o.organization_id = org and o.employee_id = who and o.input -> 'owed' is not null
    and o.frozen and not o.void
$$;

-- Held, so that of two runs at once the second sees what the first has taken.
create or replace function hold_owed(org uuid, slips uuid[]) returns void language sql as $$
  select from payslips o where o.organization_id = org and o.id = any (slips)
    order by o.id for no key update
$$;

-- No more is taken than is owed, whoever confirms.
create or replace function takes_what_is_owed() returns trigger language plpgsql as $$
declare
  taken uuid[];
begin
  select array_agg(distinct k.slip::uuid) into taken
    from payslips s cross join lateral taken_of_owed(s.deductions) k
    where s.organization_id = new.organization_id and s.payroll_id = new.id;
  if taken is null then return null; end if;
  perform hold_owed(new.organization_id, taken);
  if exists (select from payslips s cross join lateral taken_of_owed(s.deductions) k
      left join lateral still_owed(s.organization_id, s.employee_id) o
        on o.slip_id = k.slip::uuid
      where s.organization_id = new.organization_id and s.payroll_id = new.id
        and (o.rest >= 0) is not true) then
    raise exception 'more is taken than is owed' using errcode = 'check_violation',
      constraint = 'payslips_take_what_is_owed';
  end if;
  return null;
end $$;

-- What a later payslip has taken of it is given back first.
create or replace function refuse_owed_taken() returns trigger language plpgsql as $$
begin
  perform hold_owed(s.organization_id, array_agg(s.id)) from payslips s
    where s.organization_id = new.organization_id and s.payroll_id = new.id
    group by s.organization_id;
  if exists (select from runs_taking_owed(new.id)) then
    raise exception 'a later payroll has taken back what it left owed'
      using errcode = 'check_violation', constraint = 'payrolls_owed_taken';
  end if;
  return new;
end $$;

create or replace function runs_taking_owed(run uuid) returns table (code text)
language sql stable as $$
  select distinct p.code from payslips s
  join payslips t on t.organization_id = s.organization_id and t.employee_id = s.employee_id
    and t.frozen and not t.void
  cross join lateral taken_of_owed(t.deductions) k
  join payrolls p on p.organization_id = t.organization_id and p.id = t.payroll_id
  where s.payroll_id = run and k.slip = s.id::text
  order by 1
$$;

grant execute on function taken_of_owed(jsonb), still_owed(uuid, uuid), hold_owed(uuid, uuid[]), runs_taking_owed(uuid)
  to mshahara_app, mshahara_platform;
