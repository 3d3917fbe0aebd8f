-- What a balance has used beside requests is what was paid out of it: giving days back and paying
-- others out at the same moment could leave days used that nobody was paid.

set local role mshahara_platform;
insert into leave_entries (organization_id, balance_id, kind, day, used, reason)
select b.organization_id, b.id, 'release', (app_now() at time zone 'Africa/Nairobi')::date,
  paid.days - kept.days, 'Put right: what was paid out of it'
from leave_balances b
cross join lateral (select coalesce(sum(n.used), 0) as days from leave_entries n
  where n.organization_id = b.organization_id and n.balance_id = b.id and n.request_id is null) kept
cross join lateral (select coalesce(sum(r.days), 0) as days from leave_encashments r
  where r.organization_id = b.organization_id and r.balance_id = b.id) paid
where kept.days <> paid.days;
reset role;

create constraint trigger leave_paid_out_adds_up
  after insert or delete or update of days, status, balance_id on leave_encashments
  deferrable initially deferred for each row execute function leave_paid_out_adds_up();
create constraint trigger leave_paid_out_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (new.request_id is null and new.used <> 0) execute function leave_paid_out_adds_up();
