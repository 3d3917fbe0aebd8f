-- What `logs:verify` holds against the log: records that were added, changed or removed past the
-- triggers that tell it, as with `session_replication_role` or a trigger disabled for a while. Of
-- what an import has just written the planner knows nothing and takes thousands for a few: going
-- through all of the log for each of them took minutes, hence no nested loops. Up to PostgreSQL 17
-- those that are left look so dear that every query is compiled first, which takes a second each.

-- The records that are there without an entry of their creation, or were deleted since, by table
-- and organisation. Which must have one is read from the triggers that write it. An entry is of the
-- table that has all its columns; one whose words were erased no longer tells. A login belongs to no
-- organisation: its entry is in the log of whoever was bound. A membership may pass to another
-- login, which an entry tells, too.
drop function if exists creations_lacking();
create or replace function creations_lacking()
returns table (of_table text, organization_id uuid, lacking bigint)
language plpgsql stable set enable_nestloop = off set jit = off as $$
declare
  module text;
  rows text;
  columns text[];
begin
  for of_table, module, rows, columns in select * from logged_from_creation() loop
    return query execute format('with told as (
        select l.id, l.subject_id, l.event, l.erased is not null as is_erased,
          case when $3 then l.organization_id end as log, l.properties -> ''old'' as was,
          coalesce(l.properties -> ''new'', l.properties -> ''old'') as item
        from activity_log l where l.log_name = $1
      ), last_made as (
        select distinct on (subject_id, log) subject_id, log, event from told
        where case event when ''created'' then is_erased or item - $2 = ''{}''
          when ''updated'' then was ? $4 and (is_erased or item - $2 = ''{}'')
          when ''deleted'' then not is_erased and item - $2 = ''{}'' else false end
        order by subject_id, log, id desc
      )
      select %1$L, t.log, count(*)
      from (select subject_of(item) as subject_id, log_of(%1$L, item) as log
        from (select to_jsonb(it) as item from %1$s it where %2$s) i) t
      where not exists (select from last_made m where m.subject_id = t.subject_id
        and m.log is not distinct from t.log and m.event <> ''deleted'')
      group by t.log order by t.log', of_table, rows)
    using module, columns, of_table = 'organizations' or 'organization_id' = any (columns),
      case when 'id' = any (columns) then 'id' else 'user_id' end;
  end loop;
end $$;

-- Tables of which the log has the creation of each record, or of those that `rows` names. A restore
-- makes lanes, paused ones, which no entry tells: they hold no money, and have the id of their
-- integration.
create or replace function logged_from_creation()
returns table (of_table text, module text, rows text, columns text[])
language sql stable as $$
  select t.tgrelid::regclass::text, g.args[1], coalesce(nullif(g.args[4], ''), 'true'),
    array(select a.attname::text from pg_attribute a
      where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped)
  from pg_trigger t,
    lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as args) g
  where t.tgfoid = 'activity()'::regprocedure and t.tgtype & 4 <> 0
    and t.tgrelid <> 'payment_lanes'::regclass
  order by 1, 2
$$;

-- An entry vouches for one record: ids that two tables of one module share. What such tables call
-- by another column than an id is told apart by its columns, and a part of another record, as the
-- day of payment is of a payroll, has that record's id.
create or replace function ids_shared()
returns table (of_tables text, organization_id uuid, subject text)
language plpgsql stable as $$
declare
  ids text;
