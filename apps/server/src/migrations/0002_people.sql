-- The organisation's structure, its employees, and what each of them is paid.

-- ---------------------------------------------------------------- structure

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

-- ---------------------------------------------------------------- employees

create table employees (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- The order in which they were added, also where many fall on one instant.
  number bigint generated always as identity,
  employee_no text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  id_number text not null,
  phone text,
  email text constraint employees_email_lower check (email = lower(email)),
  gender text check (gender in ('Male', 'Female')),
  dob date,
  address text,
  disability boolean not null default false,
  disability_certificate_no text,
  disability_certificate_expiry date,
  kin_name text,
  kin_relationship text,
  kin_phone text,
  tos text not null check (tos in ('Permanent', 'Contract', 'Consultant')),
  employment_date date not null,
  termination_date date,
  status text not null default 'active'
    check (status in ('active', 'inactive', 'suspended', 'terminated')),
  paye boolean not null default true,
  nhif boolean not null default true,
  nssf boolean not null default true,
  housing boolean not null default true,
  nita boolean not null default true,
  email_payslip boolean not null default true,
  department_id uuid,
  designation_id uuid,
  work_station_id uuid,
  pin_no text,
  nhif_no text,
  nssf_no text,
  bank_name text,
  branch_name text,
  account_no text,
  bank_code text,
  branch_code text,
  avatar text,
  resident boolean not null default true,
  primary_employment boolean not null default true,
  nssf_tier2_contracted_out boolean not null default false,
  vat_registered boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employees_department foreign key (organization_id, department_id)
    references departments (organization_id, id),
  constraint employees_designation foreign key (organization_id, designation_id)
    references designations (organization_id, id),
  constraint employees_work_station foreign key (organization_id, work_station_id)
    references work_stations (organization_id, id),
  constraint employees_dates check (termination_date >= employment_date),
  constraint employees_last_day check (status <> 'terminated' or termination_date is not null)
);
create unique index employees_employee_no on employees (organization_id, lower(employee_no));
create unique index employees_id_number on employees (organization_id, id_number);
create unique index employees_email on employees (organization_id, email);
create index employees_newest on employees (organization_id, number desc);
create index employees_account on employees (organization_id, account_no);
call org_table('employees', 'employees');

