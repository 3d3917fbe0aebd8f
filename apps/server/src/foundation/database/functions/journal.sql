-- The books: one balanced entry for each act that moves money or what is owed, written with the act
-- itself (B35). Every trigger waits for the commit: numbers leave no gap, and whoever draws one holds
-- nobody up, because all other locks are taken by then. Why: docs/decisions/057.

-- ---------------------------------------------------------------- what holds of each

-- Lines of an entry that are added together come to nothing.
create or replace function journal_balances() returns trigger language plpgsql as $$
begin
  if exists (select from added group by organization_id, entry_id
      having sum(debit) <> sum(credit)) then
    raise exception 'an entry does not balance' using errcode = 'check_violation',
      constraint = 'journal_lines_balance';
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- writing one

create or replace function nairobi_today() returns date language sql stable as $$
  select (app_now() at time zone 'Africa/Nairobi')::date
$$;

create or replace function journal_begin(org uuid, of_kind text, source uuid, on_day date, told text,
  mirror_of uuid default null) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('journal ' || org, 0));
  insert into journal_entries (organization_id, number, kind, source_id, day, made_on, title, mirrors)
  select org, coalesce(max(number), 0) + 1, of_kind, source, on_day, nairobi_today(), told, mirror_of
  from journal_entries where organization_id = org
  returning id into entry;
  return entry;
end $$;

-- What is paid one by one shares an entry for each run and day; it grows until that day is over.
create or replace function journal_of_day(org uuid, of_kind text, source uuid, on_day date, told text)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid;
begin
  for turn in 1..2 loop
    select id into entry from journal_entries where organization_id = org and kind = of_kind
      and source_id = source and day = on_day and made_on = nairobi_today() and mirrors is null;
    if found then return entry; end if;
    perform pg_advisory_xact_lock(hashtextextended('journal ' || org, 0));
  end loop;
  return journal_begin(org, of_kind, source, on_day, told);
end $$;

