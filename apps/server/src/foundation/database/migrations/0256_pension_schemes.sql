-- Pension schemes of the organisation, and who is in them from which month to which.

create table pension_schemes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  number text check (length(number) between 1 and 120),
  kind text not null check (kind in ('pension', 'provident')),
  base text not null check (base in ('basic', 'gross')),
  -- No more of the base counts.
  cap numeric(14, 2) check (cap > 0),
  -- A share of the base or an amount of every month; neither: nothing.
  own_percent numeric(5, 2) check (own_percent between 0 and 100),
  own_amount numeric(14, 2) check (own_amount >= 0),
  employer_percent numeric(5, 2) check (employer_percent between 0 and 100),
  employer_amount numeric(14, 2) check (employer_amount >= 0),
  -- It has its members' tier II in the place of NSSF.
  contracts_out boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint pension_schemes_own check (num_nonnulls(own_percent, own_amount) <= 1),
  constraint pension_schemes_employer check (num_nonnulls(employer_percent, employer_amount) <= 1)
);
-- Their contributions are one line of a payslip, and one sum for one payee.
create unique index pension_schemes_name on pension_schemes (organization_id, lower(name));

create table pension_members (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  scheme_id uuid not null,
  employee_id uuid not null,
  member_no text check (length(member_no) between 1 and 60),
  "from" text not null check ("from" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  "to" text check ("to" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- Where they differ from the scheme's.
  own_percent numeric(5, 2) check (own_percent between 0 and 100),
  own_amount numeric(14, 2) check (own_amount >= 0),
  employer_percent numeric(5, 2) check (employer_percent between 0 and 100),
  employer_amount numeric(14, 2) check (employer_amount >= 0),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint pension_members_period check ("to" >= "from"),
  constraint pension_members_own check (num_nonnulls(own_percent, own_amount) <= 1),
  constraint pension_members_employer check (num_nonnulls(employer_percent, employer_amount) <= 1),
  constraint pension_members_scheme foreign key (organization_id, scheme_id)
    references pension_schemes (organization_id, id),
  constraint pension_members_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  -- Once in a scheme at a time: twice would be taken twice.
  constraint pension_members_once exclude using gist (organization_id with =, scheme_id with =,
    employee_id with =, int4range(
      left("from", 4)::int * 12 + right("from", 2)::int,
      left("to", 4)::int * 12 + right("to", 2)::int, '[]') with &&)
);
create index pension_members_of_employee on pension_members (organization_id, employee_id);

call org_table('pension_schemes', 'pensions');
call org_table('pension_members', 'pensions');
call guard_rights('pension_schemes', 'insert or update or delete', 'edit organization');
call guard_rights('pension_members', 'insert or update or delete', 'edit employees');
call erasable('pension_members', 'update (member_no)');
