-- Benefits in kind of confirmed months are taxed by arrears (B30, B33): the mark says that the month's
-- benefits are those on record by now.
alter table arrears add column benefits boolean not null default false;
drop trigger keep_what_for on arrears;
create trigger keep_what_for before update on arrears for each row
  when ((new.organization_id, new.id, new.employee_id, new.month, new.benefits)
    is distinct from (old.organization_id, old.id, old.employee_id, old.month, old.benefits))
  execute function never_changed();

create trigger mark_added after insert on benefits referencing new table as added
  for each statement execute function mark_benefit_arrears();
create trigger mark_changed after update on benefits
  referencing old table as removed new table as added
  for each statement execute function mark_benefit_arrears();
create trigger mark_removed after delete on benefits referencing old table as removed
  for each statement execute function mark_benefit_arrears();
