-- The books (B35): an entry for each act, its lines, and the accounts that an accountant knows them by.

create table journal_entries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number int not null check (number > 0),
  kind text not null check (kind in ('run', 'payout', 'recorded', 'cash', 'loan', 'loan entry',
    'claim', 'remittance')),
  -- The run, loan, or record of one that it tells of.
  source_id uuid not null,
  -- Where it belongs; and the day that it was made.
  day date not null,
  made_on date not null,
  title text not null,
  -- The entry whose exact opposite it is.
  mirrors uuid,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint journal_entries_mirrors foreign key (organization_id, mirrors)
    references journal_entries (organization_id, id)
);
create unique index journal_entries_number on journal_entries (organization_id, number);
create unique index journal_entries_mirrored on journal_entries (organization_id, mirrors)
  where mirrors is not null;
create unique index journal_entries_of_run on journal_entries (organization_id, source_id)
  where kind = 'run' and mirrors is null;
create unique index journal_entries_of_day
  on journal_entries (organization_id, kind, source_id, day, made_on)
  where kind in ('payout', 'cash') and mirrors is null;
create index journal_entries_of_source on journal_entries (organization_id, source_id);
create index journal_entries_day on journal_entries (organization_id, day);

create table journal_lines (
  organization_id uuid not null default app_org() references organizations (id),
  id bigint generated always as identity,
  entry_id uuid not null,
  -- What kind of line it is, which an account is chosen for, and what people call it.
  line text not null,
  label text not null,
  nature text not null check (nature in ('cost', 'income', 'payable', 'receivable', 'money')),
  -- Of a cost: where the people were, and whose cost they are.
  department_id uuid,
  cost_centre_id uuid,
  -- Of what is paid one by one.
  slip_id uuid,
  debit numeric(16, 2) not null check (debit >= 0),
  credit numeric(16, 2) not null check (credit >= 0),
  primary key (organization_id, id),
  constraint journal_lines_one_side check ((debit = 0) <> (credit = 0)),
  constraint journal_lines_entry foreign key (organization_id, entry_id)
    references journal_entries (organization_id, id)
);
create index journal_lines_of_entry on journal_lines (organization_id, entry_id);

call org_table('journal_entries', '');
call org_table('journal_lines', '');
-- Written with the act that they tell of, by its trigger, and never changed.
revoke insert, update, delete on journal_entries, journal_lines from mshahara_app;
create trigger keep_entry before update or delete on journal_entries
  for each row execute function never_changed();
create trigger keep_line before update or delete on journal_lines
  for each row execute function never_changed();
create trigger balances after insert on journal_lines referencing new table as added
  for each statement execute function journal_balances();

create table journal_accounts (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  code text not null check (length(code) between 1 and 40),
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index journal_accounts_code on journal_accounts (organization_id, lower(code));
create unique index journal_accounts_name on journal_accounts (organization_id, lower(name));

-- Which account a kind of line goes to; a department may have its own.
create table journal_mapping (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  line text not null check (length(line) between 1 and 200),
  department_id uuid,
  account_id uuid not null,
  primary key (organization_id, id),
  constraint journal_mapping_department foreign key (organization_id, department_id)
    references departments (organization_id, id) on delete cascade,
  constraint journal_mapping_account foreign key (organization_id, account_id)
    references journal_accounts (organization_id, id)
);
create unique index journal_mapping_line on journal_mapping (organization_id, line)
  where department_id is null;
create unique index journal_mapping_department_line
  on journal_mapping (organization_id, line, department_id) where department_id is not null;
call org_table('journal_accounts', 'journal');
call org_table('journal_mapping', 'journal');
call guard_rights('journal_accounts', 'insert or update or delete', 'export payrolls');
call guard_rights('journal_mapping', 'insert or update or delete', 'export payrolls');

-- ---------------------------------------------------------------- the acts

create constraint trigger journal after update on payrolls deferrable initially deferred
  for each row when (new.status <> old.status) execute function journal_run();
create constraint trigger journal after update on payout_attempts deferrable initially deferred
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function journal_payout();
create constraint trigger journal after insert or update or delete on payroll_payments
  deferrable initially deferred for each row execute function journal_recorded();
create constraint trigger journal after insert or update or delete on cash_payments
  deferrable initially deferred for each row execute function journal_cash();
create constraint trigger journal_approved after insert on loans deferrable initially deferred
  for each row when (new.owed_to = 'employer' and new.status = 'approved')
  execute function journal_loan();
create constraint trigger journal after update on loans deferrable initially deferred
  for each row when (new.owed_to = 'employer' and 'approved' in (old.status, new.status)
    and (old.status, old.disbursed_on) is distinct from (new.status, new.disbursed_on))
  execute function journal_loan();
create constraint trigger journal after insert on loan_entries deferrable initially deferred
  for each row when (new.kind <> 'deduction') execute function journal_loan_entry();
create constraint trigger journal after insert or delete on final_claim_entries
  deferrable initially deferred for each row execute function journal_claim_entry();

-- What was done before there were books is in them from the start.
set local role mshahara_platform;
select journal_backfill();
reset role;
