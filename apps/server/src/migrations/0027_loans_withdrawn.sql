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

-- A schedule follows the corrected day, as long as nothing was paid.
grant delete on loan_instalments to mshahara_app;
create trigger keep_loan_schedule before update or delete on loan_instalments
  for each row execute function keep_loan_schedule();
create constraint trigger loan_schedule_stays after delete on loan_instalments
  deferrable initially deferred for each row execute function loan_schedule_stays();
