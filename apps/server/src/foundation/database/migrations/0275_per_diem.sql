-- Days away on duty, each paid so much; the law of the month says how much of it is free of tax.

alter table variable_pay
  add column days_away int not null default 0 check (days_away between 0 and 31),
  add column per_diem numeric(14, 2) not null default 0 check (per_diem >= 0),
  add constraint variable_pay_per_diem check ((days_away = 0) = (per_diem = 0));
call guard_rights('variable_pay', 'update of days_away, per_diem', 'edit employees');
