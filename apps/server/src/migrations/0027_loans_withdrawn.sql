-- An application can be withdrawn, one waits for each product, and the day of the money is corrected.

alter table loans add column withdrawn_at timestamptz,
  -- Of the Swahili that stood beside the terms; the English was accepted.
  add column translation text;
alter table loan_guarantors add column translation text;

alter table loans drop constraint loans_status_check, drop constraint loans_decided,
  add constraint loans_status_check
    check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  add constraint loans_decided
    check ((status in ('pending', 'withdrawn')) = (approved_at is null)),
  add constraint loans_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null));

-- Whoever had two before there was this rule keeps them.
do $$
begin
  execute format('create unique index loans_one_pending
    on loans (organization_id, employee_id, product_id) where status = ''pending'' and number > %s',
    (select coalesce(max(number), 0) from loans));
end $$;

-- A run changes every loan three times, and none of that is news: only what `keep_loan` lets
-- people decide is looked at for the log, and no erasure, as with every table (`guard_log`).
drop trigger activity on loans;
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

-- Nor does it change either of these.
drop trigger loan_schedule_adds_up on loans;
create constraint trigger loan_schedule_adds_up
  after insert or update of status, total, disbursed_on, first_month on loans
  deferrable initially deferred for each row when (new.status = 'approved')
  execute function loan_schedule_adds_up();

-- A schedule follows the corrected day, as long as nothing was paid.
grant delete on loan_instalments to mshahara_app;
create trigger keep_loan_schedule before update or delete on loan_instalments
  for each row execute function keep_loan_schedule();
create constraint trigger loan_schedule_stays after delete on loan_instalments
  deferrable initially deferred for each row execute function loan_schedule_stays();
