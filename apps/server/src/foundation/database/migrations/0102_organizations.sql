-- Logins, which belong to no organisation, and organisations.

create table users (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null constraint users_email_lower check (email = lower(email)),
  phone text,
  -- In which they read the employee's area and the letters to employees.
  language text not null default 'en'
    constraint users_language_known check (language in ('en', 'sw')),
  password_hash text,
  pending_email text,
  avatar text,
  super_admin boolean not null default false,
  activated_at timestamptz,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  previous_login_at timestamptz,
  last_organization_id uuid,
  created_at timestamptz not null default app_now(),
  constraint users_email_unique unique (email)
);
call guard_platform('users');
grant select (id, first_name, last_name, email, phone, language, avatar, super_admin, activated_at,
  email_verified_at, last_login_at, previous_login_at, last_organization_id, created_at)
  on users to mshahara_app;
call erasable('users', 'update (first_name, last_name, phone, avatar, email, pending_email,
  password_hash)');

-- A login of which only the address is known is nobody's news: an entry in the log of the
-- organisation that wrote the address would tell whether it had a login before.
call log_creation('users', 'users', 'password_hash',
  'last_login_at,previous_login_at,last_organization_id',
  'it.activated_at is not null or it.super_admin');
create trigger activity_later after update on users for each row
  when ((old.activated_at is not null or old.super_admin) and current_user <> 'mshahara_eraser')
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');
create trigger activity_last after delete on users for each row
  when (old.activated_at is not null or old.super_admin)
  execute function activity('users', 'password_hash',
    'last_login_at,previous_login_at,last_organization_id');

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  logo text,
  address text,
  phone text,
  email text,
  website text,
  employee_prefix text not null,
  status text not null default 'active' check (status in ('active', 'deactivated')),
  -- When it was last deactivated or taken back: its post waits from then on.
  status_at timestamptz,
  pin_no text,
  nhif_no text,
  nssf_no text,
  bank_name text,
  branch_name text,
  account_no text,
  bank_code text,
  branch_code text,
  paye boolean not null default true,
  nhif boolean not null default true,
  nssf boolean not null default true,
  housing boolean not null default true,
  nita boolean not null default true,
  work_saturday boolean not null default false,
  work_sunday boolean not null default false,
  created_at timestamptz not null default app_now()
);
create index organizations_by_name on organizations (lower(name), id);
create index organizations_pin on organizations (pin_no);
call guard_platform('organizations');
create policy own_organization on organizations to mshahara_app
  using (id = (select bound_org())) with check (id = (select bound_org()));
grant select, update on organizations to mshahara_app;
call guard_log('organizations', 'organizations', '', '');
call guard_rights('organizations', 'update', 'edit organization');

-- Documents that the operator keeps of it.
create table organization_files (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  file text not null,
  added_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index organization_files_file on organization_files (file);
call org_table('organization_files', 'organizations');
revoke insert, update, delete on organization_files from mshahara_app;
