-- Overtime is of a day: whoever was not there has none (C15). Absent days that nobody was paid for
-- lose theirs. What a confirmed payslip has paid stays as it was paid, so the rule speaks of marks
-- from now on only where such a day exists.
alter table muster_marks add constraint muster_marks_overtime
  check (present > 0 or overtime_hours = 0) not valid;
alter table muster_marks disable trigger user;
set local role mshahara_platform;
update muster_marks m set overtime_hours = 0
where m.present = 0 and m.overtime_hours > 0 and not exists (select from payslips s
  where s.organization_id = m.organization_id and s.casual_id = m.casual_id and s.frozen
    and not s.void and s.during @> m.day);
reset role;
alter table muster_marks enable trigger user;
do $$
begin
  alter table muster_marks validate constraint muster_marks_overtime;
exception when check_violation then null;
end $$;

-- Whoever comes to run the platform pays nobody any more: a payer lost, as by any other road (C20).
create trigger follow_operators before update of super_admin on users
  for each row when (new.super_admin <> old.super_admin) execute function follow_operators();

-- The account that a bank file pays to; null of files from before, where the payslip says it.
alter table bank_file_claims
  add column account_no text,
  add column bank_code text;
