-- What was earned follows the rule of its time (C21), and years to come pay nothing (C18).

create table leave_type_terms (
  organization_id uuid not null default app_org() references organizations (id),
  leave_type_id uuid not null,
  since date not null,
  accrual text not null,
  default_days numeric(6, 2) not null,
  primary key (organization_id, leave_type_id, since),
  constraint leave_type_terms_type foreign key (organization_id, leave_type_id)
    references leave_types (organization_id, id) on delete cascade
);
call org_table('leave_type_terms', '');
revoke insert, update, delete on leave_type_terms from mshahara_app;
-- How types were before is not known.
set local role mshahara_platform;
insert into leave_type_terms (organization_id, leave_type_id, since, accrual, default_days)
select organization_id, id, '2000-01-01', accrual, default_days from leave_types;
reset role;
create trigger keep_leave_terms after insert or update of accrual, default_days on leave_types
  for each row execute function keep_leave_terms();

create trigger leave_year_begun before insert on leave_encashments
  for each row execute function leave_year_begun();
create index leave_encashments_of_balance on leave_encashments (organization_id, balance_id);