-- What a person earns from a month on. Nothing is changed here: the newest entry that has begun
-- by a month is that month's salary, and an entry recorded later wins over earlier ones.
create table salaries (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  employee_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount numeric(14, 2) not null check (amount >= 0),
  by text not null default coalesce(nullif(current_setting('app.actor', true), ''), 'System'),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint salaries_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index salaries_of_employee on salaries (organization_id, employee_id, number desc);
call org_table('salaries', 'employees');
revoke update, delete on salaries from mshahara_app, mshahara_platform;

create table employee_files (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  file text not null,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employee_files_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
create index employee_files_of_employee on employee_files (organization_id, employee_id);
create index employee_files_file on employee_files (organization_id, file);
call org_table('employee_files', 'employees');

-- ---------------------------------------------------------------- pay items

create table allowances (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  type text not null default 'other'
    check (type in ('house', 'transport', 'leave', 'overtime', 'other')),
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint allowances_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id)
);
-- The same allowance twice would be paid twice.
create unique index allowances_name on allowances (organization_id, employee_id, lower(name));
call org_table('allowances', 'pay-items');

create table recur_incomes (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  one_off boolean not null default false,
  "from" date not null,
  "to" date,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint recur_incomes_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint recur_incomes_period check ("to" >= "from")
);
create index recur_incomes_of_employee on recur_incomes (organization_id, employee_id);
call org_table('recur_incomes', 'pay-items');

create table recur_deductions (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  name text not null,
  amount numeric(14, 2) not null check (amount >= 0),
  taxable boolean not null default true,
  kind text not null default 'other' check (kind in ('other', 'pension',
    'post-retirement medical', 'mortgage interest', 'insurance premium')),
  "from" date not null,
  "to" date,
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint recur_deductions_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint recur_deductions_period check ("to" >= "from")
);
create index recur_deductions_of_employee on recur_deductions (organization_id, employee_id);
call org_table('recur_deductions', 'pay-items');

-- Name, target and rate are those of the commission rate when the revenue was recorded.
create table employee_revenues (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  commission_rate_id uuid,
  name text not null default '',
  display_name text not null default '',
  amount numeric(14, 2) not null check (amount >= 0),
  target numeric(14, 2) not null default 0 check (target >= 0),
  rate numeric(5, 2) not null default 0 check (rate between 0 and 100),
  status text not null default 'draft' check (status in ('draft', 'paid')),
  description text,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint employee_revenues_employee foreign key (organization_id, employee_id)
    references employees (organization_id, id),
  constraint employee_revenues_rate foreign key (organization_id, commission_rate_id)
    references commission_rates (organization_id, id)
);
create index employee_revenues_of_employee
  on employee_revenues (organization_id, employee_id, period);
create index employee_revenues_draft
  on employee_revenues (organization_id, period) where status = 'draft';
call org_table('employee_revenues', 'pay-items');

-- ---------------------------------------------------------------- who signs in as whom

alter table memberships add constraint memberships_employee
  foreign key (organization_id, employee_id) references employees (organization_id, id);
create unique index memberships_one_per_employee on memberships (organization_id, employee_id);

-- As before, and it also tells whether the person has left (B22).
drop function enter_session(bytea, timestamptz, timestamptz, boolean);
create function enter_session(hash bytea, at timestamptz, idle_from timestamptz, cookie boolean)
returns table (
  session_id uuid, user_id uuid, organization_id uuid, first_name text, last_name text,
  super_admin boolean, activated boolean, role text, permissions text[], employee_id uuid,
  leaver boolean, last_seen_at timestamptz, expires_at timestamptz
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  marked boolean;
begin
  select s.id, s.user_id, s.organization_id, u.first_name, u.last_name, u.super_admin,
    u.activated_at is not null,
    case when u.super_admin then 'super-admin' else m.role end,
    coalesce(m.permissions, '{}'), m.employee_id, coalesce(e.status = 'terminated', false),
    s.last_seen_at, s.expires_at, s.by_cookie
  into session_id, user_id, organization_id, first_name, last_name, super_admin, activated,
    role, permissions, employee_id, leaver, last_seen_at, expires_at, marked
  from sessions s
  join users u on u.id = s.user_id
  left join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  left join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
  left join organizations o on o.id = s.organization_id
  where s.token_hash = hash and s.expires_at > at
    and (not (cookie or s.by_cookie) or s.last_seen_at > idle_from)
    and (s.organization_id is null or u.super_admin
      or (m.status = 'active' and o.status = 'active'));
  if not found then return; end if;
  if cookie and not marked then
    update sessions set by_cookie = true where id = session_id;
  end if;
  perform set_config('app.org', coalesce(organization_id::text, ''), true),
    set_config('app.user', user_id::text, true),
    set_config('app.actor', first_name || ' ' || last_name, true);
  return next;
end $$;
grant create on schema public to mshahara_platform;
alter function enter_session(bytea, timestamptz, timestamptz, boolean) owner to mshahara_platform;
revoke create on schema public from mshahara_platform;
revoke execute on function enter_session(bytea, timestamptz, timestamptz, boolean) from public;
grant execute on function enter_session(bytea, timestamptz, timestamptz, boolean)
  to mshahara_app, mshahara_platform;

-- ---------------------------------------------------------------- the log, quicker for many rows

-- As before; which columns changed is asked of changes only, so that an import is not held up.
create or replace function activity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  secrets text[] := string_to_array(TG_ARGV[1], ',');
  quiet text[] := string_to_array(TG_ARGV[2], ',');
  was jsonb := case when TG_OP = 'INSERT' then '{}' else to_jsonb(old) end;
  now_is jsonb := case when TG_OP = 'DELETE' then '{}' else to_jsonb(new) end;
  item jsonb := case when TG_OP = 'DELETE' then was else now_is end;
  changed text[];
  hidden text;
  org uuid;
begin
  if TG_OP = 'UPDATE' then
    select array_agg(k) into changed
    from (select jsonb_object_keys(was || now_is) k) keys
    where was -> k is distinct from now_is -> k;
    if coalesce(changed, '{}') <@ quiet then return null; end if;
  end if;
  foreach hidden in array secrets loop
    if was -> hidden <> 'null' then was := was || jsonb_build_object(hidden, '(hidden)'); end if;
    if now_is -> hidden <> 'null' then
      now_is := now_is || jsonb_build_object(hidden, '(hidden)');
    end if;
  end loop;
  if TG_OP = 'UPDATE' then
    select jsonb_object_agg(k, was -> k), jsonb_object_agg(k, now_is -> k) into was, now_is
    from unnest(changed) k where k <> all (quiet);
  end if;
  org := case
    when TG_TABLE_NAME = 'organizations' then (item ->> 'id')::uuid
    when item ? 'organization_id' then (item ->> 'organization_id')::uuid
    else app_org() end;
  perform append_activity(org, app_user(), current_setting('app.actor', true), TG_ARGV[0],
    case TG_OP when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    coalesce(item ->> 'id', item ->> 'user_id'),
    case TG_OP when 'INSERT' then jsonb_build_object('new', now_is)
      when 'DELETE' then jsonb_build_object('old', was)
      else jsonb_build_object('old', was, 'new', now_is) end);
  return null;
end $$;

-- ---------------------------------------------------------------- many at once

-- After the first of many rows: without knowing how many there are now, every check of a reference
-- to them would look through all of the organisation's. Whoever is busy with a table is not waited
-- for.
create function note_growth() returns void
language sql security definer set search_path = public, pg_temp as $$
  analyze (skip_locked) employees, memberships, users;
$$;
revoke execute on function note_growth() from public;
grant execute on function note_growth() to mshahara_app, mshahara_platform;
