-- Payslips of people who had left before its days, which were ticked to be paid all the same.
alter table payout_requests add column leavers uuid[] not null default '{}';

-- Of those paid in cash, whom whoever reversed it says have not signed for it.
alter table casual_payrolls add column not_signed uuid[] not null default '{}';
create trigger refuse_signed before update on casual_payrolls
  for each row when (new.status = 'reversed' and old.status <> 'reversed')
  execute function refuse_signed();
