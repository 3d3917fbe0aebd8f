-- What payslips put into the books, line by line: for the entry of their run, and for whoever asks
-- which payslips a line comes from.

create or replace function channel_of(person jsonb) returns text language sql immutable as $$
  select coalesce(person ->> 'pay_by', 'bank')
$$;
create or replace function channel_said(channel text) returns text language sql immutable as $$
  select case channel when 'bank' then 'by bank' when 'mpesa' then 'by M-PESA' else 'in cash' end
$$;
create or replace function money_said(channel text) returns text language sql immutable as $$
  select case channel when 'bank' then 'Bank' when 'mpesa' then 'M-PESA' else 'Cash' end
$$;

-- The shares of an amount by cost centre, as `splitCents` of the engine has them: what is left over goes
-- to the largest remainders, of equal ones to the first centre.
create or replace function journal_shares(amount numeric, shares jsonb)
returns table (centre uuid, part numeric) language sql immutable as $$
  select p.centre::uuid, sign(amount) * (p.whole + case when row_number() over (
      order by p.rest desc, p.centre collate "C") <= abs(amount) * 100 - sum(p.whole) over () then 1
    else 0 end) / 100
  from (select one ->> 'centre' as centre, div(abs(amount) * 100 * (one ->> 'share')::numeric, 10000)
      as whole, mod(abs(amount) * 100 * (one ->> 'share')::numeric, 10000) as rest
    from jsonb_array_elements(shares) one) p
$$;

