-- One-off incomes of one month, NSSF beyond 60, and banks by their cleaned names.

-- ---------------------------------------------------------------- one-off incomes

alter table recur_incomes
  add column status text not null default 'draft' check (status in ('draft', 'paid')),
  -- The payslip that paid it; only a one-off has one.
  add column payslip_id uuid,
  add constraint recur_incomes_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id);
create index recur_incomes_of_payslip on recur_incomes (organization_id, payslip_id)
  where payslip_id is not null;

-- Row security holds for the owner too.
set local role mshahara_platform;
update recur_incomes i set status = 'paid', payslip_id = paid.id
from (
  select distinct on (s.organization_id, line ->> 'id') s.organization_id, s.id,
    line ->> 'id' as income_id
  from payslips s, jsonb_array_elements(s.incomes) line
  where s.frozen and not s.void and line ->> 'kind' = 'income'
  order by s.organization_id, line ->> 'id', s.month
) paid
where i.one_off and i.organization_id = paid.organization_id and i.id::text = paid.income_id;
update recur_incomes set "from" = date_trunc('month', "from"::timestamp)::date,
  "to" = (date_trunc('month', "from"::timestamp) + interval '1 month - 1 day')::date
where one_off;
reset role;
create trigger one_month_only before insert or update of one_off, "from", "to" on recur_incomes
  for each row when (new.one_off) execute function one_month_only();

-- ---------------------------------------------------------------- NSSF beyond 60

alter table employees add column nssf_continues boolean not null default false;
