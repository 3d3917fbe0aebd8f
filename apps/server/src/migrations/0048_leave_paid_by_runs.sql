-- What leavers are paid belongs to the draft that has worked it out: their balances change when it is
-- confirmed. How many days of a row nobody has earned is a number, also of what staff have put down.

drop trigger leave_pay_approved on leave_encashments;
alter table leave_encashments alter column beyond drop default;
alter table leave_encashments
  alter column beyond type numeric(6, 2) using case when beyond then days else 0 end;
alter table leave_encashments alter column beyond set default 0,
  add constraint leave_encashments_beyond check (beyond between 0 and days);
create trigger leave_pay_approved before update on leave_encashments
  for each row when (new.beyond > 0 and new.status = 'paid' and old.status = 'draft')
  execute function leave_pay_approved();

-- Drafts from before gave their days away already. Their figures are older than that: the checks
-- ask for a recalculation.
set local role mshahara_platform;
with gone as (
  delete from leave_encashments where leaving and status = 'draft'
  returning organization_id, balance_id, days, month)
insert into leave_entries (organization_id, balance_id, kind, day, used, reason)
select organization_id, balance_id, 'release', (month || '-01')::date + interval '1 month - 1 day',
  -days, 'Used when the payroll is confirmed'
from gone;
reset role;