-- What each payslip of a run puts into the books. Gross pay less what is deducted is net pay, says a
-- check of the payslips; what is left of either side once its lines are named is basic pay, and so
-- whatever a payslip has, the sum is nothing.
drop function if exists journal_of_slips(uuid, uuid);
create or replace function journal_of_slips(org uuid, run uuid)
returns table (slip_id uuid, department_id uuid, cost_centre_id uuid, line text, label text, nature text, amount numeric)
language sql stable as $$
  with slips as materialized (
    select s.*, coalesce(s.person ->> 'tos', '') = 'Consultant' as is_fee,
      channel_of(s.person) as channel,
      -- A casual's payslip has the department by its name alone.
      coalesce(s.department_id, (select d.id from departments d where d.organization_id = org
        and s.casual_id is not null and lower(d.name) = lower(s.person ->> 'department')
        limit 1)) as of_department, law.*
    from payslips s cross join lateral (
      select case when s.casual_id is null then s.paye else m.paye end as of_paye,
        case when s.casual_id is null then s.nssf else m.nssf end as of_nssf,
        case when s.casual_id is null then s.health else m.health end as of_health,
        case when s.casual_id is null then s.housing else m.housing end as of_housing,
        coalesce(s.withholding_tax, 0) as of_withheld,
        case when s.casual_id is null then s.nssf_employer else m.nssf_employer end as add_nssf,
        case when s.casual_id is null then s.housing_employer else m.housing_employer end
          as add_housing,
        case when s.casual_id is null then s.nita else m.nita end as add_nita
      from (select coalesce(sum((t ->> 'paye')::numeric), 0) / 100 as paye,
          coalesce(sum((t ->> 'nssf')::numeric), 0) / 100 as nssf,
          coalesce(sum((t ->> 'health')::numeric), 0) / 100 as health,
          coalesce(sum((t ->> 'housing')::numeric), 0) / 100 as housing,
          coalesce(sum((t ->> 'nssf_employer')::numeric), 0) / 100 as nssf_employer,
          coalesce(sum((t ->> 'housing_employer')::numeric), 0) / 100 as housing_employer,
          coalesce(sum((t ->> 'nita')::numeric), 0) / 100 as nita
        from jsonb_array_elements(s.months) part cross join lateral (select part -> 'taken') k (t)
        where jsonb_typeof(t) = 'object') m) law
    where s.organization_id = org and s.payroll_id = run
  ), named as (
    -- Absence lowers pay; arrears are called after their months, and are one line.
    select s.id, s.of_department as department_id, n.line, n.label, 'cost' as nature,
      (i ->> 'amount')::numeric / 100 as amount
    from slips s cross join lateral jsonb_array_elements(s.incomes) i
    cross join lateral (select case i ->> 'kind' when 'arrears' then 'arrears'
        when 'commission' then 'commission' else 'income:' || lower(i ->> 'name') end as line,
      case i ->> 'kind' when 'arrears' then 'Arrears of pay' when 'commission' then 'Commission'
        else i ->> 'name' end as label) n
    where i ->> 'kind' <> 'absence'
    union all
    select s.id, s.of_department, n.line, n.label, 'cost', n.amount
    from slips s cross join lateral (values
      ('casual:overtime', 'Casual overtime', s.overtime),
      ('casual:advance', 'Casual advances', s.advance)) n (line, label, amount)
    where s.casual_id is not null
  ), taken as (
    select s.id, n.line, n.label, n.nature, -(d ->> 'amount')::numeric / 100 as amount
    from slips s cross join lateral jsonb_array_elements(s.deductions) d
    left join loans l on d ->> 'kind' = 'loan' and l.organization_id = org
      and l.id::text = d ->> 'id'
    cross join lateral (select
      case when l.owed_to = 'employer' then 'loan:' || lower(l.product)
        when d ->> 'kind' = 'lump sum tax' then 'paye'
        when d ->> 'kind' = 'overpaid' or d ->> 'id' = 'owed' then 'overpaid'
        when d ->> 'kind' = 'owed' and d ->> 'id' like 'arrears %' then 'recovered:arrears'
        when d ->> 'kind' = 'owed' then 'recovered:' || lower(d ->> 'name')
        when d ->> 'kind' = 'pension' then 'pension:' || lower(d ->> 'name')
        when lower(d ->> 'name') ~ '\mhelb\M' then 'deduction:helb'
        else 'deduction:' || lower(d ->> 'name') end as line,
      case when l.owed_to = 'employer' then l.product
        when d ->> 'kind' = 'lump sum tax' then 'PAYE'
        when d ->> 'kind' = 'overpaid' or d ->> 'id' = 'owed' then 'Overpaid, to be taken back'
        when d ->> 'kind' = 'owed' and d ->> 'id' like 'arrears %'
          then 'Too much paid for earlier months'
        when lower(d ->> 'name') ~ '\mhelb\M' then 'HELB'
        else d ->> 'name' end as label,
      case when l.owed_to = 'employer' or d ->> 'kind' = 'overpaid' or d ->> 'id' = 'owed'
          then 'receivable'
        when d ->> 'kind' = 'owed' then 'cost' else 'payable' end as nature) n
    where d ->> 'kind' <> 'statutory'
    union all
    select s.id, case when lower(d ->> 'name') ~ '\mhelb\M' then 'deduction:helb'
        else 'deduction:' || lower(d ->> 'name') end,
      case when lower(d ->> 'name') ~ '\mhelb\M' then 'HELB' else d ->> 'name' end, 'payable',
      -(d ->> 'amount')::numeric / 100
    from slips s cross join lateral jsonb_array_elements(s.lines -> 'deductions') d
    where s.casual_id is not null
    union all
    select s.id, n.line, n.label, 'payable', -n.amount
    from slips s cross join lateral (values ('paye', 'PAYE', s.of_paye),
      ('nssf', 'NSSF', s.of_nssf), ('health', 'SHIF / NHIF', s.of_health),
      ('housing', 'Housing Levy', s.of_housing),
      ('withholding', 'Withholding Tax', s.of_withheld)) n (line, label, amount)
  ), beside as (
    -- What the employer adds, and what a leaver still owes beyond the last pay.
    select s.id, s.of_department as department_id, n.line, n.label, n.added, n.amount
    from slips s cross join lateral (values ('nssf', 'NSSF', s.add_nssf),
      ('housing', 'Housing Levy', s.add_housing), ('nita', 'NITA', s.add_nita))
      a (line, label, amount)
    cross join lateral (values ('cost:' || a.line, a.label || ', employer', true, a.amount),
      (a.line, a.label, false, -a.amount)) n (line, label, added, amount)
    union all
    select s.id, s.of_department, n.line, n.label, n.added, n.amount
    from slips s cross join lateral jsonb_array_elements(
      case when exists (select from pension_schemes p where p.organization_id = org)
        then s.input -> 'pensions' end) p
    cross join lateral (values
      ('cost:pension', 'Pension, employer', true, (p ->> 'employer')::numeric / 100),
      ('pension:' || lower(p ->> 'name'), p ->> 'name', false, -(p ->> 'employer')::numeric / 100))
      n (line, label, added, amount)
  ), claimed as (
    -- What was overpaid stands as owed to us already: as a claim it is the same money. What else a
    -- leaver owes lowers the cost.
    select s.id, n.line, n.label, n.nature, n.amount
    from (select s.id, d ->> 'id' as of, d ->> 'name' as name, (d ->> 'balance')::numeric / 100 as amount,
        d ->> 'id' ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' as is_overpaid
      from slips s cross join lateral jsonb_array_elements(s.deductions) d
      where d ->> 'kind' = 'owed' and d ? 'balance'
      union all
      select s.id, null, null, c.amount, true from slips s
      join final_claims c on c.organization_id = org and c.payslip_id = s.id
      where s.corrects is not null) s
    cross join lateral (values ('claims', 'Owed by people who left', 'receivable', s.amount),
      (case when s.is_overpaid then 'overpaid' when s.of like 'arrears %' then 'recovered:arrears'
          else 'recovered:' || lower(s.name) end,
        case when s.is_overpaid then 'Overpaid, to be taken back'
          when s.of like 'arrears %' then 'Too much paid for earlier months' else s.name end,
        case when s.is_overpaid then 'receivable' else 'cost' end, -s.amount))
      n (line, label, nature, amount)
  )
  select a.id, a.department_id, c.centre, a.line, a.label, a.nature, coalesce(c.part, a.amount) from (
    select id, department_id, line, label, nature, amount from named
    union all select s.id, s.of_department,
      case when s.casual_id is not null then 'casual:pay' when s.is_fee then 'fee' else 'salary' end,
      case when s.casual_id is not null then 'Casual pay' when s.is_fee then 'Consultancy fees'
        else 'Basic pay' end, 'cost', s.gross - coalesce(k.amount, 0)
    from slips s left join (select id, sum(amount) as amount from named group by id) k using (id)
    union all select id, null, line, label, nature, amount from taken
    union all select s.id, null, 'deduction:other deductions', 'Other deductions', 'payable',
      -s.total_deductions - coalesce(k.amount, 0)
    from slips s left join (select id, sum(amount) as amount from taken group by id) k using (id)
    union all select s.id, null, 'net:' || s.channel, 'Net pay ' || channel_said(s.channel),
      'payable', -s.net from slips s
    union all select id, case when added then department_id end, line, label,
      case when added then 'cost' else 'payable' end, amount from beside
    union all select id, null, line, label, nature, amount from claimed) a
  join (select id, coalesce(input -> 'costShares', lines -> 'costShares') as shares from slips) k
    on k.id = a.id
  left join lateral journal_shares(a.amount, k.shares) c
    on k.shares is not null and a.nature = 'cost' and a.line not like 'recovered:%'
  where a.amount <> 0 and c.part is distinct from 0
$$;

grant execute on function journal_shares(numeric, jsonb), channel_of(jsonb), channel_said(text), money_said(text),
  journal_of_slips(uuid, uuid) to mshahara_app, mshahara_platform;
