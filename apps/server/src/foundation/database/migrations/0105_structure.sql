-- The organisation's structure.

-- Departments, designations and work stations are three lists of one shape.
create table departments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create table designations (like departments including defaults,
  foreign key (organization_id) references organizations (id),
  primary key (organization_id, id));
create table work_stations (like departments including defaults,
  foreign key (organization_id) references organizations (id),
  primary key (organization_id, id));

create unique index departments_name on departments (organization_id, lower(name));
create unique index departments_code on departments (organization_id, code);
create unique index designations_name on designations (organization_id, lower(name));
create unique index designations_code on designations (organization_id, code);
create unique index work_stations_name on work_stations (organization_id, lower(name));
create unique index work_stations_code on work_stations (organization_id, code);
call org_table('departments', 'structure');
call org_table('designations', 'structure');
call org_table('work_stations', 'structure');

create table commission_rates (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  display_name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index commission_rates_name on commission_rates (organization_id, lower(name));
call org_table('commission_rates', 'structure');

do $$
declare
  t text;
  things text;
begin
  foreach t in array array['departments', 'designations', 'work_stations', 'commission_rates'] loop
    things := replace(t, '_', '-');
    call guard_rights(t, 'insert', 'create ' || things);
    call guard_rights(t, 'update', 'edit ' || things);
    call guard_rights(t, 'delete', 'delete ' || things);
  end loop;
end $$;
