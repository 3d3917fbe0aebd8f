-- Staff loans: applications with guarantors, schedules, and what was repaid.

create table loans (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  -- The product as it was when the application was made.
  product_id int not null,
  code text not null,
  product text not null,
  owed_to text not null check (owed_to in ('lender', 'employer')),
  guarantors_needed int not null check (guarantors_needed between 0 and 10),
  amount numeric(14, 2) not null check (amount > 0),
  term_months int not null check (term_months between 1 and 60),
  rate numeric(5, 2) not null check (rate >= 0),
  processing_fee numeric(14, 2) not null check (processing_fee >= 0),
  insurance_fee numeric(14, 2) not null check (insurance_fee >= 0),
  interest numeric(14, 2) not null check (interest >= 0),
  total numeric(14, 2) not null,
  monthly numeric(14, 2) not null check (monthly > 0),
  max_amount numeric(14, 2) not null,
  max_working text not null,
  purpose text not null,
  status text not null default 'pending'
    check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  -- Word for word as they were accepted, when, from where and with what; and the Swahili that stood
  -- beside them. The English was accepted.
  terms text not null,
  translation text,
  accepted_at timestamptz not null default app_now(),
  accepted_from text,
  accepted_with text,
  -- The loan that this one repays.
  tops_up uuid,
  approver jsonb,
  approved_at timestamptz,
  comments text,
  rejection_reason text,
  withdrawn_at timestamptz,
  -- Of an approval, before the money is paid out.
  cancelled_at timestamptz,
  cancelled_by text,
  cancellation_reason text,
  disbursed_on date,
  first_month text check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  deducted numeric(14, 2) not null default 0 check (deducted >= 0),
  repaid numeric(14, 2) not null default 0 check (repaid >= 0),
  rebated numeric(14, 2) not null default 0 check (rebated >= 0),
  written_off numeric(14, 2) not null default 0 check (written_off >= 0),
  outstanding numeric(14, 2) not null generated always as (case when status = 'approved'
    then total - deducted - repaid - rebated - written_off else 0 end) stored,
  -- The draft that takes an instalment just now, so that no other does.
  payslip_id uuid,
  -- When the guarantors were told that the borrower left and still owes.
  claim_told_at timestamptz,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint loans_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint loans_tops_up foreign key (organization_id, tops_up)
    references loans (organization_id, id),
  constraint loans_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id) on delete set null (payslip_id),
  constraint loans_add_up check (amount + processing_fee + insurance_fee + interest = total),
  constraint loans_decided check ((status in ('pending', 'withdrawn')) = (approved_at is null)),
  constraint loans_disbursed check (num_nulls(disbursed_on, first_month)
    = case when status = 'approved' then 0 else 2 end),
  constraint loans_rejected check ((status = 'rejected') = (rejection_reason is not null)),
  constraint loans_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null)),
  constraint loans_cancelled check (num_nulls(cancelled_at, cancelled_by, cancellation_reason)
    = case when status = 'cancelled' then 0 else 3 end),
  -- Whatever was deducted, repaid, given up and is still owed come to the total.
  constraint loans_overpaid check (outstanding >= 0),
  constraint loans_unpaid check (status = 'approved'
    or deducted + repaid + rebated + written_off = 0)
);
create index loans_of_employee on loans (organization_id, employee_id);
create index loans_newest on loans (organization_id, number desc);
create index loans_owed on loans (organization_id, employee_id) where outstanding > 0;
create index loans_of_payslip on loans (organization_id, payslip_id) where payslip_id is not null;
-- One application waits for each product.
create unique index loans_one_pending on loans (organization_id, employee_id, product_id)
  where status = 'pending';
call org_table('loans', '');
call erasable('loans', 'update (purpose, comments, rejection_reason, cancellation_reason,
  accepted_from, accepted_with)');

-- A run changes every loan three times, and none of that is news: only what `keep_loan` lets
-- people decide is looked at for the log, and no erasure, as with every table (`guard_log`).
create trigger activity after insert or delete on loans
  for each row when (current_user <> 'mshahara_eraser') execute function activity('loans', '', '');
create trigger activity_of_changes after update on loans for each row
  when (current_user <> 'mshahara_eraser'
    and (old.status, old.approver, old.approved_at, old.comments, old.rejection_reason,
      old.withdrawn_at, old.disbursed_on, old.first_month)
    is distinct from (new.status, new.approver, new.approved_at, new.comments,
      new.rejection_reason, new.withdrawn_at, new.disbursed_on, new.first_month))
  execute function activity('loans', '',
    'payslip_id,deducted,repaid,rebated,written_off,outstanding,claim_told_at');

create trigger keep_loan before update or delete on loans
  for each row execute function keep_loan();
create constraint trigger loan_schedule_adds_up
  after insert or update of status, total, disbursed_on, first_month on loans
  deferrable initially deferred for each row when (new.status = 'approved')
  execute function loan_schedule_adds_up();