-- Amounts above zero are debits, those below it credits.
create or replace function journal_put(org uuid, entry uuid, slip uuid, lines text[], labels text[],
  natures text[], amounts numeric[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into journal_lines (organization_id, entry_id, slip_id, line, label, nature, debit, credit)
  select org, entry, slip, l.line, l.label, l.nature, greatest(l.amount, 0), greatest(-l.amount, 0)
  from unnest(lines, labels, natures, amounts) l (line, label, nature, amount) where l.amount <> 0
$$;

-- The exact opposite of an entry, on its day: the two of them come to nothing in every month.
create or replace function journal_mirror(org uuid, of_kind text, source uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was journal_entries;
  entry uuid;
begin
  for was in select e.* from journal_entries e where e.organization_id = org and e.kind = of_kind
      and e.source_id = source and e.mirrors is null and not exists (select from journal_entries m
        where m.organization_id = org and m.mirrors = e.id) order by e.number loop
    entry := journal_begin(org, of_kind, source, was.day, was.title || ', taken back', was.id);
    insert into journal_lines (organization_id, entry_id, slip_id, line, label, nature,
      department_id, cost_centre_id, debit, credit)
    select organization_id, entry, slip_id, line, label, nature, department_id, cost_centre_id,
      credit, debit
    from journal_lines where organization_id = org and entry_id = was.id;
  end loop;
end $$;

-- ---------------------------------------------------------------- a run

create or replace function journal_run_said(kind text, code text, month text, title text, last date)
returns text language sql immutable as $$
  select case kind when 'casual' then 'Casual payroll' when 'off_cycle' then coalesce(title, 'Payroll')
      when 'correction' then 'Correction' when 'final' then 'Final dues' else 'Payroll' end
    || ' ' || code || ', ' || coalesce(to_char((month || '-01')::date, 'FMMonth YYYY'),
      to_char(last, 'FMDD FMMonth YYYY'))
$$;
create or replace function journal_run_named(org uuid, run uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select journal_run_said(kind, code, month, title, "to") from payrolls
  where organization_id = org and id = run
$$;

-- Pay belongs to its month, whenever that is confirmed.
create or replace function journal_write_run(org uuid, run uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid;
begin
  select journal_begin(org, 'run', p.id, coalesce(month_end(p.month), p."to"),
    journal_run_named(org, p.id)) into entry
  from payrolls p where p.organization_id = org and p.id = run;
  insert into journal_lines (organization_id, entry_id, department_id, cost_centre_id, line, label,
    nature, debit, credit)
  select org, entry, l.department_id, l.cost_centre_id, l.line, max(l.label), l.nature, greatest(sum(l.amount), 0),
    greatest(-sum(l.amount), 0)
  from journal_of_slips(org, run) l
  group by l.department_id, l.cost_centre_id, l.line, l.nature having sum(l.amount) <> 0;
end $$;

create or replace function journal_run() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'confirmed' then perform journal_write_run(new.organization_id, new.id);
  else perform journal_mirror(new.organization_id, 'run', new.id); end if;
  return null;
end $$;

-- ---------------------------------------------------------------- net pay, as it leaves

create or replace function journal_pay_slip(org uuid, entry uuid, slip uuid, paid_by text,
  net numeric, sent numeric) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  channel text := (select channel_of(person) from payslips
    where organization_id = org and id = slip);
begin
  perform journal_put(org, entry, slip,
    array['net:' || channel, 'money:' || paid_by, 'rounding'],
    array['Net pay ' || channel_said(channel), money_said(paid_by), 'Cents not paid by M-PESA'],
    array['payable', 'money', 'income'], array[net, -sent, sent - net]);
end $$;

create or replace function journal_payout() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org uuid := new.organization_id;
  paid payouts := (select o from payouts o where o.organization_id = org and o.id = new.payout_id);
begin
  perform journal_pay_slip(org, journal_of_day(org, 'payout', paid.run_id, nairobi_today(),
    'Paid out: ' || journal_run_named(org, paid.run_id)), paid.slip_id, paid.method, paid.net,
    new.amount);
  return null;
end $$;

-- Of the day that somebody recorded, whom it says to be paid and no instruction has paid. It does not
-- speak of M-PESA: whose payslip says so was paid by bank after all.
create or replace function journal_recorded_of(org uuid, run uuid)
returns table (channel text, net numeric) language sql stable as $$
  select channel_of(s.person), sum(s.net)
  from payments_recorded r
  join payslips s on s.organization_id = r.organization_id and s.id = r.slip_id
  where r.organization_id = org and r.payroll_id = run and r.removed_id is null
    and not exists (select from payout_attempts a where a.organization_id = org
      and a.slip_id = r.slip_id and a.state = 'paid')
  group by 1 having sum(s.net) <> 0 order by 1
$$;
create or replace function journal_write_recorded(org uuid, run uuid, on_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry uuid;
  paid record;
  money text;
begin
  for paid in select * from journal_recorded_of(org, run) loop
    entry := coalesce(entry, journal_begin(org, 'recorded', run, on_day,
      'Recorded as paid: ' || journal_run_named(org, run)));
    money := case paid.channel when 'cash' then 'cash' else 'bank' end;
    perform journal_put(org, entry, null, array['net:' || paid.channel, 'money:' || money],
      array['Net pay ' || channel_said(paid.channel), money_said(money)],
      array['payable', 'money'], array[paid.net, -paid.net]);
  end loop;
end $$;

-- A day that stands comes to speak of whoever was paid by bank meanwhile (`keep_recorded_payments`).
create or replace function journal_recorded_too() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  day record;
begin
  for day in select d.id, d.paid_on from payroll_payments d
      where d.organization_id = new.organization_id and exists (select from payslips s
        where s.organization_id = d.organization_id and s.payroll_id = d.id
          and s.employee_id = new.id)
      and (select coalesce(sum(net), 0) from journal_recorded_of(d.organization_id, d.id))
        <> (select coalesce(sum(l.debit - l.credit), 0) from journal_entries e
          join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
          where e.organization_id = d.organization_id and e.source_id = d.id
            and e.kind = 'recorded' and l.line like 'net:%') order by d.id loop
    perform journal_mirror(new.organization_id, 'recorded', day.id);
    perform journal_write_recorded(new.organization_id, day.id, day.paid_on);
  end loop;
  return null;
end $$;

create or replace function journal_recorded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP <> 'INSERT' then perform journal_mirror(old.organization_id, 'recorded', old.id); end if;
  if TG_OP <> 'DELETE' then
    perform journal_write_recorded(new.organization_id, new.id, new.paid_on);
  end if;
  return null;
end $$;

create or replace function journal_write_cash(org uuid, slip uuid, on_day date, sign int)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paid payslips := (select s from payslips s where s.organization_id = org and s.id = slip);
begin
  perform journal_pay_slip(org, journal_of_day(org, 'cash', paid.payroll_id, on_day,
    'Paid in cash: ' || journal_run_named(org, paid.payroll_id)), slip, 'cash', sign * paid.net,
    sign * paid.net);
end $$;

create or replace function journal_cash() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP <> 'INSERT' then
    perform journal_write_cash(old.organization_id, old.id, old.paid_on, -1);
  end if;
  if TG_OP <> 'DELETE' then
    perform journal_write_cash(new.organization_id, new.id, new.paid_on, 1);
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------- loans of the employer, and claims

-- What is owed is the whole of it; its interest and fees are earned with the loan.
create or replace function journal_write_loan(org uuid, loan uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  l loans := (select l from loans l where l.organization_id = org and l.id = loan);
begin
  perform journal_put(org,
    journal_begin(org, 'loan', l.id, l.disbursed_on, l.product || ' ' || l.number || ' paid out'),
    null, array['loan:' || lower(l.product), 'money:bank', 'loan-interest', 'loan-fees'],
    array[l.product, 'Bank', 'Interest on loans', 'Fees on loans'],
    array['receivable', 'money', 'income', 'income'],
    array[l.total, -l.amount, -l.interest, -(l.processing_fee + l.insurance_fee)]);
end $$;

create or replace function journal_loan() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'UPDATE' then perform journal_mirror(old.organization_id, 'loan', old.id); end if;
  if new.status = 'approved' then
    perform journal_write_loan(new.organization_id, new.id);
  end if;
  return null;
end $$;

-- Instalments are lines of their payslips; what else settles a loan, or gives it up, is here.
create or replace function journal_write_loan_entry(org uuid, entry uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n loan_entries := (select n from loan_entries n where n.organization_id = org and n.id = entry);
  l loans := (select l from loans l where l.organization_id = org and l.id = n.loan_id);
  said text := case n.kind when 'repayment' then ' repaid' when 'top-up' then ' settled by another'
    when 'rebate' then ': interest not charged' else ' written off' end;
begin
  if l.owed_to <> 'employer' or n.kind = 'deduction' then return; end if;
  perform journal_put(org, journal_begin(org, 'loan entry', n.id, n.day, l.product || ' '
      || l.number || said || case when n.amount < 0 then ', taken back' else '' end), null,
    array[case n.kind when 'rebate' then 'loan-interest' when 'write-off' then 'written-off'
      else 'money:bank' end, 'loan:' || lower(l.product)],
    array[case n.kind when 'rebate' then 'Interest on loans' when 'write-off' then 'Written off'
      else 'Bank' end, l.product],
    array[case n.kind when 'rebate' then 'income' when 'write-off' then 'cost' else 'money' end,
      'receivable'], array[n.amount, -n.amount]);
end $$;

create or replace function journal_loan_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform journal_write_loan_entry(new.organization_id, new.id);
  return null;
end $$;

create or replace function journal_write_claim_entry(org uuid, entry uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n final_claim_entries := (select n from final_claim_entries n
    where n.organization_id = org and n.id = entry);
  paid boolean := n.kind = 'payment';
begin
  -- Recorded and taken back in one transaction, it was nothing.
  if n.id is null then return; end if;
  perform journal_put(org, journal_begin(org, 'claim', n.id, n.day,
      case when paid then 'Paid by somebody who left' else 'Claim given up' end), null,
    array[case when paid then 'money:bank' else 'written-off' end, 'claims'],
    array[case when paid then 'Bank' else 'Written off' end, 'Owed by people who left'],
    array[case when paid then 'money' else 'cost' end, 'receivable'], array[n.amount, -n.amount]);
end $$;

create or replace function journal_claim_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if TG_OP = 'INSERT' then perform journal_write_claim_entry(new.organization_id, new.id);
  else perform journal_mirror(old.organization_id, 'claim', old.id); end if;
  return null;
end $$;

-- ---------------------------------------------------------------- what is paid over

-- What a recipient (`authorityOf`) is owed. Fringe benefit tax follows from loans as they stand when it
-- is asked, and is in no payslip: it is cost when it is paid.
create or replace function journal_owed_to(org uuid, authority text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case authority when 'SEC_B' then 'paye' when 'nhif' then 'health' when 'ahl' then 'housing'
    when 'helb' then 'deduction:helb' when 'fbt' then 'cost:fringe'
    else case when authority not like 'remittance-%' then authority
      when exists (select from journal_lines l where l.organization_id = org
        and l.line = 'pension:' || substr(authority, 12)) then 'pension:' || substr(authority, 12)
      else 'deduction:' || substr(authority, 12) end end
$$;

-- Called as a payment is recorded (`add_remittance_payment`).
create or replace function journal_write_remittance(org uuid, payment uuid, takes_back uuid,
  of_month text, authority text, called text, amount numeric, on_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owed text := journal_owed_to(org, authority);
begin
  if takes_back is not null then
    perform journal_mirror(org, 'remittance', takes_back);
    return;
  end if;
  perform journal_put(org, journal_begin(org, 'remittance', payment, on_day,
      called || ' paid over, ' || to_char((of_month || '-01')::date, 'FMMonth YYYY')), null,
    array[owed, 'money:bank'], array[coalesce((select max(l.label) from journal_lines l
      where l.organization_id = org and l.line = owed), called), 'Bank'],
    array[case when owed = 'cost:fringe' then 'cost' else 'payable' end, 'money'],
    array[amount, -amount]);
end $$;

-- ---------------------------------------------------------------- what was there before the books

create or replace function journal_backfill() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select organization_id as org, id, status from payrolls where status <> 'draft'
      order by organization_id, confirmed_at, number loop
    perform journal_write_run(one.org, one.id);
    if one.status = 'reversed' then perform journal_mirror(one.org, 'run', one.id); end if;
  end loop;
  for one in select a.organization_id as org, o.run_id, o.slip_id, o.method, o.net, a.amount,
      (a.settled_at at time zone 'Africa/Nairobi')::date as day
      from payout_attempts a
      join payouts o on o.organization_id = a.organization_id and o.id = a.payout_id
      where a.state = 'paid' order by a.organization_id, a.settled_at, a.number loop
    perform journal_pay_slip(one.org, journal_of_day(one.org, 'payout', one.run_id, one.day,
      'Paid out: ' || journal_run_named(one.org, one.run_id)), one.slip_id, one.method, one.net,
      one.amount);
  end loop;
  perform journal_write_recorded(organization_id, id, paid_on) from payroll_payments
    order by organization_id, paid_on, id;
  perform journal_write_cash(organization_id, id, paid_on, 1) from cash_payments
    order by organization_id, paid_on, id;
  perform journal_write_loan(organization_id, id) from loans
    where status = 'approved' and owed_to = 'employer' order by organization_id, number;
  perform journal_write_loan_entry(organization_id, id) from loan_entries
    where kind <> 'deduction' order by organization_id, number;
  perform journal_write_claim_entry(organization_id, id) from final_claim_entries
    order by organization_id, day, id;
end $$;

call as_platform('journal_balances()', 'nairobi_today()',
  'journal_begin(uuid, text, uuid, date, text, uuid)',
  'journal_of_day(uuid, text, uuid, date, text)',
  'journal_put(uuid, uuid, uuid, text[], text[], text[], numeric[])',
  'journal_mirror(uuid, text, uuid)', 'journal_run_said(text, text, text, text, date)',
  'journal_run_named(uuid, uuid)',
  'journal_write_run(uuid, uuid)', 'journal_run()',
  'journal_pay_slip(uuid, uuid, uuid, text, numeric, numeric)', 'journal_payout()',
  'journal_recorded_of(uuid, uuid)', 'journal_write_recorded(uuid, uuid, date)',
  'journal_recorded()', 'journal_recorded_too()',
  'journal_write_cash(uuid, uuid, date, int)', 'journal_cash()', 'journal_write_loan(uuid, uuid)',
  'journal_loan()', 'journal_write_loan_entry(uuid, uuid)', 'journal_loan_entry()',
  'journal_write_claim_entry(uuid, uuid)', 'journal_claim_entry()', 'journal_backfill()',
  'journal_owed_to(uuid, text)',
  'journal_write_remittance(uuid, uuid, uuid, text, text, text, numeric, date)');
