-- A second person is asked about new employees, and about pay items above an amount (B29).

alter table maker_checker_settings add column joining boolean not null default false;
-- Null: nobody asks.
alter table maker_checker_settings add column items_above numeric(14, 2) check (items_above >= 0);
-- Of all that it would write: the database writes that, or nothing.
alter table proposals add column due text;

-- What a transaction has written of such acts. It has been agreed to by the time the transaction
-- commits, or none of it is kept: afterwards nothing is in here.
create table acts_due (
  organization_id uuid not null references organizations (id),
  xact xid8 not null default pg_current_xact_id(),
  act text not null check (act in ('joining', 'items')),
  -- The table, and the record or, of amounts beside the month's, the payslip.
  kind text not null,
  record_id uuid not null,
  payee_id uuid not null,
  -- As it was before the transaction; null where it is new.
  before jsonb,
  primary key (organization_id, xact, kind, record_id)
);
call guard_platform('acts_due');
create constraint trigger acts_are_agreed after insert on acts_due
  deferrable initially deferred for each row execute function acts_are_agreed();

create trigger note_joining after insert on employees referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function note_joining();
create trigger note_joining after insert on casuals referencing new table as added
  for each statement when (current_user = 'mshahara_app') execute function note_joining();
-- Days that could not be paid before.
create trigger second_person_rejoins after update on employees
  for each row when (current_user = 'mshahara_app'
    and not days_in_pay(new.status, new.employment_date, new.termination_date)
      <@ days_in_pay(old.status, old.employment_date, old.termination_date))
  execute function second_person_rejoins();
create trigger second_person_rejoins after update on casuals
  for each row when (current_user = 'mshahara_app'
    and not days_in_pay(new.status, new.employment_date, new.termination_date)
      <@ days_in_pay(old.status, old.employment_date, old.termination_date))
  execute function second_person_rejoins();