-- What is lent is decided by primary users, and taken by runs.
create trigger guard_decision before insert or update on loans
  for each row when (current_user = 'mshahara_app') execute function guard_loan();
call guard_rights('loans', 'update of payslip_id', 'edit loans', 'create payrolls', 'edit payrolls',
  'approve payrolls', 'delete payrolls');

create table loan_instalments (
  organization_id uuid not null default app_org() references organizations (id),
  loan_id uuid not null,
  number int not null check (number > 0),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount numeric(14, 2) not null check (amount > 0),
  primary key (organization_id, loan_id, number),
  constraint loan_instalments_loan foreign key (organization_id, loan_id)
    references loans (organization_id, id)
);
create unique index loan_instalments_month on loan_instalments (organization_id, loan_id, month);
call org_table('loan_instalments', '');
-- It follows a corrected day of the money, as long as nothing was paid.
revoke update on loan_instalments from mshahara_app;
create trigger keep_loan_schedule before update or delete on loan_instalments
  for each row execute function keep_loan_schedule();
create constraint trigger loan_schedule_stays after delete on loan_instalments
  deferrable initially deferred for each row execute function loan_schedule_stays();
create trigger guard_decision before insert or delete on loan_instalments
  for each row when (current_user = 'mshahara_app') execute function guard_loan_instalment();

create table loan_entries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  loan_id uuid not null,
  kind text not null check (kind in ('deduction', 'repayment', 'top-up', 'rebate', 'write-off')),
  -- Negative where an earlier one is taken back.
  amount numeric(14, 2) not null check (amount <> 0),
  day date not null,
  -- Those of one act are taken back together.
  act uuid not null default gen_random_uuid(),
  takes_back uuid,
  payslip_id uuid,
  reference text,
  note text,
  file text,
  by text not null default current_setting('app.actor', true),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint loan_entries_loan foreign key (organization_id, loan_id)
    references loans (organization_id, id),
  constraint loan_entries_takes_back foreign key (organization_id, takes_back)
    references loan_entries (organization_id, id),
  constraint loan_entries_payslip foreign key (organization_id, payslip_id)
    references payslips (organization_id, id),
  constraint loan_entries_payroll check ((kind = 'deduction') <= (payslip_id is not null))
);
create index loan_entries_of_loan on loan_entries (organization_id, loan_id, number);
create index loan_entries_of_payslip on loan_entries (organization_id, payslip_id)
  where payslip_id is not null;
-- A payslip takes an instalment of a loan once, and nothing is taken back twice.
create unique index loan_entries_once on loan_entries (organization_id, loan_id, payslip_id, kind)
  where takes_back is null and payslip_id is not null;
create unique index loan_entries_back_once on loan_entries (organization_id, takes_back)
  where takes_back is not null;
-- A run logs one entry for all that it takes (A21).
call org_table('loan_entries', '');
call log_creation('loan_entries', 'loans', '', '', 'it.payslip_id is null');
call erasable('loan_entries', 'update (reference, note, file)');
create trigger keep_loan_entry before update or delete on loan_entries
  for each row execute function keep_loan_entry();
create trigger add_loan_entries after insert on loan_entries
  referencing new table as added for each statement execute function add_loan_entries();
create trigger guard_decision before insert on loan_entries
  for each row when (current_user = 'mshahara_app') execute function guard_loan_entry();

create table loan_guarantors (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  loan_id uuid not null,
  employee_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- As they were agreed to, and the Swahili that stood beside them.
  terms text,
  translation text,
  accepted_from text,
  accepted_with text,
  approved_at timestamptz,
  rejected_at timestamptz,
  rejection_reason text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint loan_guarantors_loan foreign key (organization_id, loan_id)
    references loans (organization_id, id),
  constraint loan_guarantors_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint loan_guarantors_answer check (
    (status = 'approved') = (approved_at is not null and terms is not null)
    and (status = 'rejected') = (rejected_at is not null and rejection_reason is not null))
);
create unique index loan_guarantors_once on loan_guarantors (organization_id, loan_id, employee_id);
create index loan_guarantors_of_employee on loan_guarantors (organization_id, employee_id);
call org_table('loan_guarantors', 'loans');
revoke delete on loan_guarantors from mshahara_app;
call erasable('loan_guarantors', 'update (rejection_reason, accepted_from, accepted_with)');
create trigger guard_decision before insert or update on loan_guarantors
  for each row when (current_user = 'mshahara_app') execute function guard_guarantor();

create table loan_settings (
  organization_id uuid primary key references organizations (id),
  most_guaranteed int not null default 3 check (most_guaranteed between 1 and 50),
  advance_percent int not null default 50 check (advance_percent between 0 and 100)
);
call settings_table('loan_settings', 'organizations');
call guard_rights('loan_settings', 'update', 'edit organization');