begin
  select string_agg(format('select %L as module, %L as of_table, log_of(%2$L, to_jsonb(it)) as log,
      it.id::text as id from %2$s it', t.module, t.of_table), ' union all ')
  into ids from logged_from_creation() t where 'id' = any (t.columns)
    and not exists (select from pg_constraint c join pg_attribute a
      on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.conrelid = t.of_table::regclass and a.attname = 'id');
  return query execute format('select string_agg(distinct of_table, '' and ''), log, id
    from (%s) i group by module, log, id having count(distinct of_table) > 1', ids);
end $$;

-- Whose money, whose right: the columns that are compared, by table and module. What the log need
-- not have told, settings never changed and columns of later versions, is `untold`. Instants are
-- left out: how one is written depends on the time zone of the session. Payslips and runs have
-- digests of their own (`runs_unlike_their_log`).
create or replace function columns_compared()
returns table (of_table text, module text, columns text[], untold jsonb)
language sql stable as $$
  values ('users', 'users', '{super_admin,email}'::text[], '{"super_admin": false}'::jsonb),
    ('memberships', 'users', '{role,status,permissions,employee_id}', '{}'),
    ('second_factor_settings', 'second-factor', '{required}', '{"required": false}'),
    ('payout_settings', 'payouts', '{second_person}', '{"second_person": null}'),
    ('payer_changes', 'payouts', '{kind,user_id,made_by,backed_by,agreed_by,objected_by}', '{}'),
    ('maker_checker_settings', 'maker-checker', 
      '{confirming,reversal,salary,payee,joining,items_above}',
      '{"confirming": null, "reversal": false, "salary": false, "payee": false, "joining": false,
        "items_above": null}'),
    ('proposals', 'maker-checker', '{call,acts,needs,subject_id,people,digest,state,made_by,
      checked_by}', '{}'),
    ('checker_changes', 'maker-checker', '{kind,user_id,needs,was,made_by,backed_by,agreed_by,
      objected_by}', '{"backed_by": null, "agreed_by": null, "objected_by": null}'),
    ('organizations', 'organizations',
      '{status,account_no,bank_code,branch_code,paye,nhif,nssf,housing,nita}', '{}'),
    ('payroll_settings', 'organizations', '{withhold_consultants,shif_rounding,paye_rounding}',
      '{"withhold_consultants": true, "shif_rounding": "cent", "paye_rounding": "cent"}'),
    ('casual_settings', 'organizations', '{statutory,overtime_factor,day_hours}',
      '{"statutory": false, "overtime_factor": 1.5, "day_hours": 8}'),
    ('variable_pay_settings', 'organizations', '{month_hours}', '{"month_hours": 225}'),
    ('loan_settings', 'organizations', '{most_guaranteed,advance_percent}',
      '{"most_guaranteed": 3, "advance_percent": 50}'),
    ('leaving_settings', 'organizations', '{severance_divisor,exempt_reason}',
      '{"severance_divisor": 26, "exempt_reason": null}'),
    ('leave_settings', 'leave', '{day_divisor,pay_leavers}',
      '{"day_divisor": 22, "pay_leavers": false}'),
    ('employees', 'employees', '{status,pay_by,phone,account_no,bank_code,branch_code,paye,nhif,
      nssf,housing,nita,disability,disability_certificate_expiry,tos,employment_date,
      termination_date,away,resident,primary_employment,nssf_tier2_contracted_out,nssf_continues,
      vat_registered,email,id_number}', '{"away": "{}"}'),
    ('detail_proposals', 'my-details', '{employee_id,status,needs_old,needs_new,called,decided_by}',
      '{}'),
    ('salaries', 'employees', '{employee_id,month,amount,agreed_net}',
      '{"agreed_net": null}'),
    ('allowances', 'pay-items', '{employee_id,amount,taxable,type,since}',
      '{"since": null}'),
    ('recur_incomes', 'pay-items', '{employee_id,amount,taxable,one_off,from,to,since}',
      '{"since": null}'),
    ('recur_deductions', 'pay-items', '{employee_id,amount,taxable,kind,from,to}', '{}'),
    ('benefits', 'pay-items', '{employee_id,kind,amount,market,agreed,cc,body,farm,occupant,house,
      recovered,total_income,with_gains,from,to}', '{}'),
    ('employee_revenues', 'pay-items', '{employee_id,period,amount,target,rate}', '{}'),
    ('variable_pay', 'pay-items',
      '{employee_id,period,overtime_hours,rest_hours,hourly_rate,bonus,absence_days,deduction,
        days_away,per_diem}', '{"days_away": 0, "per_diem": 0}'),
    ('commission_rates', 'structure', '{amount,rate}', '{}'),
    ('journal_accounts', 'journal', '{code,name}', '{}'),
    ('journal_mapping', 'journal', '{line,department_id,account_id}', '{}'),
    ('pension_schemes', 'pensions', '{base,cap,own_percent,own_amount,employer_percent,
      employer_amount,contracts_out}', '{}'),
    ('pension_members', 'pensions', '{scheme_id,employee_id,from,to,own_percent,own_amount,
      employer_percent,employer_amount}', '{}'),
    ('cost_centres', 'cost-centres', '{code,name,active}', '{}'),
    ('cost_centre_units', 'cost-centres', '{cost_centre_id,department_id,work_station_id}', '{}'),
    ('cost_budgets', 'analytics', '{month,department_id,cost_centre_id,component,amount}', '{}'),
    ('cost_splits', 'cost-centres', '{employee_id,from}', '{}'),
    ('cost_split_shares', 'cost-centres', '{split_id,cost_centre_id,share}', '{}'),
    ('leave_types', 'leave', '{is_paid,paid_share,full_pay_days,default_days,encashable}', '{}'),
    ('leave_requests', 'leave', '{employee_id,leave_type_id,start_date,end_date,days,status,
      decided_by,paid_share,full_pay_days}', '{}'),
    ('leave_approvers', 'leave', '{user_id,level}', '{}'),
    ('leave_delegations', 'leave', '{user_id,delegate_id,from,to}', '{}'),
    ('leave_encashments', 'leave', '{employee_id,days,beyond,leaving,month}', '{}'),
    ('leave_pay_days', 'leave', '{employee_id,outcome}', '{"outcome": null}'),
    ('casuals', 'casuals',
      '{status,pay,pay_basis,pay_by,phone,employment_date,termination_date,away}',
      '{"away": "{}"}'),
    ('casual_advances', 'casuals', '{casual_id,amount}', '{}'),
    ('casual_deductions', 'casuals', '{casual_id,amount,from,to}', '{}'),
    ('loans', 'loans', '{employee_id,owed_to,amount,term_months,rate,processing_fee,insurance_fee,
      interest,total,monthly,status,tops_up,disbursed_on,first_month}', '{}'),
    ('loan_guarantors', 'loans', '{loan_id,employee_id,status}', '{}'),
    ('loan_entries', 'loans', '{loan_id,kind,amount,day,takes_back}', '{}'),
    ('payrolls', 'payroll', '{status}', '{}'),
    ('payrolls', 'casual-payroll', '{status}', '{}'),
    ('payroll_payments', 'payroll', '{paid_on}', '{}'),
    ('cash_payments', 'casual-payroll', '{paid_on,marked_by}', '{}'),
    ('leavings', 'payroll', '{employee_id,last_day,reason,notice,leave_days,severance_days,
      severance_divisor,service_pay,gratuity_percent,exempt_reason,undone_at}', '{}'),
    ('leaving_lines', 'payroll', '{employee_id,leaving_id,code,amount}', '{}'),
    ('final_claims', 'payroll', '{employee_id,payslip_id,amount}', '{}'),
    ('final_claim_entries', 'payroll', '{employee_id,claim_id,kind,amount,day}', '{}'),
    ('remittance_payments', 'remittances', '{month,authority,amount,paid_on,reference,takes_back}',
      '{}'),
    ('remittances_kept', 'remittances', '{authority}', '{}'),
    ('payroll_exceptions', 'payroll', '{payroll_id,employee_id,kind,approved_by}', '{}'),
    ('payout_requests', 'payouts', '{run_id,count,total,leavers,state,requested_by,decided_by}',
      '{}'),
    ('payout_decisions', 'payouts', '{attempt_id,paid,decided_by,agreed_by}', '{}'),
    ('integrations', 'integrations', '{type,provider,bank_code,status,meta}', '{}'),
    ('package_changes', 'subscriptions', '{package_id,price,employees,casuals}', '{}'),
    ('subscriptions', 'subscriptions', '{package_id,price,employees,casuals,paid,from,to}', '{}'),
    ('payment_orders', 'billing', '{type,package_id,duration,price,employees,casuals,discount,
      credit,balance_used,amount,state}', '{}'),
    ('payment_receipts', 'billing', '{receipt_no,amount,method,applied,taken_back_at}', '{}'),
    ('payment_credits', 'billing', '{amount,what,takes_back}', '{}'),
    ('payment_decisions', 'billing', '{push_id,outcome,amount}', '{}')
$$;

-- Records of which a column is not as the log last told it, and records that it created and did not
-- delete. Where words about one were erased, the log no longer tells. An entry is of the table that
-- has all its columns; a membership may pass to another login. A login belongs to no organisation.
create or replace function records_unlike_their_log()
returns table (of_table text, organization_id uuid, subject text, what text)
language plpgsql stable set enable_nestloop = off set jit = off as $$
declare
  c record;
begin
  for c in select * from columns_compared() loop
    return query execute format('with entries as materialized (
        select l.id, l.subject_id, l.event, l.properties -> ''old'' as was,
          l.properties -> ''new'' as told, l.erased is not null as is_erased,
          case when %1$L = ''users'' then null else l.organization_id end as log
        from activity_log l where l.log_name = $1
          and l.event in (''created'', ''updated'', ''deleted'')
      ), erased as (select distinct subject_id from entries
          where is_erased and subject_id is not null
      ), there as materialized (
        select subject_of(item) as subject_id, log_of(%1$L, item) as log, item
        from (select to_jsonb(it) as item from %1$I it) i
        where subject_of(item) not in (select subject_id from erased)
      ), last_told as (
        select distinct on (e.subject_id, e.log, k)
          e.subject_id, e.log, k as column, e.told -> k as value
        from entries e, unnest($2) k where e.told ? k order by e.subject_id, e.log, k, e.id desc
      ), passed_on as (
        select e.log, k as by, e.was ->> k as subject_id
        from entries e, unnest(''{id,user_id,organization_id}''::text[]) k
        where e.event = ''updated'' and e.was ? k
      ), last_made as (
        select distinct on (e.subject_id, e.log) e.*
        from entries e where e.event <> ''updated'' order by e.subject_id, e.log, e.id desc
      )
      select %1$L, t.log, t.subject_id, k
      from there t cross join unnest($2) k
        left join last_told l on l.subject_id = t.subject_id and l.column = k
          and l.log is not distinct from t.log
      where (l.column is not null or $3 ? k)
        and coalesce(l.value, $3 -> k) is distinct from t.item -> k
      union all
      select %1$L, m.log, m.subject_id, ''gone''
      from last_made m
      where m.event = ''created''
        and m.told ?& array(select k from unnest($2) k where not $3 ? k)
        and not exists (select from jsonb_object_keys(m.told) key where key <> all ($4))
        and m.subject_id not in (select subject_id from erased)
        and not exists (select from there t
          where t.subject_id = m.subject_id and t.log is not distinct from m.log)
        and not exists (select from passed_on p where p.subject_id = m.subject_id
          and p.by = subject_column(m.told) and p.log is not distinct from m.log)
      order by 2, 3, 4', c.of_table)
    using c.module, c.columns, c.untold, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.of_table::regclass and a.attnum > 0 and not a.attisdropped);
  end loop;
  return query select * from loans_unlike_their_payslips();
  return query select * from balances_unlike_their_entries();
  return query select * from packages_unlike_their_changes();
  return query select * from items_unlike_their_changes();
  return query select * from settings_lacking();
end $$;

-- Each organisation has had its choices from its beginning: a rule that is gone is no rule.
create or replace function settings_lacking()
returns table (of_table text, organization_id uuid, subject text, what text)
language plpgsql stable as $$
begin
  for of_table in select split_part(encode(t.tgargs, 'escape'), '\000', 1)
    from pg_trigger t where t.tgfoid = 'add_settings()'::regprocedure order by 1
  loop
    return query execute format('select %1$L, o.id, o.id::text, ''gone'' from organizations o
      where not exists (select from %1$I s where s.organization_id = o.id)', of_table);
  end loop;
end $$;

-- What runs took of loans is in their payslips, of which the log has a digest; what a loan says of
-- itself is the sum of its entries.
create or replace function loans_unlike_their_payslips()
returns table (of_table text, organization_id uuid, subject text, what text)
language sql stable as $$
  with taken as (
    select p.organization_id, p.id as payslip_id, line ->> 'id' as loan_id,
      sum((line ->> 'amount')::numeric / 100) as amount
    from payslips p cross join jsonb_array_elements(
      case when jsonb_typeof(p.deductions) = 'array' then p.deductions else '[]' end) line
    where p.frozen and line ->> 'kind' = 'loan' group by 1, 2, 3
  ), entered as (
    select n.organization_id, n.payslip_id, n.loan_id::text, n.amount from loan_entries n
    where n.kind = 'deduction' and n.takes_back is null
  )
  select 'loan_entries', organization_id, concat('of loan ', loan_id), 'amount'
  from taken t full join entered e using (organization_id, payslip_id, loan_id)
  where t.amount is distinct from e.amount and coalesce(t.amount, e.amount) <> 0
  union all
  select 'loans', l.organization_id, l.id::text, 'amount repaid'
  from loans l left join (select n.organization_id, n.loan_id,
      sum(n.amount) filter (where n.kind = 'deduction') as deducted,
      sum(n.amount) filter (where n.kind in ('repayment', 'top-up')) as repaid,
      sum(n.amount) filter (where n.kind = 'rebate') as rebated,
      sum(n.amount) filter (where n.kind = 'write-off') as written_off
    from loan_entries n group by 1, 2) s on s.organization_id = l.organization_id and s.loan_id = l.id
  where (l.deducted, l.repaid, l.rebated, l.written_off) is distinct from (coalesce(s.deducted, 0),
    coalesce(s.repaid, 0), coalesce(s.rebated, 0), coalesce(s.written_off, 0))
$$;

-- A balance of leave, which is paid out with the last pay, is the sum of its entries.
create or replace function balances_unlike_their_entries()
returns table (of_table text, organization_id uuid, subject text, what text)
language sql stable as $$
  select 'leave_balances', b.organization_id, b.id::text, concat_ws(' and ',
    case when b.entitled <> coalesce(s.entitled, 0) then 'entitled' end,
    case when b.used <> coalesce(s.used, 0) then 'used' end,
    case when b.pending <> coalesce(s.pending, 0) then 'pending' end)
  from leave_balances b left join (select n.organization_id, n.balance_id,
      sum(n.entitled) as entitled, sum(n.used) as used, sum(n.pending) as pending
    from leave_entries n group by 1, 2) s
    on s.organization_id = b.organization_id and s.balance_id = b.id
  where (b.entitled, b.used, b.pending) is distinct from
    (coalesce(s.entitled, 0), coalesce(s.used, 0), coalesce(s.pending, 0))
$$;

-- What an item was and from which month decides what paid months are due of it: what was written of
-- it last is what it is by now, and of one that is gone, that it has ended.
create or replace function items_unlike_their_changes()
returns table (of_table text, organization_id uuid, subject text, what text)
language sql stable as $$
  with items as (
    select 'allowances' as list, a.organization_id, a.employee_id, a.id, a.amount, a.taxable, a.since,
      null::text as "from", null::text as "to", false as once
    from allowances a
    union all
    select 'recur_incomes', i.organization_id, i.employee_id, i.id, i.amount, i.taxable, i.since,
      to_char(i."from", 'YYYY-MM'), to_char(i."to", 'YYYY-MM'), i.one_off
    from recur_incomes i
  ), newest as (
    select distinct on (c.organization_id, c.item_id) c.* from item_changes c
    order by c.organization_id, c.item_id, c.number desc
  )
  select 'item_changes', coalesce(i.organization_id, n.organization_id),
    concat('of item ', coalesce(i.id, n.item_id)), 'amount or months'
  from items i full join newest n on n.organization_id = i.organization_id and n.item_id = i.id
  -- What is paid once is due of no other month.
  where i.once is not true and case when i.id is null then not n.ended
    else (n.list, n.employee_id, n.amount, n.taxable, n.since, n."from", n."to", n.ended)
      is distinct from (i.list, i.employee_id, i.amount, i.taxable, i.since, i."from", i."to", false)
    end
$$;

-- Packages have no log of their own; each of their prices is a change, which the log tells.
create or replace function packages_unlike_their_changes()
returns table (of_table text, organization_id uuid, subject text, what text)
language sql stable as $$
  select 'packages', null::uuid, p.id, 'price or limits'
  from packages p left join lateral (select c.* from package_changes c
    where c.package_id = p.id order by c.id desc limit 1) c on true
  where (p.price, p.employees, p.casuals) is distinct from (c.price, c.employees, c.casuals)
$$;

-- Whether triggers and functions are those of the version that looks.
grant select on migrations, functions to mshahara_platform;
grant execute on function columns_compared(), records_unlike_their_log(),
  loans_unlike_their_payslips(), packages_unlike_their_changes(), settings_lacking(),
  balances_unlike_their_entries(), items_unlike_their_changes() to mshahara_platform;
grant execute on function creations_lacking(), logged_from_creation(), ids_shared()
  to mshahara_platform;
