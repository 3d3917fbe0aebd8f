-- An approval is cancelled before the money is paid out; and unpaid leave that a last pay could not
-- bear is a claim, which somebody collects or waives. What leave costs less after the last pay is owed
-- to the person, and paid.

alter table loans add column cancelled_at timestamptz,
  add column cancelled_by text,
  add column cancellation_reason text;
alter table loans drop constraint loans_status_check,
  add constraint loans_status_check
    check (status in ('pending', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  add constraint loans_cancelled check (num_nulls(cancelled_at, cancelled_by, cancellation_reason)
    = case when status = 'cancelled' then 0 else 3 end);
grant update (cancellation_reason) on loans to mshahara_eraser;

alter table leave_pay_days
  add column outcome text
    check (outcome in ('collected', 'waived') and days > 0 or outcome = 'paid' and days < 0),
  add column outcome_reason text,
  add column closed_at timestamptz,
  add column closed_by text;
alter table leave_pay_days drop constraint leave_pay_days_status_check,
  add constraint leave_pay_days_status_check check (status in ('draft', 'paid', 'closed')),
  add constraint leave_pay_days_closed check (case when status = 'closed'
    then num_nulls(outcome, outcome_reason, closed_at, closed_by) = 0 and payslip_id is null
    else num_nonnulls(outcome, outcome_reason, closed_at, closed_by) = 0 end);
drop trigger keep_leave_pay on leave_pay_days;
create trigger keep_leave_pay before update or delete on leave_pay_days
  for each row when (old.status <> 'draft') execute function keep_leave_pay();
-- What is closed is a decision of its own; everything else here follows from logged requests.
create trigger activity after update on leave_pay_days for each row
  when (new.status = 'closed' and current_user <> 'mshahara_eraser')
  execute function activity('leave', '', '');
create policy erasure on leave_pay_days to mshahara_eraser using (true) with check (true);
grant select, update (outcome_reason) on leave_pay_days to mshahara_eraser;
