-- Cost centres, what belongs to them, and the dated shares of each person.

create table cost_centres (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  code text not null check (length(code) between 1 and 30),
  name text not null check (length(name) between 1 and 120),
  -- No longer offered; what belongs to it stays until somebody moves it.
  active boolean not null default true,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index cost_centres_code on cost_centres (organization_id, lower(code));
create unique index cost_centres_name on cost_centres (organization_id, lower(name));

-- Departments and work stations: of people without shares of their own, and of casual workers.
create table cost_centre_units (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  cost_centre_id uuid not null,
  department_id uuid,
  work_station_id uuid,
  primary key (organization_id, id),
  constraint cost_centre_units_one check (num_nonnulls(department_id, work_station_id) = 1),
  constraint cost_centre_units_centre foreign key (organization_id, cost_centre_id)
    references cost_centres (organization_id, id),
  constraint cost_centre_units_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint cost_centre_units_station foreign key (organization_id, work_station_id)
    references work_stations (organization_id, id)
);
-- Each belongs to one: to two, its cost would be counted twice.
create unique index cost_centre_units_department_once
  on cost_centre_units (organization_id, department_id);
create unique index cost_centre_units_station_once
  on cost_centre_units (organization_id, work_station_id);
create index cost_centre_units_of_centre on cost_centre_units (organization_id, cost_centre_id);

-- From a month on, until the next; without shares somebody belongs where their department does.
create table cost_splits (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  "from" text not null check ("from" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint cost_splits_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create unique index cost_splits_once on cost_splits (organization_id, employee_id, "from");

create table cost_split_shares (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  split_id uuid not null,
  cost_centre_id uuid not null,
  -- Hundredths of a percent: all of a split come to 10,000.
  share int not null check (share between 1 and 10000),
  primary key (organization_id, id),
  constraint cost_split_shares_split foreign key (organization_id, split_id)
    references cost_splits (organization_id, id),
  constraint cost_split_shares_centre foreign key (organization_id, cost_centre_id)
    references cost_centres (organization_id, id)
);
create unique index cost_split_shares_once
  on cost_split_shares (organization_id, split_id, cost_centre_id);
create index cost_split_shares_of_centre on cost_split_shares (organization_id, cost_centre_id);
create constraint trigger shares_are_whole after insert or update or delete on cost_split_shares
  deferrable initially deferred for each row execute function cost_shares_are_whole();

call org_table('cost_centres', 'cost-centres');
call org_table('cost_centre_units', 'cost-centres');
call org_table('cost_splits', 'cost-centres');
call org_table('cost_split_shares', 'cost-centres');
call guard_rights('cost_centres', 'insert', 'create departments');
call guard_rights('cost_centres', 'update', 'edit departments');
call guard_rights('cost_centre_units', 'insert or update or delete', 'create departments',
  'edit departments');
call guard_rights('cost_splits', 'insert or update or delete', 'edit employees');
call guard_rights('cost_split_shares', 'insert or update or delete', 'edit employees');
-- Payslips name them: they are switched off instead.
revoke delete on cost_centres from mshahara_app;
call erasable('cost_splits');

-- Whose cost a payslip is, as it was worked out: kept with it, and frozen with it.
create view payslip_cost_shares with (security_invoker = true) as
  select s.organization_id, s.id as payslip_id, (one ->> 'centre')::uuid as cost_centre_id,
    ((one ->> 'share')::numeric / 100)::numeric(5, 2) as percent
  from payslips s
  cross join lateral jsonb_array_elements(coalesce(s.input -> 'costShares',
    s.lines -> 'costShares')) one;
grant select on payslip_cost_shares to mshahara_app, mshahara_platform;
