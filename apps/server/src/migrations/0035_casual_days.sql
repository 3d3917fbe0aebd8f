-- A casual payroll pays the days that no valid payslip has yet (C24), days that nobody has seen only
-- when somebody ticks them (C22), and is reversed while nobody was paid (C23).

-- ---------------------------------------------------------------- whether a roll is kept

alter table casual_settings add column keeps_roll boolean not null default false;
alter table casual_settings disable trigger activity;
set local role mshahara_platform;
update casual_settings s set keeps_roll = true
where exists (select from muster_days d where d.organization_id = s.organization_id);
reset role;
alter table casual_settings enable trigger activity;
create trigger roll_is_kept after insert on muster_days
  referencing new table as added for each statement execute function roll_is_kept();

-- ---------------------------------------------------------------- the days of a payslip

-- Not a range of days any more: between two days that it pays may be some that another has.
alter table casual_payslips
  drop constraint casual_payslips_once,
  add column void boolean not null default false,
  alter column during type datemultirange using datemultirange(during);
alter table casual_payslips
  -- Nobody is paid twice for a day (C2).
  add constraint casual_payslips_once exclude using gist
    (organization_id with =, casual_id with =, during with &&) where (not void),
  add constraint casual_payslips_days check (not isempty(during)),
  add constraint casual_payslips_void check (frozen or not void);

create index casual_payslips_of_casual on casual_payslips (organization_id, casual_id);

alter table casual_payrolls
  -- Who has only some of its days: another payslip has the others.
  add column partly int not null default 0,
  -- Days that no sheet has, or that were still to come, and that whoever confirmed ticked.
  add column ticked_days date[] not null default '{}',
  add column reversed_at timestamptz,
  add column reversed_by text,
  add column reversal_reason text,
  drop constraint casual_payrolls_status_check,
  add constraint casual_payrolls_status_check
    check (status in ('draft', 'confirmed', 'reversed')),
  add constraint casual_payrolls_reversed
    check (num_nulls(reversed_at, reversed_by, reversal_reason)
      = case when status = 'reversed' then 0 else 3 end);

-- ---------------------------------------------------------------- what stays

drop trigger confirmed_is_frozen on casual_payrolls;
create constraint trigger confirmed_is_frozen after insert or update on casual_payrolls
  deferrable initially deferred for each row when (new.status <> 'draft')
  execute function confirmed_casuals_are_frozen();
create trigger unseen_days_are_ticked after update on casual_payrolls
  for each row when (old.status = 'draft' and new.status = 'confirmed')
  execute function unseen_days_are_ticked();
create trigger casual_payrolls_paid_out before update on casual_payrolls
  for each row when (new.status = 'reversed') execute function refuse_paid_out();
