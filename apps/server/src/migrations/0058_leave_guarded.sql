-- Entries of leave, its days and what it costs are written by whoever may, and add up (C18, C21).

create trigger guard_entry before insert on leave_entries
  for each row when (current_user = 'mshahara_app' and new.kind not in ('adjustment', 'encashment'))
  execute function guard_leave_entry();
create constraint trigger leave_moved_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.kind in ('carry-over', 'expiry'))
  execute function leave_moved_adds_up();
create constraint trigger leave_request_adds_up after insert on leave_entries
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app' and new.request_id is not null)
  execute function leave_request_adds_up();
create constraint trigger leave_request_adds_up after insert or update of status on leave_requests
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_request_adds_up();
create trigger guard_day before insert or update or delete on leave_request_days
  for each row when (current_user = 'mshahara_app') execute function guard_leave_day();
call guard_rights('leave_pay_days', 'update', 'edit leaves', 'create payrolls', 'edit payrolls',
  'approve payrolls', 'delete payrolls');
create constraint trigger leave_pay_adds_up after insert or delete on leave_pay_days
  deferrable initially deferred for each row
  when (current_user = 'mshahara_app') execute function leave_pay_adds_up();
call guard_rights('leave_patterns', 'insert or update or delete', 'edit leaves');

-- ---------------------------------------------------------------- what days are earned by

-- To whom a type gives days, and whether it does, since when. How that was before is not known.
alter table leave_type_terms add column gender text, add column is_active boolean;
set local role mshahara_platform;
update leave_type_terms k set gender = t.gender, is_active = t.is_active from leave_types t
  where t.organization_id = k.organization_id and t.id = k.leave_type_id;
reset role;
alter table leave_type_terms alter column is_active set not null;
drop trigger keep_leave_terms on leave_types;
create trigger keep_leave_terms
  after insert or update of accrual, default_days, encashable, gender, is_active
  on leave_types for each row execute function keep_leave_terms();
-- What is not paid when it is taken is not paid out instead.
set local role mshahara_platform;
update leave_types set encashable = false where encashable and not is_paid;
reset role;
alter table leave_types add constraint leave_types_paid_out check (is_paid or not encashable);

create table leave_person_terms (
  organization_id uuid not null default app_org() references organizations (id),
  employee_id uuid not null,
  since date not null,
  gender text,
  employment_date date not null,
  primary key (organization_id, employee_id, since),
  constraint leave_person_terms_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id) on delete cascade
);
call org_table('leave_person_terms', '');
revoke insert, update, delete on leave_person_terms from mshahara_app;
set local role mshahara_platform;
insert into leave_person_terms (organization_id, employee_id, since, gender, employment_date)
select organization_id, id, '2000-01-01', gender, employment_date from employees;
reset role;
create trigger keep_leave_person after insert or update of gender, employment_date on employees
  for each row when (current_user <> 'mshahara_eraser') execute function keep_leave_person();
create trigger forget_leave_person after update of gender on employees
  for each row when (current_user = 'mshahara_eraser') execute function forget_leave_person();
