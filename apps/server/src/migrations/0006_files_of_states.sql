-- Files belong to a state of what they were made of (B25), and returns to a month (B26).

-- Counts each change of the figures: a file that was begun before one is not put on offer after it.
alter table payrolls add column version int not null default 0;
drop trigger activity on payrolls;
call guard_log('payrolls', 'payroll', '', 'job_id,calculated_at,rules,version');

-- The name that the specified addresses go by, beside the one a person understands.
alter table byproducts rename column name to known_as;
alter table byproducts
  add column name text,
  -- What it covers, where that is not one run: '2026-10', or '2026' for tax cards.
  add column period text check (period ~ '^\d{4}(-(0[1-9]|1[0-2]))?$'),
  -- Of the run when the file was made.
  add column state text check (state in ('draft', 'confirmed', 'reversed')),
  -- What it comes to, in the amount that it is about.
  add column total numeric(14, 2),
  -- Since then nobody is offered it.
  add column withdrawn_at timestamptz;

alter table byproducts disable trigger activity;
set local role mshahara_platform;
update byproducts set name = known_as,
  period = case when type = 'p9' then substring(known_as from '-(\d{4})\.xlsx$') end;
-- Made earlier, of whatever state the run was in at the time.
update byproducts b set
  state = case when b.created_at >= r.confirmed_at then 'confirmed' else 'draft' end,
  withdrawn_at = case when r.status = 'reversed' then r.reversed_at
    when r.status = 'draft' and b.type = 'all' then null
    when b.created_at >= r.confirmed_at then null
    else coalesce(r.confirmed_at, app_now()) end
from payrolls r
where r.organization_id = b.organization_id and r.id = b.payroll_id;
-- Its run was a draft that has been deleted.
update byproducts set state = 'draft', withdrawn_at = app_now()
where payroll_id is null and payslip_id is null and type <> 'p9';
reset role;
alter table byproducts enable trigger activity;
alter table byproducts alter column name set not null;

create index byproducts_of_payroll on byproducts (organization_id, payroll_id, number desc);
create index byproducts_of_period on byproducts (organization_id, period, number desc);
create trigger file_of_its_run before insert on byproducts
  for each row when (new.payroll_id is not null) execute function file_of_its_run();
create trigger withdraw_files before update or delete on payrolls
  for each row execute function withdraw_files();

-- Tax cards on their way to people, one for each person and year.
create table card_mails (
  organization_id uuid not null default app_org() references organizations (id),
  employee_id uuid not null,
  year int not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'uncertain')),
  recipient text not null,
  error text,
  mail_id uuid,
  updated_at timestamptz not null default app_now(),
  primary key (organization_id, employee_id, year),
  constraint card_mails_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index card_mails_of_mail on card_mails (mail_id);
call org_table('card_mails', '');
create policy erasure on card_mails to mshahara_eraser using (true) with check (true);
grant select, delete on card_mails to mshahara_eraser;
