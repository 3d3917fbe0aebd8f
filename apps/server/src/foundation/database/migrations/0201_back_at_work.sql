-- Interest that was left out because somebody left says for which last day, so that it is charged
-- again when they are back or leave on another day. What was given up for people who are back
-- already stays.
alter table loan_entries add column left_on date,
  add constraint loan_entries_left check (left_on is null or kind = 'rebate' and amount > 0);
create index loan_entries_of_leavers on loan_entries (organization_id, loan_id)
  where left_on is not null;

alter table loan_entries disable trigger keep_loan_entry;
-- Row security holds for the owner too.
set local role mshahara_platform;
update loan_entries n set left_on = e.termination_date
from loans l join employees e on e.organization_id = l.organization_id and e.id = l.employee_id
where l.organization_id = n.organization_id and l.id = n.loan_id and e.status = 'terminated'
  and n.kind = 'rebate' and n.takes_back is null
  and not exists (select from loan_entries b
    where b.organization_id = n.organization_id and b.takes_back = n.id)
  -- By the final pay, or by the clock, with nothing that was paid.
  and (n.payslip_id is not null or n.by = '' and not exists (select from loan_entries o
    where o.organization_id = n.organization_id and o.loan_id = n.loan_id
      and o.act = n.act and o.id <> n.id));
reset role;
alter table loan_entries enable trigger keep_loan_entry;

create trigger check_loan_entries after insert on loan_entries
  referencing new table as added for each statement execute function check_loan_entries();
create trigger no_longer_leaving after update of status, termination_date on employees
  for each row when (old.status = 'terminated' and (new.status, new.termination_date)
    is distinct from (old.status, old.termination_date))
  execute function no_longer_leaving();
