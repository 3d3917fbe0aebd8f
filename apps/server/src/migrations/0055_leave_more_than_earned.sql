-- What somebody is paid of leave without an approval by name is told from how a type was when the
-- year began, and from what was earned of the days that were carried over (C18).

-- Since when a type's days are paid out. How that was before is not known.
alter table leave_type_terms add column encashable boolean;
set local role mshahara_platform;
update leave_type_terms k set encashable = t.encashable from leave_types t
  where t.organization_id = k.organization_id and t.id = k.leave_type_id;
reset role;
alter table leave_type_terms alter column encashable set not null;
drop trigger keep_leave_terms on leave_types;
create trigger keep_leave_terms after insert or update of accrual, default_days, encashable
  on leave_types for each row execute function keep_leave_terms();

-- So many of the days that were carried over, or lost of those, were more than earned.
alter table leave_entries add column beyond numeric(7, 2) not null default 0,
  add constraint leave_entries_beyond check (beyond = 0 or kind in ('carry-over', 'expiry')
    and beyond * entitled > 0 and abs(beyond) <= abs(entitled));

-- Why so many of them are more than that, for whoever approves it.
alter table leave_encashments add column why text;
